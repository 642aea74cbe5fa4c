#include "heed/models/guide.h"

#include <ATen/ATen.h>

#include <cmath>

#include "heed/models/tensors.h"

namespace heed {
namespace {

int64_t guided_column(const GuideOptions& options, int64_t t, int64_t targets, int64_t sources) {
  if (options.toward == "identity") return t < sources ? t : -1;
  if (targets == 1) return 0;
  double share = static_cast<double>(t) / static_cast<double>(targets - 1);
  return std::llround(share * static_cast<double>(sources - 1));
}

}  // namespace

Tensor guide_of(const GuideOptions& options, const GuidedPairs& pairs, const Tensor& like) {
  auto rows = static_cast<int64_t>(pairs.sources.size());
  std::vector<int64_t> shape = {rows, pairs.longest_target, pairs.longest_source};
  if (options.toward == "alignment") {
    if (pairs.links.empty()) return {};
    return numbers_tensor(pairs.links, shape).to(like.scalar_type());
  }
  Tensor guide = at::zeros(shape, at::kFloat);
  auto cells = guide.accessor<float, 3>();
  for (int64_t b = 0; b < rows; ++b) {
    auto row = static_cast<std::size_t>(b);
    for (int64_t t = 0; t < pairs.targets[row]; ++t) {
      int64_t column = guided_column(options, t, pairs.targets[row], pairs.sources[row]);
      if (column >= 0) cells[b][t][column] = 1;
    }
  }
  return guide.to(like.scalar_type());
}

Tensor guide_loss(const GuideOptions& options, const Tensor& weights, const Tensor& guide) {
  Tensor toward = guide.unsqueeze(1);  // [B,1,T,S]
  if (options.by == "cross-entropy") {
    // Where attention is masked out there is nothing to guide.
    return -(toward * at::log(weights.clamp_min(1e-8))).sum(-1).mean(1).sum() * options.weight;
  }
  Tensor has = toward.sum(-1) > 0;
  return ((weights - toward).abs().sum(-1) * has.to(weights.scalar_type())).mean(1).sum() * options.weight;
}

}  // namespace heed
