// The way of one part through a step of the slowest part: polynomials of its states, and the values that slower parts
// average.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sunder::integrate {

/// Integrals are of the parabola through three Gauss points of each segment.
class MultirateTrack {
 public:
  static constexpr std::size_t gauss_points = 3;

  struct Sizes {
    std::size_t states = 0;
    std::size_t values = 0;  ///< that are averaged
    std::size_t notes = 0;   ///< numbers that the part itself wants to keep with a segment
  };
  struct Segment {
    double begin = 0, end = 0;
    double length = 0;  ///< of the step, which may have been cut short at `end`
    bool ripples = false;
  };

  explicit MultirateTrack(const Sizes& sizes);

  void clear();
  [[nodiscard]] std::size_t size() const { return segments_.size(); }
  [[nodiscard]] bool empty() const { return segments_.empty(); }
  void shorten(std::size_t count);  ///< to its first segments
  [[nodiscard]] const Segment& operator[](std::size_t i) const { return segments_[i]; }
  Segment& back() { return segments_.back(); }
  /// The segment in which this time lies, the earlier one of two; the first or last outside of all.
  [[nodiscard]] std::size_t find(double time) const;
  [[nodiscard]] std::size_t memory() const { return data_.capacity() * sizeof(double); }

  /// A new segment, whose numbers are then written.
  void append(const Segment& segment);
  struct Polynomial {  ///< x(theta) = x0 + theta (x1 - x0) + theta (1 - theta) (K0 + theta (K1 + theta K2))
    std::span<double> before, after, terms;
  };
  [[nodiscard]] Polynomial polynomial(std::size_t i);
  [[nodiscard]] std::span<double> notes(std::size_t i);
  [[nodiscard]] std::span<const double> notes(std::size_t i) const;
  /// Where the values at Gauss point g of the last segment belong; `summed` when all are there.
  [[nodiscard]] double gauss_time(std::size_t g) const { return gauss_time(segments_.size() - 1, g); }
  [[nodiscard]] std::span<double> gauss_values(std::size_t g);
  void summed();

  void states_at(std::size_t i, double time, std::span<double> x) const;
  [[nodiscard]] double state_at(std::size_t i, double time, std::size_t state) const;
  /// Integral of a value from the beginning of the track.
  [[nodiscard]] double integral(double time, std::size_t value) const;
  /// Integrals of a value over [begin, end], and of its product with time - begin; both are ends of segments.
  struct Moments {
    double integral = 0, first = 0;
  };
  [[nodiscard]] Moments moments(double begin, double end, std::size_t value) const;

 private:
  [[nodiscard]] double gauss_time(std::size_t i, std::size_t g) const;
  [[nodiscard]] std::size_t stride() const {
    return 5 * sizes_.states + (gauss_points + 1) * sizes_.values + sizes_.notes;
  }
  [[nodiscard]] const double* data(std::size_t i) const { return data_.data() + i * stride(); }
  [[nodiscard]] const double* values(std::size_t i) const { return data(i) + 5 * sizes_.states; }

  Sizes sizes_;
  std::vector<Segment> segments_;
  std::vector<double> data_;  // by segment: x0, x1, K0, K1, K2; values at the Gauss points; integrals before it; notes
};

}  // namespace sunder::integrate
