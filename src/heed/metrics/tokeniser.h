// How BLEU cuts a line into tokens, as sacreBLEU's tokenisers of the same names do: to the token, with what
// look like their mistakes.
//   13a   of mteval-v13a: ASCII punctuation stands alone, '.' and ',' unless between digits, '-' after a
//   digit intl  of mteval-v14: Unicode's punctuation stands alone unless between numbers, and every symbol zh
//   Chinese characters stand alone, the rest as in 13a char  every character stands alone none  white space
//   separates tokens
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

using Tokens = std::vector<std::string>;
using MetricTokeniser = Tokens (*)(std::string_view line);

Tokens tokenise_13a(std::string_view line);
Tokens tokenise_intl(std::string_view line);
Tokens tokenise_zh(std::string_view line);
Tokens tokenise_char(std::string_view line);
Tokens tokenise_none(std::string_view line);

const std::vector<std::string>& tokeniser_names();
MetricTokeniser find_tokeniser(const std::string& name);  // an OptionError if there is none of that name

// The part that 13a and zh share: ASCII punctuation, '.', ',' and '-'. It looks at ASCII alone, and no byte
// of another character is ASCII: bytes serve as well as code points.
Tokens split_western(const std::string& line);

}  // namespace heed
