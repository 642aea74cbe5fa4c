// A graph that is ready to run. A Program holds its operations as instructions over numbered values; several
// threads may run it at the same time. A ProgramMemory is the memory of one thread, in which values with
// disjoint lifetimes share storage. Nothing is allocated while a program runs.
//
// In a decoding step, some values belong to a row (a hypothesis) and some to a sentence, which several rows
// may share: the prepared source. Values that depend on sentences alone are computed once, by prepare().
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
  Shape shape;               // the first dimension counts the rows
  Extents extents;           // the shape in the form that is evaluated while the program runs
  bool of_sentence = false;  // several rows of a step may share one
  int32_t storage = -1;      // the storage of the value; several values may be views of one
  bool grows = false;        // a growing state or a view of one: it lies in slots (RowSlots)
};

// The locations of the rows of a growing state. A row has a slot with room for `capacity` steps of each head.
// When rows change places, their slots move with them.
struct RowSlots {
  std::span<const int32_t> slot_of_row;
  int64_t capacity = 0;
};

class Program;
class ProgramMemory;

// The values that an instruction can access while it runs.
class Frame {
 public:
  // `sentence_of_row` holds the sentence of each row; empty: row r is sentence r.
  Frame(const ProgramMemory& memory, const Sizes& sizes, std::span<const int32_t> sentence_of_row,
        const RowSlots& slots = {})
      : memory_(memory), sizes_(sizes), sentence_of_row_(sentence_of_row), slots_(slots) {}

  const Sizes& sizes() const { return sizes_; }
  int64_t dim(ValueId value, std::size_t i) const;
  int64_t rows(ValueId value) const { return dim(value, 0); }
  int64_t row_size(ValueId value) const;  // number of elements
  int64_t size(ValueId value) const { return rows(value) * row_size(value); }

  float* numbers(ValueId value) const { return static_cast<float*>(at(value)); }
  bool* flags(ValueId value) const { return static_cast<bool*>(at(value)); }
  int32_t* indices(ValueId value) const { return static_cast<int32_t*>(at(value)); }

  void* address(ValueId value) const { return at(value); }
  // Whether an optional input was bound to memory.
  bool is_bound(ValueId value) const { return value != kNone && at(value) != nullptr; }

  // One head of row r of a growing state [rows, heads, steps, width].
  float* growing(ValueId value, int64_t r, int64_t head) const;
  bool grows(ValueId value) const { return known(value).grows; }

  // The numbers that belong to row r: its own, or those of its sentence.
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

// Throws an error if an input needs more memory than the machine has; the process would be swapped for hours,
// or killed.
void require_memory(double bytes);

using Instruction = std::function<void(const Frame& frame)>;

class Program {
 public:
  // The parts that a Builder makes. `steps` run in order; those before `prepared` depend on sentences alone.
  struct Parts {
    std::vector<Value> values;
    std::vector<Instruction> steps;
    std::vector<int32_t> first_use, last_use;  // for each storage, by step; kAlways: bound from outside
    std::size_t prepared = 0;
    std::vector<std::pair<std::string, ValueId>> inputs, outputs;
    std::vector<InputPort> declared_inputs;    // inputs of the graph, in the order of `inputs`
    std::vector<OutputPort> declared_outputs;  // outputs of the graph, in the order of `outputs`
    std::shared_ptr<Axes> axes;
  };

  explicit Program(Parts parts) : parts_(std::move(parts)) {}

  ValueId input(const std::string& name) const;   // kNone if there is no input of this name
  ValueId output(const std::string& name) const;  // kNone if there is no output of this name
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

  // Reserves memory for runs of up to these sizes, with `sentences` sentences.
  void reserve(const Sizes& largest, int64_t sentences);
  void bind(ValueId input, void* data);

  // Runs the part that depends on sentences alone; sizes.rows is the number of sentences.
  void prepare(const Sizes& sizes) const;
  // Runs the other part. `sentence_of_row` is as in Frame.
  void run(const Sizes& sizes, std::span<const int32_t> sentence_of_row = {},
           const RowSlots& slots = {}) const;
  // Gives access to inputs and outputs between runs.
  Frame frame(const Sizes& sizes) const { return {*this, sizes, {}}; }
  const Program& program() const { return program_; }

 private:
  friend class Frame;
  int64_t bytes(std::size_t storage, const Sizes& sizes, int64_t sentences) const;

  const Program& program_;
  std::vector<void*> places_;  // for each storage
  kernels::AlignedFloats memory_;
  int64_t capacity_ = 0;  // in floats
};

}  // namespace heed::engine
