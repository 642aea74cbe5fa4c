#include "heed/models/decoder.h"

#include <ATen/ATen.h>

namespace heed {

DecoderRun Decoder::run(const Tensor& embedded, const DecoderState& start, const Memory& memory,
                        const Dropout& dropout, const DecoderRunNeeds& needs) const {
  DecoderRun run;
  DecoderState state = start;
  std::vector<Tensor> features, seen;
  for (const Tensor& token : embedded.transpose(0, 1).unbind(0)) {
    StepNoise noise{dropout, static_cast<int64_t>(features.size())};
    DecoderStep made = step(token, state, memory, noise);
    features.push_back(made.features);
    if (needs.glances) {
      run.before.push_back(state.carry);
      run.glances.push_back(std::move(made.glance));
    }
    if (needs.seen) seen.push_back(seen_by(made, token));
    state = std::move(made.state);
  }
  run.features = at::stack(features, 1);
  if (needs.seen) run.seen = at::stack(seen, 1);
  return run;
}

}  // namespace heed
