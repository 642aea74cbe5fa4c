// Limits of memory: whatever the limit is, the program works, or ends at once with one line.
#include "program.h"

namespace heed {
namespace {

class Memory : public Program {
 protected:
#ifdef __SANITIZE_ADDRESS__
  void SetUp() override {
    GTEST_SKIP() << "AddressSanitizer reserves more address space than any of these limits";
  }
#endif
  Ran train_within(rlim_t kilobytes, const std::string& out) {
    Surroundings around{.folder = folder_.path()};
    around.memory = kilobytes << 10;
    return Process(Words{"train", kRecipe, "--out", out} + tiny(5), around).wait(20);
  }
};

// What `ulimit -v` says. Libraries of the trainer abort, crash or wait for ever at one or the other of these
// limits if nothing is done about it.
TEST_F(Memory, ATrainingWithinALimitWorksOrSaysThatItIsTooSmall) {
  for (rlim_t limit : {500'000, 700'000, 800'000, 900'000, 1'000'000, 1'100'000, 1'200'000, 1'400'000}) {
    SCOPED_TRACE("ulimit -v " + std::to_string(limit));
    Ran ran = train_within(limit, "m" + std::to_string(limit));
    EXPECT_FALSE(ran.late) << "it did not end";
    EXPECT_EQ(ran.signal, 0) << ran.err;
    if (ran.code == 0) continue;
    EXPECT_EQ(ran.code, 1);
    std::size_t message = ran.err.find("heed: ");
    ASSERT_NE(message, std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find('\n', message), ran.err.size() - 1) << "more than one line: " << ran.err;
    EXPECT_NE(ran.err.find("memory", message) & ran.err.find("address space", message), std::string::npos)
        << ran.err;
    EXPECT_EQ(ran.err.find("internal error"), std::string::npos) << ran.err;
  }
}

TEST_F(Memory, SigtermEndsATrainingWithinALimit) {
  Surroundings around{.folder = folder_.path()};
  around.memory = rlim_t{1'400'000} << 10;
  Process process(Words{"train", kRecipe, "--out", "m"} + tiny(1'000'000), around);
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(folder_ / "m/training/checkpoint.safetensors"); }));
  process.interrupt(SIGTERM);
  Ran ran = process.wait(20);
  EXPECT_FALSE(ran.late);
  EXPECT_EQ(ran.code, 128 + SIGTERM) << ran.err;
}

}  // namespace
}  // namespace heed
