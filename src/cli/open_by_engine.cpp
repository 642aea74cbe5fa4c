#include "cli/predicting.h"
#include "heed/engine/model.h"

namespace heed::cli {

std::unique_ptr<Runnable> open_model(const std::string& path, const SearchFlags& flags) {
  engine::EngineOptions options;
  if (flags.precision != "auto") options.precision = engine::precision_of(flags.precision);
  options.whole_vocabulary = flags.whole_vocabulary;
  return std::make_unique<engine::EngineModel>(path, flags.ensemble, options);
}

std::string engine_name() {
  return "heed";
}

}  // namespace heed::cli
