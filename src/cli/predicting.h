// Shared by the verbs that run a model.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "heed/evaluate/by_length.h"
#include "heed/run/runnable.h"
#include "heed/show/attention_map.h"

namespace heed::cli {

// The flags of the search. The most common options of the recipe's `search` section have flags of their own;
// all can be set with --set.
struct SearchFlags {
  int64_t beam = 0, n_best = 0, samples = 0;
  std::vector<std::string> set, ensemble;
  std::string weights;
  std::string engine = "heed", precision = "auto";
  int64_t threads = 0;
  bool whole_vocabulary = false;
  static void fields(auto& o, auto&& f) {
    f("beam", o.beam, "beam size; 1 = greedy, 0 = as in the recipe", between(0, 1000));
    f("n-best", o.n_best, "outputs for each input, best first; 0 = as in the recipe", between(0, 1000));
    f("samples", o.samples, "sample this many outputs instead; 0 = as in the recipe", between(0, 1000));
    f("set", o.set, "search.x=y: override one option of the search, such as search.no_repeat=3");
    f("ensemble", o.ensemble, "further models with the same vocabularies, to decode together");
    f("weights", o.weights, "weights of the models, MODEL first, such as 1,0.5; none = all 1");
    f("engine", o.engine, "what runs the model: Heed's own, or libtorch, the reference",
      one_of({"heed", "torch"}));
    f("precision", o.precision,
      "precision of the weights; auto = as stored, which is fp32 in a model directory",
      one_of({"auto", "fp32", "bf16", "int8"}));
    f("threads", o.threads, "batches run in parallel; 0 = one for each processor", between(0, 1024));
    f("whole-vocabulary", o.whole_vocabulary, "allow every output token, even if the model has a shortlist");
  }
};

// Opens a model with the engine of this program: Heed's own in `heed`, libtorch in `heed-train`.
std::unique_ptr<Runnable> open_model(const std::string& path, const SearchFlags& flags);
std::string engine_name();  // "heed" or "torch", as for --engine

// The search options of the model, overridden by the flags.
PredictOptions predict_options(const Runnable& model, const SearchFlags& flags = {});

// The columns of the model's task, with the names that the data of its recipe gives them.
Columns data_columns(const Runnable& model);

// Reads the records of these files, which are one file of all columns or parallel files; without files, those
// of the recipe's dev data.
std::vector<Record> records_of(const Runnable& model, const std::vector<std::string>& files);

// One output of a prediction with its attention maps, in the form that the writers of show/ need. With
// `words`, the pieces of each word are joined. The best output also has the maps that show how the input was
// read.
Shown shown(const std::string& input, const Output& output, bool words = false);
Shown shown_best(const std::string& input, const Prediction& prediction, bool words = false);

// The models that a verb reads: the given one and those of an ensemble.
std::vector<std::string> models_of(const std::string& model, const SearchFlags& flags);

// Throws an error, before any work, if an attention file of this name could not be written or would overwrite
// one of the `inputs`. "" means no file.
void require_attention_file(const std::string& file, std::span<const std::string> inputs);

// Throws an error, which names `flag`, if the model has no attention for alignments or, including that of the
// encoder, for pictures.
void require_attention(const Runnable& model, const std::string& flag);
void require_pictures(const Runnable& model, const std::string& flag);
// Throws an error, which names `flag`, if the model has no attention or its outputs have no words to link.
void require_alignable(const Runnable& model, const std::string& flag);

// The speed of prediction, without loading and scoring.
struct Decoding {
  double seconds = 0, processor_seconds = 0;  // wall-clock time, and processor time of this process's threads
  int64_t sentences = 0, source_words = 0, output_words = 0, output_tokens = 0;
  std::string unit = "words";  // unit of the sources: "frames" if they are not text
  std::string engine = engine_name();
};
std::string decoding_text(const Decoding& decoding);
nlohmann::ordered_json decoding_json(const Decoding& decoding);

// Formats scores: one line for each score and one for each group of lengths, or one JSON object.
std::string scores_text(std::span<const Score> scores);
std::string groups_text(const ByLength& by_length);
nlohmann::ordered_json scores_json(std::span<const Score> scores, const ByLength& by_length = {});
nlohmann::ordered_json score_json(const Score& score);

}  // namespace heed::cli
