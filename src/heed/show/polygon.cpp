#include "heed/show/polygon.h"

#include <algorithm>
#include <cmath>

namespace heed::show {

namespace {

constexpr int32_t kSamples = 4;  // a side of a pixel

int32_t clamped(double value, int32_t limit) {
  return static_cast<int32_t>(std::clamp(value, 0.0, static_cast<double>(limit)));
}

// Where a horizontal line at `y` meets the outline, from left to right.
std::vector<double> crossings(std::span<const Spot> outline, double y) {
  std::vector<double> found;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Spot &a = outline[i], &b = outline[(i + 1) % outline.size()];
    if ((a.y <= y) != (b.y <= y)) found.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

Coverage cover(std::span<const Spot> outline, int32_t width, int32_t height) {
  Coverage result;
  if (outline.size() < 3) return result;
  const auto by_x = [](const Spot& a, const Spot& b) { return a.x < b.x; };
  const auto by_y = [](const Spot& a, const Spot& b) { return a.y < b.y; };
  const auto [left, right] = std::minmax_element(outline.begin(), outline.end(), by_x);
  const auto [top, bottom] = std::minmax_element(outline.begin(), outline.end(), by_y);
  result.left = clamped(std::floor(left->x), width);
  result.top = clamped(std::floor(top->y), height);
  result.width = clamped(std::ceil(right->x), width) - result.left;
  result.height = clamped(std::ceil(bottom->y), height) - result.top;
  const auto across = static_cast<std::size_t>(result.width);
  std::vector<int32_t> hits(across * static_cast<std::size_t>(result.height));
  for (int32_t row = 0; row < result.height * kSamples; ++row) {
    const std::vector<double> at = crossings(outline, result.top + (row + 0.5) / kSamples);
    int32_t* line = hits.data() + static_cast<std::size_t>(row / kSamples) * across;
    for (std::size_t i = 0; i + 1 < at.size(); i += 2) {
      // Samples lie in the middle of quarters of a pixel.
      const auto sample = [&](double x) {
        return clamped(std::ceil((x - result.left) * kSamples - 0.5), result.width * kSamples);
      };
      for (int32_t s = sample(at[i]); s < sample(at[i + 1]); ++s) ++line[s / kSamples];
    }
  }
  for (const int32_t count : hits)
    result.alpha.push_back(static_cast<uint8_t>(count * 255 / (kSamples * kSamples)));
  return result;
}

std::vector<Piece> cut_into_dashes(std::span<const Spot> spots, std::span<const double> dashes) {
  std::vector<Piece> pieces;
  std::size_t dash = 0;
  double left = dashes.empty() ? 0 : dashes[0];
  for (std::size_t i = 0; i + 1 < spots.size(); ++i) {
    const Spot &a = spots[i], &b = spots[i + 1];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const auto at = [&](double along) {
      return Spot{a.x + along / length * (b.x - a.x), a.y + along / length * (b.y - a.y)};
    };
    if (dashes.empty() || length == 0) {
      pieces.push_back({a, b});
      continue;
    }
    for (double along = 0; along < length;) {
      const double next = std::min(length, along + left);
      if (dash % 2 == 0) pieces.push_back({at(along), at(next)});
      left -= next - along;
      along = next;
      if (left <= 1e-9) left = std::max(dashes[++dash % dashes.size()], 0.1);
    }
  }
  return pieces;
}

std::vector<Spot> widened(const Piece& piece, double width) {
  const double length = std::hypot(piece.to.x - piece.from.x, piece.to.y - piece.from.y), half = width / 2;
  const double x = length > 0 ? (piece.to.x - piece.from.x) / length * half : half;
  const double y = length > 0 ? (piece.to.y - piece.from.y) / length * half : 0;
  const Spot from{piece.from.x - x / 2, piece.from.y - y / 2}, to{piece.to.x + x / 2, piece.to.y + y / 2};
  return {{from.x - y, from.y + x}, {from.x + y, from.y - x}, {to.x + y, to.y - x}, {to.x - y, to.y + x}};
}

}  // namespace heed::show
