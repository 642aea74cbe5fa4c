// One card a prediction: pickers, the tokens of both sides, the matrix. A "look" is what is pointed at or pinned:
// { row } an output, { column } an input, or both, a cell.
class Card {
  constructor(shown, element) {
    this.shown = shown;
    this.element = element;
    this.choice = {};
    this.pickers = make("span", {});
    this.readout = make("p", { class: "readout", "aria-live": "polite" });
    this.body = make("div", {});
    element.append(this.header(), this.body);
    if (shown.maps.length === 0) this.body.append(make("p", { class: "readout" }, "(no attention maps)"));
    else this.choose();
    element.addEventListener("keydown", (event) => event.key === "Escape" && this.pin(null));
  }

  header() {
    const { input, output, log_probability: logarithm } = this.shown;
    const arrow = make("span", { class: "arrow" }, " → ");
    const title = make("h2", {}, input, ...(output === "" ? [] : [arrow, output]));
    const likely = logarithm ? [make("span", { class: "likely" }, "log-probability " + Number(logarithm.toPrecision(4)))] : [];
    return make("header", {}, title, ...likely, this.pickers);
  }

  // Rebuilds the pickers for the maps there are, each offering what the ones before it leave, and draws the choice.
  choose() {
    this.pickers.replaceChildren();
    let maps = this.shown.maps;
    for (const field of ["hypothesis", "part", "layer", "head"]) {
      const values = [...new Set(maps.map((map) => map[field]))];
      const mean = field === "head" && values.length > 1;
      const options = mean ? ["mean of heads", ...values.map(String)] : values.map(String);
      if (!options.includes(this.choice[field])) this.choice[field] = options[0];
      if (options.length > 1) this.pickers.append(this.picker(field, options));
      if (!(mean && this.choice[field] === options[0])) maps = maps.filter((m) => String(m[field]) === this.choice[field]);
    }
    const map = maps.length > 1 ? meanOfHeads(maps) : maps[0];
    if (hasPieces(map)) this.pickers.append(this.picker("show", ["pieces", "words"]));
    this.show(hasPieces(map) && this.choice.show === "words" ? byWord(map) : map);
  }

  picker(field, options) {
    const select = make("select", {}, ...options.map((option) => make("option", {}, option)));
    select.value = this.choice[field] ?? options[0];
    select.addEventListener("change", () => {
      this.choice[field] = select.value;
      this.choose();
      [...this.pickers.querySelectorAll("select")].find((other) => other.dataset.field === field)?.focus();
    });
    select.dataset.field = field;
    return make("label", {}, field + " ", select, " ");
  }

  show(map) {
    const empty = map.rows.labels.length === 0 || map.columns.labels.length === 0;
    this.map = empty ? null : map;
    if (empty) return this.body.replaceChildren(make("p", { class: "readout" }, "(an empty map)"));
    this.top = scaleTop(map);
    this.pinned = map.rows.labels.length === 1 ? { row: 0 } : null;
    this.inputs = this.chips("input", map.columns, (i) => ({ column: i }));
    this.outputs = this.chips(rowsOf(map), map.rows, (i) => ({ row: i }));
    const name = isOverText(map) ? "text in the colours of its weights" : "matrix of weights";
    this.matrix = make("div", { class: "matrix", tabindex: "0", role: "application", "aria-label": name });
    // Text in colours is itself the list of what is looked at.
    const sides = isOverText(map) ? [] : [this.inputs.line, this.outputs.line];
    this.readout.classList.toggle("flush", isOverText(map));
    this.body.replaceChildren(...sides, this.readout, this.matrix, this.savers());
    this.listenToMatrix();
    this.redraw();
  }

  redraw() {
    if (!this.map) return;
    this.drawn = draw(this.map, schemeNow(), this.matrix.clientWidth);
    this.matrix.replaceChildren(this.drawn.root);
    this.look(this.pinned);
  }

  chips(side, axis, lookAt) {
    const letters = axis.labels.every((_, i) => Array.from(nameOf(axis, i)).length <= 1);
    const style = `chips ${axis.kind} ${letters ? "letters" : ""}`;
    const list = make("div", { class: style, role: "listbox", "aria-label": side });
    if (axis.kind === "grid") list.style.gridTemplateColumns = `repeat(${axis.grid_columns}, max-content)`;
    const chips = axis.labels.map((label, i) => {
      const kind = label.special ? "chip special" : "chip";
      return make("span", { class: kind, role: "option", tabindex: i === 0 ? "0" : "-1" }, nameOf(axis, i));
    });
    list.append(...chips);
    const indexOf = (event) => chips.indexOf(event.target.closest(".chip"));
    const listen = (type, act) => list.addEventListener(type, (event) => indexOf(event) >= 0 && act(indexOf(event), event));
    listen("pointerover", (i) => this.look(lookAt(i)));
    listen("focusin", (i) => this.look(lookAt(i)));
    listen("click", (i) => this.pin(lookAt(i)));
    listen("keydown", (i, event) => this.moveAlong(chips, i, event, lookAt));
    list.addEventListener("pointerleave", () => this.look(this.pinned));
    list.addEventListener("focusout", () => this.look(this.pinned));
    return { line: make("div", { class: "side" }, make("span", {}, side), list), chips };
  }

  moveAlong(chips, from, event, lookAt) {
    const last = chips.length - 1;
    const to = { ArrowLeft: Math.max(from - 1, 0), ArrowRight: Math.min(from + 1, last), Home: 0, End: last }[event.key];
    if (event.key === "Enter" || event.key === " ") this.pin(lookAt(from));
    else if (to === undefined) return;
    else {
      chips[from].tabIndex = -1;
      chips[to].tabIndex = 0;
      chips[to].focus();
    }
    event.preventDefault();
  }

  listenToMatrix() {
    const area = this.matrix;
    area.addEventListener("pointermove", (event) => {
      const cell = cellUnder(this.drawn, event);
      this.look(cell ?? this.pinned);
      if (cell) showTip(event, this.cellText(cell));
      else tip.hidden = true;
    });
    area.addEventListener("pointerleave", () => {
      tip.hidden = true;
      this.look(this.pinned);
    });
    area.addEventListener("click", (event) => this.pin(cellUnder(this.drawn, event)));
    area.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      if (!step) return;
      const clamp = (value, labels) => Math.min(Math.max(value, 0), labels.length - 1);
      const { row = 0, column = 0 } = this.pinned ?? {};
      const { rows, columns } = this.map;
      this.pinned = { row: clamp(row + step[0], rows.labels), column: clamp(column + step[1], columns.labels) };
      this.look(this.pinned);
      event.preventDefault();
    });
  }

  pin(look) {
    if (!this.map) return;
    const same = look && this.pinned && look.row === this.pinned.row && look.column === this.pinned.column;
    this.pinned = same ? null : look;
    this.look(this.pinned);
  }

  // Tints both sides for a look, or clears them for null.
  look(look) {
    const { row, column } = look ?? {};
    const tint = ({ chips }, weightOf, chosen, pinned) =>
      chips.forEach((chip, i) => {
        const part = weightOf ? weightOf(i) / this.top : null;
        chip.style.backgroundColor = part === null ? "" : colourOf(part, schemeNow());
        chip.style.color = part !== null && part > 0.5 ? kInks[schemeNow()].paper : "";
        chip.classList.toggle("chosen", i === chosen);
        chip.classList.toggle("pinned", i === pinned);
        chip.setAttribute("aria-selected", String(i === pinned));
      });
    const byRow = row === undefined ? null : (i) => weightAt(this.map, row, i);
    const byColumn = column === undefined || row !== undefined ? null : (i) => weightAt(this.map, i, column);
    tint(this.inputs, byRow, column, this.pinned?.column);
    tint(this.outputs, byColumn, row, this.pinned?.row);
    markIn(this.drawn, row ?? null, column ?? null);
    this.readout.textContent = look ? this.lookText(look) : "";
  }

  cellText({ row, column }) {
    const weight = inBand(this.map, row, column) ? weightText(weightAt(this.map, row, column)) : "outside the window";
    return `${nameOf(this.map.rows, row)} ← ${nameOf(this.map.columns, column)}: ${weight}`;
  }

  lookText(look) {
    const { rows, columns } = this.map;
    if (look.row !== undefined && look.column !== undefined) return this.cellText(look);
    const [axis, weightOf] = look.row !== undefined
      ? [columns, (i) => weightAt(this.map, look.row, i)]
      : [rows, (i) => weightAt(this.map, i, look.column)];
    const best = axis.labels.map((_, i) => [weightOf(i), i]).sort((a, b) => b[0] - a[0]).slice(0, 5);
    const seen = best.filter(([weight]) => weight >= 0.0005);
    const list = seen.map(([weight, i]) => `${nameOf(axis, i)} ${weightText(weight)}`).join(", ") || "nothing";
    return look.row !== undefined
      ? `${nameOf(rows, look.row)} looks at ${list}` : `${nameOf(columns, look.column)} is looked at by ${list}`;
  }

  savers() {
    const button = (text, act) => {
      const element = make("button", { type: "button" }, text);
      element.addEventListener("click", act);
      return element;
    };
    const picture = () => new XMLSerializer().serializeToString(draw(this.map, "light").root);
    return make("div", { class: "save" },
      button("Save as SVG", () => save(new Blob([picture()], { type: "image/svg+xml" }), "attention.svg")),
      button("Save as PNG", () => savePng(picture())));
  }
}
