// Words with punctuation apart, in a way that joining undoes exactly. A run of letters, digits and marks is a
// token; every other character is one of its own, and so is each wide one (Chinese, Japanese, their
// punctuation). Neighbours stand apart by one space, wide ones touch; where the text is otherwise, a mark
// says so:
//   ￭x  x touches what comes before      x￭  x touches what comes after      ▁x  a space before x
// Words stay unmarked: the mark goes to the punctuation beside them. White space beyond the one space is a
// token like punctuation. A character of the text that looks like a mark is written behind a backslash.
#pragma once

#include <memory>

#include "heed/text/segmenter.h"

namespace heed {

std::unique_ptr<Segmenter> separate_words();

}  // namespace heed
