#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>

#include "cli/answers.h"
#include "cli/lines.h"
#include "cli/predicting.h"
#include "cli/signals.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/error.h"
#include "heed/base/log.h"
#include "heed/show/write.h"
#include "heed/text/utf8.h"

namespace heed::cli {
namespace {

struct RunOptions {
  std::string model, attention, alignment, format = "auto", level = "pieces";
  std::string reading = name_of(Reading::one_to_many);
  bool given = false, prefix = false;
  SearchFlags search;
  static void arguments(auto& o, auto&& f) {
    f("MODEL", o.model, "directory that 'heed train' wrote, or file that 'heed export' did");
  }
  static void fields(auto& o, auto&& f) {
    f("format", o.format, "of the answers; auto = text, or nbest where there are several of an input",
      one_of({"auto", "text", "jsonl", "nbest"}));
    f("attention", o.attention, "file for the attention: .json, .svg, .png or .html");
    f("level", o.level, "of what stands in that file", one_of({"pieces", "words"}));
    f("alignment", o.alignment, "words linked by attention: hard, soft, or a weight above which they are");
    f("reading", o.reading,
      "of hard alignments: who chooses its best, each target word or each source word, or all together",
      one_of(reading_names()));
    f("given", o.given, "lines are source TAB target: answer with the target's log-probability");
    f("prefix", o.prefix, "lines are source TAB prefix: answer with what begins so");
    SearchFlags::fields(o.search, f);
  }
};

void require_consistent(const RunOptions& options) {
  if (options.given && options.prefix)
    throw OptionError("heed run: --given and --prefix: expected one of them, found both");
  if (options.search.samples > 0 && (options.search.n_best > 0 || options.search.beam > 0))
    throw OptionError(
        "heed run: --samples draws outputs instead of searching; leave out --beam and --n-best");
  if (options.level == "words" && options.attention.empty())
    throw OptionError("heed run: --level is of the file that --attention names; name one");
  if (reading_of(options.reading) != Reading::one_to_many && options.alignment != "hard")
    throw OptionError("heed run: --reading is of hard alignments; add --alignment hard");
  if (options.given && (options.search.n_best > 1 || options.search.samples > 0))
    throw OptionError("heed run: --given scores one output of a line; leave out --n-best and --samples");
}

using Answer = std::string (*)(const Record&, const Prediction&, const Alignment&);

Answer answer_of(const RunOptions& options, const PredictOptions& predict) {
  bool several = !options.given && search_results(predict.search) > 1;
  if (options.format == "jsonl") return jsonl_answer;
  if (options.format == "nbest" || (options.format == "auto" && several)) return nbest_answer;
  return options.given ? given_answer : text_answer;
}

class Runner {
 public:
  explicit Runner(const RunOptions& options)
      : options_(options),
        alignment_(read_alignment(options.alignment)),
        opened_(open_model(options.model, options.search)),
        model_(*opened_),
        predict_(predict_options(model_, options.search)),
        answer_(answer_of(options, predict_)) {
    alignment_.reading = reading_of(options.reading);
    predict_.given = options.given;
    predict_.prefix = options.prefix;
    predict_.attention = !options.attention.empty() || alignment_.kind != Alignment::Kind::none;
    predict_.scores = answer_ != text_answer || !options.attention.empty();
    if (alignment_.kind != Alignment::Kind::none) require_attention(model_, "heed run --alignment");
    if (!options.attention.empty()) {
      require_pictures(model_, "heed run --attention");
      attention_.emplace(options.attention);
    }
  }

  void run() {
    const Part largest = largest_part(predict_);
    LineReader reader(STDIN_FILENO);
    for (;;) {
      std::vector<Line> taken = reader.next(largest.lines, largest.bytes);
      if (taken.empty()) break;
      std::vector<Record> records;
      try {
        for (Line& line : taken) records.push_back(record_of(std::move(line), ++number_));
      } catch (const InputError&) {
        answer(records);  // what came before the bad line is not lost
        throw;
      }
      answer(records);
    }
    if (attention_) attention_->finish();
  }

 private:
  Record record_of(Line line, int64_t number) const {
    Record record{{}, "standard input", number};
    if (line.cut)
      warn(record.where() + ": longer than " + std::to_string(kLongestLine >> 20) +
           " MiB; the rest of it was cut off");
    std::string& text = line.text;
    if (number == 1 && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a byte order mark
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (find_invalid_utf8(text)) {
      warn(record.where() + ": invalid UTF-8, read as U+FFFD");
      text = replace_invalid_utf8(text);
    }
    std::size_t tab = options_.given || options_.prefix ? text.find('\t') : std::string::npos;
    bool two = tab != std::string::npos;
    if (options_.given && !text.empty() && !two)
      throw InputError(record.where() + ": expected source TAB target, found no tab");
    if (two && text.find('\t', tab + 1) != std::string::npos)
      throw InputError(record.where() + ": expected two columns, found more than one tab");
    record.columns.push_back(text.substr(0, tab));
    if (two) record.columns.push_back(text.substr(tab + 1));
    return record;
  }

  // An empty line is answered with an empty line, and no model is asked.
  static bool is_empty(const Record& record) {
    return record.columns[0].empty() && record.columns.size() == 1;
  }

  void answer(std::span<const Record> records) {
    std::vector<Record> asked;
    for (const Record& record : records) {
      if (!is_empty(record)) asked.push_back(record);
    }
    std::vector<Prediction> predictions = model_.predict(asked, predict_);
    std::size_t next = 0;
    for (const Record& record : records) {
      const Prediction& prediction = is_empty(record) ? kNothing : predictions[next++];
      std::cout << answer_(record, prediction, alignment_);
      if (attention_ && !is_empty(record)) show(record, prediction);
    }
    std::cout.flush();
    require_written();
  }

  void show(const Record& record, const Prediction& prediction) {
    bool words = options_.level == "words";
    attention_->add(shown_best(record, prediction, words));
    for (const Output& other : prediction.others) attention_->add(shown(record, other, words));
  }

  static inline const Prediction kNothing{};

  const RunOptions& options_;
  Alignment alignment_;
  std::unique_ptr<Runnable> opened_;
  Runnable& model_;
  PredictOptions predict_;
  Answer answer_;
  std::optional<AttentionFile> attention_;
  int64_t number_ = 0;
};

}  // namespace

int run(Words words) {
  auto read = read_verb<RunOptions>(kRun, words);
  if (!read) return 0;
  RunOptions& options = *read;
  require_consistent(options);
  std::ios::sync_with_stdio(false);
  require_attention_file(options.attention, models_of(options.model, options.search));
  Runner(options).run();
  return 0;
}

}  // namespace heed::cli
