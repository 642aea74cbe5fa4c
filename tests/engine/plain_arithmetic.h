// What the engine is held to: vectors, products and a GRU in double precision, one number after the other.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "heed/engine/weights.h"

namespace heed::engine {

using Vector = std::vector<double>;

inline double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

inline Vector operator+(Vector a, const Vector& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

inline Vector joined(Vector a, const Vector& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline Vector bent(Vector x) {
  for (double& one : x) one = std::tanh(one);
  return x;
}

inline Vector operator*(double factor, Vector x) {
  for (double& one : x) one *= factor;
  return x;
}

inline double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

inline Vector softmax(Vector x) {
  double sum = 0;
  for (double& one : x) sum += one = std::exp(one);
  return 1 / sum * x;
}

inline Vector log_softmax(Vector x) {
  double sum = 0;
  for (double one : x) sum += std::exp(one);
  for (double& one : x) one -= std::log(sum);
  return x;
}

// Parameters by name, and what is multiplied with them.
class PlainWeights {
 public:
  explicit PlainWeights(const WeightStore& parameters) : parameters_(parameters) {}

  Vector row(const std::string& name, int64_t r) const {
    Parameter all = parameters_.get(name);
    const float* begin = all.data + r * all.shape.back();
    return {begin, begin + all.shape.back()};
  }
  Vector word(const std::string& table, int32_t token) const { return row(table, token); }
  Vector bias(const std::string& name) const { return row(name, 0); }
  Vector product(const std::string& name, const Vector& x) const {
    Vector y;
    for (int64_t r = 0; r < parameters_.get(name).shape[0]; ++r) {
      Vector weights_of = row(name, r);
      y.push_back(0);
      for (std::size_t i = 0; i < x.size(); ++i) y.back() += weights_of[i] * x[i];
    }
    return y;
  }
  // r, z, n = σ, σ, tanh of W x + b and U h + b', r before U h + b' in n; n + z (h − n).
  Vector gru(const std::string& name, const Vector& x, const Vector& h) const {
    Vector a = product(name + ".input", x) + bias(name + ".input_bias");
    Vector b = product(name + ".hidden", h) + bias(name + ".hidden_bias"), next(h.size());
    for (std::size_t i = 0, d = h.size(); i < d; ++i) {
      double r = sigmoid(a[i] + b[i]), z = sigmoid(a[d + i] + b[d + i]);
      double n = std::tanh(a[2 * d + i] + r * b[2 * d + i]);
      next[i] = n + z * (h[i] - n);
    }
    return next;
  }

 private:
  const WeightStore& parameters_;
};

}  // namespace heed::engine
