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
#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/data/input_line.h"
#include "heed/run/parts.h"
#include "heed/show/write.h"
#include "heed/text/utf8.h"

namespace heed::cli {
namespace {

struct RunOptions {
  std::string model, attention, alignment, format = "auto", level = "pieces", input = "lines";
  std::string reading = name_of(Reading::one_to_many);
  bool given = false, prefix = false;
  SearchFlags search;
  static void arguments(auto& o, auto&& f) {
    f("MODEL", o.model, "directory written by 'heed train', or file written by 'heed export'");
  }
  static void fields(auto& o, auto&& f) {
    f("format", o.format, "format of the answers; auto = text, or nbest for several answers to an input",
      one_of({"auto", "text", "jsonl", "nbest"}));
    f("input", o.input,
      "format of standard input: lines of tab-separated inputs, or records, whose answers are ignored",
      one_of({"lines", "jsonl", "csv", "conll"}));
    f("attention", o.attention, "file for the attention: .json, .svg, .png or .html");
    f("level", o.level, "show pieces or whole words in that file", one_of({"pieces", "words"}));
    f("alignment", o.alignment,
      "print word alignments from attention: hard, soft, or all links above this weight");
    f("reading", o.reading,
      "for hard alignments: link the best word for each target word, for each source word, or the best pairs "
      "overall",
      one_of(reading_names()));
    f("given", o.given, "lines are input TAB answer: print the log-probability of the answer");
    f("prefix", o.prefix, "lines are input TAB prefix: print answers that begin with the prefix");
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

AnswerForm form_of(const RunOptions& options, const PredictOptions& predict) {
  bool several = !options.given && search_results(predict.search) > 1;
  if (options.format == "jsonl") return AnswerForm::jsonl;
  if (options.format == "nbest" || (options.format == "auto" && several)) return AnswerForm::nbest;
  return options.given ? AnswerForm::given : AnswerForm::text;
}

class Runner {
 public:
  explicit Runner(const RunOptions& options)
      : options_(options),
        alignment_(read_alignment(options.alignment)),
        opened_(open_model(options.model, options.search)),
        model_(*opened_),
        predict_(predict_options(model_, options.search)),
        columns_(data_columns(model_)),
        form_(form_of(options, predict_)) {
    if (options.prefix && !model_.searches())
      throw OptionError(
          "heed run: --prefix: this model makes its answer in one pass, and cannot go on from a prefix");
    alignment_.reading = reading_of(options.reading);
    predict_.given = options.given;
    predict_.prefix = options.prefix;
    predict_.attention = !options.attention.empty() || alignment_.kind != Alignment::Kind::none;
    predict_.scores = form_ != AnswerForm::text || !options.attention.empty();
    if (alignment_.kind != Alignment::Kind::none) require_alignable(model_, "heed run --alignment");
    if (!options.attention.empty()) {
      require_pictures(model_, "heed run --attention");
      attention_.emplace(options.attention);
    }
  }

  void run() {
    if (options_.input == "lines")
      run_lines();
    else
      run_records();
    if (attention_) attention_->finish();
  }

 private:
  void run_records() {
    const PartLimits limits = part_limits(predict_);
    std::unique_ptr<RecordReader> reader = open_inputs(options_.input, STDIN_FILENO, columns_);
    std::vector<Record> records;
    std::size_t bytes = 0;
    for (Record record; reader->next(record);) {
      record.line = ++number_;
      bytes += input_text(record, columns_).size();
      records.push_back(std::move(record));
      if (records.size() < limits.lines && bytes < limits.bytes) continue;
      answer(records);
      records.clear();
      bytes = 0;
    }
    answer(records);
  }

  void run_lines() {
    const PartLimits largest = part_limits(predict_);
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
  }

  Record record_of(Line line, int64_t number) const {
    std::string where = "standard input:" + std::to_string(number);
    if (line.cut)
      warn(where + ": longer than " + std::to_string(kLongestLine >> 20) +
           " MiB; the rest of it was cut off");
    std::string& text = line.text;
    if (number == 1 && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a byte order mark
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (find_invalid_utf8(text)) {
      warn(where + ": invalid UTF-8, read as U+FFFD");
      text = replace_invalid_utf8(text);
    }
    bool answers =
        (options_.given && !text.empty()) || (options_.prefix && text.find('\t') != std::string::npos);
    Record record = text.empty() ? Record{std::vector<std::string>(columns_.inputs.back() + 1), "", 0}
                    : answers    ? read_inputs_and_answers(text, columns_, where)
                                 : read_inputs(text, columns_, where);
    record.file = "standard input";
    record.line = number;
    return record;
  }

  // An empty line gets an empty answer without running the model.
  static bool is_empty(const Record& record) {
    return std::all_of(record.columns.begin(), record.columns.end(),
                       [](const std::string& column) { return column.empty(); });
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
      std::cout << answer_of({record, columns_, prediction, model_.task()}, form_, alignment_);
      if (attention_ && !is_empty(record)) show(record, prediction);
    }
    std::cout.flush();
    require_written();
  }

  void show(const Record& record, const Prediction& prediction) {
    bool words = options_.level == "words";
    std::string input = input_text(record, columns_);
    attention_->add(shown_best(input, prediction, words));
    for (const Output& other : prediction.others) attention_->add(shown(input, other, words));
  }

  static inline const Prediction kNothing{};

  const RunOptions& options_;
  Alignment alignment_;
  std::unique_ptr<Runnable> opened_;
  Runnable& model_;
  PredictOptions predict_;
  Columns columns_;
  AnswerForm form_;
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
