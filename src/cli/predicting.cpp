#include "cli/predicting.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "heed/base/thread_pool.h"
#include "heed/data/corpus.h"
#include "heed/show/by_words.h"
#include "heed/show/write.h"

namespace heed::cli {

namespace {

// Gives settings the names that they have in a recipe.
struct SearchSection {
  SearchOptions search;
  static void fields(auto& o, auto&& f) { f("search", o.search, "options of the search"); }
};

struct DataSection {
  DataOptions data;
  static void fields(auto& o, auto&& f) { f("data", o.data, "what was learnt from"); }
};

// Throws OptionError if flags need a search and the model computes its output in one pass.
void require_searches(const Runnable& model, const SearchFlags& flags) {
  if (model.searches()) return;
  for (auto [name, given] :
       {std::pair("--beam", flags.beam > 0), std::pair("--samples", flags.samples > 0)}) {
    if (given)
      throw OptionError(
          std::string(name) + ": the task " + model.task().name() +
          " has answers that this model makes in one pass, without a search; leave the option out");
  }
}

}  // namespace

PredictOptions predict_options(const Runnable& model, const SearchFlags& flags) {
  require_searches(model, flags);
  std::vector<std::string> settings;
  auto flag = [&](const char* name, int64_t value) {
    if (value > 0) settings.push_back(std::string("search.") + name + "=" + std::to_string(value));
  };
  flag("beam", flags.beam);
  flag("n_best", flags.n_best);
  flag("samples", flags.samples);
  if (!flags.weights.empty()) settings.push_back("search.weights=[" + flags.weights + "]");
  settings.insert(settings.end(), flags.set.begin(), flags.set.end());
  SearchSection section{model.search()};
  Origins origins;
  for (const std::string& setting : settings) read_override(fields_of(section), setting, origins);
  check_rules(fields_of(section), origins);
  if (model.searches()) require_valid(section.search);
  member_weights(section.search, 1 + flags.ensemble.size());  // refuses wrong ones before any work
  PredictOptions options;
  options.search = section.search;
  options.threads = flags.threads > 0 ? flags.threads : processor_count();
  return options;
}

namespace {

DataOptions data_of(const Runnable& model) {
  static const std::vector<std::string> others = {"task", "model", "search", "training"};
  return read_options<DataSection>(model.recipe(), model.path() + "/recipe.yml", {}, others).data;
}

}  // namespace

Columns data_columns(const Runnable& model) {
  return named_columns(data_of(model), model.task().columns());
}

std::vector<Record> records_of(const Runnable& model, const std::vector<std::string>& files) {
  DataOptions data = data_of(model);
  if (!files.empty()) return read_records(files, named_columns(data, model.task().columns()));
  return load_corpus(data, Split::dev, model.task().columns());
}

Shown shown(const std::string& input, const Output& output, bool words) {
  Shown shown{input, output.text, output.log_probability, output.maps};
  if (words) {
    for (AttentionMap& map : shown.maps) map = by_words(map, shown.input, shown.output);
  }
  return shown;
}

Shown shown_best(const std::string& input, const Prediction& prediction, bool words) {
  Shown best = shown(input, prediction, words);
  for (const AttentionMap& map : prediction.source_maps)
    best.maps.push_back(words ? by_words(map, best.input, best.output) : map);
  return best;
}

std::vector<std::string> models_of(const std::string& model, const SearchFlags& flags) {
  std::vector<std::string> models = {model};
  models.insert(models.end(), flags.ensemble.begin(), flags.ensemble.end());
  return models;
}

void require_attention_file(const std::string& file, std::span<const std::string> inputs) {
  if (file.empty()) return;
  require_attention_format(file);
  require_output(file, inputs);
}

void require_attention(const Runnable& model, const std::string& flag) {
  if (model.attends()) return;
  throw InputError(flag + ": this model has no attention to show: it knows its input by one vector alone");
}

void require_pictures(const Runnable& model, const std::string& flag) {
  if (!model.reads_by_attention()) require_attention(model, flag);
}

void require_alignable(const Runnable& model, const std::string& flag) {
  if (!model.searches())
    throw InputError(flag + ": the answers of the task " + model.task().name() +
                     " are made in one pass and have no words to link; --attention shows what was looked at");
  require_attention(model, flag);
}

std::string scores_text(std::span<const Score> scores) {
  std::string text;
  for (const Score& score : scores) {
    char value[64], interval[64] = "";
    std::snprintf(value, sizeof value, "%-10s %6.2f%s", score.name.c_str(), score.score,
                  score.percentage ? "%" : " ");
    if (score.interval) {
      std::snprintf(interval, sizeof interval, "  [%.2f, %.2f]", score.interval->low, score.interval->high);
    }
    text +=
        std::string(value) + interval + "   " + score.signature + "|n:" + std::to_string(score.count) + "\n";
  }
  return text;
}

std::string groups_text(const ByLength& by_length) {
  std::string text;
  for (const LengthGroup& group : by_length.groups) {
    char line[100];
    std::snprintf(line, sizeof line, "%lld to %lld %s (n = %lld):", static_cast<long long>(group.shortest),
                  static_cast<long long>(group.longest), by_length.unit.c_str(),
                  static_cast<long long>(group.sentences));
    text += line;
    for (const Score& score : group.scores) {
      std::snprintf(line, sizeof line, "  %s %.2f", score.name.c_str(), score.score);
      text += line;
    }
    text += "\n";
  }
  return text.empty() ? "" : "by length of the source\n" + text;
}

nlohmann::ordered_json score_json(const Score& score) {
  nlohmann::ordered_json json = {
      {"score", score.score}, {"count", score.count}, {"signature", score.signature}};
  if (const auto& interval = score.interval)
    json["interval"] = {{"mean", interval->mean}, {"low", interval->low}, {"high", interval->high}};
  return json;
}

std::string decoding_text(const Decoding& decoding) {
  char line[160];
  std::snprintf(line, sizeof line, "decoded in %.2f s, %.0f source %s/s, %.0f output words/s",
                decoding.seconds, static_cast<double>(decoding.source_words) / decoding.seconds,
                decoding.unit.c_str(), static_cast<double>(decoding.output_words) / decoding.seconds);
  return line;
}

nlohmann::ordered_json decoding_json(const Decoding& decoding) {
  auto rate = [&](int64_t count) { return static_cast<double>(count) / decoding.seconds; };
  return {{"engine", decoding.engine},
          {"seconds", decoding.seconds},
          {"processor_seconds", decoding.processor_seconds},
          {"sentences_per_second", rate(decoding.sentences)},
          {"source_words_per_second", rate(decoding.source_words)},
          {"output_words_per_second", rate(decoding.output_words)},
          {"output_tokens_per_second", rate(decoding.output_tokens)}};
}

nlohmann::ordered_json scores_json(std::span<const Score> scores, const ByLength& by_length) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Score& score : scores) json[score.name] = score_json(score);
  for (const LengthGroup& group : by_length.groups) {
    nlohmann::ordered_json one = {{"unit", by_length.unit},
                                  {"shortest", group.shortest},
                                  {"longest", group.longest},
                                  {"sentences", group.sentences}};
    for (const Score& score : group.scores) one[score.name] = score.score;
    json["by_length"].push_back(std::move(one));
  }
  return json;
}

}  // namespace heed::cli
