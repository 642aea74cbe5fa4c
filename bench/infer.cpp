// Heed's side of the inference benchmark: text to text, the same sentences again and again, in batches of one
// size. Prints a JSON line when it is ready; then, for every line "go SECONDS" that it reads, one with its
// speed, and for a line "answers" what it makes of the sentences.
//   heed-bench-infer MODEL SENTENCES BATCH BEAM THREADS PRECISION
// MODEL is a directory, or a packed file of that precision: one with a shortlist is run with it.
//   heed-bench-infer --precisions                 the precisions that it knows, one a line
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <thread>

#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/engine/model.h"
#include "turns.h"

namespace heed::bench {
namespace {

using Json = nlohmann::json;

constexpr std::array kPrecisions = {"fp32", "bf16", "int8"};

std::unique_ptr<Runnable> open(const std::string& path, const std::string& precision) {
  if (std::find(kPrecisions.begin(), kPrecisions.end(), precision) == kPrecisions.end())
    throw OptionError("PRECISION: expected one that --precisions prints, found '" + precision + "'");
  engine::EngineOptions options;
  options.precision = engine::precision_of(precision);
  return std::make_unique<engine::EngineModel>(path, std::span<const std::string>(), options);
}

std::vector<Record> read_sentences(const std::string& file) {
  std::istringstream text(read_file(file));
  std::vector<Record> records;
  for (std::string line; std::getline(text, line);)
    records.push_back({{line}, file, static_cast<int64_t>(records.size()) + 1});
  if (records.empty()) throw InputError(file + ": expected at least one sentence, found none");
  return records;
}

struct Speed {
  double tokens = 0, sentences = 0;  // a second
};

class Decoding {
 public:
  Decoding(Runnable& model, std::vector<Record> sentences, std::size_t batch, int64_t beam)
      : model_(model), sentences_(std::move(sentences)), batch_(batch), options_{model.search()} {
    options_.search.beam = beam;
    options_.attention = false;
    options_.scores = beam > 1;  // greedy search takes the likeliest token whatever it is worth
  }

  // All of them, a batch at a time.
  std::vector<Prediction> pass() const {
    std::vector<Prediction> predictions;
    std::span<const Record> rest = sentences_;
    while (!rest.empty()) {
      std::size_t rows = std::min(batch_, rest.size());
      for (Prediction& one : model_.predict(rest.first(rows), options_))
        predictions.push_back(std::move(one));
      rest = rest.subspan(rows);
    }
    return predictions;
  }

  // Whole passes, so that every turn is the same work.
  Speed passes(double seconds) const {
    Stopwatch watch;
    Speed done;
    do {
      for (const Prediction& prediction : pass()) {
        done.tokens += static_cast<double>(prediction.tokens.size());
        done.sentences += 1;
      }
    } while (watch.seconds() < seconds);
    double spent = watch.seconds();
    return {done.tokens / spent, done.sentences / spent};
  }

 private:
  Runnable& model_;
  std::vector<Record> sentences_;
  std::size_t batch_;
  PredictOptions options_;
};

// Each thread goes through all sentences at its own speed, so that none waits for another at the end of a
// turn; together they are as fast as the sum.
Speed turn(const Decoding& decoding, std::size_t threads, double seconds) {
  std::vector<Speed> speeds(threads);
  std::vector<std::thread> running;
  for (Speed& speed : speeds) running.emplace_back([&] { speed = decoding.passes(seconds); });
  for (std::thread& thread : running) thread.join();
  Speed sum;
  for (const Speed& speed : speeds) sum = {sum.tokens + speed.tokens, sum.sentences + speed.sentences};
  return sum;
}

Json answers(const Decoding& decoding) {
  Json all = Json::array();
  for (const Prediction& prediction : decoding.pass()) {
    Json tokens = Json::array();
    for (const ScoredToken& token : prediction.tokens) tokens.push_back(token.text);
    all.push_back(
        {{"tokens", tokens}, {"normalised_log_probability", prediction.normalised_log_probability}});
  }
  return all;
}

void run(const Decoding& decoding, std::size_t threads) {
  turn(decoding, threads, 0);  // a warm-up
  answer(Json{{"ready", true}}.dump());
  while (std::optional<Command> command = next_command()) {
    if (command->name == "answers") {
      answer(Json{{"answers", answers(decoding)}}.dump());
    } else {
      Speed speed = turn(decoding, threads, command->seconds);
      answer(Json{{"words_per_second", speed.tokens},
                  {"sentences_per_second", speed.sentences},
                  {"peak_mb", peak_megabytes()}}
                 .dump());
    }
  }
}

}  // namespace
}  // namespace heed::bench

int main(int count, char** words) {
  using namespace heed::bench;
  if (count == 2 && std::string(words[1]) == "--precisions") {
    for (const char* precision : kPrecisions) std::puts(precision);
    return 0;
  }
  if (count != 7) {
    std::fprintf(stderr, "usage: heed-bench-infer MODEL SENTENCES BATCH BEAM THREADS PRECISION\n");
    return 2;
  }
  try {
    std::unique_ptr<heed::Runnable> model = open(words[1], words[6]);
    Decoding decoding(*model, read_sentences(words[2]), std::stoul(words[3]), std::stol(words[4]));
    run(decoding, std::stoul(words[5]));
  } catch (const heed::Error& error) {
    std::fprintf(stderr, "heed-bench-infer: %s\n", error.what());
    return error.exit_code;
  }
}
