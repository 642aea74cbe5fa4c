// The numbers behind the page: maps as the attention file holds them (docs/attention-file.md), read cell by cell,
// averaged over heads, joined to whole words, and turned into colours.
const kUndrawable = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

// A label as it is drawn: spaces at the edges and control characters become signs one can see.
function visible(text) {
  return text
    .replaceAll("\t", "⇥")
    .replaceAll("\n", "↵")
    .replace(kUndrawable, "\ufffd")
    .replace(/^[ \u00a0\u3000]+|[ \u00a0\u3000]+$|[ \u00a0\u3000]{2,}/g, (run) => "␣".repeat(run.length));
}

function nameOf(axis, index) {
  const label = axis.labels[index];
  if (label.text !== "") return visible(label.text);
  if (axis.kind === "frames") return (label.begin ?? 0) / 1000 + " s";
  if (axis.kind === "grid") return Math.floor(index / axis.grid_columns) + "," + (index % axis.grid_columns);
  return "";
}

function weightAt(map, row, column) {
  return map.weights[row][column - map.begin[row]] ?? 0;
}

function inBand(map, row, column) {
  return column >= map.begin[row] && column < map.begin[row] + map.width;
}

// A map over all columns, its cells given by a function.
function denseMap(like, rows, columns, cell) {
  const weights = rows.labels.map((_, r) => columns.labels.map((_, c) => cell(r, c)));
  return { ...like, rows, columns, width: columns.labels.length, begin: rows.labels.map(() => 0), weights };
}

function meanOfHeads(maps) {
  const [first] = maps;
  const mean = (r, c) => maps.reduce((sum, map) => sum + weightAt(map, r, c), 0) / maps.length;
  return denseMap(first, first.rows, first.columns, mean);
}

// Neighbouring pieces of one word, as lists of their indices.
function wordsOf(axis) {
  const groups = [];
  axis.labels.forEach((label, i) => {
    const word = label.word ?? -1;
    const before = i > 0 ? axis.labels[i - 1].word ?? -1 : -1;
    if (word >= 0 && word === before) groups[groups.length - 1].push(i);
    else groups.push([i]);
  });
  return groups;
}

function hasPieces(map) {
  return [map.rows, map.columns].some((axis) => wordsOf(axis).length < axis.labels.length);
}

// Without the marks that say where pieces touch: ▁ of SentencePiece, ￭ of separate words. A word is `apart` if its
// first piece begins with a space.
function joinLabels(axis, groups) {
  const join = (pieces) => {
    const text = pieces.map((i) => axis.labels[i].text).join("");
    const first = axis.labels[pieces[0]], { end } = axis.labels[pieces.at(-1)];
    return { ...first, end, apart: /^[\u2581 ]/.test(first.text), text: text.replace(/[\u2581\uFFED]/g, "") || text };
  };
  return { ...axis, labels: groups.map(join) };
}

// What the rows are, "input" or "output". The attention file leaves out a side that is what is usual.
function rowsOf(map) {
  return map.rows.side ?? "output";
}

// Summed over the pieces of an input word, averaged over those of an output word: rows still sum to one.
function byWord(map) {
  const down = wordsOf(map.rows), across = wordsOf(map.columns);
  const cell = (r, c) =>
    down[r].reduce((sum, i) => sum + across[c].reduce((part, j) => part + weightAt(map, i, j), 0), 0) / down[r].length;
  return denseMap(map, joinLabels(map.rows, down), joinLabels(map.columns, across), cell);
}

// The weight that gets the full colour: as scale_top in colour.cpp.
function scaleTop(map) {
  let largest = 0;
  for (const row of map.weights) for (const weight of row) largest = Math.max(largest, weight);
  if (largest <= 0 || (largest > 0.5 && largest <= 1.001)) return 1;
  const decade = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 5].find((s) => largest <= s * decade * 1.001) ?? 10;
  return Number((step * decade).toPrecision(3));
}

function weightText(weight) {
  return weight !== 0 && Math.abs(weight) < 0.0005 ? weight.toExponential(0) : weight.toFixed(3);
}

const kColours = JSON.parse(document.getElementById("colours").textContent);
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

function schemeNow() {
  return darkScheme.matches ? "dark" : "light";
}

function colourOf(part, scheme) {
  const table = kColours[scheme];
  return table[Math.round(Math.min(Math.max(part, 0), 1) * (table.length - 1))];
}
