#include "heed/data/generators/symbols.h"

#include <algorithm>
#include <unordered_set>

namespace heed {
namespace {

using Numbers = std::vector<std::size_t>;

// In letters, as many as the largest number needs.
std::string symbol(std::size_t number, std::size_t symbols) {
  std::string text;
  for (std::size_t rest = symbols - 1; text.empty() || rest > 0; rest /= 26) {
    text.insert(text.begin(), static_cast<char>('a' + number % 26));
    number /= 26;
  }
  return text;
}

Numbers drawn(const SymbolsOptions& options, int64_t length, Draws& draws) {
  bool once = !options.repeats && length <= options.symbols;
  Numbers numbers;
  std::unordered_set<std::size_t> seen;
  while (static_cast<int64_t>(numbers.size()) < length) {
    std::size_t number = draws.below(static_cast<std::size_t>(options.symbols));
    if (!once || seen.insert(number).second) numbers.push_back(number);
  }
  return numbers;
}

std::string text_of(const Numbers& numbers, int64_t symbols) {
  std::string text;
  for (std::size_t number : numbers)
    text += (text.empty() ? "" : " ") + symbol(number, static_cast<std::size_t>(symbols));
  return text;
}

// Random symbols, and what `arrange` makes of them.
template <class Arrange>
std::unique_ptr<RecordReader> open_symbols(const SymbolsOptions& options, const char* type, Split split,
                                           Arrange arrange) {
  auto write = [options, arrange](Draws& draws, const Wanted& wanted) -> std::optional<MadeLine> {
    Numbers numbers = drawn(options, wanted.length, draws);
    MadeLine line{text_of(numbers, options.symbols), ""};
    if (!wanted.allows(line.source)) return std::nullopt;
    arrange(numbers);
    line.target = text_of(numbers, options.symbols);
    return line;
  };
  return made_reader(options, {type, "symbols", write}, split);
}

}  // namespace

std::unique_ptr<RecordReader> ReversalOptions::open(Split split) const {
  return open_symbols(*this, kType, split, [](Numbers& n) { std::reverse(n.begin(), n.end()); });
}

std::unique_ptr<RecordReader> SortingOptions::open(Split split) const {
  return open_symbols(*this, kType, split, [](Numbers& n) { std::sort(n.begin(), n.end()); });
}

}  // namespace heed
