// The table of a SentencePiece model that says which characters are folded into which. libsentencepiece
// follows its offsets without looking, so that one of a damaged file leads outside: it is checked first.
#pragma once

#include <string_view>

namespace heed {

// True if a serialised model (ModelProto) has no such tables, or tables that lead nowhere but into
// themselves.
//
// A table is the size of a double-array trie (u32), the trie, and texts that end in NUL, each reached by its
// offset. A unit of the trie (u32) is either a value, the offset of a text, with the highest bit set; or a
// node: from its place p, its value is at p ^ offset, and its children are at p ^ offset ^ byte.
bool has_sound_charsmaps(std::string_view model);

}  // namespace heed
