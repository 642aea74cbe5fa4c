#include "heed/data/generators/symbols.h"

#include <algorithm>
#include <unordered_set>

namespace heed {
namespace {

using Numbers = std::vector<std::size_t>;

// Writes a number in letters, as many as the largest number needs.
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

// A line of random symbols and the result of `arrange`.
template <class Arrange>
std::unique_ptr<RecordReader> open_symbols(const SymbolsOptions& options, const char* type, Split split,
                                           Arrange arrange) {
  auto write = [options, arrange](Draws& draws, const LineRequest& request) -> std::optional<GeneratedLine> {
    Numbers numbers = drawn(options, request.length, draws);
    std::string source = text_of(numbers, options.symbols);
    if (!request.allows(source)) return std::nullopt;
    arrange(numbers);
    return GeneratedLine{{source, text_of(numbers, options.symbols)}};
  };
  return generated_reader(options, {type, "symbols", write}, split);
}

}  // namespace

std::unique_ptr<RecordReader> ReversalOptions::open(Split split) const {
  return open_symbols(*this, kType, split, [](Numbers& n) { std::reverse(n.begin(), n.end()); });
}

std::unique_ptr<RecordReader> SortingOptions::open(Split split) const {
  return open_symbols(*this, kType, split, [](Numbers& n) { std::sort(n.begin(), n.end()); });
}

}  // namespace heed
