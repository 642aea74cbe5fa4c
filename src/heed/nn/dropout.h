// What is dropped in training, and where (Srivastava 2014). `variational` draws one mask a sequence and keeps
// it over time (Gal & Ghahramani 2016); `tokens` drops whole token vectors, as if the word were unknown.
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
    f("tokens", o.tokens, "share of whole token vectors dropped", between(0.0, 0.95));
    f("embedding", o.embedding, "share of the elements of token vectors dropped", between(0.0, 0.95));
    f("layers", o.layers, "share of what each layer hands on dropped", between(0.0, 0.95));
    f("readout", o.readout, "share of what the output layer reads dropped", between(0.0, 0.95));
    f("variational", o.variational, "one mask a sequence, the same at every step");
  }
};

// The options with the noise of one loss; made without, it drops nothing. Each call names its site, which
// tells apart the places of one model.
class Dropout {
 public:
  Dropout() = default;
  Dropout(const DropoutOptions& options, const Noise& noise) : options_(options), noise_(noise) {}

  Tensor tokens(const Tensor& embedded, const std::string& site) const;  // [B,T,E]
  Tensor layer(const Tensor& x, const std::string& site) const;          // [B,T,D]
  Tensor readout(const Tensor& x, const std::string& site) const;        // [B,T,D]
  // One step of a layer that is run a step at a time: [B,D].
  Tensor step(const Tensor& x, const std::string& site, int64_t step) const;
  const Noise& noise() const { return noise_; }

 private:
  Tensor over_time(const Tensor& x, double rate, const std::string& site) const;

  DropoutOptions options_;
  Noise noise_;
};

// Which step it is, and what is drawn in it.
struct StepNoise {
  Dropout dropout;
  int64_t step = 0;

  bool active() const { return dropout.noise().active; }
  Random at(const std::string& site) const { return dropout.noise().at(site); }
  Random at_step(const std::string& site) const { return at(site + "." + std::to_string(step)); }
  // What a layer hands on, [B,D]; and a share of any tensor.
  Tensor operator()(const Tensor& x, const std::string& site) const { return dropout.step(x, site, step); }
  Tensor operator()(const Tensor& x, double rate, const std::string& site) const {
    if (!active() || rate <= 0) return x;
    return ops::dropout(x, rate, at_step(site), x.sizes().vec());
  }
};

}  // namespace heed
