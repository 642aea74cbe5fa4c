#include <algorithm>
#include <new>
#include <stdexcept>
#include <unordered_map>

#include "heed/base/diagnostics.h"
#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/text/line_sample.h"
#include "heed/text/piece_text.h"
#include "heed/text/pieces.h"
#include "heed/text/rewritten.h"
#include "heed/text/tokenisers.h"
#include "heed/text/utf8.h"

namespace heed {
namespace {

constexpr std::string_view kReserved = "\xE2\x96\x85";  // ▅: the trainer would leave out its whole line
constexpr int64_t kSentenceBytes = 4000;  // the trainer leaves out longer ones: they are cut in parts
constexpr int64_t kPieceBytes = 64;       // a learnt piece has at most 16 characters

// Throws an error, in our own words if the reason is one that users meet.
[[noreturn]] void refuse(const std::string& error, const std::string& option, int64_t size) {
  const std::string known = "smaller than required_chars. " + std::to_string(size) + " vs ";
  if (std::size_t at = error.find(known); at != std::string::npos) {
    std::string needed =
        error.substr(at + known.size(), error.find('.', at + known.size()) - at - known.size());
    throw InputError(option + ".size: expected at least " + needed +
                     ", a piece for every character of the text, found " + std::to_string(size) +
                     "; raise it or lower " + option + ".character_coverage");
  }
  throw InputError(option + ": SentencePiece cannot learn pieces from this text: " + error);
}

class SentencePiece : public Tokeniser {
 public:
  explicit SentencePiece(const SentencePieceOptions& options) : options_(options), sample_(options.sample) {}

  void observe(std::string_view text, int64_t limit) override {
    if (!options_.file.empty()) return;
    sample_.offer(rewritten(within(text, limit)).text());
  }

  void settle(const std::string& option) override {
    if (!options_.file.empty()) return load(read_file(options_.file), options_.file);
    std::vector<std::string> sentences = sample_.take(kSentenceBytes);
    for (std::string& sentence : sentences) {
      for (std::size_t at; (at = sentence.find(kReserved)) != std::string::npos;)
        sentence.replace(at, kReserved.size(), " ");
    }
    if (sentences.empty()) throw InputError(option + ": there is no text to learn pieces from");
    std::string error;
    bytes_ = piece_library().train(settings(), sentences, error);
    if (!error.empty()) refuse(error, option, options_.size);
    load(bytes_, option);
    if (vocabulary_.size() < options_.size) {
      warn(option + ".size: the text gives " + std::to_string(vocabulary_.size()) + " pieces, not " +
           std::to_string(options_.size));
    }
  }

  std::string input_file() const override { return options_.file; }
  std::string extension() const override { return ".spm"; }
  std::string bytes() const override { return bytes_; }

  void load(const std::string& bytes, const std::string& where) override {
    where_ = where;
    const PieceLibrary& library = piece_library();
    unless_damaged([&] {
      model_ = library.load(bytes);
      if (!model_) throw std::runtime_error("it cannot be read");
      bytes_ = bytes;
      number_pieces();
    });
    std::vector<PieceModel::Piece> letter = pieces_of("a");
    prefixed_ = !letter.empty() && letter.front().text.starts_with(kPieceSpace);
  }

  Sequence encode(std::string_view text, int64_t limit) const override {
    std::string_view kept = within(text, limit);
    Rewritten seen = rewritten(kept);
    std::vector<PieceModel::Piece> pieces = pieces_of(seen.text());
    share_bytes(pieces);
    Sequence sequence;
    sequence.cut = kept.size() < text.size() || static_cast<int64_t>(pieces.size()) > limit;
    if (static_cast<int64_t>(pieces.size()) > limit) pieces.resize(static_cast<std::size_t>(limit));
    for (PieceModel::Piece& piece : pieces) {
      auto [begin, end] = seen.original(piece.begin, piece.end);
      sequence.ids.push_back(numbers_[static_cast<std::size_t>(piece.id)]);
      sequence.tokens.push_back({std::move(piece.text), begin, end, -1});
    }
    number_words(sequence.tokens, kept);
    return sequence;
  }

  Decoded join(std::span<const std::string> tokens) const override;

 private:
  // Whatever a damaged model makes the library throw is reported as damage of the file, which has no checksum
  // of its own.
  template <class F>
  void unless_damaged(F work) const {
    try {
      work();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      throw FileError(where_ +
                      ": expected a SentencePiece model, found something else or a part of one; compare its "
                      "checksum with the original's, or copy it again");
    }
  }

  std::vector<PieceModel::Piece> pieces_of(std::string_view text) const {
    std::vector<PieceModel::Piece> pieces;
    unless_damaged([&] { pieces = model_->encode(text); });
    return pieces;
  }

  PieceLibrary::Settings settings() const {
    return {{"model_type", options_.model},
            {"vocab_size", std::to_string(options_.size)},
            {"hard_vocab_limit", "false"},
            {"character_coverage", std::to_string(options_.character_coverage)},
            {"byte_fallback", options_.byte_fallback ? "true" : "false"},
            {"pad_id", std::to_string(Vocabulary::kPad)},
            {"unk_id", std::to_string(Vocabulary::kUnknown)},
            {"bos_id", std::to_string(Vocabulary::kStart)},
            {"eos_id", std::to_string(Vocabulary::kEnd)},
            {"normalization_rule_name", "identity"},
            {"remove_extra_whitespaces", "false"},
            {"shuffle_input_sentence", "false"},
            {"num_threads", "1"},  // sums in one order: the same text gives the same bytes
            {"minloglevel", "3"}};
  }

  Rewritten rewritten(std::string_view text) const {
    Rewritten seen(text);
    if (options_.normalisation == "nfkc") {
      seen.nfkc();
      seen.fold_spaces();
    }
    if (options_.lowercase) seen.lowercase();
    return seen;
  }

  // The part of the text that `limit` pieces could at most cover.
  std::string_view within(std::string_view text, int64_t limit) const {
    int64_t most = (limit + 1) * longest_piece_;
    return text.substr(0, static_cast<std::size_t>(code_point_start(text, most)));
  }

  // Numbers the pieces. Our models begin with the four special tokens; models made elsewhere may have others
  // in other places.
  void number_pieces() {
    bytes_of_pieces_ = {};
    numbers_.assign(static_cast<std::size_t>(model_->size()), Vocabulary::kUnknown);
    std::vector<std::string> pieces;
    for (int32_t id = 0; id < model_->size(); ++id) {
      PieceModel::Kind kind = model_->kind(id);
      if (kind != PieceModel::Kind::normal && kind != PieceModel::Kind::byte) continue;
      numbers_[static_cast<std::size_t>(id)] = Vocabulary::kSpecials + static_cast<int32_t>(pieces.size());
      pieces.push_back(model_->piece(id));
      longest_piece_ = std::max(longest_piece_, static_cast<int64_t>(pieces.back().size()));
      if (kind == PieceModel::Kind::byte) {
        bytes_of_pieces_[pieces.back()] =
            static_cast<char>(std::stoi(pieces.back().substr(1, 4), nullptr, 16));
      }
    }
    vocabulary_ = Vocabulary::from_tokens(pieces);
  }

  // If a character consists of several pieces, each of them stands for it.
  static void share_bytes(std::vector<PieceModel::Piece>& pieces) {
    for (std::size_t i = pieces.size(); i-- > 1;) {
      PieceModel::Piece &piece = pieces[i - 1], &next = pieces[i];
      bool nothing = piece.begin == piece.end && piece.text != kPieceSpace;
      if (nothing && next.begin == piece.begin) piece.end = next.end;
    }
  }

  SentencePieceOptions options_;
  LineSample sample_;
  std::string bytes_, where_;  // where_: what messages call the model
  std::unique_ptr<PieceModel> model_;
  std::vector<int32_t> numbers_;  // ours, of SentencePiece's
  std::unordered_map<std::string, char> bytes_of_pieces_;
  int64_t longest_piece_ = kPieceBytes;
  bool prefixed_ = true;  // the model begins every text with a space
};

Decoded SentencePiece::join(std::span<const std::string> tokens) const {
  Decoded joined;
  bool bytes = false;
  for (const std::string& token : tokens) {
    auto begin = static_cast<int64_t>(joined.text.size());
    auto byte = bytes_of_pieces_.find(token);
    bytes = bytes || byte != bytes_of_pieces_.end();
    joined.text += byte != bytes_of_pieces_.end() ? std::string(1, byte->second) : spaced(token);
    // The space that the model puts before every text is not part of it.
    if (prefixed_ && joined.tokens.empty() && joined.text.starts_with(' ')) joined.text.erase(0, 1);
    joined.tokens.push_back({token, begin, static_cast<int64_t>(joined.text.size()), -1});
  }
  if (bytes) mend_characters(joined);
  number_words(joined.tokens, joined.text);
  return joined;
}

}  // namespace

std::unique_ptr<Tokeniser> SentencePieceOptions::make() const {
  return std::make_unique<SentencePiece>(*this);
}

}  // namespace heed
