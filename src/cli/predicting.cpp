#include "cli/predicting.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>

#include "heed/base/side_by_side.h"
#include "heed/data/corpus.h"
#include "heed/show/by_words.h"
#include "heed/show/write.h"

namespace heed::cli {

namespace {

// So that settings have the names that they have in a recipe.
struct SearchSection {
  SearchOptions search;
  static void fields(auto& o, auto&& f) { f("search", o.search, "how outputs are found"); }
};

struct DataSection {
  DataOptions data;
  static void fields(auto& o, auto&& f) { f("data", o.data, "what was learnt from"); }
};

}  // namespace

PredictOptions predict_options(const Runnable& model, const SearchFlags& flags) {
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
  require_valid(section.search);
  member_weights(section.search, 1 + flags.ensemble.size());  // refuses wrong ones before any work
  PredictOptions options;
  options.search = section.search;
  options.threads = flags.threads > 0 ? flags.threads : processor_count();
  return options;
}

std::vector<Record> records_of(const Runnable& model, const std::vector<std::string>& files) {
  static const std::vector<std::string> others = {"task", "model", "search", "training"};
  DataOptions data = read_options<DataSection>(model.recipe(), model.path() + "/recipe.yml", {}, others).data;
  if (!files.empty()) return read_records(files, named_columns(data, model.task().columns()));
  return load_corpus(data, Split::dev, model.task().columns());
}

Part largest_part(const PredictOptions& options) {
  auto share = static_cast<std::size_t>(search_results(options.search));
  return {std::max<std::size_t>(1, (options.attention ? 64 : 512) / share),
          (options.attention ? std::size_t{1} << 15 : std::size_t{1} << 22) / share};
}

std::vector<Prediction> predict_in_parts(Runnable& model, std::span<const Record> records,
                                         const PredictOptions& options, const See& see) {
  std::vector<std::size_t> order(records.size());
  std::iota(order.begin(), order.end(), 0);
  auto size = [&](std::size_t i) { return records[i].columns[0].size(); };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return size(a) < size(b); });
  const Part largest = largest_part(options);
  std::vector<Prediction> predictions(records.size());
  for (std::size_t at = 0, end = 0; at < order.size(); at = end) {
    std::vector<Record> part;
    for (std::size_t bytes = 0; end < order.size() && end - at < largest.lines && bytes < largest.bytes;
         ++end) {
      part.push_back(records[order[end]]);
      bytes += size(order[end]);
    }
    std::vector<Prediction> found = model.predict(part, options);
    for (std::size_t i = 0; i < found.size(); ++i) {
      see(order[at + i], found[i]);
      found[i].maps.clear();
      found[i].source_maps.clear();
      found[i].others.clear();
      predictions[order[at + i]] = std::move(found[i]);
    }
  }
  return predictions;
}

Shown shown(const Record& record, const Output& output, bool words) {
  Shown shown{record.columns[0], output.text, output.log_probability, output.maps};
  if (words) {
    for (AttentionMap& map : shown.maps)
      map = by_words(map, map.is_of_output() ? shown.output : shown.input, shown.output);
  }
  return shown;
}

Shown shown_best(const Record& record, const Prediction& prediction, bool words) {
  Shown best = shown(record, prediction, words);
  for (const AttentionMap& map : prediction.source_maps)
    best.maps.push_back(words ? by_words(map, best.input, best.input) : map);
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
  throw InputError(flag + ": this model has no attention: its decoder knows the source by one vector alone");
}

void require_pictures(const Runnable& model, const std::string& flag) {
  if (!model.reads_by_attention()) require_attention(model, flag);
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
  std::snprintf(line, sizeof line, "decoded in %.2f s, %.0f source words/s, %.0f output words/s",
                decoding.seconds, static_cast<double>(decoding.source_words) / decoding.seconds,
                static_cast<double>(decoding.output_words) / decoding.seconds);
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
