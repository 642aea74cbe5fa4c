#include "heed/tasks/token_column.h"

#include <algorithm>

namespace heed {

Column TokenColumn::encode(const std::string& text) const {
  Sequence sequence = tokeniser->encode(text, max_length);
  int64_t size = sequence.tokens.empty() ? 0 : sequence.tokens.back().end;
  sequence.tokens.push_back({vocabulary().token(Vocabulary::kEnd), size, size, -1});
  sequence.ids.push_back(Vocabulary::kEnd);
  Column column;
  column.axis = token_axis(std::move(sequence.tokens), sequence.ids, name, side);
  column.ids = std::move(sequence.ids);
  column.cut = sequence.cut;
  return column;
}

int64_t TokenColumn::text_tokens(const Column& column) const {
  return std::max<int64_t>(0, static_cast<int64_t>(column.ids.size()) - 1);
}

std::unique_ptr<Tokeniser> make_tokeniser(const TokeniserOptions& options) {
  return std::visit([](const auto& o) { return o.make(); }, options);
}

Axis token_axis(std::vector<Token> tokens, std::span<const int32_t> ids, const std::string& column,
                Axis::Side side) {
  Axis axis;
  axis.column = column;
  axis.side = side;
  axis.labels.reserve(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Token& token = tokens[i];
    axis.labels.push_back(
        {std::move(token.text), token.begin, token.end, token.word, Vocabulary::is_silent(ids[i])});
  }
  return axis;
}

}  // namespace heed
