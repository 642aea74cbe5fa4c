// A picture before it has a format: boxes, texts, lines and areas, in the order they are painted, in pixels
// from the top left. The layout makes it once; SVG and PNG are two ways to paint it.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "heed/show/attention_map.h"
#include "heed/show/colour.h"

namespace heed::show {

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
  Colour fill;
  std::string title = {};  // shown on hover, where the format can
};

enum class Anchor { start, middle, end };

struct Text {
  double x = 0, y = 0;  // of the anchor, on the base line
  double size = 12;
  std::u32string text;
  Anchor anchor = Anchor::start;
  Colour colour = kInk;
  double angle = 0;  // degrees, counter-clockwise
  std::string title = {};
};

struct Spot {
  double x = 0, y = 0;
};

// A line through spots, which are seen from (x, y).
struct Line {
  double x = 0, y = 0;
  std::vector<Spot> spots;
  Colour colour;
  double width = 1;
  std::vector<double> dashes = {};  // lengths of ink and gap in turn; none = all ink
  std::string title = {};
};

// What a line around it encloses.
struct Area {
  double x = 0, y = 0;
  std::vector<Spot> spots;
  Colour fill;
  double opacity = 1;
  std::string title = {};
};

struct Figure {
  double width = 0, height = 0;
  std::vector<std::variant<Box, Text, Line, Area>> marks;

  void add(Box box);    // grows the figure to hold it
  void add(Text text);  // does not: the layout knows what surrounds a text
  void add(Line line);
  void add(Area area);
  void grow(double right, double bottom);
  void append(Figure other, double x, double y);
};

// All maps of all predictions, one below the other.
Figure lay_out(std::span<const Shown> shown);

// The same, as predictions come.
class Page {
 public:
  void add(const Shown& shown);
  // So far, without the margin at its end.
  const Figure& figure() const { return figure_; }
  Figure finish() &&;

 private:
  static constexpr double kMargin = 16;
  Figure figure_{.width = 160, .height = kMargin, .marks = {}};
};

// The pieces of it: one map as a matrix; one whose inputs form a grid (an image), a small picture a row.
// The weight `top` has the full colour.
Figure lay_out_matrix(const AttentionMap& map, double top);
Figure lay_out_grid(const AttentionMap& map);
Figure lay_out_legend(double top, double height);

// The two ways to paint one. `title` says what an SVG shows to those who cannot see it.
std::string paint_svg(const Figure& figure, const std::string& title);
inline constexpr const char* kAttentionTitle = "attention: rows are outputs, columns are inputs";
std::string paint_png(const Figure& figure);
// An InputError if the figure, with what may still be added below it, is larger than a PNG is made.
void require_png_size(const Figure& figure);

}  // namespace heed::show
