#include "cli/answers.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/show/by_words.h"

namespace heed::cli {
namespace {

using Json = nlohmann::ordered_json;

AttentionMap word_map(const std::string& input, const Output& output) {
  return by_words(mean_of_heads(alignment_maps(output.maps)), input, output.text);
}

std::vector<WordLink> links(const AttentionMap& words, const Alignment& alignment) {
  return alignment.kind == Alignment::Kind::hard ? hard_alignment(words, alignment.reading)
                                                 : links_above(words, alignment.threshold);
}

// " ||| 0-0 1-2", or nothing if none is asked for.
std::string alignment_field(const std::string& input, const Output& output, const Alignment& alignment) {
  if (alignment.kind == Alignment::Kind::none) return "";
  if (alignment_maps(output.maps).empty()) return " ||| ";
  AttentionMap words = word_map(input, output);
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

void add_alignment(Json& json, const std::string& input, const Output& output, const Alignment& alignment) {
  if (alignment.kind == Alignment::Kind::none || alignment_maps(output.maps).empty()) return;
  AttentionMap words = word_map(input, output);
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

void add_output(Json& json, const std::string& input, const Output& output, const Alignment& alignment) {
  json["text"] = output.text;
  json["log_probability"] = output.log_probability;
  json["normalised_log_probability"] = output.normalised_log_probability;
  json["tokens"] = Json::array();
  for (const ScoredToken& token : output.tokens)
    json["tokens"].push_back({{"text", token.text}, {"log_probability", short_float(token.log_probability)}});
  add_alignment(json, input, output, alignment);
}

// An answer is one line: a line break inside an output would split it.
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

std::string nbest_line(const AnswerData& answered, const Output& output, const Alignment& alignment) {
  std::string input = input_text(answered.record, answered.columns);
  return std::to_string(answered.record.line - 1) + " ||| " + on_one_line(output.text) +
         alignment_field(input, output, alignment) + " ||| F0= " + number(output.log_probability) + " ||| " +
         number(output.normalised_log_probability) + "\n";
}

std::string text_answer(const AnswerData& answered, const Alignment& alignment) {
  std::string input = input_text(answered.record, answered.columns);
  if (input.empty() && answered.prediction.tokens.empty()) return "\n";
  return on_one_line(answered.task.answer(answered.record, answered.prediction)) +
         alignment_field(input, answered.prediction, alignment) + "\n";
}

std::string given_answer(const AnswerData& answered, const Alignment& alignment) {
  if (answered.prediction.tokens.empty()) return "\n";
  return number(answered.prediction.log_probability) +
         alignment_field(input_text(answered.record, answered.columns), answered.prediction, alignment) +
         "\n";
}

// The text that a model was given, or a list of them if it was given several.
Json source_of(const AnswerData& answered) {
  if (answered.columns.inputs.size() == 1) return input_text(answered.record, answered.columns);
  Json texts = Json::array();
  for (std::size_t input : answered.columns.inputs) texts.push_back(answered.record.columns.at(input));
  return texts;
}

std::string jsonl_answer(const AnswerData& answered, const Alignment& alignment) {
  const Prediction& prediction = answered.prediction;
  std::string input = input_text(answered.record, answered.columns);
  Json json;
  json["line"] = answered.record.line;
  json["source"] = source_of(answered);
  add_output(json, input, prediction, alignment);
  for (const auto& [name, probability] : prediction.probabilities)
    json["probabilities"][name] = short_float(probability);
  if (!prediction.others.empty()) {
    Json best;
    add_output(best, input, prediction, alignment);
    json["n_best"] = Json::array({std::move(best)});
    for (const Output& other : prediction.others) {
      Json one;
      add_output(one, input, other, alignment);
      json["n_best"].push_back(std::move(one));
    }
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string nbest_answer(const AnswerData& answered, const Alignment& alignment) {
  std::string lines = nbest_line(answered, answered.prediction, alignment);
  for (const Output& other : answered.prediction.others) lines += nbest_line(answered, other, alignment);
  return lines;
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

std::string answer_of(const AnswerData& answered, AnswerForm form, const Alignment& alignment) {
  switch (form) {
    case AnswerForm::text:
      return text_answer(answered, alignment);
    case AnswerForm::given:
      return given_answer(answered, alignment);
    case AnswerForm::jsonl:
      return jsonl_answer(answered, alignment);
    case AnswerForm::nbest:
      return nbest_answer(answered, alignment);
  }
  return "";
}

}  // namespace heed::cli
