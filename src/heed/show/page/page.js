// The page itself: what cards need from it, and when they are made.
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const tip = make("div", { class: "tip", hidden: "" });
document.body.append(tip);

function showTip(event, text) {
  tip.textContent = text;
  tip.hidden = false;
  tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
  tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8) + "px";
}

// The picture of a map. Text fills the `room` there is in pixels; other pictures have a width of their own.
function draw(map, scheme, room = 760) {
  if (isOverText(map)) return drawText(map, scheme, room);
  return map.columns.kind === "grid" ? drawPictures(map, scheme) : drawMatrix(map, scheme);
}

function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function savePng(picture) {
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.width;
    canvas.height = 2 * image.height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob ? save(blob, "attention.png") : alert("Too large for a PNG here: save it as SVG."));
  });
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(picture);
}

// Cards are made when they come into view, so that a thousand sentences open at once.
const cards = new Map();
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting || !cards.has(target)) continue;
    watcher.unobserve(target);
    cards.set(target, new Card(cards.get(target), target));
  }
}, { rootMargin: "400px" });
const place = document.getElementById("cards");
for (const shown of JSON.parse(document.getElementById("data").textContent).predictions) {
  const element = make("article", { class: "card" });
  cards.set(element, shown);
  place.append(element);
  watcher.observe(element);
}
if (cards.size === 0) place.append(make("p", {}, "(no attention maps)"));
darkScheme.addEventListener("change", () => {
  for (const card of cards.values()) if (card instanceof Card) card.redraw();
});
