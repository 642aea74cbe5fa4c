// Readers that go away: of messages, which nobody need read, and of answers, which somebody must.
#include <sys/stat.h>

#include "program.h"

namespace heed {
namespace {

class Pipes : public Program {
 protected:
  std::string pipe() {
    std::string name = (folder_ / "pipe").string();
    if (mkfifo(name.c_str(), 0600) != 0) throw std::runtime_error("cannot make a pipe");
    return name;
  }
};

TEST_F(Pipes, ATrainingOutlivesTheReaderOfItsMessages) {
  std::string messages = pipe();
  int reader = ::open(messages.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  Process process(Words{"train", kRecipe, "--out", "m"} + tiny(20),
                  {.folder = folder_.path(), .error_file = messages});
  ::close(reader);
  Ran ran = process.wait();
  EXPECT_EQ(ran.signal, 0);
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(heed({"info", "m"}).code, 0);
}

TEST_F(Pipes, WhatIsPrintedForNobodyEndsAtOnceAndQuietly) {
  std::string answers = pipe();
  Words endless = {"make", "dates", "--lines", "1000000000"};
  std::string lines;
  for (int i = 0; i < 20'000; ++i) lines += "3 May 1998\n";
  for (const Words& words : {endless, Words{"run", tiny_model().string()}}) {
    SCOPED_TRACE(joined(words));
    int reader = ::open(answers.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    Process process(words, {.folder = folder_.path(), .input = lines, .output_file = answers});
    char byte = 0;
    EXPECT_TRUE(process.wait_until([&] { return ::read(reader, &byte, 1) == 1; }));
    ::close(reader);
    Ran ran = process.wait(20);
    EXPECT_FALSE(ran.late);
    EXPECT_EQ(ran.signal, SIGPIPE);
    EXPECT_EQ(ran.err, "");
  }
}

}  // namespace
}  // namespace heed
