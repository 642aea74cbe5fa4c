// A picture before it has a format: boxes, texts, lines and areas in the order in which they are painted. All
// coordinates are pixels from the top left. SVG and PNG are two ways to paint the same figure.
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
  std::string title = {};  // shown on hover by formats that can
};

enum class Anchor { start, middle, end };

struct Text {
  double x = 0, y = 0;  // the anchor, on the base line
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

// A line through spots, which are relative to (x, y).
struct Line {
  double x = 0, y = 0;
  std::vector<Spot> spots;
  Colour colour;
  double width = 1;
  std::vector<double> dashes = {};  // the lengths of ink and gap in turn; an empty list draws a full line
  std::string title = {};
};

// The area inside a closed line through spots, which are relative to (x, y).
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

  // Adds a mark. Only a box makes the figure grow; layouts grow it themselves for what surrounds a text.
  void add(Box box);
  void add(Text text);
  void add(Line line);
  void add(Area area);
  // Makes the figure at least this wide and high.
  void grow(double right, double bottom);
  // Adds the marks of another figure, whose top left lies at (x, y), and grows to hold it.
  void append(Figure other, double x, double y);
};

// Lays out all maps of all predictions, one below the other.
Figure lay_out(std::span<const Shown> shown);

// Lays out predictions in the same way as they come one by one.
class Page {
 public:
  void add(const Shown& shown);
  // Returns the figure so far, without the margin at its end.
  const Figure& figure() const { return figure_; }
  Figure finish() &&;

 private:
  static constexpr double kMargin = 16;
  Figure figure_{.width = 160, .height = kMargin, .marks = {}};
};

// The layouts of one map, which must be valid and must not be empty. A map is a matrix, unless its columns
// are the places of an image (a grid), when each row is a small picture, or it is over text (is_over_text),
// when each row is the text in colours. The weight `top` has the full colour.
Figure lay_out_matrix(const AttentionMap& map, double top);
Figure lay_out_grid(const AttentionMap& map);
Figure lay_out_text(const AttentionMap& map, double top);
// Lays out the ramp of colours from `top` down to 0.
Figure lay_out_legend(double top, double height);

// Paints a figure. The title of an SVG says what it shows to readers who cannot see it.
std::string paint_svg(const Figure& figure, const std::string& title);
inline constexpr const char* kAttentionTitle = "attention: rows are outputs, columns are inputs";
std::string paint_png(const Figure& figure);
// Throws an InputError if the figure is larger than a PNG may be.
void require_png_size(const Figure& figure);

}  // namespace heed::show
