#include "cli/predicting.h"
#include "heed/base/error.h"
#include "heed/base/thread_pool.h"
#include "heed/models/saved_model.h"
#include "heed/ops/threads.h"

namespace heed::cli {

std::unique_ptr<Runnable> open_model(const std::string& path, const SearchFlags& flags) {
  if (flags.precision == "bf16" || flags.precision == "int8")
    throw OptionError("--precision " + flags.precision +
                      ": libtorch runs the weights as they were trained; leave out --engine torch");
  reserve_math_buffers((flags.threads > 0 ? flags.threads : processor_count()) + 1);
  return std::make_unique<SavedModel>(path, flags.ensemble);
}

std::string engine_name() {
  return "torch";
}

}  // namespace heed::cli
