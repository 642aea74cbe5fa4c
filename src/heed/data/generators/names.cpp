#include "heed/data/generators/names.h"

namespace heed {
namespace {

struct Words {
  const char *source, *target;
};

constexpr std::array<Words, 6> kMeetings = {{{"saw", "vidal"},
                                             {"met", "rekal"},
                                             {"called", "klamal"},
                                             {"thanked", "dankal"},
                                             {"followed", "sekal"},
                                             {"helped", "hilfal"}}};
constexpr std::array<Words, 4> kStays = {
    {{"lives", "dimoral"}, {"works", "labural"}, {"was born", "naskal"}, {"sings", "kantal"}}};
constexpr std::array<Words, 8> kThings = {{{"letter", "epis"},
                                           {"book", "bok"},
                                           {"lamp", "lum"},
                                           {"boat", "nav"},
                                           {"map", "kart"},
                                           {"stone", "petra"},
                                           {"ring", "anel"},
                                           {"coat", "manta"}}};
constexpr std::array<Words, 6> kQualities = {
    {{"old", "vet"}, {"new", "nov"}, {"red", "rud"}, {"small", "min"}, {"heavy", "grav"}, {"green", "ver"}}};
constexpr std::array<Words, 4> kTimes = {
    {{"today", "hodi"}, {"at night", "nokte"}, {"in spring", "verne"}, {"every year", "anue"}}};

// The meaning of the letters in a pattern: p and q are persons, l and m places, v and w verbs of the two
// kinds, t is a thing, a a quality.
constexpr std::array<Words, 8> kClauses = {{{"{p} is {a}", "{p} {a} esal"},
                                            {"the {a} {t} is from {l}", "{l} ab {t} {a} esal"},
                                            {"{p} {v} {q}", "{q} {p} {v}"},
                                            {"{p} {w} in {l}", "{l} ne {p} {w}"},
                                            {"{p} gave a {a} {t} to {q}", "{q} tu {p} {t} {a} donal"},
                                            {"the {t} of {p} is in {l}", "{l} ne {p} su {t} esal"},
                                            {"{p} {v} {q} in {l}", "{l} ne {q} {p} {v}"},
                                            {"{p} travels from {l} to {m}", "{m} tu {l} ab {p} viadal"}}};

std::string syllable(Draws& draws) {
  constexpr std::array kOnsets = {"b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z"};
  constexpr std::array kVowels = {"a", "e", "i", "o", "u"};
  constexpr std::array kCodas = {"", "", "", "n", "r", "l", "s"};
  std::string text = draws.pick(kOnsets);
  text += draws.pick(kVowels);
  return text + draws.pick(kCodas);
}

std::string name(const std::string& ending, Draws& draws) {
  std::string text = syllable(draws) + syllable(draws) + (draws.chance(0.6) ? syllable(draws) : "") + ending;
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Draws names until one may occur in this split.
std::string allowed_name(bool place, Draws& draws, const LineRequest& request) {
  constexpr std::array kEndings = {"burg", "holm", "via", "mont", "ford"};
  for (;;) {
    std::string text = name(place ? draws.pick(kEndings) : "", draws);
    if (request.allows(text)) return text;
  }
}

Words drawn(char letter, Draws& draws) {
  switch (letter) {
    case 'v':
      return draws.pick(kMeetings);
    case 'w':
      return draws.pick(kStays);
    case 't':
      return draws.pick(kThings);
    default:
      return draws.pick(kQualities);
  }
}

void replace(std::string& pattern, const std::string& slot, const std::string& text) {
  std::size_t at = pattern.find(slot);
  if (at != std::string::npos) pattern.replace(at, slot.size(), text);
}

struct Pair {
  std::string source, target;
};

Pair write_clause(Draws& draws, const LineRequest& request) {
  Words pattern = draws.pick(kClauses);
  Pair line{pattern.source, pattern.target};
  for (std::size_t at; (at = line.source.find('{')) != std::string::npos;) {
    char letter = line.source[at + 1];
    std::string slot = line.source.substr(at, 3), source, target;
    bool person = letter == 'p' || letter == 'q', place = letter == 'l' || letter == 'm';
    if (person || place) {
      source = target = allowed_name(place, draws, request);
    } else {
      Words words = drawn(letter, draws);
      source = words.source;
      target = words.target;
    }
    replace(line.source, slot, source);
    replace(line.target, slot, target);
  }
  if (!draws.chance(0.4)) return line;
  Words time = draws.pick(kTimes);
  return {line.source + " " + time.source, std::string(time.target) + " " + line.target};
}

}  // namespace

std::unique_ptr<RecordReader> NamesOptions::open(Split split) const {
  auto write = [](Draws& draws, const LineRequest& request) -> std::optional<GeneratedLine> {
    Pair line = write_clause(draws, request);
    for (int64_t clause = 1; clause < request.length; ++clause) {
      Pair next = write_clause(draws, request);
      line = {line.source + " and " + next.source, line.target + " ke " + next.target};
    }
    return GeneratedLine{{line.source + " .", line.target + " ."}};
  };
  return generated_reader(*this, {kType, kType, write}, split);
}

}  // namespace heed
