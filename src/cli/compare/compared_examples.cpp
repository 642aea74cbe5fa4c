#include "cli/compare/compared_examples.h"

#include <algorithm>
#include <numeric>

#include "heed/base/error.h"
#include "heed/show/by_words.h"
#include "heed/show/write.h"

namespace heed::cli {
namespace {

constexpr std::size_t kLongest = 400;  // bytes: a wider map cannot be read

bool can_be_shown(const std::string& text) {
  return !text.empty() && text.size() <= kLongest && text.find_first_of("\t\n\r") == std::string::npos;
}

// Averages all heads and layers of the first part that have the same labels.
AttentionMap one_map(const Shown& shown) {
  if (shown.maps.empty()) return {};
  std::vector<AttentionMap> alike;
  for (const AttentionMap& map : shown.maps) {
    const AttentionMap& first = shown.maps[0];
    if (map.part == first.part && map.rows == first.rows && map.columns == first.columns)
      alike.push_back(map);
  }
  return mean_of_heads(alike);
}

}  // namespace

std::vector<Pair> choose_pairs(const RunOutputs& outputs) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < outputs.sources.size(); ++i)
    if (can_be_shown(outputs.sources[i]) && !outputs.references[i].empty() &&
        can_be_shown(outputs.references[i][0]))
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return outputs.sources[a].size() < outputs.sources[b].size();
  });
  std::vector<Pair> pairs;
  for (std::size_t percent : {10, 50, 90}) {
    if (order.empty()) break;
    std::size_t i = order[(order.size() - 1) * percent / 100];
    Pair pair{outputs.sources[i], outputs.references[i][0]};
    if (std::find(pairs.begin(), pairs.end(), pair) == pairs.end()) pairs.push_back(pair);
  }
  return pairs;
}

Pair pair_of(const std::string& typed, const RunOutputs& outputs, const RunFiles& model, const Watch& watch) {
  std::size_t tab = typed.find('\t');
  if (tab != std::string::npos) return {typed.substr(0, tab), typed.substr(tab + 1)};
  for (std::size_t i = 0; i < outputs.sources.size(); ++i)
    if (outputs.sources[i] == typed && !outputs.references[i].empty())
      return {typed, outputs.references[i][0]};
  fs::path asked = model.folder / "sentence.txt", answer = model.folder / "sentence.out";
  write_file(asked, typed + "\n");
  ChildResult ended =
      run_child({ChildProgram::heed, {"run", model.model().string()}, asked, answer, model.log()}, watch);
  std::string text = fs::exists(answer) ? read_file(answer) : "";
  fs::remove(asked);
  fs::remove(answer);
  if (ended.code != 0) throw InputError("--sentence '" + typed + "': " + ended.error);
  return {typed, text.substr(0, text.find('\n'))};
}

Maps maps_of(const RunFiles& files, std::span<const Pair> pairs, const Watch& watch) {
  std::string text;
  for (const Pair& pair : pairs) text += pair.source + "\t" + pair.target + "\n";
  bool made = fs::exists(files.maps()) && fs::exists(files.pairs()) && read_file(files.pairs()) == text;
  if (!made) {
    fs::remove(files.maps());
    write_file(files.pairs(), text);
    ChildResult ended =
        run_child({ChildProgram::heed,
                   {"run", files.model().string(), "--given", "--attention", files.maps().string()},
                   files.pairs(),
                   "/dev/null",
                   files.log()},
                  watch);
    const std::string asked = "heed run --attention: ";
    if (ended.code != 0)
      return {{}, ended.error.starts_with(asked) ? ended.error.substr(asked.size()) : ended.error};
  }
  Maps maps;
  for (const Shown& shown : from_json(read_file(files.maps()))) maps.maps.push_back(one_map(shown));
  if (maps.maps.size() != pairs.size()) return {{}, "its attention file has another number of sentences"};
  return maps;
}

}  // namespace heed::cli
