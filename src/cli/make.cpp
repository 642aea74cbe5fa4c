#include <algorithm>
#include <cstdio>

#include "cli/signals.h"
#include "cli/verbs.h"
#include "heed/base/edit_distance.h"
#include "heed/base/files.h"
#include "heed/data/generators/generators.h"

namespace heed::cli {
namespace {

// The first word chooses the set, and thus the other flags: the set's options in a recipe, except the numbers
// of lines of the two splits, which `--lines` replaces.
template <class Set>
struct MakeOptions {
  std::string type, split = "train", alignment;
  int64_t lines = 0;
  Set set;
  static void arguments(auto& o, auto&& f) { f("TYPE", o.type, "which set"); }
  static void fields(auto& o, auto&& f) {
    f("lines", o.lines, "number of lines; 0 = as in a recipe", count_from(0));
    f("split", o.split, "train, or the held-out dev", one_of({"train", "dev"}));
    f("alignment", o.alignment,
      "file to write the word alignments of the lines to (\"0-0 1-2\"), for sets that have them");
    Set::fields(o.set, [&](const std::string& name, auto& value, const char* help, const Rule& rule = {}) {
      if (name == "lines" || name == "dev_lines") return;
      std::string flag = name;
      std::replace(flag.begin(), flag.end(), '_', '-');
      f(flag.c_str(), value, help, rule);
    });
  }
};

void print(RecordReader& records, FileWriter* alignments) {
  for (Record record; records.next(record);) {
    if (alignments != nullptr && record.alignment.empty())
      throw OptionError("heed make: --alignment: expected a set with alignments, such as aligned, found " +
                        records.name());
    std::printf("%s\n", join_names(record.columns, "\t").c_str());
    require_written();
    if (alignments != nullptr) alignments->write(record.alignment + "\n");
  }
}

template <class Set>
int make_set(Words words) {
  auto read = read_verb<MakeOptions<Set>>(kMake, words);
  if (!read) return 0;
  MakeOptions<Set>& options = *read;
  Split split = options.split == "dev" ? Split::dev : Split::train;
  if (options.lines > 0) options.set.lines = options.set.dev_lines = options.lines;
  std::unique_ptr<RecordReader> records = options.set.open(split);
  if (options.alignment.empty()) return print(*records, nullptr), 0;
  require_writable(options.alignment);
  FileWriter alignments(options.alignment);
  print(*records, &alignments);
  alignments.finish();
  return 0;
}

using Make = std::pair<std::string, int (*)(Words)>;

// The makers of all sets of the variant except its first, NoGeneratorOptions.
template <class None, class... Set>
std::vector<Make> sets_of(const std::variant<None, Set...>*) {
  return {{Set::kType, make_set<Set>}...};
}

}  // namespace

int make(Words words) {
  const std::vector<Make> sets = sets_of(static_cast<const GeneratorOptions*>(nullptr));
  std::vector<std::string> names;
  for (const auto& [name, run] : sets) {
    if (!words.empty() && words[0] == name) return run(words);
    names.push_back(name);
  }
  std::string all = join_names(names, ", ");
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) {
    std::printf(
        "usage: heed make TYPE …\n\n%s\n\nTYPE is one of %s; 'heed make TYPE --help' lists its flags\n",
        kMake.summary.c_str(), all.c_str());
    return 0;
  }
  std::string found = words.empty() ? "none" : "'" + words[0] + "'";
  auto guess = words.empty() ? std::nullopt : nearest_name(words[0], names);
  throw OptionError("heed make: expected a set first, one of " + all + ", found " + found +
                    (guess ? "; did you mean '" + *guess + "'?" : ""));
}

}  // namespace heed::cli
