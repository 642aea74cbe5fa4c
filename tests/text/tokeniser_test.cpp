#include <gtest/gtest.h>

#include "damage.h"
#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/base/random.h"
#include "heed/text/pieces.h"
#include "heed/text/tokenisers.h"
#include "heed/text/utf8.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

constexpr int64_t kAll = 1000, kSize = 42;

std::unique_ptr<Tokeniser> learnt(const TokeniserOptions& options, const std::vector<std::string>& texts) {
  auto tokeniser = std::visit([](const auto& o) { return o.make(); }, options);
  for (const std::string& text : texts) tokeniser->observe(text, kAll);
  tokeniser->settle("task.source");
  return tokeniser;
}

std::vector<std::string> texts_of(std::span<const Token> tokens) {
  std::vector<std::string> texts;
  for (const Token& token : tokens) texts.push_back(token.text);
  return texts;
}

std::string bytes_of(const std::string& text, const Token& token) {
  return text.substr(static_cast<std::size_t>(token.begin),
                     static_cast<std::size_t>(token.end - token.begin));
}

std::string restored(const Tokeniser& tokeniser, const std::string& text) {
  return tokeniser.decode(tokeniser.encode(text, kAll).ids).text;
}

WordsOptions separate() {
  WordsOptions options;
  options.punctuation = "separate";
  return options;
}

TEST(Characters, KeepTheBytesTheyStandFor) {
  std::string text = "é 中x";
  auto tokens = learnt(CharactersOptions{}, {text})->encode(text, kAll).tokens;
  ASSERT_EQ(tokens.size(), 4U);
  for (const Token& token : tokens) EXPECT_EQ(bytes_of(text, token), token.text);
  EXPECT_EQ(tokens[0].word, 0);
  EXPECT_EQ(tokens[1].word, -1);
  EXPECT_EQ(tokens[2].word, 1);
  EXPECT_EQ(tokens[3].word, 1);
}

TEST(Tokeniser, StopsAtTheLimitAndSaysSo) {
  for (const TokeniserOptions& options : {TokeniserOptions(CharactersOptions{}),
                                          TokeniserOptions(WordsOptions{}), TokeniserOptions(separate())}) {
    auto tokeniser = learnt(options, {"a a a"});
    EXPECT_FALSE(tokeniser->encode("a a a", 5).cut);
    Sequence cut = tokeniser->encode("a a a", 2);
    EXPECT_TRUE(cut.cut);
    EXPECT_EQ(cut.ids.size(), 2U);
  }
}

TEST(Tokeniser, DecodesSilentTokensToNoBytesAndUnknownOnesToTheirName) {
  auto tokeniser = learnt(CharactersOptions{}, {"ab"});
  int32_t a = tokeniser->vocabulary().id("a"), b = tokeniser->vocabulary().id("b");
  Decoded decoded = tokeniser->decode(
      std::vector<int32_t>{Vocabulary::kStart, a, Vocabulary::kUnknown, b, Vocabulary::kEnd});
  EXPECT_EQ(decoded.text, "a<unk>b");
  ASSERT_EQ(decoded.tokens.size(), 5U);
  EXPECT_EQ(decoded.tokens[0].end, 0);
  EXPECT_EQ(decoded.tokens[3].begin, 6);
  EXPECT_EQ(decoded.tokens[4].begin, 7);
  EXPECT_EQ(decoded.tokens[4].end, 7);
  EXPECT_EQ(decoded.tokens[4].text, "</s>");
}

TEST(Words, AreWhatWhiteSpaceSeparates) {
  auto tokeniser = learnt(WordsOptions{}, {"K AO1 R S"});
  std::string text = " K  AO1\tR ";
  Sequence sequence = tokeniser->encode(text, kAll);
  EXPECT_EQ(texts_of(sequence.tokens), (std::vector<std::string>{"K", "AO1", "R"}));
  for (const Token& token : sequence.tokens) EXPECT_EQ(bytes_of(text, token), token.text);
  EXPECT_EQ(sequence.tokens[2].word, 2);
  Decoded decoded = tokeniser->decode(sequence.ids);
  EXPECT_EQ(decoded.text, "K AO1 R");
  EXPECT_EQ(decoded.tokens[1].begin, 2);
  EXPECT_EQ(decoded.tokens[2].word, 2);
}

TEST(Words, LowercasedKeepTheBytesOfTheOriginal) {
  WordsOptions options;
  options.lowercase = true;
  std::string text = "İSTANBUL Ǆ ΟΔΟΣ";
  auto tokens = learnt(options, {text})->encode(text, kAll).tokens;
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[0].text, "i̇stanbul");
  EXPECT_EQ(bytes_of(text, tokens[0]), "İSTANBUL");
  EXPECT_EQ(bytes_of(text, tokens[1]), "Ǆ");
  EXPECT_EQ(tokens[2].text, "οδος");
  EXPECT_EQ(bytes_of(text, tokens[2]), "ΟΔΟΣ");
}

TEST(SeparateWords, MarkPunctuationAndLeaveWordsAlone) {
  auto split = [](const std::string& text) {
    return texts_of(learnt(separate(), {text})->encode(text, kAll).tokens);
  };
  EXPECT_EQ(split("(Hello), world!"), (std::vector<std::string>{"(￭", "Hello", "￭)", "￭,", "world", "￭!"}));
  EXPECT_EQ(split("don't"), (std::vector<std::string>{"don", "￭'￭", "t"}));
  EXPECT_EQ(split("我有 3个。"), (std::vector<std::string>{"我", "有", "3", "￭个", "。"}));
  EXPECT_EQ(split("中 国"), (std::vector<std::string>{"中", "▁国"}));
  EXPECT_EQ(split("a \\ ￭"), (std::vector<std::string>{"a", "\\\\", "\\￭"}));
}

TEST(SeparateWords, RestoreEveryText) {
  const std::vector<std::string> parts = {
      "a", "Z9",           " ", " ", " ",  ".", "\\", "￭", "▁", "中", "国", "。", "-", "\t", "\xC2\xA0",
      "é", "\xE3\x80\x80", "😀", "́",  "カ", "ﬁ"};
  Random random(1, "separate words");
  for (uint64_t i = 0; i < 5000; ++i) {
    std::string text;
    uint64_t length = random.below(i << 8, 12);
    for (uint64_t j = 1; j <= length; ++j) text += parts[random.below((i << 8) + j, parts.size())];
    auto tokeniser = learnt(separate(), {text});
    Sequence sequence = tokeniser->encode(text, kAll);
    Decoded decoded = tokeniser->decode(sequence.ids);
    ASSERT_EQ(decoded.text, text);
    for (std::size_t t = 0; t < sequence.tokens.size(); ++t) {
      ASSERT_EQ(decoded.tokens[t].begin, sequence.tokens[t].begin) << text;
      ASSERT_EQ(decoded.tokens[t].end, sequence.tokens[t].end) << text;
      ASSERT_EQ(decoded.tokens[t].word, sequence.tokens[t].word) << text;
    }
  }
}

// Enough made-up sentences to learn pieces from.
std::vector<std::string> sentences() {
  const std::vector<std::string> words = {"the",     "house", "houses", "garden", "gardener", "green",
                                          "greener", "sees",  "Äpfel",  "walks",  "walking",  "talking",
                                          "talks",   "中国",  "中国人", "of",     "."};
  Random random(1, "sentences");
  std::vector<std::string> lines;
  for (uint64_t i = 0; i < 300; ++i) {
    std::string line;
    for (uint64_t j = 0; j < 8; ++j) line += (j ? " " : "") + words[random.below(i * 8 + j, words.size())];
    lines.push_back(line);
  }
  return lines;
}

SentencePieceOptions pieces(const std::string& model) {
  SentencePieceOptions options;
  options.model = model;
  options.size = kSize;
  return options;
}

class SentencePieces : public testing::TestWithParam<std::string> {
 protected:
  SentencePieceOptions options_ = pieces(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Both, SentencePieces, testing::Values("unigram", "bpe"),
                         [](const auto& test) { return test.param; });

TEST_P(SentencePieces, GiveTheSameBytesTwiceAndOurSpecialTokens) {
  auto once = learnt(options_, sentences()), twice = learnt(options_, sentences());
  EXPECT_EQ(once->bytes(), twice->bytes());
  EXPECT_EQ(once->vocabulary().size(), kSize);
  EXPECT_EQ(once->vocabulary().token(Vocabulary::kEnd), "</s>");
  auto read = std::visit([](const auto& o) { return o.make(); }, TokeniserOptions(options_));
  read->load(once->bytes(), "m.spm");
  EXPECT_EQ(read->encode("the house", kAll).ids, once->encode("the house", kAll).ids);
  EXPECT_EQ(read->bytes(), once->bytes());
}

TEST_P(SentencePieces, RestoreTextToTheByteWithItsRangesAndWords) {
  auto tokeniser = learnt(options_, sentences());
  for (const std::string text : {"the gardener walks .", "  two  spaces ", "", " ", "中国 Äpfel", "the"}) {
    std::string known = text == "  two  spaces " ? "  the  of " : text;
    Sequence sequence = tokeniser->encode(known, kAll);
    Decoded decoded = tokeniser->decode(sequence.ids);
    EXPECT_EQ(decoded.text, known);
    int64_t at = 0;
    for (std::size_t i = 0; i < sequence.tokens.size(); ++i) {
      const Token& token = sequence.tokens[i];
      EXPECT_EQ(token.begin, at);
      at = token.end;
      EXPECT_EQ(token.begin, decoded.tokens[i].begin);
      EXPECT_EQ(token.end, decoded.tokens[i].end);
      EXPECT_EQ(token.word, decoded.tokens[i].word);
      EXPECT_EQ(token.text, decoded.tokens[i].text);
    }
    EXPECT_EQ(at, static_cast<int64_t>(known.size()));
  }
  Sequence sequence = tokeniser->encode("the gardener", kAll);
  EXPECT_EQ(sequence.tokens.front().word, 0);
  EXPECT_EQ(sequence.tokens.back().word, 1);
}

TEST_P(SentencePieces, NameWhatTheyDoNotKnowByItsText) {
  auto tokeniser = learnt(options_, sentences());
  Sequence sequence = tokeniser->encode("the Ж of", kAll);
  auto unknown = std::find(sequence.ids.begin(), sequence.ids.end(), Vocabulary::kUnknown);
  ASSERT_NE(unknown, sequence.ids.end());
  EXPECT_EQ(sequence.tokens[static_cast<std::size_t>(unknown - sequence.ids.begin())].text, "Ж");
  EXPECT_EQ(tokeniser->join(texts_of(sequence.tokens)).text, "the Ж of");
}

TEST_P(SentencePieces, FallBackToBytesThatAllStandForTheirCharacter) {
  options_.byte_fallback = true;
  options_.size = 256 + kSize;
  auto tokeniser = learnt(options_, sentences());
  std::string text = "the Ж😀";
  Sequence sequence = tokeniser->encode(text, kAll);
  Decoded decoded = tokeniser->decode(sequence.ids);
  EXPECT_EQ(decoded.text, text);
  for (std::size_t i = 0; i < sequence.tokens.size(); ++i) {
    EXPECT_EQ(sequence.tokens[i].begin, decoded.tokens[i].begin);
    EXPECT_EQ(sequence.tokens[i].end, decoded.tokens[i].end);
  }
  EXPECT_EQ(bytes_of(text, sequence.tokens.back()), "😀");
  sequence.ids.pop_back();  // half a character
  Decoded broken = tokeniser->decode(sequence.ids);
  EXPECT_EQ(broken.text, "the Ж\xEF\xBF\xBD");
  EXPECT_EQ(bytes_of(broken.text, broken.tokens.back()), "\xEF\xBF\xBD");
}

TEST_P(SentencePieces, FoldedStillPointAtTheOriginal) {
  options_.normalisation = "nfkc";
  options_.lowercase = true;
  auto tokeniser = learnt(options_, sentences());
  std::string text = "  ＴＨＥ　 Of";
  Sequence sequence = tokeniser->encode(text, kAll);
  EXPECT_EQ(tokeniser->decode(sequence.ids).text, "the of");
  std::string covered;
  for (const Token& token : sequence.tokens) covered += bytes_of(text, token);
  EXPECT_EQ(covered, "ＴＨＥ　 Of");
  EXPECT_EQ(sequence.tokens.back().word, 1);
}

TEST_P(SentencePieces, CutAMegabyteLineWithoutReadingAllOfIt) {
  auto tokeniser = learnt(options_, sentences());
  Sequence sequence = tokeniser->encode(std::string(10'000'000, 'g'), 100);
  EXPECT_TRUE(sequence.cut);
  EXPECT_EQ(sequence.ids.size(), 100U);
}

TEST_P(SentencePieces, LearnFromLinesLongerThanTheTrainerTakes) {
  std::string line;
  for (const std::string& sentence : sentences()) line += sentence + " ";
  ASSERT_GT(line.size(), 10'000U);
  auto tokeniser = std::visit([](const auto& o) { return o.make(); }, TokeniserOptions(options_));
  tokeniser->observe(line, 100'000);
  tokeniser->settle("task.source");
  EXPECT_EQ(tokeniser->vocabulary().size(), kSize);
  EXPECT_EQ(restored(*tokeniser, "the gardener"), "the gardener");
}

TEST_P(SentencePieces, SurviveTextThatHasLittleToTeach) {
  for (const std::vector<std::string>& texts : std::vector<std::vector<std::string>>{{"a"},
                                                                                     {"a", "a"},
                                                                                     {"ab"},
                                                                                     {" a "},
                                                                                     {std::string(9000, 'a')},
                                                                                     {"中"},
                                                                                     {"▁"},
                                                                                     {"▅"},
                                                                                     {"a ▅ b"},
                                                                                     {"a\tb"},
                                                                                     {"<s>", "</s> <unk>"}}) {
    auto tokeniser = learnt(options_, texts);
    EXPECT_LE(tokeniser->vocabulary().size(), kSize);
    EXPECT_FALSE(tokeniser->encode("a b", kAll).ids.empty());
  }
}

TEST_P(SentencePieces, AreRefusedWithARemedy) {
  options_.size = 10;
  EXPECT_CONTAINS(message_of<InputError>([&] { learnt(options_, sentences()); }),
                  "task.source.size: expected at least ");
  EXPECT_CONTAINS(message_of<InputError>([&] { learnt(options_, {""}); }),
                  "task.source: there is no text to learn pieces from");
  auto tokeniser = learnt(pieces("bpe"), sentences());
  EXPECT_CONTAINS(message_of<FileError>([&] { tokeniser->load("nonsense", "m.spm"); }),
                  "m.spm: expected a SentencePiece model");
}

// Models of ours, and of SentencePiece's own defaults, which hold a table of what is folded into what.
TEST_P(SentencePieces, OfADamagedFileAreRefusedWithItsNameOrUsed) {
  options_.byte_fallback = true;
  options_.size = 400;
  std::string error;
  const std::string ours = learnt(options_, sentences())->bytes(),
                    theirs = piece_library().train({{"model_type", GetParam()},
                                                    {"vocab_size", std::to_string(kSize)},
                                                    {"minloglevel", "3"},
                                                    {"hard_vocab_limit", "false"}},
                                                   sentences(), error);
  Damage damage("sentencepiece." + GetParam());
  for (int i = 0; i < 4000; ++i) {
    auto tokeniser = options_.make();
    try {
      tokeniser->load(damage.to_bytes(i % 2 == 0 ? ours : theirs), "m.spm");
      tokeniser->decode(tokeniser->encode("the ｇａｒｄｅｎ… → Ж", kAll).ids, {});
    } catch (const FileError& refusal) {
      EXPECT_CONTAINS(std::string(refusal.what()), "m.spm: expected a SentencePiece model");
    }
  }
}

TEST_P(SentencePieces, OfAFileAreUsedAsTheyAre) {
  TemporaryDirectory folder;
  auto tokeniser = learnt(options_, sentences());
  write_file(folder / "m.model", tokeniser->bytes());
  SentencePieceOptions other;
  other.file = (folder / "m.model").string();
  auto same = learnt(other, {"whatever"});
  EXPECT_EQ(same->bytes(), tokeniser->bytes());
  EXPECT_EQ(restored(*same, "the garden"), "the garden");
}

TEST_P(SentencePieces, OfAFileMadeElsewhereGetOurNumbersAndKeepTheirNormalisation) {
  TemporaryDirectory folder;
  std::string error;
  // SentencePiece's own defaults: unknown 0, start 1, end 2, no padding, and full-width letters folded.
  std::string bytes = piece_library().train({{"model_type", GetParam()},
                                             {"vocab_size", std::to_string(kSize)},
                                             {"minloglevel", "3"},
                                             {"hard_vocab_limit", "false"}},
                                            sentences(), error);
  ASSERT_EQ(error, "");
  write_file(folder / "m.model", bytes);
  SentencePieceOptions other;
  other.file = (folder / "m.model").string();
  auto tokeniser = learnt(other, {"whatever"});
  std::string text = "the  ｇａｒｄｅｎ… Ж";
  Sequence sequence = tokeniser->encode(text, kAll);
  EXPECT_EQ(sequence.ids.back(), Vocabulary::kUnknown);
  for (int32_t id : sequence.ids) EXPECT_FALSE(Vocabulary::is_silent(id));
  EXPECT_EQ(restored(*tokeniser, "the garden"), "the garden");
  EXPECT_TRUE(restored(*tokeniser, text).starts_with("the garden...")) << restored(*tokeniser, text);
  for (const Token& token : sequence.tokens) {
    if (token.text != ".") continue;
    EXPECT_EQ(bytes_of(text, token), "…");
  }
}

}  // namespace
}  // namespace heed
