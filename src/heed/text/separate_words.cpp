#include "heed/text/separate_words.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "heed/text/utf8.h"

namespace heed {
namespace {

constexpr std::string_view kTouches = "\xEF\xBF\xAD" /* ￭ */, kSpace = "\xE2\x96\x81" /* ▁ */, kEscape = "\\";

enum class Kind { word, symbol, wide };

bool is_wide(int32_t point) {
  if ((point >= 0x3000 && point <= 0x303F) || (point >= 0xFF01 && point <= 0xFF60)) return true;
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript(point, &status);
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA;
}

Kind kind_of(int32_t point) {
  if (point < 0) return Kind::word;
  if (is_wide(point)) return Kind::wide;
  constexpr uint32_t kApart = U_GC_P_MASK | U_GC_S_MASK | U_GC_Z_MASK | U_GC_CC_MASK;
  return (U_GET_GC_MASK(point) & kApart) != 0 ? Kind::symbol : Kind::word;
}

// A token without its marks, and whether a space separates it from the one before.
struct Core {
  int64_t begin, end;
  Kind kind;
  bool spaced;
  bool left = false, right = false;  // marked as touching
};

// Marks tokens that do not have the default spacing. Of two tokens the word stays unmarked.
void mark(Core& before, Core& after) {
  bool wide = before.kind == Kind::wide && after.kind == Kind::wide;
  if (after.spaced || wide) return;
  if (after.kind == Kind::symbol) {
    after.left = true;
  } else if (before.kind == Kind::symbol) {
    before.right = true;
  } else if (after.kind == Kind::wide) {
    after.left = true;
  } else {
    before.right = true;
  }
}

std::vector<Core> cores_of(std::string_view text, int64_t limit) {
  std::vector<Core> cores;
  auto size = static_cast<int64_t>(text.size());
  bool space = false;  // the last character parts two tokens
  for (int64_t at = 0; at < size;) {
    int64_t begin = at;
    int32_t point = next_code_point(text, at);
    if (point == ' ' && !cores.empty() && !space && at < size) {
      space = true;
      continue;
    }
    Kind kind = kind_of(point);
    bool grows = kind == Kind::word && !space && !cores.empty() && cores.back().kind == Kind::word;
    if (grows) {
      cores.back().end = at;
    } else {
      // One token more than asked for, because the right mark of the last one depends on it.
      if (static_cast<int64_t>(cores.size()) > limit) break;
      cores.push_back({begin, at, kind, space});
      if (cores.size() > 1) mark(cores[cores.size() - 2], cores.back());
    }
    space = false;
  }
  if (static_cast<int64_t>(cores.size()) > limit) cores.resize(static_cast<std::size_t>(limit));
  return cores;
}

std::string escaped(std::string_view core) {
  bool looks_like_a_mark = core == kTouches || core == kSpace || core == kEscape;
  return (looks_like_a_mark ? std::string(kEscape) : "") + std::string(core);
}

// The parts of a token.
struct Parsed {
  std::string core;
  bool left = false, right = false, spaced = false, wide = false;
};

Parsed parse(std::string_view token) {
  Parsed parsed;
  parsed.left = token.size() > kTouches.size() && token.starts_with(kTouches);
  parsed.spaced = token.size() > kSpace.size() && token.starts_with(kSpace);
  if (parsed.left || parsed.spaced) token.remove_prefix(kTouches.size());
  bool is_escaped = token.size() > kEscape.size() && token.starts_with(kEscape);
  if (is_escaped) token.remove_prefix(kEscape.size());
  int64_t at = 0;
  parsed.wide = is_wide(next_code_point(token, at));
  if (static_cast<int64_t>(token.size()) > at && token.ends_with(kTouches)) {
    parsed.right = true;
    token.remove_suffix(kTouches.size());
  }
  parsed.core = token;
  return parsed;
}

struct SeparateWords : Segmenter {
  std::vector<Token> split(std::string_view text, int64_t limit) const override {
    std::vector<Token> tokens;
    std::vector<Core> cores = cores_of(text, limit);
    std::vector<int32_t> words =
        word_numbers(text.substr(0, cores.empty() ? 0 : static_cast<std::size_t>(cores.back().end)));
    for (std::size_t i = 0; i < cores.size(); ++i) {
      const Core& core = cores[i];
      bool parted = core.spaced && core.kind == Kind::wide && cores[i - 1].kind == Kind::wide;
      std::string token(core.left ? kTouches : parted ? kSpace : "");
      token += escaped(
          text.substr(static_cast<std::size_t>(core.begin), static_cast<std::size_t>(core.end - core.begin)));
      if (core.right) token += kTouches;
      tokens.push_back({std::move(token), core.begin, core.end, first_word(words, core.begin, core.end)});
    }
    return tokens;
  }

  Decoded join(std::span<const std::string> tokens) const override {
    Decoded joined;
    Parsed before;
    for (const std::string& token : tokens) {
      Parsed parsed = parse(token);
      bool touches = before.right || parsed.left || (before.wide && parsed.wide && !parsed.spaced);
      if (!joined.tokens.empty() && !touches) joined.text += ' ';
      auto begin = static_cast<int64_t>(joined.text.size());
      joined.text += parsed.core;
      joined.tokens.push_back({token, begin, static_cast<int64_t>(joined.text.size()), -1});
      before = std::move(parsed);
    }
    std::vector<int32_t> words = word_numbers(joined.text);
    for (Token& token : joined.tokens) token.word = first_word(words, token.begin, token.end);
    return joined;
  }
};

}  // namespace

std::unique_ptr<Segmenter> separate_words() {
  return std::make_unique<SeparateWords>();
}

}  // namespace heed
