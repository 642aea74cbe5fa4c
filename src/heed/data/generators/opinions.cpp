#include "heed/data/generators/opinions.h"

namespace heed {
namespace {

struct Thing {
  const char *name, *verb;
};

constexpr std::array<Thing, 20> kThings = {
    {{"room", "was"},      {"soup", "was"},    {"staff", "were"},   {"view", "was"},    {"beds", "were"},
     {"breakfast", "was"}, {"pool", "was"},    {"waiters", "were"}, {"garden", "was"},  {"stairs", "were"},
     {"kitchen", "was"},   {"towels", "were"}, {"music", "was"},    {"coffee", "was"},  {"owner", "was"},
     {"chairs", "were"},   {"lift", "was"},    {"cakes", "were"},   {"balcony", "was"}, {"windows", "were"}}};
constexpr std::array<const char*, 16> kPraise = {
    "good",  "lovely", "clean", "tasty",  "friendly", "pleasant", "bright",   "charming",
    "quiet", "superb", "fresh", "modern", "cosy",     "helpful",  "splendid", "beautiful"};
constexpr std::array<const char*, 16> kBlame = {"bad",  "ugly", "dirty",  "stale",    "rude",   "unpleasant",
                                                "dark", "dull", "noisy",  "dreadful", "mouldy", "shabby",
                                                "cold", "slow", "horrid", "filthy"};
constexpr std::array<const char*, 4> kNegations = {"not", "never", "hardly", "by no means"};
constexpr std::array<const char*, 6> kNegatedDegrees = {"very",     "really",     "quite",
                                                        "all that", "especially", "in any way"};
constexpr std::array<const char*, 5> kDegrees = {"very", "really", "quite", "rather", "truly"};
constexpr std::array<const char*, 8> kPlaces = {"behind", "above", "below",    "opposite",
                                                "beside", "near",  "far from", "next to"};
constexpr std::array<const char*, 12> kFacts = {"we came by bus on friday", "it rained",
                                                "we paid in advance",       "there were three of us",
                                                "we left at noon",          "it was our second stay",
                                                "my sister had booked it",  "the town has two bridges",
                                                "we had driven all day",    "a dog lay at the door",
                                                "they close in winter",     "our train was at nine"};

struct Opinion {
  std::string text;  // "the soup was not very tasty"
  std::string pair;  // "not tasty"
};

Opinion draw_opinion(bool positive, Draws& draws) {
  Thing thing = draws.pick(kThings);
  bool negated = draws.chance(0.5);
  std::string negation = negated ? std::string(draws.pick(kNegations)) + " " : "", degree;
  std::string adjective = positive != negated ? draws.pick(kPraise) : draws.pick(kBlame);
  if (draws.chance(0.5))
    degree = std::string(negated ? draws.pick(kNegatedDegrees) : draws.pick(kDegrees)) + " ";
  return {std::string("the ") + thing.name + " " + thing.verb + " " + negation + degree + adjective,
          negation + adjective};
}

// Draws opinions until one may occur in this split.
Opinion draw_allowed_opinion(bool positive, Draws& draws, const LineRequest& request) {
  for (;;) {
    Opinion opinion = draw_opinion(positive, draws);
    if (request.allows(opinion.pair)) return opinion;
  }
}

// One sentence with an opinion, alone or against its opposite. In dev the opposite may be of any pair, since
// it does not decide the label.
std::string opinion_sentence(bool positive, Draws& draws, const LineRequest& request) {
  Opinion decisive = draw_allowed_opinion(positive, draws, request);
  if (!draws.chance(0.4)) return decisive.text;
  bool dev = request.split == Split::dev;
  Opinion opposite = dev ? draw_opinion(!positive, draws) : draw_allowed_opinion(!positive, draws, request);
  switch (draws.below(3)) {
    case 0:
      return "although " + opposite.text + " , " + decisive.text;
    case 1:
      return decisive.text + " , although " + opposite.text;
    default:
      return opposite.text + " , but " + decisive.text;
  }
}

std::string fact(Draws& draws) {
  if (draws.chance(0.5)) return draws.pick(kFacts);
  Thing thing = draws.pick(kThings), other = draws.pick(kThings);
  return std::string("the ") + thing.name + " " + thing.verb + " " + draws.pick(kPlaces) + " the " +
         other.name;
}

std::string review(const std::string& label, Draws& draws, const LineRequest& request) {
  auto place = static_cast<int64_t>(draws.below(static_cast<std::size_t>(request.length)));
  std::string text;
  for (int64_t sentence = 0; sentence < request.length; ++sentence) {
    bool holds_opinion = sentence == place && label != "neutral";
    std::string words = holds_opinion ? opinion_sentence(label == "positive", draws, request) : fact(draws);
    text += (text.empty() ? "" : " ") + words + " .";
  }
  return text;
}

std::optional<GeneratedLine> write(Draws& draws, const LineRequest& request) {
  constexpr std::array kLabels = {"positive", "negative", "positive", "negative", "neutral"};
  std::string label = draws.pick(kLabels);
  for (;;) {
    std::string text = review(label, draws, request);
    // A text without an opinion contains nothing that could be held out, so the whole text decides its split.
    if (label != "neutral" || request.allows(text)) return GeneratedLine{{label, text}};
  }
}

}  // namespace

std::unique_ptr<RecordReader> OpinionsOptions::open(Split split) const {
  return generated_reader(*this, {kType, kType, write}, split);
}

}  // namespace heed
