// A map over the places of an image: one small picture an output, as grid.cpp draws it.
const kPicture = 112, kApart = 14, kAcross = 7;

function drawPicture(root, map, row, at, top, scheme) {
  const inks = kInks[scheme], label = map.rows.labels[row];
  const name = shorten(nameOf(map.rows, row), 12, kPicture);
  root.append(svg("text", { x: at.x + at.width / 2, y: at.y - 8, "font-size": 12, "text-anchor": "middle",
    fill: label.special ? inks.muted : inks.ink }, name));
  map.columns.labels.forEach((_, i) =>
    root.append(svg("rect", { x: at.x + (i % at.across) * at.side, y: at.y + Math.floor(i / at.across) * at.side,
      width: at.side, height: at.side, fill: colourOf(weightAt(map, row, i) / top, scheme) })));
  root.append(svg("rect", { x: at.x - 0.5, y: at.y - 0.5, width: at.width + 1, height: at.height + 1, fill: "none",
    stroke: inks.frame }));
}

function drawPictures(map, scheme) {
  const across = map.columns.grid_columns, down = Math.ceil(map.columns.labels.length / across);
  const side = Math.max(1, Math.floor(kPicture / Math.max(across, down))), top = scaleTop(map);
  const width = across * side, height = down * side;
  const wideStep = Math.max(width, kPicture) + kApart, highStep = height + 24 + kApart;
  const places = map.rows.labels.map((_, r) => ({
    x: 8 + (r % kAcross) * wideStep, y: 28 + Math.floor(r / kAcross) * highStep, width, height, side, across }));
  const right = 8 + Math.min(places.length, kAcross) * wideStep;
  const { root, inks } = drawSheet(right + 56, 28 + Math.ceil(places.length / kAcross) * highStep, scheme);
  places.forEach((at, r) => drawPicture(root, map, r, at, top, scheme));
  drawLegend(root, { x: right, y: 28, height: kPicture, top }, scheme);
  const cellAt = (x, y) => {
    const row = places.findIndex((at) => x >= at.x && y >= at.y && x < at.x + width && y < at.y + height);
    if (row < 0) return null;
    const column = Math.floor((y - places[row].y) / side) * across + Math.floor((x - places[row].x) / side);
    return column < map.columns.labels.length ? { row, column } : null;
  };
  // A place alone stands for the same place in every picture, so only an output can be framed.
  const boxOf = (row, column) => {
    if (row === null) return null;
    const { x, y } = places[row];
    if (column === null) return { x, y, width, height };
    return { x: x + (column % across) * side, y: y + Math.floor(column / across) * side, width: side, height: side };
  };
  return { root, cellAt, boxOf, frame: addFrame(root, inks) };
}
