// Dropout in training (Srivastava 2014). `variational` draws one mask for each sequence and uses it at all
// time steps (Gal & Ghahramani 2016); `tokens` drops whole token vectors, as if the word were unknown.
#pragma once

#include <string>

#include "heed/base/options.h"
#include "heed/base/random.h"
#include "heed/ops/ops.h"

namespace heed {

struct DropoutOptions {
  double tokens = 0.0, embedding = 0.0, layers = 0.0, readout = 0.0;
  bool variational = false;
  static void fields(auto& o, auto&& f) {
    f("tokens", o.tokens, "dropout rate of whole token vectors", between(0.0, 0.95));
    f("embedding", o.embedding, "dropout rate of elements of token vectors", between(0.0, 0.95));
    f("layers", o.layers, "dropout rate of the outputs of layers", between(0.0, 0.95));
    f("readout", o.readout, "dropout rate of the input of the output layer", between(0.0, 0.95));
    f("variational", o.variational, "use the same dropout mask at every step of a sequence");
  }
};

// The dropout of one loss: the options and the random numbers. A default-constructed object drops nothing.
// Each call names its site, which distinguishes the places of a model.
class Dropout {
 public:
  Dropout() = default;
  Dropout(const DropoutOptions& options, const Noise& noise) : options_(options), noise_(noise) {}

  Tensor tokens(const Tensor& embedded, const std::string& site) const;  // [B,T,E]
  Tensor layer(const Tensor& x, const std::string& site) const;          // [B,T,D]
  Tensor readout(const Tensor& x, const std::string& site) const;        // [B,T,D]
  Tensor vector(const Tensor& x, const std::string& site) const;         // [B,D], with the rate of readout
  // For one step of a layer that runs step by step: [B,D].
  Tensor step(const Tensor& x, const std::string& site, int64_t step) const;
  const Noise& noise() const { return noise_; }

 private:
  Tensor over_time(const Tensor& x, double rate, const std::string& site) const;

  DropoutOptions options_;
  Noise noise_;
};

// The number of a step, and the randomness in it.
struct StepNoise {
  Dropout dropout;
  int64_t step = 0;

  bool active() const { return dropout.noise().active; }
  Random at(const std::string& site) const { return dropout.noise().at(site); }
  Random at_step(const std::string& site) const { return at(site + "." + std::to_string(step)); }
  // operator() drops elements of a layer's output, [B,D]; the other function drops a given share of any
  // tensor.
  Tensor operator()(const Tensor& x, const std::string& site) const { return dropout.step(x, site, step); }
  Tensor operator()(const Tensor& x, double rate, const std::string& site) const {
    if (!active() || rate <= 0) return x;
    return ops::dropout(x, rate, at_step(site), x.sizes().vec());
  }
};

}  // namespace heed
