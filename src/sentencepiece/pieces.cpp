// libheed_sentencepiece.so: the only code that uses libsentencepiece. heed/text/pieces.h gives the reason.
#include "heed/text/pieces.h"

#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

#include <unordered_map>

#include "sentencepiece/charsmap.h"

namespace heed {
namespace {

namespace sp = sentencepiece;

class Model : public PieceModel {
 public:
  bool load(const std::string& bytes) { return processor_.LoadFromSerializedProto(bytes).ok(); }

  std::vector<Piece> encode(std::string_view text) const override {
    sp::ImmutableSentencePieceText encoded = processor_.EncodeAsImmutableProto(text);
    std::vector<Piece> pieces;
    for (const auto& piece : encoded.pieces()) {
      pieces.push_back({piece.piece(), static_cast<int32_t>(piece.id()), piece.begin(), piece.end()});
    }
    return pieces;
  }

  int32_t size() const override { return processor_.GetPieceSize(); }
  std::string piece(int32_t id) const override { return processor_.IdToPiece(id); }
  Kind kind(int32_t id) const override {
    if (processor_.IsUnknown(id)) return Kind::unknown;
    if (processor_.IsControl(id) || processor_.IsUnused(id)) return Kind::special;
    return processor_.IsByte(id) ? Kind::byte : Kind::normal;
  }

 private:
  sp::SentencePieceProcessor processor_;
};

class Sentences : public sp::SentenceIterator {
 public:
  explicit Sentences(std::span<const std::string> sentences) : sentences_(sentences) {}
  bool done() const override { return next_ >= sentences_.size(); }
  void Next() override { ++next_; }
  const std::string& value() const override { return sentences_[next_]; }
  sp::util::Status status() const override { return {}; }

 private:
  std::span<const std::string> sentences_;
  std::size_t next_ = 0;
};

struct Library : PieceLibrary {
  std::string train(const Settings& settings, std::span<const std::string> sentences,
                    std::string& error) const override {
    Sentences iterator(sentences);
    std::string bytes;
    std::unordered_map<std::string, std::string> arguments(settings.begin(), settings.end());
    sp::util::Status status = sp::SentencePieceTrainer::Train(arguments, &iterator, &bytes);
    if (status.ok()) return bytes;
    error = status.ToString();
    return "";
  }

  std::unique_ptr<PieceModel> load(const std::string& bytes) const override {
    auto model = std::make_unique<Model>();
    if (!has_sound_charsmaps(bytes) || !model->load(bytes)) return nullptr;
    return model;
  }
};

}  // namespace
}  // namespace heed

extern "C" const heed::PieceLibrary* heed_piece_library() {
  static const heed::Library library;
  return &library;
}
