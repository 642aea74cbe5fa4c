// Runs a program with every value in memory of its own, of exactly its size: what ProgramMemory saves by
// letting values share places is held against it, and AddressSanitizer sees whoever leaves his value. Memory
// is full of numbers that are none (and of flags that are none, which UBSan sees) until something is written
// there.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "engine/hand_made.h"

namespace heed::engine {

// The number of sources and their length; the last one has a token of padding if `padded`, and if it is
// longer than one.
struct Sources {
  int64_t sentences = 0, length = 0, extended = 0;
  bool padded = true;

  Sizes sizes(const Program& program, int64_t rows) const {
    return program.axes().sizes(
        {{"rows", rows}, {"source", length}, {"extended", extended}, {"steps", kSteps}});
  }
  static constexpr int64_t kSteps = 2;  // that every row has written
};

class Apart {
 public:
  // Runs of `rows` rows over so many sources.
  Apart(const Program& program, const Sources& sources, int64_t rows)
      : Apart(program, sources.sizes(program, rows), sources.sizes(program, sources.sentences)) {}
  // Runs of these sizes; what belongs to sentences has its own.
  Apart(const Program& program, const Sizes& of_rows, const Sizes& of_sentences) : memory(program) {
    std::vector<std::size_t> bytes(program.parts().first_use.size(), 0);
    for (const Value& value : program.parts().values) {
      auto size = static_cast<std::size_t>(count(value.extents, value.of_sentence ? of_sentences : of_rows) *
                                           (value.type == Type::flag ? 1 : 4));
      auto storage = static_cast<std::size_t>(value.storage);
      bytes[storage] = std::max(bytes[storage], size);
    }
    for (std::size_t size : bytes) {
      memory_.push_back(std::make_unique<char[]>(size));
      std::memset(memory_.back().get(), 0xFF, size);
    }
    for (std::size_t id = 0; id < program.parts().values.size(); ++id) {
      auto storage = static_cast<std::size_t>(program.parts().values[id].storage);
      memory.bind(static_cast<ValueId>(id), memory_[storage].get());
    }
  }

  ProgramMemory memory;

 private:
  std::vector<std::unique_ptr<char[]>> memory_;
};

// The programs of a model's graphs, bound and run without an Engine.
struct Programs {
  Program encode, step;

  static Programs of(const std::vector<Graph>& graphs, const WeightStore& parameters) {
    auto all = std::make_shared<Axes>();
    Program encode = Builder(graphs[0], parameters, all).build();
    Program step = Builder(graphs[1], parameters, all).build();
    return {std::move(encode), std::move(step)};
  }
};

// Token numbers, mask and copies, bound to a memory; made up, but the same for the same sources.
class RandomInputs {
 public:
  RandomInputs(const Sources& sources, int64_t rows)
      : cells_(static_cast<std::size_t>(sources.sentences * sources.length)),
        ids_(std::make_unique<int32_t[]>(cells_)),
        copies_(std::make_unique<int32_t[]>(cells_)),
        mask_(std::make_unique<bool[]>(cells_)),
        tokens_(std::make_unique<int32_t[]>(static_cast<std::size_t>(rows))) {
    for (std::size_t i = 0; i < cells_; ++i) {
      ids_[i] = static_cast<int32_t>(3 * i % 5);
      copies_[i] = static_cast<int32_t>(i % static_cast<std::size_t>(sources.extended));
      mask_[i] = i + 1 < cells_ || sources.length == 1 || !sources.padded;
    }
    for (int64_t r = 0; r < rows; ++r) tokens_[static_cast<std::size_t>(r)] = static_cast<int32_t>(r % 6);
  }

  void bind(ProgramMemory& memory) {
    for (const InputPort& port : memory.program().parts().declared_inputs) {
      ValueId input = memory.program().input(port.name);
      if (port.origin == Origin::ids) memory.bind(input, ids_.get());
      if (port.origin == Origin::mask) memory.bind(input, mask_.get());
      if (port.origin == Origin::copies) memory.bind(input, copies_.get());
      if (port.origin == Origin::token) memory.bind(input, tokens_.get());
      if (port.optional) memory.bind(input, nullptr);
    }
  }

 private:
  std::size_t cells_;
  std::unique_ptr<int32_t[]> ids_, copies_;
  std::unique_ptr<bool[]> mask_;
  std::unique_ptr<int32_t[]> tokens_;
};

// Gives a step what encode put out: the memory of sentences where it lies, first states to the rows that look
// at their sentence.
class Handed {
 public:
  Handed(const ProgramMemory& encode, ProgramMemory& step, const Sources& sources,
         const std::vector<int32_t>& sentence_of_row) {
    Frame frame = encode.frame(sources.sizes(encode.program(), sources.sentences));
    for (const InputPort& port : step.program().parts().declared_inputs) {
      ValueId input = step.program().input(port.name), made = encode.program().output(port.name);
      if (port.origin == Origin::encode) step.bind(input, frame.address(made));
      if (port.origin != Origin::state) continue;
      auto size = static_cast<std::size_t>(step.frame(sources.sizes(step.program(), 1)).row_size(input));
      if (step.program().value(input).grows) {  // with room for the step that is appended
        size = size / Sources::kSteps * (Sources::kSteps + 1);
        states_.push_back(std::make_unique<float[]>(sentence_of_row.size() * size));
        step.bind(input, states_.back().get());
        continue;
      }
      states_.push_back(std::make_unique<float[]>(sentence_of_row.size() * size));
      for (std::size_t r = 0; r < sentence_of_row.size(); ++r)
        std::copy_n(frame.numbers(made) + static_cast<std::size_t>(sentence_of_row[r]) * size, size,
                    states_.back().get() + r * size);
      step.bind(input, states_.back().get());
    }
    for (std::size_t r = 0; r < sentence_of_row.size(); ++r) slots_.push_back(static_cast<int32_t>(r));
  }

  RowSlots slots() const { return {slots_, Sources::kSteps + 1}; }

 private:
  std::vector<std::unique_ptr<float[]>> states_;
  std::vector<int32_t> slots_;
};

}  // namespace heed::engine
