#include "cli/answers.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "heed/base/error.h"
#include "heed/base/log.h"
#include "heed/show/by_words.h"

namespace heed::cli {
namespace {

using Json = nlohmann::ordered_json;

AttentionMap word_map(const Record& record, const Output& output) {
  return by_words(mean_of_heads(alignment_maps(output.maps)), record.columns[0], output.text);
}

std::vector<WordLink> links(const AttentionMap& words, const Alignment& alignment) {
  return alignment.kind == Alignment::Kind::hard ? hard_alignment(words, alignment.reading)
                                                 : links_above(words, alignment.threshold);
}

// " ||| 0-0 1-2", or nothing if none is asked for.
std::string alignment_field(const Record& record, const Output& output, const Alignment& alignment) {
  if (alignment.kind == Alignment::Kind::none) return "";
  if (alignment_maps(output.maps).empty()) return " ||| ";
  AttentionMap words = word_map(record, output);
  return " ||| " + (alignment.kind == Alignment::Kind::soft ? to_soft(soft_alignment(words))
                                                            : to_moses(links(words, alignment)));
}

std::string number(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.6g", value);
  return text.data();
}

// A float as the shortest number that reads back as it, not as the double next to it.
double short_float(double value) {
  std::array<char, 40> text{};
  *std::to_chars(text.data(), text.data() + text.size() - 1, static_cast<float>(value)).ptr = '\0';
  return std::strtod(text.data(), nullptr);
}

void add_alignment(Json& json, const Record& record, const Output& output, const Alignment& alignment) {
  if (alignment.kind == Alignment::Kind::none || alignment_maps(output.maps).empty()) return;
  AttentionMap words = word_map(record, output);
  if (alignment.kind != Alignment::Kind::soft) {
    json["alignment"] = Json::array();
    for (const WordLink& link : links(words, alignment))
      json["alignment"].push_back(Json::array({link.source, link.target}));
    return;
  }
  json["soft_alignment"] = Json::array();
  for (const std::vector<float>& row : soft_alignment(words)) {
    Json weights = Json::array();
    for (float weight : row) weights.push_back(short_float(weight));
    json["soft_alignment"].push_back(std::move(weights));
  }
}

void add_output(Json& json, const Record& record, const Output& output, const Alignment& alignment) {
  json["text"] = output.text;
  json["log_probability"] = output.log_probability;
  json["normalised_log_probability"] = output.normalised_log_probability;
  json["tokens"] = Json::array();
  for (const ScoredToken& token : output.tokens)
    json["tokens"].push_back({{"text", token.text}, {"log_probability", short_float(token.log_probability)}});
  add_alignment(json, record, output, alignment);
}

// An answer is a line: a line break inside an output would make it two.
std::string on_one_line(std::string text) {
  std::size_t breaks = 0;
  for (char& c : text) {
    if (c != '\n' && c != '\r') continue;
    c = ' ';
    ++breaks;
  }
  static bool warned = false;
  if (breaks > 0 && !warned) warn("an output has a line break, written as a space; --format jsonl keeps it");
  warned = warned || breaks > 0;
  return text;
}

std::string nbest_line(const Record& record, const Output& output, const Alignment& alignment) {
  return std::to_string(record.line - 1) + " ||| " + on_one_line(output.text) +
         alignment_field(record, output, alignment) + " ||| F0= " + number(output.log_probability) + " ||| " +
         number(output.normalised_log_probability) + "\n";
}

}  // namespace

Alignment read_alignment(const std::string& text) {
  if (text.empty()) return {};
  if (text == "soft") return {.kind = Alignment::Kind::soft};
  if (text == "hard") return {.kind = Alignment::Kind::hard};
  double threshold = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threshold);
  if (error == std::errc() && end == text.data() + text.size() && threshold >= 0 && threshold <= 1)
    return {.kind = Alignment::Kind::threshold, .threshold = threshold};
  throw OptionError("heed run: --alignment: expected soft, hard or a number from 0 to 1, found '" + text +
                    "'");
}

std::string text_answer(const Record& record, const Prediction& prediction, const Alignment& alignment) {
  if (record.columns[0].empty() && prediction.tokens.empty()) return "\n";
  return on_one_line(prediction.text) + alignment_field(record, prediction, alignment) + "\n";
}

std::string given_answer(const Record& record, const Prediction& prediction, const Alignment& alignment) {
  if (prediction.tokens.empty()) return "\n";
  return number(prediction.log_probability) + alignment_field(record, prediction, alignment) + "\n";
}

std::string jsonl_answer(const Record& record, const Prediction& prediction, const Alignment& alignment) {
  Json json;
  json["line"] = record.line;
  json["source"] = record.columns[0];
  add_output(json, record, prediction, alignment);
  if (!prediction.others.empty()) {
    Json best;
    add_output(best, record, prediction, alignment);
    json["n_best"] = Json::array({std::move(best)});
    for (const Output& other : prediction.others) {
      Json one;
      add_output(one, record, other, alignment);
      json["n_best"].push_back(std::move(one));
    }
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string nbest_answer(const Record& record, const Prediction& prediction, const Alignment& alignment) {
  std::string lines = nbest_line(record, prediction, alignment);
  for (const Output& other : prediction.others) lines += nbest_line(record, other, alignment);
  return lines;
}

}  // namespace heed::cli
