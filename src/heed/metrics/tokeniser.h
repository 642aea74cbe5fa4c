// How BLEU cuts a line into tokens. The tokenisers return exactly the tokens of sacreBLEU's tokenisers of the
// same names, including those that look like mistakes.
//   13a:  of mteval-v13a. ASCII punctuation is separate; '.' and ',' unless between digits, '-' after one.
//   intl: of mteval-v14. Unicode punctuation is separate unless between numbers, and so is every symbol.
//   zh:   Chinese characters are separate, the rest is as in 13a.
//   char: every character is a token.
//   none: white space separates tokens.
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
MetricTokeniser find_tokeniser(const std::string& name);  // throws OptionError for an unknown name

// The rules that 13a and zh share: ASCII punctuation, '.', ',' and '-'. It only looks at ASCII bytes, which
// never occur inside other UTF-8 characters.
Tokens split_western(const std::string& line);

}  // namespace heed
