#include "heed/data/generators/generator.h"

#include "heed/base/error.h"

namespace heed {
namespace {

class GeneratedLines : public RecordReader {
 public:
  GeneratedLines(const std::string& name, int64_t lines, std::function<GeneratedLine(int64_t)> make)
      : name_(name), lines_(lines), make_(std::move(make)) {}
  std::string name() const override { return name_; }
  int64_t bytes_read() const override { return next_; }
  int64_t bytes() const override { return lines_; }

 protected:
  bool read(Record& record) override {
    if (next_ == lines_) return false;
    GeneratedLine line = make_(next_++);
    record = {std::move(line.columns), name_, next_, std::move(line.alignment)};
    return true;
  }

 private:
  std::string name_;
  int64_t lines_, next_ = 0;
  std::function<GeneratedLine(int64_t)> make_;
};

struct Range {
  int64_t shortest, longest;
  int64_t size() const { return longest - shortest + 1; }
};

Range lengths_of(const LengthsOptions& options, const std::string& type, Split split) {
  bool dev = split == Split::dev;
  int64_t shortest = dev && options.dev_shortest > 0 ? options.dev_shortest : options.shortest;
  int64_t longest = dev && options.dev_longest > 0 ? options.dev_longest : options.longest;
  if (shortest <= longest) return {shortest, longest};
  std::string prefix = dev ? "dev_" : "";
  throw OptionError("the generator '" + type + "': expected " + prefix + "shortest to be at most " + prefix +
                    "longest, found " + std::to_string(shortest) + " and " + std::to_string(longest));
}

}  // namespace

bool LineRequest::allows(std::string_view what) const {
  return (held_out.uniform(hash_name(what)) < 0.1) == (split == Split::dev);
}

std::string generated_name(const std::string& type, Split split) {
  return "built-in " + type + (split == Split::train ? " (train)" : " (dev)");
}

std::unique_ptr<RecordReader> lines_reader(const std::string& name, int64_t lines,
                                           std::function<GeneratedLine(int64_t line)> make) {
  return std::make_unique<GeneratedLines>(name, lines, std::move(make));
}

std::unique_ptr<RecordReader> generated_reader(const LengthsOptions& options, const GeneratedSet& set,
                                               Split split) {
  Range lengths = lengths_of(options, set.type, split);
  auto seed = static_cast<uint64_t>(options.seed);
  Random held_out(seed, set.draws + " held out");
  auto make = [=](int64_t line) {
    Random random =
        Noise{seed, static_cast<uint64_t>(line), static_cast<uint64_t>(split), true}.at(set.draws);
    auto size = static_cast<uint64_t>(lengths.size());
    uint64_t beyond = split == Split::dev ? static_cast<uint64_t>(line) % size : random.below(0, size);
    LineRequest request{split, lengths.shortest + static_cast<int64_t>(beyond), held_out};
    constexpr uint64_t kAttempts = 10'000;
    for (uint64_t attempt = 1; attempt <= kAttempts; ++attempt) {
      Draws draws(random, attempt << 32);
      if (std::optional<GeneratedLine> drawn = set.write(draws, request)) return std::move(*drawn);
    }
    throw OptionError("the generator '" + set.type + "': there are too few different inputs of " +
                      std::to_string(request.length) +
                      " words to hold some of them out; ask for longer ones");
  };
  return lines_reader(generated_name(set.type, split),
                      split == Split::train ? options.lines : options.dev_lines, make);
}

std::string syllable_word(int64_t n, std::span<const char* const> onsets) {
  constexpr std::string_view kVowels = "aeiou";
  auto rest = static_cast<std::size_t>(n);
  std::string word;
  for (int syllable = 0; syllable < 2 || rest > 0; ++syllable) {
    word += onsets[rest % onsets.size()];
    rest /= onsets.size();
    word += kVowels[rest % kVowels.size()];
    rest /= kVowels.size();
  }
  return word;
}

}  // namespace heed
