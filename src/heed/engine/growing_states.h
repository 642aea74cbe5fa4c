// The states of a decoder that grow from step to step: keys and values of the tokens written so far. Each row
// has a slot, with memory for more steps than it needs yet, and a step is written behind the others where
// they lie. When search reorders rows, row numbers move and memory stays: only where a row goes on as several
// is its slot copied for all but the first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heed/engine/program.h"

namespace heed::engine {

class GrowingStates {
 public:
  // Keeps the inputs of a step's program that grow; there may be none.
  explicit GrowingStates(const Program& step);

  bool empty() const { return states_.empty(); }
  int64_t steps() const { return steps_; }  // that every row has
  // Forgets all rows.
  void start();
  // Has memory for so many rows, and for one step more than there are.
  void reserve(int64_t rows);
  // Row r goes on from row parents[r]; of the first step, every row is empty.
  void select(std::span<const int32_t> parents);
  // Binds all states of a memory of the same program.
  void bind(ProgramMemory& memory);
  // After a step ran: every row has one more.
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
  std::vector<char> taken_;  // by slot
  int64_t slots_ = 0, capacity_ = 0, steps_ = 0;
};

}  // namespace heed::engine
