#include "cli/predicting.h"
#include "heed/engine/model.h"

namespace heed::cli {

std::unique_ptr<Runnable> open_model(const std::string& path, std::span<const std::string> ensemble) {
  return std::make_unique<engine::EngineModel>(path, ensemble);
}

}  // namespace heed::cli
