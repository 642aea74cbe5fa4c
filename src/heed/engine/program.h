// A graph made ready to run: a Program is its operations as instructions over numbered values, and may be run
// by several threads; a ProgramMemory is one thread's memory, in which values share places where their lives
// do not overlap. Nothing is allocated while it runs.
//
// In a decoding step some values belong to a row (a hypothesis) and some to a sentence, of which several rows
// may look at one: the prepared source. What depends on sentences alone is made once, by prepare().
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "heed/engine/sizes.h"
#include "heed/graph/graph.h"
#include "heed/kernels/aligned.h"

namespace heed::engine {

using ValueId = int32_t;
constexpr ValueId kNone = -1;  // an optional input that was not given

struct Value {
  std::string name;
  Type type = Type::number;
  Shape shape;               // the first dimension is the rows'
  Extents extents;           // the same, as it is computed while the program runs
  bool of_sentence = false;  // several rows of a step may see one
  int32_t storage = -1;      // several values may be views of one
  bool grows = false;        // a state that grows, or a view of one: it lies in slots (RowSlots)
};

// Where the rows of a state that grows lie. A row has a slot with room for `capacity` steps of each head;
// rows that change places take their slots with them.
struct RowSlots {
  std::span<const int32_t> slot_of_row;
  int64_t capacity = 0;
};

class Program;
class ProgramMemory;

// What an instruction sees while it runs.
class Frame {
 public:
  // `sentence_of_row`: which sentence each row looks at; none = a row is a sentence.
  Frame(const ProgramMemory& memory, const Sizes& sizes, std::span<const int32_t> sentence_of_row,
        const RowSlots& slots = {})
      : memory_(memory), sizes_(sizes), sentence_of_row_(sentence_of_row), slots_(slots) {}

  const Sizes& sizes() const { return sizes_; }
  int64_t dim(ValueId value, std::size_t i) const;
  int64_t rows(ValueId value) const { return dim(value, 0); }
  int64_t row_size(ValueId value) const;  // elements
  int64_t size(ValueId value) const { return rows(value) * row_size(value); }

  float* numbers(ValueId value) const { return static_cast<float*>(at(value)); }
  bool* flags(ValueId value) const { return static_cast<bool*>(at(value)); }
  int32_t* indices(ValueId value) const { return static_cast<int32_t*>(at(value)); }

  void* address(ValueId value) const { return at(value); }
  // Whether an optional input was bound.
  bool is_bound(ValueId value) const { return value != kNone && at(value) != nullptr; }

  // One head of row r of a state [rows, heads, steps, width] that grows.
  float* growing(ValueId value, int64_t r, int64_t head) const;
  bool grows(ValueId value) const { return known(value).grows; }

  // What belongs to row r of the run: its own, or its sentence's.
  const float* numbers(ValueId value, int64_t r) const { return numbers(value) + place(value, r); }
  const bool* flags(ValueId value, int64_t r) const { return flags(value) + place(value, r); }
  const int32_t* indices(ValueId value, int64_t r) const { return indices(value) + place(value, r); }

 private:
  void* at(ValueId value) const;
  int64_t place(ValueId value, int64_t r) const;

  const Value& known(ValueId value) const;

  const ProgramMemory& memory_;
  Sizes sizes_;
  std::span<const int32_t> sentence_of_row_;
  RowSlots slots_;
};

// Refuses an input that takes more memory than the machine has: it would be swapped for hours, or killed.
void require_memory(double bytes);

using Instruction = std::function<void(const Frame& frame)>;

class Program {
 public:
  // As a Builder made them. `steps` run in order; those before `prepared` need sentences alone.
  struct Parts {
    std::vector<Value> values;
    std::vector<Instruction> steps;
    std::vector<int32_t> first_use, last_use;  // of each storage, by step; kAlways = bound from outside
    std::size_t prepared = 0;
    std::vector<std::pair<std::string, ValueId>> inputs, outputs;
    std::vector<InputPort> declared_inputs;    // of the graph, in the order of `inputs`
    std::vector<OutputPort> declared_outputs;  // of the graph, in the order of `outputs`
    std::shared_ptr<Axes> axes;
  };

  explicit Program(Parts parts) : parts_(std::move(parts)) {}

  ValueId input(const std::string& name) const;   // kNone if there is none of that name
  ValueId output(const std::string& name) const;  // the same
  const Axes& axes() const { return *parts_.axes; }
  const Value& value(ValueId id) const { return parts_.values[static_cast<std::size_t>(id)]; }
  const Parts& parts() const { return parts_; }

  static constexpr int32_t kAlways = 1 << 30;

 private:
  Parts parts_;
};

class ProgramMemory {
 public:
  explicit ProgramMemory(const Program& program)
      : program_(program), places_(program.parts().first_use.size(), nullptr) {}

  // Room for runs of up to these sizes; of what belongs to sentences, for so many.
  void reserve(const Sizes& largest, int64_t sentences);
  void bind(ValueId input, void* data);

  // What depends on sentences alone; sizes.rows are the sentences.
  void prepare(const Sizes& sizes) const;
  // The rest. `sentence_of_row`: as a Frame has it.
  void run(const Sizes& sizes, std::span<const int32_t> sentence_of_row = {},
           const RowSlots& slots = {}) const;
  // To read outputs and write inputs.
  Frame frame(const Sizes& sizes) const { return {*this, sizes, {}}; }
  const Program& program() const { return program_; }

 private:
  friend class Frame;
  int64_t bytes(std::size_t storage, const Sizes& sizes, int64_t sentences) const;

  const Program& program_;
  std::vector<void*> places_;  // by storage
  kernels::AlignedFloats memory_;
  int64_t capacity_ = 0;  // floats
};

}  // namespace heed::engine
