// A map of labels over a text: below each label the words of the text in the colours of their weights, with the
// sizes and the rules of running_text.cpp and text_strip.cpp.
const kWord = { size: 14, box: 22, line: 27, pad: 3, space: 3, between: 14, name: 170 };
const kClosing = "、。，．！？：；）」』】》〉";
const kWideLetter = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function isOverText(map) {
  return map.rows.kind === "labels" && map.columns.kind === "tokens";
}

function touch(left, right) {
  const hasBytes = ({ begin = 0, end = 0 }) => end > begin;
  return !left.special && !right.special && hasBytes(left) && hasBytes(right) && right.begin <= left.end;
}

// Whether a line may break between two texts that stand together.
function breaksBetween(left, right) {
  if (left === "" || right === "" || kClosing.includes(right[0])) return false;
  return left.trim() === "" || kWideLetter.test(Array.from(left).at(-1)) || kWideLetter.test(Array.from(right)[0]);
}

function pieceOf(label) {
  if (label.special) return { text: visible(label.text), space: true };
  const text = label.text.replaceAll("\u2581", " ").replace(/^\uFFED(.)/su, "$1").replace(/(.)\uFFED$/su, "$1");
  if (/^ *$/.test(text)) return { text, space: false };
  return { text: visible(text.replace(/^ /, "")), space: label.apart || text.startsWith(" ") };
}

// One piece for each label: its text without the marks of tokenisers, and whether a space stands before it.
function runningText(axis) {
  const pieces = [];
  axis.labels.forEach((label, i) => {
    const piece = pieceOf(label);
    if (i === 0) piece.space = false;
    else if (!touch(axis.labels[i - 1], label)) piece.space = true;
    piece.breaks = i === 0 || piece.space || breaksBetween(pieces[i - 1].text, piece.text);
    pieces.push(piece);
  });
  return pieces;
}

// Gives pieces their places in lines of a width. Words that are too long for a line are broken between pieces.
function fillLines(pieces, width) {
  let line = 0, x = 0;
  const endLine = () => { ++line; x = 0; };
  for (let first = 0, last = 0; first < pieces.length; first = last) {
    let word = 0;
    do word += pieces[last++].width;
    while (last < pieces.length && !pieces[last].breaks);
    const space = x > 0 && pieces[first].space ? kWord.space : 0;
    if (x > 0 && x + space + word > width) endLine();
    else x += space;
    for (const piece of pieces.slice(first, last)) {
      if (x > 0 && x + piece.width > width) endLine();
      Object.assign(piece, { x, y: line * kWord.line });
      x += piece.width;
    }
  }
}

// Gives a pad to each line that begins with a piece that has none.
function alignLines(pieces) {
  let shift = 0;
  for (const piece of pieces) {
    if (piece.x === 0) {
      shift = kWord.pad - piece.before;
      piece.width += shift;
      piece.before = kWord.pad;
    } else piece.x += shift;
  }
}

function flowOf(axis, width) {
  const pieces = runningText(axis);
  pieces.forEach((piece, i) => {
    piece.text = shorten(piece.text, kWord.size, width - 2 * kWord.pad);
    piece.before = i === 0 || piece.space ? kWord.pad : 0;
    const after = i + 1 === pieces.length || pieces[i + 1].space ? kWord.pad : 0;
    piece.width = piece.before + textWidth(piece.text, kWord.size) + after;
  });
  fillLines(pieces, width);
  alignLines(pieces);
  return pieces;
}

function drawWords(root, map, row, plan, scheme) {
  const inks = kInks[scheme];
  plan.pieces.forEach((piece, i) => {
    const part = weightAt(map, row, i) / plan.top, covered = inBand(map, row, i);
    const x = plan.left + piece.x, y = plan.tops[row] + piece.y;
    if (covered) root.append(svg("rect", { x, y, width: piece.width, height: kWord.box, fill: colourOf(part, scheme) }));
    const ink = covered && part > 0.55 ? inks.paper : map.columns.labels[i].special ? inks.muted : inks.ink;
    root.append(svg("text", { x: x + piece.before, y: y + kWord.box / 2 + kWord.size * 0.36, "font-size": kWord.size,
      fill: ink }, piece.text));
  });
}

// The element and its places, as drawMatrix gives them; `room` is the width there is.
function drawText(map, scheme, room) {
  const names = map.rows.labels.map((_, i) => shorten(nameOf(map.rows, i), kWord.size, kWord.name));
  const widest = Math.max(...names.map((name) => textWidth(name, kWord.size)));
  const left = Math.ceil(8 + widest + 12), legend = 64;
  const pieces = flowOf(map.columns, Math.min(Math.max(room - left - legend, 160), 880));
  const height = pieces.at(-1).y + kWord.box;
  const tops = names.map((_, i) => 8 + i * (height + kWord.between)), top = scaleTop(map);
  const right = left + Math.max(...pieces.map((piece) => piece.x + piece.width));
  const bottom = tops.at(-1) + height, bar = Math.min(Math.max(bottom - 8, 60), 140);
  const { root, inks } = drawSheet(Math.ceil(right + legend), Math.ceil(Math.max(bottom, 8 + bar) + 8), scheme);
  names.forEach((name, row) => {
    root.append(svg("text", { x: left - 12, y: tops[row] + kWord.box / 2 + kWord.size * 0.36, "font-size": kWord.size,
      "text-anchor": "end", fill: map.rows.labels[row].special ? inks.muted : inks.ink }, name));
    drawWords(root, map, row, { pieces, left, tops, top }, scheme);
  });
  drawLegend(root, { x: right + 16, y: 8, height: bar, top }, scheme);
  const boxOf = (row, column) => {
    if (row === null || column === null) return null;
    const { x, y, width } = pieces[column];
    return { x: left + x, y: tops[row] + y, width, height: kWord.box };
  };
  const holds = (box, x, y) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  const cellAt = (x, y) => {
    const row = tops.findLastIndex((begin) => y >= begin);
    const column = row < 0 ? -1 : pieces.findIndex((_, i) => holds(boxOf(row, i), x, y));
    return column < 0 ? null : { row, column };
  };
  return { root, cellAt, boxOf, frame: addFrame(root, inks) };
}
