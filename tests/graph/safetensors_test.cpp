#include "heed/graph/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>

#include "heed/base/error.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

const float kNumbers[] = {1, 2, 3, 4, 5, 6};
const std::string_view kBytes(reinterpret_cast<const char*>(kNumbers), sizeof kNumbers);

std::string example() {
  return write_safetensors(
      {{"b", "F32", {2, 3}, kBytes}, {"a", "F32", {2}, kBytes.substr(0, 8)}, {"empty", "I64", {0}, {}}},
      {{"update", "7"}});
}

std::string with_header(const std::string& header, const std::string& data) {
  uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + data;
}

class SafetensorsFile : public testing::Test {
 protected:
  void expect_refused(const std::string& bytes, const std::string& part) {
    write_file(folder_ / "t", bytes);
    EXPECT_CONTAINS(message_of<FileError>([&] { Safetensors file(folder_ / "t"); }), part);
  }
  TemporaryDirectory folder_;
};

TEST_F(SafetensorsFile, ThatIsNestedWithoutEndIsRefused) {
  std::string deep(200'000, '['), end(200'000, ']');
  expect_refused(with_header("{\"a\":" + deep + end + "}", ""), "nested too deeply");
}

TEST_F(SafetensorsFile, GivesBackWhatWasWritten) {
  write_file(folder_ / "t", example());
  Safetensors file(folder_ / "t");
  EXPECT_EQ(file.tensors().size(), 3U);
  EXPECT_EQ(file.get("b").shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(file.get("b").bytes, kBytes);
  EXPECT_EQ(file.metadata().at("update"), "7");
  EXPECT_THROW(file.get("c"), FileError);
}

TEST_F(SafetensorsFile, HasItsDataAtAMultipleOfEightBytes) {
  uint64_t length = 0;
  std::memcpy(&length, example().data(), 8);
  EXPECT_EQ(length % 8, 0U);
}

TEST_F(SafetensorsFile, ASealIsBrokenByAnyChangedByte) {
  const std::string bytes = write_sealed_safetensors({{"a", "U8", {4}, "1234"}}, {{"note", "\"xxh3\":\"0"}});
  write_file(folder_ / "sealed", bytes);
  Safetensors(folder_ / "sealed").require_seal();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 4);
    write_file(folder_ / "damaged", damaged);
    EXPECT_THROW(Safetensors(folder_ / "damaged").require_seal(), FileError) << "byte " << i;
  }
  write_file(folder_ / "unsealed", example());
  EXPECT_CONTAINS(message_of<FileError>([&] { Safetensors(folder_ / "unsealed").require_seal(); }),
                  "found none");
}

TEST_F(SafetensorsFile, IsRefusedWithTheReason) {
  expect_refused(example() + "x", "goes on after its last tensor");
  expect_refused(with_header("[]", ""), "not a JSON object");
  expect_refused(with_header("{", ""), "not the expected JSON");
  expect_refused(with_header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})", "12345678"),
                 "does not fit");
  expect_refused(with_header(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", "1234"),
                 "outside the file");
  expect_refused(with_header(R"({"a":{"dtype":"F33","shape":[2],"data_offsets":[0,8]}})", "12345678"),
                 "unknown type");
  expect_refused(with_header(R"({"a":{"dtype":"F32","shape":[-1,-2],"data_offsets":[0,8]}})", "12345678"),
                 "does not fit");
  expect_refused(
      with_header(R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}})", ""),
      "does not fit");
  expect_refused(with_header(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
                             R"("b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}})",
                             "123456"),
                 "overlap");
}

}  // namespace
}  // namespace heed
