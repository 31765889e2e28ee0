// A model cut into parts that are integrated at paces of their own, and what these take from each other.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace sunder::model {

/// What one part computes and others read: a state, a derivative or a variable in between.
struct SharedValue {
  std::string name;
  std::size_t part = 0;             ///< that computes it: the fastest one that it depends on
  std::optional<StateIndex> state;  ///< it is this state
};

/// Numbers are those of the values; all lists ascend.
struct SplitPart {
  StateSet states;
  std::vector<std::uint32_t> to_slower, to_faster;  ///< what it computes for other parts
  std::vector<std::uint32_t> from_slower;           ///< functions of states of slower parts alone
  std::vector<std::uint32_t> from_faster;           ///< its derivatives are affine in these together
};

/// Derivatives or values of one part. Vectors are as long as what they hold: x as the states of the part, `given` as
/// `from_slower` followed by `from_faster`, `out` as what is wanted.
class PartEvaluator {
 public:
  struct At {
    double time = 0;
    std::span<const double> x, given;
  };
  virtual ~PartEvaluator() = default;
  virtual Status evaluate(const At& at, std::span<double> out) = 0;
  /// By the states of the part.
  [[nodiscard]] virtual const algebra::SparsePattern& pattern() const = 0;
  virtual Status jacobian(const At& at, std::span<double> values) = 0;
  [[nodiscard]] virtual bool jacobian_constant() const = 0;
  /// Whether the time itself, or an input that moves, enters.
  [[nodiscard]] virtual bool depends_on_time() const = 0;
  /// Arithmetic operations of one evaluation; 0 when unknown.
  [[nodiscard]] virtual std::size_t operations() const = 0;
};

/// Parts are numbered from slow to fast.
class Split {
 public:
  virtual ~Split() = default;
  [[nodiscard]] const std::vector<SharedValue>& values() const { return values_; }
  [[nodiscard]] const std::vector<SplitPart>& parts() const { return parts_; }
  /// Derivatives of some states of a part.
  [[nodiscard]] virtual std::unique_ptr<PartEvaluator> derivatives(std::size_t part, const StateSet& wanted) = 0;
  /// Some of the values that a part computes. They read states of this part and what it has `from_slower`.
  [[nodiscard]] virtual std::unique_ptr<PartEvaluator> shared(std::size_t part,
                                                              std::span<const std::uint32_t> wanted) = 0;

 protected:
  std::vector<SharedValue> values_;
  std::vector<SplitPart> parts_;
};

}  // namespace sunder::model
