#include <cstdio>
#include <optional>

#include "cli/predicting.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/error.h"
#include "heed/base/quoted.h"
#include "heed/data/input_line.h"
#include "heed/show/terminal.h"
#include "heed/show/write.h"
#include "heed/text/utf8.h"

namespace heed::cli {
namespace {

struct LookOptions {
  std::string model, text, attention;
  std::optional<std::string> target;
  SearchFlags search;
  bool words = false;
  static void arguments(auto& o, auto&& f) {
    f("MODEL", o.model, "directory written by 'heed train', or file written by 'heed export'");
    f("TEXT", o.text, "the input");
  }
  static void fields(auto& o, auto&& f) {
    f("target", o.target, "show the attention for this output instead of the model's own");
    f("attention", o.attention, "file for the picture: .json, .svg, .png or .html, instead of the terminal");
    f("words", o.words, "show whole words instead of the model's pieces");
    SearchFlags::fields(o.search, f);
  }
};

void require_text(const std::string& text, const char* what) {
  if (find_invalid_utf8(text)) throw InputError(std::string("heed look: ") + what + " is not valid UTF-8");
}

void print_maps(const Shown& picture) {
  for (const AttentionMap& map : picture.maps)
    std::printf("\n%s", to_terminal(map, TerminalStyle::detect()).c_str());
}

}  // namespace

int look(Words words) {
  auto read = read_verb<LookOptions>(kLook, words);
  if (!read) return 0;
  LookOptions& options = *read;
  if (options.text.empty()) throw OptionError("heed look: TEXT is empty; expected an input to look at");
  require_text(options.text, "TEXT");
  require_text(options.target.value_or(""), "--target");
  require_attention_file(options.attention, models_of(options.model, options.search));
  std::unique_ptr<Runnable> opened = open_model(options.model, options.search);
  Runnable& model = *opened;
  require_pictures(model, "heed look");
  PredictOptions predict = predict_options(model, options.search);
  predict.given = options.target.has_value();
  const Columns columns = model.task().columns();
  Record record = read_inputs(options.text, columns, "the command line");
  if (predict.given) set_answers(record, *options.target, columns);
  Prediction prediction = model.predict(std::span(&record, 1), predict)[0];
  std::vector<Shown> pictures = {shown_best(options.text, prediction, options.words)};
  for (const Output& other : prediction.others) pictures.push_back(shown(options.text, other, options.words));
  std::printf("%s\n", printable(options.text).c_str());
  for (const Shown& picture : pictures) {
    std::printf("→ %s   (log-probability %.3f)\n", printable(picture.output).c_str(),
                picture.log_probability);
    if (options.attention.empty()) print_maps(picture);
  }
  if (!options.attention.empty()) write_attention(options.attention, pictures);
  return 0;
}

}  // namespace heed::cli
