#include <cstdio>
#include <iostream>

#include "cli/predicting.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/error.h"
#include "heed/base/log.h"
#include "heed/show/write.h"
#include "heed/text/utf8.h"

namespace heed::cli {
namespace {

constexpr std::size_t kChunk = 512;  // lines read before they are run, so that they can be sorted by length

struct RunOptions {
  std::string model, attention;
  int64_t beam = 0;
  static void arguments(auto& o, auto&& f) { f("MODEL", o.model, "directory that 'heed train' wrote"); }
  static void fields(auto& o, auto&& f) {
    f("beam", o.beam, "hypotheses kept; 1 = greedy, 0 = as the recipe says", between(0, 1000));
    f("attention", o.attention, "file for the attention: .json, .svg, .png or .html");
  }
};

Record record_of(std::string line, int64_t number) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (find_invalid_utf8(line)) {
    warn("standard input:" + std::to_string(number) + ": invalid UTF-8, read as U+FFFD");
    line = replace_invalid_utf8(line);
  }
  return {{std::move(line)}, "standard input", number};
}

class Runner {
 public:
  explicit Runner(const RunOptions& options)
      : model_(options.model),
        predict_(predict_options(model_, options.beam)),
        keep_(!options.attention.empty()) {
    predict_.attention = keep_;
  }

  void run() {
    std::vector<Record> chunk;
    std::string line;
    for (int64_t number = 1; std::getline(std::cin, line); ++number) {
      chunk.push_back(record_of(std::move(line), number));
      if (chunk.size() == kChunk) flush(chunk);
    }
    if (std::cin.bad()) throw FileError("cannot read standard input; is it a directory?");
    flush(chunk);
  }

  const std::vector<Shown>& kept() const { return kept_; }

 private:
  // An empty line is answered with an empty line, and no model is asked.
  void flush(std::vector<Record>& chunk) {
    std::vector<Record> asked;
    for (const Record& record : chunk) {
      if (!record.columns[0].empty()) asked.push_back(record);
    }
    std::vector<Prediction> predictions = model_.predict(asked, predict_);
    std::size_t next = 0;
    for (const Record& record : chunk) {
      if (!record.columns[0].empty()) {
        std::cout << predictions[next].text;
        if (keep_) kept_.push_back(shown(record, predictions[next]));
        ++next;
      }
      std::cout << '\n';
    }
    std::cout.flush();
    if (!std::cout) throw FileError("cannot write to standard output; is the disk full?");
    chunk.clear();
  }

  SavedModel model_;
  PredictOptions predict_;
  bool keep_;
  std::vector<Shown> kept_;
};

}  // namespace

int run(Words words) {
  auto read = read_verb<RunOptions>(kRun, words);
  if (!read) return 0;
  RunOptions& options = *read;
  std::ios::sync_with_stdio(false);
  require_attention_file(options.attention);
  Runner runner(options);
  runner.run();
  if (!options.attention.empty()) write_attention(options.attention, runner.kept());
  return 0;
}

}  // namespace heed::cli
