// Files as they come from a broken disk or from a stranger: refused with what is wrong, or read within their
// bytes; never more memory than they have bytes, never a crash.
#include <gtest/gtest.h>

#include <cstring>

#include "damage.h"
#include "forged_model.h"
#include "heed/base/error.h"
#include "heed/graph/graph.h"
#include "heed/graph/model_directory.h"
#include "heed/graph/safetensors.h"
#include "message.h"
#include "temporary_directory.h"

namespace heed {
namespace {

class DamagedFile : public testing::Test {
 protected:
  // True if the file was read; then every tensor lies in it, and has the bytes that its shape says.
  bool read_tensors(const std::string& bytes) const {
    write_anew(folder_ / "t", bytes);
    try {
      Safetensors file(folder_ / "t");
      std::size_t size = 0;
      unsigned sum = 0;
      for (const TensorView& tensor : file.tensors()) {
        std::size_t elements = 1;
        for (int64_t extent : tensor.shape) elements *= static_cast<std::size_t>(extent);
        EXPECT_EQ(tensor.bytes.size() % std::max<std::size_t>(elements, 1), 0U);
        EXPECT_EQ(elements == 0, tensor.bytes.empty());
        size += tensor.bytes.size();
        for (char byte : tensor.bytes) sum += static_cast<unsigned char>(byte);
      }
      EXPECT_LT(size, bytes.size());
      volatile unsigned all = sum;
      static_cast<void>(all);
      return true;
    } catch (const FileError& error) {
      EXPECT_STRNE(error.what(), "");
      return false;
    }
  }

  TemporaryDirectory folder_;
};

std::string tensors() {
  static const std::vector<float> numbers(64, 1.5F);
  std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
  return write_safetensors({{"decoder.cell.input", "F32", {3, 5}, bytes.substr(0, 60)},
                            {"decoder.bias", "F32", {7}, bytes.substr(0, 28)},
                            {"encoder.table", "F64", {2, 2, 2}, bytes.substr(0, 64)},
                            {"empty", "I64", {0, 4}, {}},
                            {"scale", "F32", {}, bytes.substr(0, 4)},
                            {"flags", "BOOL", {5}, bytes.substr(0, 5)}},
                           {{"update", "7"}});
}

std::string with_length(uint64_t length, const std::string& rest) {
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes + rest;
}

uint64_t header_length(const std::string& file) {
  uint64_t length = 0;
  std::memcpy(&length, file.data(), sizeof length);
  return length;
}

TEST_F(DamagedFile, OfTensorsIsRefusedOrReadWithinItsBytes) {
  const std::string whole = tensors();
  ASSERT_TRUE(read_tensors(whole));
  Damage damage("tensors");
  for (int tries = 0; tries < 4000; ++tries) read_tensors(damage.to_bytes(whole));
}

TEST_F(DamagedFile, OfTensorsIsRefusedAtEveryLengthItIsCutTo) {
  const std::string whole = tensors();
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(read_tensors(whole.substr(0, length))) << length;
}

TEST_F(DamagedFile, OfTensorsWithAHeaderOfAnotherLengthIsRefused) {
  const std::string whole = tensors(), rest = whole.substr(8);
  const uint64_t right = header_length(whole);
  for (uint64_t length = 0; length < rest.size() + 9; ++length) {
    EXPECT_EQ(read_tensors(with_length(length, rest)), length == right) << length;
  }
  for (int bit = 9; bit < 64; ++bit)
    EXPECT_FALSE(read_tensors(with_length(right ^ (uint64_t{1} << bit), rest)));
  for (uint64_t length : {~uint64_t{0}, ~uint64_t{0} - 7, uint64_t{1} << 63})
    EXPECT_FALSE(read_tensors(with_length(length, rest)));
}

// The header is whole, and as long as it says; what it says of the data is wrong.
TEST_F(DamagedFile, OfTensorsWhoseHeaderLiesIsRefusedOrReadWithinItsBytes) {
  const std::string whole = tensors();
  const uint64_t length = header_length(whole);
  const std::string header = whole.substr(8, length), data = whole.substr(8 + length);
  Damage damage("header");
  int read = 0;
  for (int tries = 0; tries < 4000; ++tries) {
    std::string changed = damage.to_json(header);
    read += read_tensors(with_length(changed.size(), changed + data)) ? 1 : 0;
  }
  EXPECT_GT(read, 0);  // a name, or the numbers of elements the other way round
}

TEST_F(DamagedFile, OfTensorsWithADeepHeaderIsRefused) {
  for (const char* bracket : {"[", "{\"a\":"}) {
    std::string deep;
    for (int i = 0; i < 200000; ++i) deep += bracket;
    EXPECT_FALSE(read_tensors(with_length(deep.size(), deep)));
    std::string closed = R"({"a":)" + std::string(200000, '[') + std::string(200000, ']') + "}";
    EXPECT_FALSE(read_tensors(with_length(closed.size(), closed)));
  }
}

std::string graphs() {
  Graph graph;
  graph.name = "step";
  graph.inputs = {{"token", Type::index, {axes::kRows}, Origin::token},
                  {"mask", Type::flag, {axes::kRows, axes::kSource}, Origin::mask, "source", true}};
  graph.parameters = {"table", "w", "b"};
  graph.nodes = {
      {"embedding", {"table", "token"}, {"%0"}, {}},
      {"linear", {"%0", "w", "b"}, {"%1"}, {}},
      {"normalise", {"%1", "mask", ""}, {"%2"}, {{"kind", std::string("top-k")}, {"k", int64_t{3}}}},
      {"shift", {"%2"}, {"%3"}, {{"by", 0.5}}}};
  graph.outputs = {{"log_probs", "%2", Type::number, {axes::kRows, 6}, Use::log_probs},
                   {"position", "%3", Type::number, {axes::kRows, 1}, Use::state}};
  Graph other = graph;
  other.name = "encode";
  return graphs_to_json(std::vector<Graph>{graph, other});
}

// True if they were read; then they are right, and survive being written.
bool read_graphs(const std::string& text) {
  try {
    std::vector<Graph> found = graphs_from_json(text, "graphs");
    for (const Graph& graph : found) EXPECT_NO_THROW(check_graph(graph));
    EXPECT_EQ(graphs_from_json(graphs_to_json(found), "again"), found);
    return true;
  } catch (const FileError& error) {
    EXPECT_STRNE(error.what(), "");
    return false;
  }
}

TEST_F(DamagedFile, OfGraphsIsRefusedOrReadAndRight) {
  const std::string whole = graphs();
  ASSERT_TRUE(read_graphs(whole));
  Damage damage("graphs");
  for (int tries = 0; tries < 1500; ++tries) {
    read_graphs(damage.to_bytes(whole));
    read_graphs(damage.to_json(whole));
  }
  for (std::size_t length = 0; length + 1 < whole.size(); ++length)
    EXPECT_FALSE(read_graphs(whole.substr(0, length))) << length;
  EXPECT_FALSE(read_graphs(std::string(200000, '[')));
  EXPECT_FALSE(read_graphs(std::string(200000, '[') + std::string(200000, ']')));
}

class DamagedDirectory : public DamagedFile {
 protected:
  DamagedDirectory() {
    write_model(folder_.path(), {{"a", "one"}, {"b", "two"}}, {"translate", 12, 34});
    manifest_ = read_file(folder_ / "model.json");
  }

  bool opens() const {
    try {
      ModelDirectory model(folder_.path());
      for (const auto& [name, bytes] : model.files())
        EXPECT_EQ(static_cast<int64_t>(model.read(name).size()), bytes);
      return true;
    } catch (const FileError& error) {
      EXPECT_STRNE(error.what(), "");
      return false;
    }
  }

  std::string manifest_;
};

// Only what says the same is taken: white space, or a number written in another way.
TEST_F(DamagedDirectory, IsRefusedOrSaysTheSame) {
  Damage damage("manifest");
  for (int tries = 0; tries < 3000; ++tries) {
    std::string changed = tries % 2 == 0 ? damage.to_bytes(manifest_) : damage.to_json(manifest_);
    write_anew(folder_ / "model.json", changed);
    if (!opens()) continue;
    EXPECT_EQ(Manifest::parse(changed), Manifest::parse(manifest_)) << changed;
  }
}

TEST_F(DamagedDirectory, WhoseManifestLiesIsRefusedOrHasTheFilesThatItNames) {
  forge_manifest(folder_.path(), Manifest::parse(manifest_));
  ASSERT_TRUE(opens());
  Damage damage("forged manifest");
  for (int tries = 0; tries < 2000; ++tries) {
    auto changed = Manifest::parse(damage.to_json(manifest_), nullptr, false);
    if (!changed.is_object()) continue;
    forge_manifest(folder_.path(), changed);
    opens();
  }
}

TEST_F(DamagedDirectory, WithADeepManifestIsRefused) {
  for (int depth : {20, 200000}) {
    std::string deep =
        std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
    write_anew(folder_ / "model.json", deep);
    EXPECT_FALSE(opens());
    write_anew(folder_ / "model.json", R"({"format_version": 1, "xxh3": "0", "more": )" + deep + "}");
    EXPECT_FALSE(opens());
  }
}

TEST_F(DamagedDirectory, ThatNamesDirectoriesAsFilesIsRefused) {
  for (const char* name : {".", "..", "", "inner"}) {
    make_directories(folder_ / "inner");
    auto manifest = Manifest::parse(manifest_);
    manifest["files"][name] = {{"bytes", 0}, {"xxh3", "2d06800538d394c2"}};  // of nothing
    forge_manifest(folder_.path(), manifest);
    EXPECT_FALSE(opens()) << name;
  }
}

}  // namespace
}  // namespace heed
