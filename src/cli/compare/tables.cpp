#include "cli/compare/tables.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace heed::cli {
namespace {

// How a number of a run is shown in the table. A number that is not listed here has its own name as title.
struct Shape {
  const char *name, *title, *help;
  int digits;
};

constexpr Shape kShapes[] = {
    {"parameters", "parameters", "weights that were learnt", 0},
    {"updates", "updates", "updates made", 0},
    {"minutes", "minutes", "of work: what training.minutes and --budget count", 2},
    {"training_tokens_per_second", "training tokens/s",
     "elements of the answers, such as target tokens, learnt from in a second of work, validations left out",
     0},
    {"training_megabytes", "training MB", "the most memory that the training process held", 0},
    {"decoding_words_per_second", "decoding words/s",
     "source words in a second of work while the test was decoded, loading left out", 0},
    {"decoding_megabytes", "decoding MB", "the most memory that the decoding process held", 0},
    {"attention_entropy", "entropy", "of the attention's weights, mean over outputs: 0 = one place only", 2},
    {"attention_entropy_share", "entropy share", "entropy over that of weights spread evenly, in percent", 1},
    {"attention_coverage", "coverage",
     "percentage of the source tokens that received a weight of at least 0.5 in all", 1},
    {"attention_aer", "AER", "alignment error rate against given alignments, in percent", 2},
};

// Numbers that only the CSV has, because the table shows them in another form.
constexpr const char* kOnlyInFile[] = {"decoding_tokens_per_second"};

std::string number(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return std::isfinite(value) ? text : "–";
}

std::string signed_number(double value) {
  return std::isfinite(value) ? (value < 0 ? "−" : "+") + number(std::abs(value), 2) : "–";
}

show::Cell measured(const Estimate& one) {
  if (!std::isfinite(one.low)) return {number(one.value, 2)};
  return {number(one.value, 2), "[" + number(one.low, 2) + ", " + number(one.high, 2) + "]"};
}

// The number of failed runs, if others succeeded.
std::string failures(const VariantFindings& variant) {
  if (variant.failed == 0 || variant.runs == 0) return "";
  return std::to_string(variant.failed) + " of " + std::to_string(variant.failed + variant.runs) +
         " runs failed";
}

show::Cell quality(const VariantFindings& variant) {
  return variant.runs > 0 ? measured(variant.quality.all) : show::Cell{"failed"};
}

show::Cell difference(const Difference& one, bool baseline) {
  if (baseline) return {"baseline"};
  if (!std::isfinite(one.value)) return {"–"};
  std::string p = one.p < 0.001 ? "p < 0.001" : "p = " + number(one.p, 3);
  if (!one.of_seeds) p += ", one seed";
  return {signed_number(one.value), "[" + signed_number(one.low) + ", " + signed_number(one.high) + "] " + p};
}

show::Cell over_seeds(const VariantFindings& variant) {
  if (variant.runs < 2) return {"–"};
  return {number(variant.lowest, 2) + " to " + number(variant.highest, 2),
          "sd " + number(variant.deviation, 2)};
}

// The names of all numbers that any variant has, in order of first appearance.
std::vector<std::string> names_of(const auto& owners, const auto& numbers) {
  std::vector<std::string> names;
  for (const auto& owner : owners) {
    for (const auto& [name, value] : numbers(owner))
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

Shape shape_of(const std::string& name) {
  for (const Shape& shape : kShapes)
    if (name == shape.name) return shape;
  return {"", "", "", 3};
}

bool is_shown(const std::string& name) {
  return std::find(std::begin(kOnlyInFile), std::end(kOnlyInFile), name) == std::end(kOnlyInFile);
}

// "attention_head_entropy" → "head entropy".
std::string title_of(const std::string& name) {
  Shape shape = shape_of(name);
  if (*shape.title != '\0') return shape.title;
  std::string title = name.starts_with("attention_") ? name.substr(10) : name;
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string exact(double value) {
  if (!std::isfinite(value)) return "";
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

// The value of a variant's setting with this key; if there are several, the last one.
std::string setting_of(const Variant& variant, const std::string& key) {
  std::string value;
  for (const std::string& setting : variant.settings)
    if (setting.substr(0, setting.find('=')) == key) value = setting.substr(setting.find('=') + 1);
  return value;
}

std::vector<std::string> keys_of(std::span<const Variant> variants) {
  std::vector<std::string> keys;
  for (const Variant& variant : variants) {
    for (const std::string& setting : variant.settings) {
      std::string key = setting.substr(0, setting.find('='));
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
  }
  return keys;
}

using Line = std::vector<std::string>;

std::string csv_line(const Line& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i > 0 ? "," : "") + quoted(cells[i]);
  return line + "\n";
}

}  // namespace

std::string length_text(const LengthBounds& bounds, const std::string& unit) {
  std::string range = std::to_string(bounds.shortest);
  if (bounds.longest != bounds.shortest) range += "–" + std::to_string(bounds.longest);
  return range + " " + unit;
}

show::Table table_of(const Findings& findings) {
  bool seeds = std::any_of(findings.variants.begin(), findings.variants.end(),
                           [](const VariantFindings& variant) { return variant.runs > 1; });
  std::string longer = "longer than " + std::to_string(findings.longer_than) + " " + findings.unit;
  std::string way = findings.higher_is_better ? "the higher the better" : "the lower the better";
  show::Table table;
  table.columns = {
      {"variant", ""},
      {findings.metric, findings.signature + ", " + way + "; mean over seeds, with its 95% interval by " +
                            std::to_string(findings.sentences) + " sentences" +
                            (seeds ? " and by seeds where there are several" : "")}};
  if (seeds) table.columns.push_back({"over seeds", "lowest to highest run, and standard deviation"});
  table.columns.push_back(
      {"difference", "to the baseline, with its 95% interval and p, paired on the same sentences; " +
                         std::string(seeds ? "chance of seeds is in it where there are several"
                                           : "chance of seeds is not in it")});
  table.columns.push_back({longer, findings.metric + " of the " + std::to_string(findings.longer_sentences) +
                                       " sentences whose source is that long"});
  table.columns.push_back({"difference there", "to the baseline, on those sentences"});
  std::vector<std::string> names =
      names_of(findings.variants,
               [](const VariantFindings& variant) -> const NamedNumbers& { return variant.numbers; });
  std::erase_if(names, [](const std::string& name) { return !is_shown(name); });
  for (const std::string& name : names) table.columns.push_back({title_of(name), shape_of(name).help});
  for (std::size_t i = 0; i < findings.variants.size(); ++i) {
    const VariantFindings& variant = findings.variants[i];
    std::vector<show::Cell> row = {{variant.name, failures(variant)}, quality(variant)};
    if (seeds) row.push_back(over_seeds(variant));
    bool baseline = i == findings.baseline && variant.runs > 0;
    row.push_back(difference(variant.all, baseline));
    row.push_back(measured(variant.quality.longer));
    row.push_back(difference(variant.longer, baseline));
    for (const std::string& name : names)
      row.push_back({number(number_of(variant.numbers, name), shape_of(name).digits)});
    table.rows.push_back(row);
  }
  return table;
}

std::string csv_of(const Findings& findings, std::span<const Variant> variants) {
  std::vector<std::string> keys = keys_of(variants);
  std::vector<std::string> names = names_of(
      findings.runs, [](const RunFindings& run) -> const NamedNumbers& { return run.facts.numbers; });
  Line head = {"variant", "seed"};
  head.insert(head.end(), keys.begin(), keys.end());
  for (const char* name : {"status", "error", "metric", "score", "low", "high"}) head.emplace_back(name);
  head.push_back("longer_than_" + std::to_string(findings.longer_than));
  for (const LengthBounds& bounds : findings.lengths)
    head.push_back(std::to_string(bounds.shortest) + "-" + std::to_string(bounds.longest) + "_" +
                   findings.unit);
  head.insert(head.end(), names.begin(), names.end());
  std::string text = csv_line(head);
  for (const RunFindings& run : findings.runs) {
    Line row = {findings.variants[run.variant].name, std::to_string(run.seed)};
    for (const std::string& key : keys) row.push_back(setting_of(variants[run.variant], key));
    row.emplace_back(run.facts.error.empty() ? "done" : "failed");
    row.push_back(run.facts.error);
    row.push_back(findings.metric);
    for (double value :
         {run.quality.all.value, run.quality.all.low, run.quality.all.high, run.quality.longer.value})
      row.push_back(exact(value));
    for (std::size_t g = 0; g < findings.lengths.size(); ++g)
      row.push_back(g < run.quality.by_length.size() ? exact(run.quality.by_length[g].value) : "");
    for (const std::string& name : names) row.push_back(exact(number_of(run.facts.numbers, name)));
    text += csv_line(row);
  }
  return text;
}

}  // namespace heed::cli
