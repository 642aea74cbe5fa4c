#include <cstdio>

#include "cli/predicting.h"
#include "cli/verbs.h"
#include "heed/base/command_line.h"
#include "heed/base/error.h"
#include "heed/show/terminal.h"
#include "heed/show/write.h"
#include "heed/text/utf8.h"

namespace heed::cli {
namespace {

struct LookOptions {
  std::string model, text, target, attention;
  int64_t beam = 0;
  static void arguments(auto& o, auto&& f) {
    f("MODEL", o.model, "directory that 'heed train' wrote");
    f("TEXT", o.text, "the input");
  }
  static void fields(auto& o, auto&& f) {
    f("target", o.target, "look at this output instead of the model's own");
    f("attention", o.attention, "file for the picture: .json, .svg, .png or .html, instead of the terminal");
    f("beam", o.beam, "hypotheses kept; 1 = greedy, 0 = as the recipe says", between(0, 1000));
  }
};

void require_text(const std::string& text, const char* what) {
  if (find_invalid_utf8(text)) throw InputError(std::string("heed look: ") + what + " is not valid UTF-8");
}

}  // namespace

int look(Words words) {
  auto read = read_verb<LookOptions>(kLook, words);
  if (!read) return 0;
  LookOptions& options = *read;
  if (options.text.empty()) throw OptionError("heed look: TEXT is empty; expected an input to look at");
  require_text(options.text, "TEXT");
  require_text(options.target, "--target");
  require_attention_file(options.attention);
  SavedModel model(options.model);
  PredictOptions predict = predict_options(model, options.beam);
  predict.given = !options.target.empty();
  Record record{{options.text}, "the command line", 0};
  if (predict.given) record.columns.push_back(options.target);
  Prediction prediction = model.predict(std::span(&record, 1), predict)[0];
  std::printf("%s\n→ %s   (log-probability %.3f)\n", options.text.c_str(), prediction.text.c_str(),
              prediction.score);
  if (!options.attention.empty()) {
    Shown picture = shown(record, prediction);
    write_attention(options.attention, std::span(&picture, 1));
    return 0;
  }
  for (const AttentionMap& map : prediction.maps) {
    std::printf("\n%s", to_terminal(map, TerminalStyle::detect()).c_str());
  }
  return 0;
}

}  // namespace heed::cli
