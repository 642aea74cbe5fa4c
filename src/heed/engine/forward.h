// Runs the graph `forward` of a model in one pass over a batch, without libtorch: a classifier, a tagger, or
// the encoder for a CTC search. The graph declares its inputs and outputs (graph/graph.h): columns of any
// names, lengths derived from theirs, documents of sentences of words.
//
// The result of an example does not depend on the other examples of its batch: padding and the number of rows
// change no sum.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "heed/data/schema.h"
#include "heed/engine/builder.h"
#include "heed/engine/columns.h"
#include "heed/run/pass.h"

namespace heed::engine {

class Forward : public Pass {
 public:
  // The data that the parameters point to must outlive this object. Throws InputError if the graph cannot be
  // run in one pass or does not fit the schema, for example because of a missing column or a table with
  // another number of tokens.
  Forward(const Graph& graph, const WeightStore& parameters, const Schema& schema);
  ~Forward() override;
  Forward(const Forward&) = delete;
  Forward& operator=(const Forward&) = delete;

  // Throws InputError if a column of an example is not what the graph declares.
  std::vector<RawOutput> run(std::span<const Example* const> examples, bool attention) const override;
  bool is_thread_safe() const override { return true; }
  bool attends() const override;
  bool reads_by_attention() const override;

 private:
  struct Buffers;
  std::unique_ptr<Buffers> take_buffers() const;

  ColumnPlan columns_;
  std::vector<std::size_t> places_;  // index in an example of each column of the plan
  std::vector<AttentionBlock> blocks_;
  bool has_evidence_ = false;
  std::vector<std::string> inputs_;  // the names of the input columns
  std::unique_ptr<Program> program_;
  mutable std::mutex guard_;
  mutable std::vector<std::unique_ptr<Buffers>> free_;
};

}  // namespace heed::engine
