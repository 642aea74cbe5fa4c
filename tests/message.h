// The message of what is thrown.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace heed {

// The message of the E that `f` throws; "" and a failure if it throws none.
template <class E, class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace heed

#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)
