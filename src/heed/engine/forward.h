// Runs the graph `forward` of a model, one pass over a batch, without libtorch: a classifier, a tagger, the
// encoder that a CTC search reads. What it reads and puts out, the graph declares (graph/graph.h): columns of
// any names, lengths derived from theirs, documents of sentences of words.
//
// What an example gets does not depend on the other examples of its batch: padding and the number of rows
// change no sum.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "heed/data/array.h"
#include "heed/engine/builder.h"
#include "heed/engine/columns.h"
#include "heed/tasks/pass.h"

namespace heed::engine {

class Forward : public Pass {
 public:
  // What the parameters point to must outlive this. An InputError if the graph is not one that can be run so.
  // `vocabularies`: how many tokens the columns have, so that a table of another size is refused; a column
  // that is left out is not checked.
  Forward(const Graph& graph, const WeightStore& parameters,
          const std::map<std::string, int64_t>& vocabularies = {});
  ~Forward() override;
  Forward(const Forward&) = delete;
  Forward& operator=(const Forward&) = delete;

  // Safe to call from several threads. An InputError if an example lacks a column, or has one of another
  // kind.
  std::vector<PassOutput> run(std::span<const NamedColumns* const> examples, bool attention) const override;
  // The names of the columns that it reads.
  std::span<const std::string> columns() const { return columns_.names(); }

 private:
  struct Buffers;
  std::unique_ptr<Buffers> take_buffers() const;

  ColumnPlan columns_;
  std::unique_ptr<Program> program_;
  mutable std::mutex guard_;
  mutable std::vector<std::unique_ptr<Buffers>> free_;
};

}  // namespace heed::engine
