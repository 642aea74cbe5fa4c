// What the verbs that predict have in common.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "heed/show/attention_map.h"
#include "heed/tasks/by_length.h"
#include "heed/tasks/runnable.h"

namespace heed::cli {

// How outputs are found: the usual options of the recipe's `search` section have flags of their own, and
// every one is reached by --set.
struct SearchFlags {
  int64_t beam = 0, n_best = 0, samples = 0;
  std::vector<std::string> set, ensemble;
  std::string weights;
  std::string engine = "heed", precision = "auto";
  int64_t threads = 0;
  bool whole_vocabulary = false;
  static void fields(auto& o, auto&& f) {
    f("beam", o.beam, "hypotheses kept; 1 = greedy, 0 = as the recipe says", between(0, 1000));
    f("n-best", o.n_best, "outputs of an input, best first; 0 = as the recipe says", between(0, 1000));
    f("samples", o.samples, "outputs drawn at random instead; 0 = as the recipe says", between(0, 1000));
    f("set", o.set, "search.x=y: one option of the search, such as search.no_repeat=3");
    f("ensemble", o.ensemble, "more models, of the same vocabularies, to decide together");
    f("weights", o.weights, "weights of the models, such as 1,0.5, the first one's first; none = all are 1");
    f("engine", o.engine, "what runs the model: Heed's own, or libtorch, the reference",
      one_of({"heed", "torch"}));
    f("precision", o.precision, "of the weights; auto = as they are stored, fp32 in a model directory",
      one_of({"auto", "fp32", "bf16", "int8"}));
    f("threads", o.threads, "batches side by side; 0 = as many as there are processors", between(0, 1024));
    f("whole-vocabulary", o.whole_vocabulary,
      "every token may be written, also where a file has a shortlist");
  }
};

// Of the program that runs: by the engine in `heed`, by libtorch in `heed-train`.
std::unique_ptr<Runnable> open_model(const std::string& path, const SearchFlags& flags);
std::string engine_name();  // "heed" or "torch", as --engine has it

// The model's own search options with the flags' in place of theirs.
PredictOptions predict_options(const Runnable& model, const SearchFlags& flags = {});

// Of these files, a file of all columns or parallel ones; the recipe's dev data if there are none.
std::vector<Record> records_of(const Runnable& model, const std::vector<std::string>& files);

// How much is run together: enough to be sorted by length, less where each line takes more memory.
struct Part {
  std::size_t lines, bytes;
};
Part largest_part(const PredictOptions& options);

// Predictions without their maps: `see` gets each with them, and its record's place, part by part, so that
// memory does not grow with the data.
using See = std::function<void(std::size_t record, const Prediction& prediction)>;
std::vector<Prediction> predict_in_parts(Runnable& model, std::span<const Record> records,
                                         const PredictOptions& options, const See& see);

// One of its outputs with its pictures, as the writers of show/ take it; `words`: piece by piece no more. The
// best has those of how the source was read, too.
Shown shown(const Record& record, const Output& output, bool words = false);
Shown shown_best(const Record& record, const Prediction& prediction, bool words = false);

// The models that a verb reads: the one it is given, and those of an ensemble.
std::vector<std::string> models_of(const std::string& model, const SearchFlags& flags);

// Fails before any work if an attention file of this name could not be written, or would destroy one of the
// `inputs`; "" is no file.
void require_attention_file(const std::string& file, std::span<const std::string> inputs);

// Fails if there is no attention to align by, or none to be drawn, its encoder's included; `flag` is what
// asked for it.
void require_attention(const Runnable& model, const std::string& flag);
void require_pictures(const Runnable& model, const std::string& flag);

// How fast outputs were found: prediction alone, without loading and scoring.
struct Decoding {
  double seconds = 0, processor_seconds = 0;  // on the wall, and of this process's threads
  int64_t sentences = 0, source_words = 0, output_words = 0, output_tokens = 0;
  std::string engine = engine_name();
};
std::string decoding_text(const Decoding& decoding);
nlohmann::ordered_json decoding_json(const Decoding& decoding);

// A line a score; a line a group, or nothing if there are none; or one JSON object of all.
std::string scores_text(std::span<const Score> scores);
std::string groups_text(const ByLength& by_length);
nlohmann::ordered_json scores_json(std::span<const Score> scores, const ByLength& by_length = {});
nlohmann::ordered_json score_json(const Score& score);

}  // namespace heed::cli
