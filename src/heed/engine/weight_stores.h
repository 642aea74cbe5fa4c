// Where a model's parameters lie: in a directory's safetensors, from which products and tables are made when
// it is opened, or in a packed file, ready. A PackingWeights is the way from one to the other: it hands out
// what the first has, and keeps what was asked for.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "heed/engine/shortlist.h"
#include "heed/engine/weights.h"
#include "heed/graph/model_directory.h"
#include "heed/graph/packed_model.h"
#include "heed/graph/safetensors.h"

namespace heed::engine {

class DirectoryWeights : public WeightStore {
 public:
  DirectoryWeights(const ModelDirectory& directory, Precision precision);

  Parameter get(const std::string& name) const override;
  std::shared_ptr<const Product> product(const std::string& name, int64_t first,
                                         MatrixSize size) const override;
  std::shared_ptr<const Table> table(const std::string& name) const override;
  void require_unchanged() const override { file_.require_unchanged(); }

 private:
  Safetensors file_;
  Precision precision_;
  // As they were made: a step has two programs.
  mutable std::map<std::string, std::shared_ptr<const Product>> products_;
  mutable std::map<std::string, std::shared_ptr<const Table>> tables_;
};

class PackedWeights : public WeightStore {
 public:
  explicit PackedWeights(const PackedModel& model);  // which outlives it

  Parameter get(const std::string& name) const override;
  std::vector<int64_t> shape(const std::string& name) const override;
  std::shared_ptr<const Product> product(const std::string& name, int64_t first,
                                         MatrixSize size) const override;
  std::shared_ptr<const Table> table(const std::string& name) const override;
  void require_unchanged() const override { model_.require_unchanged(); }

  Precision precision() const { return precision_; }  // that was asked for
  const std::map<std::string, std::vector<int64_t>>& shapes() const { return shapes_; }
  std::optional<Shortlist> shortlist() const;

 private:
  std::string_view piece(const std::string& name, int64_t bytes) const;

  const PackedModel& model_;
  Precision precision_;
  std::map<std::string, std::vector<int64_t>> shapes_;
  std::map<std::string, Precision> precisions_;  // by piece
};

class PackingWeights : public WeightStore {
 public:
  PackingWeights(const WeightStore& from, Precision precision) : from_(from), precision_(precision) {}

  Parameter get(const std::string& name) const override;
  std::vector<int64_t> shape(const std::string& name) const override;
  std::shared_ptr<const Product> product(const std::string& name, int64_t first,
                                         MatrixSize size) const override;
  std::shared_ptr<const Table> table(const std::string& name) const override;

  // All that was asked for; what it adds points here.
  void add_to(PackedModelWriter& writer);

 private:
  const WeightStore& from_;
  Precision precision_;
  mutable std::map<std::string, std::vector<int64_t>> shapes_;
  mutable std::map<std::string, Parameter> numbers_;
  mutable std::map<std::string, std::shared_ptr<const Product>> products_;
  mutable std::map<std::string, std::shared_ptr<const Table>> tables_;
  std::string description_;
};

void add_shortlist(const Shortlist& shortlist, PackedModelWriter& writer);

}  // namespace heed::engine
