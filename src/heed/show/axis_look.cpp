#include "heed/show/axis_look.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "heed/show/font.h"
#include "heed/show/labels.h"

namespace heed::show {

namespace {

constexpr double kLongest = 170, kLongestSentence = 320;

bool is_dense(const Axis& axis) {
  return axis.kind == Axis::Kind::frames;
}

// Tokens must all stay readable; frames of sound are many and need only some of their times.
double pitch_of(const Axis& axis) {
  const auto n = static_cast<double>(std::max<std::size_t>(axis.labels.size(), 1));
  const double pitch = is_dense(axis) ? std::clamp(720 / n, 2.0, 20.0) : std::clamp(960 / n, 12.0, 24.0);
  return std::floor(pitch * 2) / 2;
}

// 1, 2, 5, 10, 20 … : the first that gives every drawn label `room`.
std::size_t step_for(double room, double pitch) {
  for (std::size_t decade = 1;; decade *= 10)
    for (const std::size_t step : {1U, 2U, 5U})
      if (static_cast<double>(step * decade) * pitch >= room) return step * decade;
}

AxisLook measure(const Axis& axis, double pitch) {
  AxisLook look{.pitch = pitch, .size = is_dense(axis) ? 10 : std::min(13.0, pitch * 0.85), .letters = true};
  const double limit = axis.kind == Axis::Kind::sentences ? kLongestSentence : kLongest;
  for (std::size_t i = 0; i < axis.labels.size(); ++i) {
    look.texts.push_back(shorten(label_text(axis, i), look.size, limit));
    const double width = text_width(look.texts.back(), look.size);
    look.widest = std::max(look.widest, width);
    look.letters = look.letters && (axis.labels[i].special || width <= pitch - 1);
  }
  look.extent = look.widest;
  return look;
}

void choose_angle(AxisLook& look) {
  if (look.widest <= look.pitch - 1) {
    look.extent = look.size;
  } else if (look.pitch >= 1.35 * look.size) {
    look.angle = 45;
    look.extent = (look.widest + look.size * kCapital) * std::numbers::sqrt2 / 2;
  } else {
    look.angle = 90;
  }
}

}  // namespace

double AxisLook::angle_of(std::size_t label) const {
  return letters && text_width(texts[label], size) <= pitch - 1 ? 0 : angle;
}

std::u32string shorten(std::u32string text, double size, double limit) {
  if (text_width(text, size) <= limit) return text;
  while (!text.empty() && text_width(text, size) + advance(U'…', size) > limit) text.pop_back();
  return text + U'…';
}

AxisLooks look_of(const AttentionMap& map) {
  double across = pitch_of(map.columns), down = pitch_of(map.rows);
  if (!is_dense(map.rows) && !is_dense(map.columns)) across = down = std::min(across, down);  // square cells
  AxisLooks looks{measure(map.rows, down), measure(map.columns, across)};
  if (is_dense(map.rows)) looks.rows.step = step_for(looks.rows.size * 1.4, down);
  if (is_dense(map.columns)) {
    looks.columns.step = step_for(looks.columns.widest + 6, across);
    looks.columns.extent = looks.columns.size;
  } else {
    choose_angle(looks.columns);
  }
  return looks;
}

}  // namespace heed::show
