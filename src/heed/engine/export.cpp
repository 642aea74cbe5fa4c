#include "heed/engine/export.h"

#include <algorithm>
#include <unordered_map>

#include "heed/base/error.h"
#include "heed/base/progress.h"
#include "heed/base/thread_pool.h"
#include "heed/engine/weight_stores.h"

namespace heed::engine {
namespace {

// Counts how much attention of each target token each source token got.
class Counts {
 public:
  Counts(int64_t sources, int64_t targets)
      : of_source_(static_cast<std::size_t>(sources)), of_target_(static_cast<std::size_t>(targets)) {}

  void add(std::span<const int32_t> source, std::span<const int32_t> target, const AttentionRows& attention) {
    auto heads = static_cast<std::size_t>(attention.heads), width = static_cast<std::size_t>(attention.width);
    for (std::size_t i = 0; i < target.size(); ++i) {
      if (static_cast<std::size_t>(target[i]) >= of_target_.size()) continue;
      ++of_target_[static_cast<std::size_t>(target[i])];
      for (std::size_t h = 0; h < heads; ++h) {
        const float* weights = attention.weights.data() + (i * heads + h) * width;
        for (std::size_t j = 0; j < width; ++j)
          add_link(source, attention.begin[i] + static_cast<int32_t>(j), target[i], weights[j]);
      }
    }
  }

  ShortlistArrays lists(const SearchTokens& tokens, const ShortlistOptions& options) const {
    ShortlistArrays made;
    std::vector<int32_t> order(of_target_.size());
    for (std::size_t t = 0; t < order.size(); ++t) order[t] = static_cast<int32_t>(t);
    auto count = [&](int32_t token) { return of_target_[static_cast<std::size_t>(token)]; };
    std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return count(a) > count(b); });
    order.resize(std::min(order.size(), static_cast<std::size_t>(options.frequent)));
    made.always = std::move(order);
    made.always.insert(made.always.end(), {tokens.end, tokens.unknown});
    make_unique(made.always);
    made.begins.push_back(0);
    for (const auto& links : of_source_) {
      add_best(links, static_cast<std::size_t>(options.each), made.tokens);
      made.begins.push_back(static_cast<int32_t>(made.tokens.size()));
    }
    return made;
  }

 private:
  using Links = std::unordered_map<int32_t, double>;

  // Small weights are ignored, because they do not show what a word is translated from.
  void add_link(std::span<const int32_t> source, int32_t column, int32_t target, float weight) {
    constexpr float kLittle = 0.05F;
    if (weight < kLittle || column < 0 || column >= static_cast<int32_t>(source.size())) return;
    of_source_[static_cast<std::size_t>(source[static_cast<std::size_t>(column)])][target] += weight;
  }

  static void add_best(const Links& links, std::size_t most, std::vector<int32_t>& to) {
    std::vector<std::pair<double, int32_t>> order;
    for (const auto& [token, weight] : links) order.emplace_back(-weight, token);
    std::sort(order.begin(), order.end());
    order.resize(std::min(order.size(), most));
    for (const auto& [weight, token] : order) to.push_back(token);
  }

  std::vector<Links> of_source_;
  std::vector<int64_t> of_target_;
};

}  // namespace

ShortlistArrays make_shortlist(EngineModel& model, std::span<const Record> records,
                               const ShortlistOptions& options) {
  if (!model.searches())
    throw InputError(
        "a shortlist is for models that write token by token, and this one makes its output in one pass");
  if (!model.attends()) throw InputError("a shortlist is made of attention, and this model has none");
  const Schema schema = model.task().schema();
  const std::size_t source = schema.inputs().at(0), target = written_column(schema);
  if (schema[target].extended > 0)
    throw InputError("this model copies from its source, which no shortlist can foresee");
  if (schema[source].kind != ColumnKind::tokens)
    throw InputError("a shortlist is made of source tokens, and this model reads " +
                     std::string(name_of(schema[source].kind)));
  Counts counts(schema[source].size, schema[target].size);
  PredictOptions predict;
  predict.given = true;
  predict.threads = processor_count();
  constexpr std::size_t kTogether = 512;
  Progress progress("shortlist", static_cast<int64_t>(records.size()));
  for (std::size_t at = 0; at < records.size(); at += kTogether) {
    std::vector<Example> examples;
    for (const Record& record : records.subspan(at, std::min(kTogether, records.size() - at))) {
      Example example = model.task().encode(record);
      if (model.task().unusable(example).empty()) examples.push_back(std::move(example));
    }
    std::vector<RawOutput> outputs = model.run(examples, predict);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (std::optional<std::size_t> block = alignment_block(outputs[i].blocks))
        counts.add(examples[i][source].ids, examples[i][target].ids,
                   outputs[i].hypotheses[0].attention[*block]);
    }
    progress.update(static_cast<int64_t>(std::min(at + kTogether, records.size())), "pairs read");
  }
  progress.finish();
  return counts.lists(*model.task().search_tokens(), options);
}

std::size_t export_model(const EngineModel& model, const fs::path& file, Precision precision,
                         const ShortlistArrays* shortlist) {
  ModelDirectory from(model.path());
  std::optional<Shortlist> list;
  if (shortlist != nullptr) list = shortlist->view();
  DirectoryWeights parameters(from, precision);
  PackingWeights packing(parameters, precision);
  run_graphs(graphs_from_json(from.read("model.graph.json"), from.where("model.graph.json")), packing,
             model.task(), list);
  PackedModelWriter writer(from.facts());
  std::map<std::string, std::string> files;
  for (const auto& [name, bytes] : from.files()) {
    if (name != "model.safetensors") files[name] = from.read(name);
  }
  for (const auto& [name, bytes] : files) writer.add(name, bytes);
  packing.add_to(writer);
  if (list) add_shortlist(*list, writer);
  return writer.write(file);
}

}  // namespace heed::engine
