#include "sentencepiece/charsmap.h"

#include <cstdint>
#include <cstring>
#include <optional>

namespace heed {
namespace {

// The fields of a message of protocol buffers, one after the other.
class Fields {
 public:
  explicit Fields(std::string_view message) : rest_(message) {}

  struct Field {
    uint64_t number = 0;
    std::string_view bytes;  // of a string or a message; of others, empty
  };

  // Returns nothing at the end of the message, and where it is damaged: libsentencepiece notices that itself.
  std::optional<Field> next() {
    std::optional<uint64_t> tag = number();
    if (!tag) return std::nullopt;
    std::optional<uint64_t> size = 0;
    bool has_bytes = false;
    switch (*tag & 7) {
      case 0:
        size = number() ? std::optional<uint64_t>(0) : std::nullopt;
        break;
      case 1:
        size = 8;
        break;
      case 2:
        size = number();
        has_bytes = true;
        break;
      case 5:
        size = 4;
        break;
      default:
        size = std::nullopt;
    }
    if (!size || *size > rest_.size()) return std::nullopt;
    Field field{*tag >> 3, has_bytes ? rest_.substr(0, *size) : std::string_view()};
    rest_.remove_prefix(*size);
    return field;
  }

 private:
  std::optional<uint64_t> number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    return std::nullopt;
  }

  std::string_view rest_;
};

uint32_t unit_at(std::string_view bytes, std::size_t index) {
  uint32_t unit = 0;
  std::memcpy(&unit, bytes.data() + index * sizeof unit, sizeof unit);
  return unit;
}

bool is_sound(std::string_view table) {
  if (table.empty()) return true;
  if (table.size() < sizeof(uint32_t)) return false;
  std::size_t size = unit_at(table, 0);
  table.remove_prefix(sizeof(uint32_t));
  if (size == 0 || size % sizeof(uint32_t) != 0 || size >= table.size() || table.back() != '\0') return false;
  std::string_view trie = table.substr(0, size);
  std::size_t units = size / sizeof(uint32_t), texts = table.size() - size;
  for (std::size_t i = 0; i < units; ++i) {
    uint32_t unit = unit_at(trie, i);
    if ((unit >> 31) != 0) continue;  // a value, which is looked at where its node is
    std::size_t offset = static_cast<std::size_t>(unit >> 10) << ((unit & (1U << 9)) >> 6);
    if (((i ^ offset) | 0xFF) >= units) return false;
    bool has_value = (unit >> 8 & 1) != 0;
    if (has_value && (unit_at(trie, i ^ offset) & 0x7FFFFFFF) >= texts) return false;
  }
  return true;
}

}  // namespace

bool has_sound_charsmaps(std::string_view model) {
  constexpr uint64_t kNormaliser = 3, kDenormaliser = 5, kTable = 2;
  Fields fields(model);
  while (auto field = fields.next()) {
    if (field->number != kNormaliser && field->number != kDenormaliser) continue;
    Fields spec(field->bytes);
    while (auto part = spec.next())
      if (part->number == kTable && !is_sound(part->bytes)) return false;
  }
  return true;
}

}  // namespace heed
