#include "heed/tasks/pass.h"

#include <stdexcept>

#include "heed/base/error.h"

namespace heed {
namespace {

void add(const Array& from, float share, const std::string& name, Array& to) {
  if (from.shape != to.shape)
    throw InputError("an ensemble: expected every model to put out '" + name +
                     "' in the shape of the first, found another one");
  for (std::size_t i = 0; i < from.numbers.size(); ++i) to.numbers[i] += share * from.numbers[i];
}

}  // namespace

MeanPass::MeanPass(std::vector<std::pair<const Pass*, double>> members) : members_(std::move(members)) {
  double sum = 0;
  for (const auto& [member, weight] : members_) {
    if (!(weight >= 0)) throw std::invalid_argument("expected weights of at least 0");
    sum += weight;
  }
  if (!(sum > 0)) throw std::invalid_argument("expected at least one weight above 0");
  for (auto& [member, weight] : members_) weight /= sum;
}

std::vector<PassOutput> MeanPass::run(std::span<const NamedColumns* const> examples, bool attention) const {
  std::vector<PassOutput> mean = members_[0].first->run(examples, attention);
  auto first = static_cast<float>(members_[0].second);
  for (PassOutput& output : mean) {
    for (auto& [name, array] : output.arrays)
      for (float& number : array.numbers) number *= first;
  }
  for (std::size_t m = 1; m < members_.size(); ++m) {
    std::vector<PassOutput> outputs = members_[m].first->run(examples, false);
    for (std::size_t i = 0; i < mean.size(); ++i) {
      for (auto& [name, array] : mean[i].arrays) {
        auto own = outputs[i].arrays.find(name);
        if (own == outputs[i].arrays.end())
          throw InputError("an ensemble: expected every model to put out '" + name +
                           "', found one that does not");
        add(own->second, static_cast<float>(members_[m].second), name, array);
      }
    }
  }
  return mean;
}

}  // namespace heed
