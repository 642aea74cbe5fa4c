#include "heed/models/take_over.h"

#include <ATen/ATen.h>

#include <map>
#include <set>
#include <sstream>

#include "heed/base/error.h"
#include "heed/graph/model_directory.h"
#include "heed/models/saved_model.h"
#include "heed/text/vocabulary.h"

namespace heed {
namespace {

std::string shape_text(const Tensor& tensor) {
  std::ostringstream text;
  text << tensor.sizes();
  return text.str();
}

// The number of the same token in another vocabulary; −1 if it has none. Special tokens have the same numbers
// everywhere.
int32_t same_token(int32_t id, const Vocabulary& own, const Vocabulary& other) {
  if (id < Vocabulary::kSpecials) return id;
  int32_t found = other.id(own.token(id));
  return found == Vocabulary::kUnknown ? -1 : found;
}

void take_rows(const Tensor& from, const Vocabulary& known, Tensor to, const Vocabulary& own,
               TakenOver::Entry& entry) {
  for (int32_t id = 0; id < static_cast<int32_t>(own.size()); ++id) {
    int32_t row = same_token(id, own, known);
    if (row < 0) {
      entry.new_tokens.push_back(own.token(id));
      continue;
    }
    to[id].copy_(from[row]);
    ++entry.rows;
  }
  entry.numbers = entry.rows * (to.numel() / std::max<int64_t>(1, to.size(0)));
}

bool same_but_for_rows(const Tensor& a, const Tensor& b) {
  return a.dim() == b.dim() && a.dim() > 0 && a.sizes().slice(1) == b.sizes().slice(1);
}

class TakingOver {
 public:
  TakingOver(const fs::path& path, const Task& task)
      : directory_(path), known_(load_task(directory_)), task_(task) {
    for (auto& [name, tensor] : tensors_of(Safetensors(directory_.file("model.safetensors"))))
      saved_[name] = tensor;
  }

  TakenOver::Entry take(const std::string& name, Tensor to, const std::string& tokens) const {
    TakenOver::Entry entry;
    entry.name = name;
    entry.of = to.dim() > 0 ? to.size(0) : 1;
    auto found = saved_.find(name);
    if (found == saved_.end()) {
      entry.reason = "the model has no tensor of that name";
    } else if (!tokens.empty() && same_but_for_rows(found->second, to)) {
      take_rows(found->second, known_->vocabulary(tokens), to, task_.vocabulary(tokens), entry);
    } else if (found->second.sizes() == to.sizes()) {
      to.copy_(found->second);
      entry.rows = entry.of;
      entry.numbers = to.numel();
    } else {
      entry.reason = "expected the shape " + shape_text(to) + ", found " + shape_text(found->second);
    }
    return entry;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, tensor] : saved_) names.push_back(name);
    return names;
  }

 private:
  ModelDirectory directory_;
  std::unique_ptr<Task> known_;
  const Task& task_;
  std::map<std::string, Tensor> saved_;
};

std::string token_list(const std::vector<std::string>& tokens) {
  constexpr std::size_t kNamed = 8;
  std::string text;
  for (std::size_t i = 0; i < tokens.size() && i < kNamed; ++i)
    text += (i > 0 ? " '" : "'") + tokens[i] + "'";
  return tokens.size() > kNamed ? text + " …" : text;
}

}  // namespace

std::vector<std::string> TakenOver::lines() const {
  int64_t tensors = 0, numbers = 0;
  std::vector<std::string> parts;
  for (const Entry& entry : entries) {
    tensors += entry.reason.empty() ? 1 : 0;
    numbers += entry.numbers;
    if (!entry.reason.empty())
      parts.push_back("  " + entry.name + ": stays as it was drawn: " + entry.reason);
    else if (entry.rows < entry.of)
      parts.push_back("  " + entry.name + ": " + std::to_string(entry.rows) + " of " +
                      std::to_string(entry.of) + " rows, by token; new are " + token_list(entry.new_tokens));
  }
  for (const std::string& name : unused) parts.push_back("  " + name + ": not used");
  parts.insert(parts.begin(), "from " + model + ": " + std::to_string(tensors) + " of " +
                                  std::to_string(entries.size()) + " tensors taken over, " +
                                  std::to_string(numbers) + " of " + std::to_string(parameters) +
                                  " parameters");
  return parts;
}

TakenOver take_over(const fs::path& model, const Task& task, const Parameters& parameters) {
  at::NoGradGuard no_gradient;
  TakingOver taking(model, task);
  TakenOver taken;
  taken.model = model.string();
  taken.parameters = parameters.count();
  std::set<std::string> asked;
  bool any = false;
  for (const auto& [name, tensor] : parameters.all()) {
    auto tokens = parameters.row_vocabularies().find(name);
    taken.entries.push_back(
        taking.take(name, tensor, tokens == parameters.row_vocabularies().end() ? "" : tokens->second));
    any = any || (tensor.dim() > 1 && taken.entries.back().reason.empty());
    asked.insert(name);
  }
  for (const std::string& name : taking.names())
    if (!asked.contains(name)) taken.unused.push_back(name);
  if (!any)
    throw OptionError("training.from: " + model.string() + " has no weight matrix that fits this model (" +
                      taken.entries.at(0).name + ": " + taken.entries.at(0).reason +
                      "); take the model section of its recipe.yml");
  return taken;
}

}  // namespace heed
