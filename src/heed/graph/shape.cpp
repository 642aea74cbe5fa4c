#include "heed/graph/shape.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "heed/base/error.h"

namespace heed {
namespace {

constexpr std::array kTypes = {"number", "flag", "index"};
constexpr int64_t kLargest = int64_t{1} << 31;
constexpr std::size_t kMostAxes = 4, kLongestName = 40;

[[noreturn]] void refuse(std::string_view text) {
  throw InputError("expected a dimension such as 512, rows, 2*source, source/4 or steps+1, found '" +
                   std::string(text.substr(0, 60)) + "'");
}

int64_t number_from_text(std::string_view text, int64_t least, std::string_view whole) {
  int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least || number >= kLargest)
    refuse(whole);
  return number;
}

GraphAxis axis_from_text(std::string_view text, std::string_view whole) {
  GraphAxis axis;
  if (std::size_t at = text.find('+'); at != text.npos) {
    axis.plus = number_from_text(text.substr(at + 1), 1, whole);
    text = text.substr(0, at);
  }
  if (std::size_t at = text.find('/'); at != text.npos) {
    axis.divisor = number_from_text(text.substr(at + 1), 2, whole);
    text = text.substr(0, at);
  }
  auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (text.empty() || text.size() > kLongestName || !std::all_of(text.begin(), text.end(), is_allowed))
    refuse(whole);
  axis.base = text;
  return axis;
}

// The axis of a dimension that has exactly one; only such dimensions have derived axes.
const GraphAxis& single_axis(const Dim& dim) {
  if (!dim.is_axis())
    throw InputError("expected a dimension that is a number or one axis, found " + to_text(dim));
  return dim.axes[0];
}

}  // namespace

std::string to_text(Type type) {
  return kTypes[static_cast<std::size_t>(type)];
}

Type type_from_text(std::string_view text) {
  auto found = std::find(kTypes.begin(), kTypes.end(), text);
  if (found != kTypes.end()) return static_cast<Type>(found - kTypes.begin());
  throw InputError("expected the type number, flag or index, found '" + std::string(text.substr(0, 60)) +
                   "'");
}

bool Dim::shares_axis(const Dim& other) const {
  return std::any_of(axes.begin(), axes.end(), [&](const GraphAxis& own) {
    return std::any_of(other.axes.begin(), other.axes.end(),
                       [&](const GraphAxis& one) { return one.base == own.base; });
  });
}

Dim operator*(const Dim& a, const Dim& b) {
  if (a.shares_axis(b) || a.axes.size() + b.axes.size() > kMostAxes ||
      static_cast<double>(a.factor) * static_cast<double>(b.factor) >= static_cast<double>(kLargest))
    throw InputError("expected dimensions that can be multiplied, found " + to_text(a) + " and " +
                     to_text(b));
  Dim product(a.factor * b.factor);
  std::merge(a.axes.begin(), a.axes.end(), b.axes.begin(), b.axes.end(), std::back_inserter(product.axes));
  return product;
}

Dim divided(const Dim& dim, int64_t divisor) {
  if (dim.is_number()) return (dim.factor + divisor - 1) / divisor;
  GraphAxis axis = single_axis(dim);
  if (axis.plus != 0 || divisor < 1 || axis.divisor > kLargest / divisor)
    throw InputError("expected a length that can be divided by " + std::to_string(divisor) + ", found " +
                     to_text(dim));
  axis.divisor *= divisor;
  return Dim(axis);
}

Dim longer(const Dim& dim, int64_t plus) {
  if (dim.is_number()) return dim.factor + plus;
  GraphAxis axis = single_axis(dim);
  if (plus < 0 || axis.plus > kLargest - plus)
    throw InputError("expected a length to which " + std::to_string(plus) + " can be added, found " +
                     to_text(dim));
  axis.plus += plus;
  return Dim(axis);
}

std::string to_text(const Dim& dim) {
  std::string text = dim.factor != 1 || dim.axes.empty() ? std::to_string(dim.factor) : "";
  for (const GraphAxis& axis : dim.axes) {
    text += (text.empty() ? "" : "*") + axis.base;
    if (axis.divisor != 1) text += "/" + std::to_string(axis.divisor);
    if (axis.plus != 0) text += "+" + std::to_string(axis.plus);
  }
  return text;
}

std::string to_text(const Shape& shape) {
  std::string text;
  for (const Dim& dim : shape) text += (text.empty() ? "" : ", ") + to_text(dim);
  return "[" + text + "]";
}

Dim dim_from_text(std::string_view text) {
  Dim dim;
  for (std::string_view rest = text; !rest.empty();) {
    std::size_t end = std::min(rest.find('*'), rest.size());
    std::string_view part = rest.substr(0, end);
    bool is_first = rest.data() == text.data();
    rest = end < rest.size() ? rest.substr(end + 1) : std::string_view();
    if (part.empty() || (end + 1 == text.size() && rest.empty() && text.back() == '*')) refuse(text);
    bool is_number = part[0] >= '0' && part[0] <= '9';
    if (is_number && !is_first) refuse(text);
    dim = dim * (is_number ? Dim(number_from_text(part, 1, text)) : Dim(axis_from_text(part, text)));
  }
  if (text.empty() || to_text(dim) != text) refuse(text);
  return dim;
}

}  // namespace heed
