// Paints a figure as SVG: each cell is a <rect> and each point of a chart an area, whose <title> states its
// value.
#include <array>
#include <charconv>
#include <cmath>

#include "heed/show/characters.h"
#include "heed/show/figure.h"
#include "heed/show/write.h"

namespace heed {

namespace {

using namespace show;

// Coordinates to a hundredth of a pixel.
std::string number(double value) {
  std::array<char, 32> text{};
  const double rounded = std::round(value * 100) / 100;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), rounded).ptr};
}

std::string attribute(const char* name, const std::string& value) {
  std::string out(1, ' ');
  return out.append(name).append("=\"").append(value).append("\"");
}

std::string title_element(const std::string& title) {
  return title.empty() ? "" : "<title>" + escape_xml(title) + "</title>";
}

std::string element(const Box& box) {
  std::string out = "<rect" + attribute("x", number(box.x)) + attribute("y", number(box.y)) +
                    attribute("width", number(box.width)) + attribute("height", number(box.height)) +
                    attribute("fill", box.fill.hex());
  if (box.title.empty()) return out + "/>\n";
  return out + '>' + title_element(box.title) + "</rect>\n";
}

std::string element(const Text& text) {
  if (text.text.empty()) return "";
  std::string out = "<text" + attribute("x", number(text.x)) + attribute("y", number(text.y)) +
                    attribute("font-size", number(text.size)) + attribute("fill", text.colour.hex());
  if (text.anchor != Anchor::start)
    out += attribute("text-anchor", text.anchor == Anchor::end ? "end" : "middle");
  if (text.angle != 0)
    out += attribute("transform",
                     "rotate(" + number(-text.angle) + " " + number(text.x) + " " + number(text.y) + ")");
  return out + ">" + title_element(text.title) + escape_xml(encode(text.text)) + "</text>\n";
}

std::string points(const auto& mark) {
  std::string out;
  for (const Spot& spot : mark.spots)
    out += (out.empty() ? "" : " ") + number(mark.x + spot.x) + "," + number(mark.y + spot.y);
  return out;
}

std::string closed(const std::string& out, const char* name, const std::string& title) {
  return title.empty() ? out + "/>\n" : out + ">" + title_element(title) + "</" + name + ">\n";
}

std::string element(const Line& line) {
  if (line.spots.empty()) return "";
  std::string out = "<polyline" + attribute("points", points(line)) + attribute("fill", "none") +
                    attribute("stroke", line.colour.hex()) + attribute("stroke-width", number(line.width)) +
                    attribute("stroke-linejoin", "round");
  std::string dashes;
  for (const double dash : line.dashes) dashes += (dashes.empty() ? "" : " ") + number(dash);
  return closed(dashes.empty() ? out : out + attribute("stroke-dasharray", dashes), "polyline", line.title);
}

std::string element(const Area& area) {
  if (area.spots.empty()) return "";
  std::string out = "<polygon" + attribute("points", points(area)) + attribute("fill", area.fill.hex());
  if (area.opacity != 1) out += attribute("fill-opacity", number(area.opacity));
  return closed(out, "polygon", area.title);
}

}  // namespace

std::string show::paint_svg(const Figure& figure, const std::string& title) {
  const std::string width = number(std::ceil(figure.width)), height = number(std::ceil(figure.height));
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) +
                    attribute("height", height) + attribute("viewBox", "0 0 " + width + " " + height) +
                    attribute("font-family", "DejaVu Sans, Verdana, sans-serif") + " role=\"img\">\n" +
                    title_element(title) + "\n" +
                    element(Box{0, 0, std::ceil(figure.width), std::ceil(figure.height), kWhite});
  for (const auto& mark : figure.marks) out += std::visit([](const auto& m) { return element(m); }, mark);
  return out + "</svg>\n";
}

std::string to_svg(std::span<const Shown> shown) {
  return paint_svg(lay_out(shown), kAttentionTitle);
}

}  // namespace heed
