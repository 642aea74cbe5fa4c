#include "heed/nn/dropout.h"

#include "heed/ops/ops.h"

namespace heed {

Tensor Dropout::over_time(const Tensor& x, double rate, const std::string& site) const {
  if (!noise_.active || rate <= 0) return x;
  std::vector<int64_t> shape = x.sizes().vec();
  if (options_.variational) shape[1] = 1;
  return ops::dropout(x, rate, noise_.at(site), shape);
}

Tensor Dropout::tokens(const Tensor& embedded, const std::string& site) const {
  Tensor x = embedded;
  if (noise_.active && options_.tokens > 0) {
    x = ops::dropout(x, options_.tokens, noise_.at(site + ".tokens"), {x.size(0), x.size(1), 1});
  }
  return over_time(x, options_.embedding, site);
}

Tensor Dropout::layer(const Tensor& x, const std::string& site) const {
  return over_time(x, options_.layers, site);
}

Tensor Dropout::readout(const Tensor& x, const std::string& site) const {
  return over_time(x, options_.readout, site);
}

Tensor Dropout::vector(const Tensor& x, const std::string& site) const {
  if (!noise_.active || options_.readout <= 0) return x;
  return ops::dropout(x, options_.readout, noise_.at(site), x.sizes().vec());
}

Tensor Dropout::step(const Tensor& x, const std::string& site, int64_t step) const {
  if (!noise_.active || options_.layers <= 0) return x;
  std::string place = options_.variational ? site : site + "." + std::to_string(step);
  return ops::dropout(x, options_.layers, noise_.at(place), x.sizes().vec());
}

}  // namespace heed
