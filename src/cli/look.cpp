#include <cstdio>
#include <optional>

#include "cli/predicting.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/error.h"
#include "heed/base/quoted.h"
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
    f("MODEL", o.model, "directory that 'heed train' wrote, or file that 'heed export' did");
    f("TEXT", o.text, "the input");
  }
  static void fields(auto& o, auto&& f) {
    f("target", o.target, "look at this output instead of the model's own");
    f("attention", o.attention, "file for the picture: .json, .svg, .png or .html, instead of the terminal");
    f("words", o.words, "whole words instead of the pieces that the model reads and writes");
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
  Record record{{options.text}, "the command line", 0};
  if (predict.given) record.columns.push_back(*options.target);
  Prediction prediction = model.predict(std::span(&record, 1), predict)[0];
  std::vector<Shown> pictures = {shown_best(record, prediction, options.words)};
  for (const Output& other : prediction.others) pictures.push_back(shown(record, other, options.words));
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
