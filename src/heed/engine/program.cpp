#include "heed/engine/program.h"

#include <unistd.h>

#include <algorithm>

#include "heed/base/error.h"

namespace heed::engine {
namespace {

constexpr int64_t kLine = 16;  // floats: places begin at a line of the cache

int64_t size_of(Type type) {
  return type == Type::flag ? 1 : 4;
}

// A piece of memory that is in use from one step to another.
struct Taken {
  int64_t begin, end;
  int32_t last_use;
};

// The first gap in the used memory that is large enough. `taken` is sorted by place.
int64_t first_fit(const std::vector<Taken>& taken, int64_t size) {
  int64_t begin = 0;
  for (const Taken& one : taken) {
    if (one.begin - begin >= size) break;
    begin = std::max(begin, one.end);
  }
  return begin;
}

}  // namespace

void require_memory(double bytes) {
  static const double most =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  constexpr double kGigabyte = 1 << 30;
  if (bytes > most)
    throw InputError("this input takes " + std::to_string(static_cast<int64_t>(bytes / kGigabyte)) +
                     " GB of memory, more than the machine's " +
                     std::to_string(static_cast<int64_t>(most / kGigabyte)) +
                     "; use a shorter one, a smaller beam or another model");
}

const Value& Frame::known(ValueId value) const {
  return memory_.program_.value(value);
}

int64_t Frame::dim(ValueId value, std::size_t i) const {
  return known(value).extents[i].at(sizes_);
}

int64_t Frame::row_size(ValueId value) const {
  return count(known(value).extents, sizes_, 1);
}

void* Frame::at(ValueId value) const {
  return memory_.places_[static_cast<std::size_t>(known(value).storage)];
}

int64_t Frame::place(ValueId value, int64_t r) const {
  if (known(value).of_sentence && !sentence_of_row_.empty())
    r = sentence_of_row_[static_cast<std::size_t>(r)];
  return r * row_size(value);
}

float* Frame::growing(ValueId value, int64_t r, int64_t head) const {
  int64_t size = slots_.capacity * dim(value, 3);
  int64_t slot = slots_.slot_of_row[static_cast<std::size_t>(r)];
  return numbers(value) + (slot * dim(value, 1) + head) * size;
}

int64_t ProgramMemory::bytes(std::size_t storage, const Sizes& sizes, int64_t sentences) const {
  int64_t most = 0;
  for (const Value& value : program_.parts().values) {
    if (value.storage != static_cast<int32_t>(storage)) continue;
    Sizes own = sizes;
    if (value.of_sentence) own.set_rows(sentences);
    double size = static_cast<double>(size_of(value.type));  // which cannot overflow
    for (const Extent& extent : value.extents) size *= static_cast<double>(extent.at(own));
    require_memory(size);
    most = std::max(most, count(value.extents, own) * size_of(value.type));
  }
  return most;
}

void ProgramMemory::reserve(const Sizes& largest, int64_t sentences) {
  std::vector<std::size_t> order;
  for (std::size_t s = 0; s < places_.size(); ++s) {
    if (program_.parts().first_use[s] != Program::kAlways) order.push_back(s);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return program_.parts().first_use[a] < program_.parts().first_use[b];
  });
  std::vector<int64_t> begins(places_.size());
  std::vector<Taken> taken;
  int64_t end = 0;
  for (std::size_t s : order) {
    std::erase_if(taken, [&](const Taken& one) { return one.last_use < program_.parts().first_use[s]; });
    int64_t floats = (bytes(s, largest, sentences) + 4 * kLine - 1) / (4 * kLine) * kLine;
    begins[s] = first_fit(taken, floats);
    Taken own{begins[s], begins[s] + floats, program_.parts().last_use[s]};
    taken.insert(std::upper_bound(taken.begin(), taken.end(), own,
                                  [](const Taken& a, const Taken& b) { return a.begin < b.begin; }),
                 own);
    end = std::max(end, own.end);
  }
  require_memory(4 * static_cast<double>(end));
  if (end > capacity_) memory_ = kernels::make_aligned_floats(capacity_ = end);
  for (std::size_t s : order) places_[s] = memory_.get() + begins[s];
}

void ProgramMemory::bind(ValueId input, void* data) {
  places_[static_cast<std::size_t>(program_.value(input).storage)] = data;
}

void ProgramMemory::prepare(const Sizes& sizes) const {
  Frame frame(*this, sizes, {});
  for (std::size_t i = 0; i < program_.parts().prepared; ++i) program_.parts().steps[i](frame);
}

void ProgramMemory::run(const Sizes& sizes, std::span<const int32_t> sentence_of_row,
                        const RowSlots& slots) const {
  Frame frame(*this, sizes, sentence_of_row, slots);
  for (std::size_t i = program_.parts().prepared; i < program_.parts().steps.size(); ++i)
    program_.parts().steps[i](frame);
}

namespace {

ValueId find(const std::vector<std::pair<std::string, ValueId>>& named, const std::string& name) {
  for (const auto& [own, id] : named) {
    if (own == name) return id;
  }
  return kNone;
}

}  // namespace

ValueId Program::input(const std::string& name) const {
  return find(parts_.inputs, name);
}

ValueId Program::output(const std::string& name) const {
  return find(parts_.outputs, name);
}

}  // namespace heed::engine
