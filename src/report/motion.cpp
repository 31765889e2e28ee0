#include "report/motion.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace sunder::report {

namespace {

/// More components than this are a picture of threads, and a page of megabytes.
constexpr std::size_t most_components = 400;
constexpr std::size_t most_motion_values = 60000;
constexpr std::size_t most_times = 300, least_times = 40;
/// Points closer than this part of the picture are one, and lengths that change by less do not.
constexpr double same = 1e-5;

struct Frame {
  std::array<std::size_t, 3> columns{};  ///< the third is unused in a plane
  std::array<std::size_t, 3> offset{};   ///< of a body: from the frame to its centre
  bool has_offset = false;
};

struct Component {
  std::string name;
  std::optional<Frame> a, b;
  double mass = 0;
  bool is_joint = false;
};

class MotionBuilder {
 public:
  explicit MotionBuilder(const results::Trajectory& run) : run_(run) {
    for (std::size_t i = 0; i < run.variables.size(); ++i) columns_.emplace(run.variables[i].name, i);
  }

  std::optional<ReportMotion> build() {
    find_components();
    if (components_.empty() || run_.times.size() < 2 || !(run_.times.back() > run_.times.front())) return std::nullopt;
    if (components_.size() > most_components) {
      out_.left_out = components_.size() - most_components;
      components_.resize(most_components);
    }
    measure();
    if (!(extent_ > 0)) return std::nullopt;
    out_.dimensions = dimensions_;
    out_.unit = extent_ * same;
    choose_times();
    for (const Component& component : components_) draw(component);
    if (out_.lines.empty() || !moves()) return std::nullopt;
    find_up();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::optional<std::size_t> column(const std::string& name) const {
    const auto found = columns_.find(name);
    return found != columns_.end() ? std::optional(found->second) : std::nullopt;
  }

  [[nodiscard]] std::optional<std::array<std::size_t, 3>> vector_of(const std::string& name, std::size_t size) const {
    std::array<std::size_t, 3> out{};
    for (std::size_t k = 0; k < size; ++k) {
      const auto found = column(name + "[" + std::to_string(k + 1) + "]");
      if (!found) return std::nullopt;
      out[k] = *found;
    }
    return out;
  }

  void find_components() {
    std::map<std::string, std::size_t, std::less<>> known;
    for (const bool space : {true, false}) {
      for (const results::ResultVariable& variable : run_.variables) {
        for (const std::string_view ending : {std::string_view(".r[1]"), std::string_view(".r_0[1]")}) {
          if (!std::string_view(variable.name).ends_with(ending)) continue;
          const std::string frame = variable.name.substr(0, variable.name.size() - ending.size());
          const std::size_t dot = frame.rfind('.');
          if (dot == std::string::npos) continue;
          const std::string_view own = std::string_view(frame).substr(dot + 1);
          if (own != "frame_a" && own != "frame_b") continue;
          const std::string position = variable.name.substr(0, variable.name.size() - 3);
          if (!column(frame + ".f[1]") || column(position + "[3]").has_value() != space) continue;
          const auto found = vector_of(position, space ? 3 : 2);
          if (!found) continue;
          const auto [at, added] = known.try_emplace(frame.substr(0, dot), components_.size());
          if (added) components_.emplace_back().name = at->first;
          (own == "frame_a" ? components_[at->second].a : components_[at->second].b) = Frame{.columns = *found};
        }
      }
      if (!components_.empty()) {  // a model has one world
        dimensions_ = space ? 3 : 2;
        break;
      }
    }
    for (const Component& component : components_)
      for (std::size_t dot = component.name.find('.'); dot != std::string::npos;
           dot = component.name.find('.', dot + 1))
        composed_.insert(component.name.substr(0, dot));
    for (Component& component : components_) {
      const auto mass = column(component.name + ".m");
      if (component.a && !component.b && mass) {
        component.mass = run_.at(*mass, 0);
        if (const auto offset = vector_of(component.name + ".d", dimensions_)) {
          component.a->offset = *offset;
          component.a->has_offset = true;
        }
      }
      for (const char* own : {".phi", ".s", ".Q[1]", ".lambda[1]"})
        component.is_joint = component.is_joint || column(component.name + own).has_value();
    }
  }

  /// How large the picture is.
  void measure() {
    std::array<double, 3> low{}, high{};
    bool first = true;
    for (const Component& component : components_)
      for (const auto* frame : {&component.a, &component.b}) {
        if (!*frame) continue;
        for (std::size_t k = 0; k < dimensions_; ++k) {
          const std::vector<double>& values = run_.columns[(*frame)->columns[k]];
          for (const double value : values) {
            if (!std::isfinite(value)) continue;
            low[k] = first ? value : std::min(low[k], value);
            high[k] = first ? value : std::max(high[k], value);
          }
        }
        first = false;
      }
    for (std::size_t k = 0; k < dimensions_; ++k) extent_ = std::max(extent_, high[k] - low[k]);
  }

  void choose_times() {
    const std::size_t count = std::clamp(most_motion_values / (3 * 2 * components_.size()), least_times, most_times);
    const double begin = run_.times.front(), end = run_.times.back();
    std::size_t right = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double t = begin + (end - begin) * static_cast<double>(i) / static_cast<double>(count - 1);
      while (right + 1 < run_.times.size() && run_.times[right] < t) ++right;
      out_.times.push_back(t);
      places_.push_back(right);
    }
  }

  [[nodiscard]] double value(std::size_t column, std::size_t sample) const {
    const std::size_t right = places_[sample];
    const double t = out_.times[sample];
    if (right == 0 || run_.times[right] <= t) return run_.at(column, right);
    const double part = (t - run_.times[right - 1]) / (run_.times[right] - run_.times[right - 1]);
    return run_.at(column, right - 1) + part * (run_.at(column, right) - run_.at(column, right - 1));
  }

  std::size_t point_of(const Frame& frame, bool with_offset) {
    std::vector<std::int64_t> course(3 * out_.times.size(), 0);
    for (std::size_t i = 0; i < out_.times.size(); ++i)
      for (std::size_t k = 0; k < dimensions_; ++k) {
        double at = value(frame.columns[k], i);
        if (with_offset) at += value(frame.offset[k], i);
        // far away is far away
        const double whole = std::isfinite(at) ? std::clamp(std::round(at / out_.unit), -1e9, 1e9) : 0;
        course[3 * i + k] = static_cast<std::int64_t>(whole);
      }
    const auto [found, added] = points_.try_emplace(course, out_.points.size());
    if (added) out_.points.push_back(std::move(course));
    return found->second;
  }

  void draw(const Component& component) {
    if (component.a && component.b) {
      const std::size_t a = point_of(*component.a, false), b = point_of(*component.b, false);
      if (a == b) {
        if (component.is_joint) out_.marks.push_back({component.name, a, 0});
        return;
      }
      join(component.name, a, b, component.is_joint);
    } else if (component.mass > 0) {
      const std::size_t frame = point_of(*component.a, false);
      const std::size_t centre = component.a->has_offset ? point_of(*component.a, true) : frame;
      if (centre != frame) join(component.name, frame, centre, false);
      out_.marks.push_back({component.name, centre, component.mass});
    }
  }

  void join(const std::string& name, std::size_t a, std::size_t b, bool guide) {
    double shortest = 0, longest = 0;
    for (std::size_t i = 0; i < out_.times.size(); ++i) {
      double square = 0;
      for (std::size_t k = 0; k < 3; ++k)
        square += std::pow(static_cast<double>(out_.points[a][3 * i + k] - out_.points[b][3 * i + k]), 2);
      const double length = std::sqrt(square);
      shortest = i == 0 ? length : std::min(shortest, length);
      longest = i == 0 ? length : std::max(longest, length);
    }
    const bool rigid = longest - shortest <= 10;
    // what is put together from others and changes its length is drawn by its parts
    if (!rigid && composed_.contains(name)) return;
    if (!joined_.try_emplace({std::min(a, b), std::max(a, b)}, true).second) return;
    out_.lines.push_back({name, a, b, rigid, guide && !rigid});
  }

  [[nodiscard]] bool moves() const {
    return std::ranges::any_of(out_.points, [](const std::vector<std::int64_t>& course) {
      for (std::size_t i = 3; i < course.size(); ++i)
        if (course[i] != course[i % 3]) return true;
      return false;
    });
  }

  void find_up() {
    if (dimensions_ == 2) out_.up = {0, 1, 0};
    // gravity as an acceleration (ours) or as a direction (the Standard Library's)
    for (const char* name : {"world.g", "world.n"}) {
      const auto found = vector_of(name, dimensions_);
      if (!found) continue;
      std::array<double, 3> down{};
      double length = 0;
      for (std::size_t k = 0; k < dimensions_; ++k) length = std::hypot(length, down[k] = run_.at((*found)[k], 0));
      if (!(length > 0) || !std::isfinite(length)) continue;
      for (std::size_t k = 0; k < 3; ++k) out_.up[k] = down[k] == 0 ? 0 : -down[k] / length;
      return;
    }
  }

  const results::Trajectory& run_;
  std::unordered_map<std::string, std::size_t> columns_;
  std::vector<Component> components_;
  std::unordered_set<std::string> composed_;  ///< names of what has such components inside
  std::size_t dimensions_ = 3;
  double extent_ = 0;
  std::vector<std::size_t> places_;  ///< of each time: the recorded one at or after it
  std::map<std::vector<std::int64_t>, std::size_t> points_;
  std::map<std::pair<std::size_t, std::size_t>, bool> joined_;
  ReportMotion out_;
};

}  // namespace

std::optional<ReportMotion> report_motion(const results::Trajectory& run) { return MotionBuilder(run).build(); }

}  // namespace sunder::report
