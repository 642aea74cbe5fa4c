#include "heed/engine/growing_states.h"

#include <algorithm>

namespace heed::engine {

GrowingStates::GrowingStates(const Program& step) {
  for (const auto& [name, input] : step.parts().inputs) {
    const Value& value = step.value(input);
    if (value.grows) states_.push_back({input, value.shape[1].factor, value.shape[3].factor, {}});
  }
}

void GrowingStates::start() {
  slot_of_row_.clear();
  steps_ = 0;
}

void GrowingStates::reserve(int64_t rows) {
  constexpr int64_t kFirst = 32;
  int64_t slots = std::max(slots_, rows), capacity = std::max(capacity_, kFirst);
  while (capacity < steps_ + 1) capacity *= 2;
  if (slots == slots_ && capacity == capacity_) return;
  for (State& state : states_) {
    std::vector<float> larger(static_cast<std::size_t>(slots * state.heads * capacity * state.width));
    for (int64_t line = 0; line < slots_ * state.heads; ++line)
      std::copy_n(state.memory.data() + line * capacity_ * state.width, steps_ * state.width,
                  larger.data() + line * capacity * state.width);
    state.memory = std::move(larger);
  }
  slots_ = slots;
  capacity_ = capacity;
  slot_of_row_.reserve(static_cast<std::size_t>(slots));
  last_slot_of_row_.reserve(static_cast<std::size_t>(slots));
  taken_.reserve(static_cast<std::size_t>(slots));
}

void GrowingStates::copy_slot(int32_t from, int32_t to) {
  for (State& state : states_) {
    int64_t line = capacity_ * state.width;
    for (int64_t h = 0; h < state.heads; ++h)
      std::copy_n(state.memory.data() + (from * state.heads + h) * line, steps_ * state.width,
                  state.memory.data() + (to * state.heads + h) * line);
  }
}

void GrowingStates::select(std::span<const int32_t> parents) {
  if (empty()) return;
  reserve(static_cast<int64_t>(parents.size()));
  std::swap(slot_of_row_, last_slot_of_row_);
  slot_of_row_.resize(parents.size());
  if (steps_ == 0) {
    for (std::size_t r = 0; r < parents.size(); ++r) slot_of_row_[r] = static_cast<int32_t>(r);
    return;
  }
  taken_.assign(static_cast<std::size_t>(slots_), 0);
  auto slot_of = [&](int32_t parent) { return last_slot_of_row_[static_cast<std::size_t>(parent)]; };
  // The slots of all rows that continue are reserved before any row looks for a free slot.
  for (std::size_t r = 0; r < parents.size(); ++r) {
    char& taken = taken_[static_cast<std::size_t>(slot_of(parents[r]))];
    slot_of_row_[r] = taken ? -1 : slot_of(parents[r]);
    taken = 1;
  }
  int32_t free = 0;
  for (std::size_t r = 0; r < parents.size(); ++r) {
    if (slot_of_row_[r] >= 0) continue;
    while (taken_[static_cast<std::size_t>(free)]) ++free;
    taken_[static_cast<std::size_t>(free)] = 1;
    copy_slot(slot_of(parents[r]), slot_of_row_[r] = free);
  }
}

void GrowingStates::bind(ProgramMemory& memory) {
  for (State& state : states_) memory.bind(state.input, state.memory.data());
}

}  // namespace heed::engine
