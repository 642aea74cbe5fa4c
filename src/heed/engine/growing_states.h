// The states of a decoder that grow with each step: keys and values of the tokens generated so far. Each row
// has a slot with room for more steps than it has, and a new step is appended in place. When the search
// reorders rows, only slot numbers move. A slot is copied only if a row is continued by several rows, for all
// of them but the first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/engine/program.h"

namespace heed::engine {

class GrowingStates {
 public:
  // Holds the growing inputs of a step's program; there may be none.
  explicit GrowingStates(const Program& step);

  bool empty() const { return states_.empty(); }
  int64_t steps() const { return steps_; }  // number of steps that every row has
  // Removes all rows.
  void start();
  // Reserves memory for `rows` rows and one more step.
  void reserve(int64_t rows);
  // Row r continues row parents[r]. Before the first step, every row is empty.
  void select(std::span<const int32_t> parents);
  // Binds all states in the memory of a program.
  void bind(ProgramMemory& memory);
  // Must be called after each step: every row has one step more.
  void grow() { ++steps_; }

  RowSlots slots() const { return {slot_of_row_, capacity_}; }

 private:
  struct State {
    ValueId input;
    int64_t heads, width;
    std::vector<float> memory;  // [slots, heads, capacity, width]
  };
  void copy_slot(int32_t from, int32_t to);

  std::vector<State> states_;
  std::vector<int32_t> slot_of_row_, last_slot_of_row_;
  std::vector<char> taken_;  // for each slot
  int64_t slots_ = 0, capacity_ = 0, steps_ = 0;
};

}  // namespace heed::engine
