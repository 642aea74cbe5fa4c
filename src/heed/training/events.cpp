#include "heed/training/events.h"

#include <array>
#include <bit>
#include <chrono>

#include "heed/base/error.h"

namespace heed {
namespace {

std::array<uint32_t, 256> crc_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0x82F63B78U : 0);
    table[byte] = value;
  }
  return table;
}

template <class T>
std::string little_endian(T value) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xFF);
  return bytes;
}

std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

// Protocol buffers: a field's key is its number and its wire type.
std::string key(int field, int wire) {
  return varint(static_cast<uint64_t>(field) << 3 | static_cast<uint64_t>(wire));
}
std::string double_field(int field, double value) {
  return key(field, 1) + little_endian(std::bit_cast<uint64_t>(value));
}
std::string float_field(int field, float value) {
  return key(field, 5) + little_endian(std::bit_cast<uint32_t>(value));
}
std::string integer_field(int field, int64_t value) {
  return key(field, 0) + varint(static_cast<uint64_t>(value));
}
std::string bytes_field(int field, const std::string& bytes) {
  return key(field, 2) + varint(bytes.size()) + bytes;
}

std::string masked_crc(std::string_view bytes) {
  uint32_t crc = crc32c(bytes);
  return little_endian(((crc >> 15) | (crc << 17)) + 0xA282EAD8U);
}

std::string record(const std::string& message) {
  std::string length = little_endian(static_cast<uint64_t>(message.size()));
  return length + masked_crc(length) + message + masked_crc(message);
}

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

uint32_t crc32c(std::string_view bytes) {
  static const std::array<uint32_t, 256> table = crc_table();
  uint32_t crc = ~0U;
  for (unsigned char byte : bytes) crc = table[(crc ^ byte) & 0xFF] ^ (crc >> 8);
  return ~crc;
}

std::string version_event(double seconds) {
  return record(double_field(1, seconds) + bytes_field(3, "brain.Event:2"));
}

std::string scalar_event(double seconds, int64_t step, const std::string& tag, float value) {
  std::string scalar = bytes_field(1, tag) + float_field(2, value);  // Summary.Value
  return record(double_field(1, seconds) + integer_field(2, step) + bytes_field(5, bytes_field(1, scalar)));
}

EventFile::EventFile(const fs::path& file, int64_t keep) : file_(file) {
  make_directories(file.parent_path());
  bool goes_on = keep > 0 && fs::exists(file) && fs::file_size(file) >= static_cast<uintmax_t>(keep);
  if (goes_on) truncate_file(file, static_cast<std::size_t>(keep));
  out_.open(file, std::ios::binary | (goes_on ? std::ios::app : std::ios::trunc));
  if (!goes_on) append(version_event(now()));
}

void EventFile::write(int64_t step, const std::string& tag, double value) {
  append(scalar_event(now(), step, tag, static_cast<float>(value)));
}

void EventFile::append(const std::string& bytes) {
  out_ << bytes;
  out_.flush();
  if (!out_) throw FileError("cannot write " + file_.string() + "; is the disk full?");
}

int64_t EventFile::bytes() {
  return static_cast<int64_t>(fs::file_size(file_));
}

}  // namespace heed
