// The matrix as an SVG element with its own colours, so that what is seen can be saved as it is.
const kInks = {
  light: { paper: "#ffffff", ink: "#20242c", muted: "#868e9c", frame: "#c8ced8", mark: "#d9480f" },
  dark: { paper: "#1a1e26", ink: "#e4e8ef", muted: "#939caf", frame: "#3a4250", mark: "#ffb070" },
};
const kFont = '"DejaVu Sans", Verdana, sans-serif';
const kManyCells = 6000;
const pencil = document.createElement("canvas").getContext("2d");

function svg(name, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function textWidth(text, size) {
  pencil.font = `${size}px ${kFont}`;
  return pencil.measureText(text).width;
}

function shorten(text, size, limit) {
  if (textWidth(text, size) <= limit) return text;
  const letters = Array.from(text);
  while (letters.length > 0 && textWidth(letters.join("") + "…", size) > limit) letters.pop();
  return letters.join("") + "…";
}

function pitchOf(axis) {
  const n = Math.max(axis.labels.length, 1);
  const dense = axis.kind === "frames";
  return Math.floor(2 * (dense ? Math.min(Math.max(720 / n, 2), 20) : Math.min(Math.max(960 / n, 12), 24))) / 2;
}

function stepFor(room, pitch) {
  for (let decade = 1; ; decade *= 10)
    for (const step of [1, 2, 5]) if (step * decade * pitch >= room) return step * decade;
}

// How the labels of a side are drawn: the same rules as axis_look.cpp.
function lookOf(axis, pitch, isColumns) {
  const dense = axis.kind === "frames";
  const size = dense ? 10 : Math.min(13, pitch * 0.85);
  const limit = axis.kind === "sentences" ? 320 : 170;
  const texts = axis.labels.map((_, i) => shorten(nameOf(axis, i), size, limit));
  const widest = texts.reduce((width, text) => Math.max(width, textWidth(text, size)), 0);
  const look = { pitch, size, texts, step: 1, angle: 0, extent: widest };
  if (dense) look.step = stepFor(isColumns ? widest + 6 : size * 1.4, pitch);
  if (!isColumns) return look;
  if (!dense && widest > pitch - 1) look.angle = pitch >= 1.35 * size ? 45 : 90;
  const fits = (text) => textWidth(text, size) <= pitch - 1;
  const letters = texts.every((text, i) => axis.labels[i].special || fits(text));
  look.angleOf = (i) => (letters && fits(texts[i]) ? 0 : look.angle);
  look.extent = look.angle === 0 ? size : look.angle === 45 ? (widest + size * 0.73) * Math.SQRT1_2 : widest;
  return look;
}

function drawLabels(root, plan, inks) {
  const { rows, columns, x, y, map } = plan;
  const put = (label, text, attributes) =>
    root.append(svg("text", { fill: label.special ? inks.muted : inks.ink, ...attributes }, text));
  for (let i = 0; i < rows.texts.length; i += rows.step)
    put(map.rows.labels[i], rows.texts[i], {
      x: x - 6, y: y + (i + 0.5) * rows.pitch + rows.size * 0.36, "font-size": rows.size, "text-anchor": "end" });
  for (let i = 0; i < columns.texts.length; i += columns.step) {
    const angle = columns.angleOf(i);
    const shift = angle === 90 ? columns.size * 0.36 : angle === 45 ? columns.size * 0.2 : 0;
    const at = x + (i + 0.5) * columns.pitch + shift;
    put(map.columns.labels[i], columns.texts[i], {
      x: at, y: y - 6, "font-size": columns.size, "text-anchor": angle === 0 ? "middle" : "start",
      ...(angle === 0 ? {} : { transform: `rotate(${-angle} ${at} ${y - 6})` }) });
  }
}

function drawAxisTitles(root, plan, inks, map) {
  const style = { "font-size": 12, fill: inks.muted, "text-anchor": "middle" };
  const middle = plan.y + plan.height / 2;
  root.append(svg("text", { ...style, x: plan.x + plan.width / 2, y: 14 }, "input"));
  root.append(svg("text", { ...style, x: 14, y: middle, transform: `rotate(-90 14 ${middle})` }, rowsOf(map)));
}

function drawCells(root, plan, scheme) {
  const { map, rows, columns, x, y, top } = plan;
  const gap = (pitch) => (pitch >= 8 ? 1 : 0);
  map.weights.forEach((weights, r) =>
    weights.forEach((weight, k) => {
      const c = map.begin[r] + k;
      if (c < 0 || c >= map.columns.labels.length) return;
      root.append(svg("rect", {
        x: x + c * columns.pitch, y: y + r * rows.pitch, width: columns.pitch - gap(columns.pitch),
        height: rows.pitch - gap(rows.pitch), fill: colourOf(weight / top, scheme) }));
    }));
}

// Many cells are one small image, a pixel a cell, stretched.
function drawCellImage(root, plan, scheme) {
  const { map, top } = plan;
  const canvas = document.createElement("canvas");
  canvas.width = map.columns.labels.length;
  canvas.height = map.rows.labels.length;
  const context = canvas.getContext("2d");
  map.weights.forEach((weights, r) =>
    weights.forEach((weight, k) => {
      context.fillStyle = colourOf(weight / top, scheme);
      context.fillRect(map.begin[r] + k, r, 1, 1);
    }));
  root.append(svg("image", {
    x: plan.x, y: plan.y, width: plan.width, height: plan.height, preserveAspectRatio: "none",
    style: "image-rendering: pixelated", href: canvas.toDataURL() }));
}

function drawLegend(root, { x, y, height, top }, scheme) {
  const steps = 48;
  for (let i = 0; i < steps; ++i)  // each reaches down to the end, so that no seam shows
    root.append(svg("rect", { x, y: y + (i * height) / steps, width: 10, height: height - (i * height) / steps,
      fill: colourOf(1 - (i + 0.5) / steps, scheme) }));
  for (const part of [0, 0.5, 1])
    root.append(svg("text", { x: x + 16, y: y + (1 - part) * height + 3.6, "font-size": 10, fill: kInks[scheme].muted },
      String(Number((part * top).toPrecision(3)))));
}

// An empty sheet of paper, and the frame that marks what is looked at.
function drawSheet(width, height, scheme) {
  const inks = kInks[scheme];
  const root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`,
    "font-family": kFont, "aria-hidden": "true" });
  root.append(svg("rect", { width, height, fill: inks.paper }));
  return { root, inks };
}

function addFrame(root, inks) {
  const frame = svg("rect", { fill: "none", stroke: inks.mark, "stroke-width": 1.5, visibility: "hidden" });
  root.append(frame);
  return frame;
}

function planOf(map) {
  let across = pitchOf(map.columns), down = pitchOf(map.rows);
  if (map.rows.kind !== "frames" && map.columns.kind !== "frames") across = down = Math.min(across, down);
  const rows = lookOf(map.rows, down, false), columns = lookOf(map.columns, across, true);
  const x = Math.ceil(32 + rows.extent + 6), y = Math.ceil(26 + columns.extent + 6);
  const width = map.columns.labels.length * across, height = map.rows.labels.length * down;
  return { map, rows, columns, x, y, width, height, top: scaleTop(map) };
}

// The finished element; `cellAt` says which cell a point lies in, and `boxOf` where a row, a column or a cell is.
function drawMatrix(map, scheme) {
  const plan = planOf(map), { rows, columns } = plan;
  const slant = columns.angle === 45 ? Math.SQRT1_2 : 0;
  const overhang = columns.texts.reduce((most, text, i) =>
    Math.max(most, (i + 1) * columns.pitch + textWidth(text, columns.size) * slant - plan.width), 0);
  const wide = Math.ceil(plan.x + plan.width + Math.max(64, overhang + 8));
  const { root, inks } = drawSheet(wide, Math.ceil(plan.y + Math.max(plan.height, 64) + 12), scheme);
  root.append(svg("rect", { x: plan.x - 1.5, y: plan.y - 1.5, width: plan.width + 2, height: plan.height + 2,
    fill: inks.paper, stroke: inks.frame }));
  const cells = map.rows.labels.length * map.width;
  (cells > kManyCells ? drawCellImage : drawCells)(root, plan, scheme);
  drawLabels(root, plan, inks);
  drawAxisTitles(root, plan, inks, map);
  const legend = Math.min(Math.max(plan.height, 60), 140);
  drawLegend(root, { x: plan.x + plan.width + 16, y: plan.y, height: legend, top: plan.top }, scheme);
  const cellAt = (x, y) => {
    const column = Math.floor((x - plan.x) / columns.pitch), row = Math.floor((y - plan.y) / rows.pitch);
    return row >= 0 && column >= 0 && row < rows.texts.length && column < columns.texts.length ? { row, column } : null;
  };
  const boxOf = (row, column) => ({
    x: plan.x - 1 + (column ?? 0) * columns.pitch, y: plan.y - 1 + (row ?? 0) * rows.pitch,
    width: (column === null ? plan.width : columns.pitch) + 1, height: (row === null ? plan.height : rows.pitch) + 1 });
  return { root, cellAt, boxOf, frame: addFrame(root, inks) };
}

function markIn(drawn, row, column) {
  const box = row === null && column === null ? null : drawn.boxOf(row, column);
  drawn.frame.setAttribute("visibility", box ? "visible" : "hidden");
  for (const [key, value] of Object.entries(box ?? {})) drawn.frame.setAttribute(key, value);
}

// The cell under a pointer event, or null.
function cellUnder(drawn, event) {
  const box = drawn.root.getBoundingClientRect();
  return drawn.cellAt(event.clientX - box.left, event.clientY - box.top);
}
