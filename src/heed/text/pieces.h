// The interface to SentencePiece. Debian's libsentencepiece exports a protobuf of its own, and libtorch links
// another: in one program each finds parts of the other's and crashes before main. So all code that uses
// libsentencepiece is in one shared object (src/sentencepiece/) that is loaded when first needed and resolves
// its own symbols first.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// A SentencePiece model, with its own numbers of pieces.
struct PieceModel {
  enum class Kind { normal, byte, unknown, special };
  struct Piece {
    std::string text;  // as the model saw it, with ▁ for spaces
    int32_t id = 0;
    int64_t begin = 0,
            end = 0;  // bytes of the text; those of a character of several pieces belong to the last piece
  };
  virtual ~PieceModel() = default;
  virtual std::vector<Piece> encode(std::string_view text) const = 0;
  virtual int32_t size() const = 0;
  virtual std::string piece(int32_t id) const = 0;
  virtual Kind kind(int32_t id) const = 0;
};

struct PieceLibrary {
  using Settings = std::map<std::string, std::string>;  // options of SentencePiece's trainer
  virtual ~PieceLibrary() = default;
  // Learns a model from the sentences and returns its bytes, or "" with the reason in `error`.
  virtual std::string train(const Settings& settings, std::span<const std::string> sentences,
                            std::string& error) const = 0;
  // Loads a model; null if the bytes are not a model.
  virtual std::unique_ptr<PieceModel> load(const std::string& bytes) const = 0;
};

// The library, which is loaded once for the process. Throws FileError if it is neither where it was built nor
// where it was installed.
const PieceLibrary& piece_library();

}  // namespace heed
