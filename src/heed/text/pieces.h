// What Heed uses of SentencePiece, as an interface. Debian's libsentencepiece exports a protobuf of its own,
// and libtorch links another: in one program each finds parts of the other's and crashes before main. So
// everything that touches libsentencepiece lies in one shared object (src/sentencepiece/) that is loaded when
// first needed and sees its own symbols first.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

// A SentencePiece model with its own numbers.
struct PieceModel {
  enum class Kind { normal, byte, unknown, special };
  struct Piece {
    std::string text;  // as the model saw it, a space being ▁
    int32_t id = 0;
    int64_t begin = 0,
            end = 0;  // bytes of the text; those of a character that is several pieces go to the last
  };
  virtual ~PieceModel() = default;
  virtual std::vector<Piece> encode(std::string_view text) const = 0;
  virtual int32_t size() const = 0;
  virtual std::string piece(int32_t id) const = 0;
  virtual Kind kind(int32_t id) const = 0;
};

struct PieceLibrary {
  using Settings = std::map<std::string, std::string>;  // the trainer's own options
  virtual ~PieceLibrary() = default;
  // The bytes of a model learnt from the sentences; or "" and the reason in `error`.
  virtual std::string train(const Settings& settings, std::span<const std::string> sentences,
                            std::string& error) const = 0;
  // Nothing if the bytes are no model.
  virtual std::unique_ptr<PieceModel> load(const std::string& bytes) const = 0;
};

// Loaded once a process; a FileError if it is not where it was built or installed.
const PieceLibrary& piece_library();

}  // namespace heed
