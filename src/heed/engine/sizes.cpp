#include "heed/engine/sizes.h"

#include <algorithm>

#include "heed/base/error.h"

namespace heed::engine {

std::size_t Axes::add(const GraphAxis& axis) {
  auto found = std::find(axes_.begin(), axes_.end(), axis);
  if (found == axes_.end()) {
    if (axes_.size() == Sizes::kMostAxes)
      throw InputError("expected at most " + std::to_string(Sizes::kMostAxes) +
                       " different axes in the model's graphs, found more");
    found = axes_.insert(axes_.end(), axis);
  }
  return static_cast<std::size_t>(found - axes_.begin());
}

void Axes::set(Sizes& sizes, const std::string& base, int64_t extent) const {
  for (std::size_t i = 0; i < axes_.size(); ++i)
    if (axes_[i].base == base) sizes.extents[i] = axes_[i].at(extent);
}

Sizes Axes::sizes(std::initializer_list<std::pair<const char*, int64_t>> extents) const {
  Sizes sizes;
  for (const auto& [base, extent] : extents) set(sizes, base, extent);
  return sizes;
}

Extents extents_of(const Shape& shape, Axes& axes) {
  Extents extents;
  for (const Dim& dim : shape) {
    Extent extent{dim.factor, 0};
    for (const GraphAxis& axis : dim.axes) extent.axes |= uint32_t{1} << axes.add(axis);
    extents.push_back(extent);
  }
  return extents;
}

}  // namespace heed::engine
