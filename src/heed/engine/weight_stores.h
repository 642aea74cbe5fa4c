// Sources of a model's parameters: the safetensors of a directory, from which products and tables are made
// when the model is opened, or a packed file, which contains them in their final form. A PackingWeights
// converts one to the other: it returns what a directory has, and records all that was asked for.
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
  // Products made so far; the two programs of a step share them.
  mutable std::map<std::string, std::shared_ptr<const Product>> products_;
  mutable std::map<std::string, std::shared_ptr<const Table>> tables_;
};

class PackedWeights : public WeightStore {
 public:
  explicit PackedWeights(const PackedModel& model);  // `model` must outlive this object

  Parameter get(const std::string& name) const override;
  std::vector<int64_t> shape(const std::string& name) const override;
  std::shared_ptr<const Product> product(const std::string& name, int64_t first,
                                         MatrixSize size) const override;
  std::shared_ptr<const Table> table(const std::string& name) const override;
  void require_unchanged() const override { model_.require_unchanged(); }

  Precision precision() const { return precision_; }  // the requested precision
  const std::map<std::string, std::vector<int64_t>>& shapes() const { return shapes_; }
  std::optional<Shortlist> shortlist() const;

 private:
  std::string_view piece(const std::string& name, int64_t bytes) const;

  const PackedModel& model_;
  Precision precision_;
  std::map<std::string, std::vector<int64_t>> shapes_;
  std::map<std::string, Precision> precisions_;  // for each piece
};

class PackingWeights : public WeightStore {
 public:
  PackingWeights(const WeightStore& from, Precision precision) : from_(from), precision_(precision) {}

  Parameter get(const std::string& name) const override;
  std::vector<int64_t> shape(const std::string& name) const override;
  std::shared_ptr<const Product> product(const std::string& name, int64_t first,
                                         MatrixSize size) const override;
  std::shared_ptr<const Table> table(const std::string& name) const override;

  // Adds everything that was asked for. The writer refers to memory of this object.
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
