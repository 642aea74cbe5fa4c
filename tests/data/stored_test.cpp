#include "heed/data/stored.h"

#include <gtest/gtest.h>

#include "data/npy.h"
#include "heed/base/error.h"
#include "heed/base/files.h"
#include "heed/data/column.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

using Numbers = std::vector<float>;

class Stored : public testing::Test {
 protected:
  std::string put(const std::string& bytes) {
    write_file(file_, bytes);
    return file_;
  }
  std::string refused(const std::string& bytes) {
    return message_of<InputError>([&] { find_npy(put(bytes)); });
  }
  TemporaryDirectory folder_;
  std::string file_ = (folder_ / "a.npy").string();
};

TEST_F(Stored, NumbersOfEveryTypeAndVersionAreReadAsFloats) {
  put(npy_header("<f4", "(2, 2)") + raw_bytes<float>({1, -2, 0.5F, 1e30F}));
  StoredArray array = find_npy(file_);
  EXPECT_EQ(array.shape, (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(array.count(), 4);
  EXPECT_EQ(read_stored(array), (Numbers{1, -2, 0.5F, 1e30F}));
  put(npy_header("<f8", "(3,)", 2) + raw_bytes<double>({1, -2, 0.5}));
  EXPECT_EQ(read_stored(find_npy(file_)), (Numbers{1, -2, 0.5F}));
  put(npy_header("|u1", "(1, 3)", 3) + raw_bytes<uint8_t>({0, 7, 255}));
  EXPECT_EQ(read_stored(find_npy(file_)), (Numbers{0, 7, 255}));
  put(npy_header("<i2", "(2, 1)") + raw_bytes<int16_t>({-32768, 300}));
  EXPECT_EQ(read_stored(find_npy(file_)), (Numbers{-32768, 300}));
  put(npy_header("<f4", "(0, 13)"));
  EXPECT_EQ(read_stored(find_npy(file_)), Numbers{});
}

TEST_F(Stored, AFileOfSomethingElseIsRefusedByWhatItHolds) {
  EXPECT_CONTAINS(refused(npy_header(">f4", "(1,)") + "1234"),
                  "a.npy: expected numbers of the type <f4, <f8, |u1 or <i2, found");
  EXPECT_CONTAINS(refused(npy_header("<f4", "(2, 2)", 1, "True") + std::string(16, 'x')),
                  "an array in C order");
  EXPECT_CONTAINS(refused(npy_header("<f4", "2") + "1234"), "a shape such as (120, 13)");
  EXPECT_CONTAINS(refused(npy_header("<f4", "(-1,)")), "a shape such as (120, 13)");
  EXPECT_CONTAINS(refused(npy_header("<f4", "(1,)", 9) + "1234"), "a NumPy array of version 1, 2 or 3");
  EXPECT_CONTAINS(refused("RIFF....WAVEfmt and so on"), "a NumPy array (.npy), found something else");
  EXPECT_CONTAINS(refused(""), "found a file of 0 bytes");
}

TEST_F(Stored, AFileThatIsCutOffAnywhereIsRefusedWithItsName) {
  std::string whole = npy_header("<f8", "(2, 3)") + raw_bytes<double>({1, 2, 3, 4, 5, 6});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(whole.substr(0, length));
    EXPECT_CONTAINS(message_of<Error>([&] { find_npy(file_); }), "a.npy: expected ");
  }
  EXPECT_CONTAINS(message_of<FileError>([&] { find_npy(put(whole.substr(0, whole.size() - 1))); }),
                  "it is cut off");
  // More numbers than any file holds, and than a count of them holds.
  EXPECT_CONTAINS(
      message_of<FileError>([&] { find_npy(put(npy_header("<f4", "(1000000000, 1000000000)"))); }),
      "it is cut off");
  EXPECT_CONTAINS(message_of<FileError>([&] { find_npy((folder_ / "b.npy").string()); }), "No such file");
  EXPECT_CONTAINS(message_of<FileError>([&] { find_npy(folder_.path().string()); }), "no regular file");
}

TEST_F(Stored, AnArrayIsReadOnlyAsItWasWhenItWasFound) {
  put(npy_header("<f4", "(2,)") + raw_bytes<float>({1, 2}));
  Example example{std::vector<Column>(2)};
  example[0].ids = {7};
  example[1].stored = find_npy(file_);
  Example again = example;
  EXPECT_TRUE(is_unchanged(*example[1].stored));
  read_stored_columns(example);
  EXPECT_EQ(example[0].ids, (std::vector<int32_t>{7}));
  EXPECT_EQ(example[1].numbers, (Numbers{1, 2}));
  EXPECT_FALSE(example[1].stored);
  put(npy_header("<f4", "(3,)") + raw_bytes<float>({1, 2, 3}));
  EXPECT_FALSE(is_unchanged(*again[1].stored));
  EXPECT_CONTAINS(message_of<FileError>([&] { read_stored_columns(again); }),
                  "a.npy: expected the file as it was");
  fs::remove(file_);
  EXPECT_FALSE(is_unchanged(*again[1].stored));
  EXPECT_CONTAINS(message_of<FileError>([&] { read_stored_columns(again); }), "a.npy: No such file");
}

}  // namespace
}  // namespace heed
