// What bodies do in a plane or in space, as the page draws it: points that move, and what joins them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "results/trajectory.hpp"

namespace sunder::report {

struct ReportMotion {
  struct Line {
    std::string name;
    std::size_t a = 0, b = 0;  ///< points
    bool rigid = false;        ///< as long all the time
    bool guide = false;        ///< a joint along which something slides
  };
  struct Mark {
    std::string name;
    std::size_t at = 0;  ///< a point
    double mass = 0;     ///< of a body; 0: a joint
  };
  std::string run;                                ///< label of the run that it shows
  std::size_t dimensions = 3;                     ///< 2: all in one plane
  std::array<double, 3> up = {0, 0, 1};           ///< against gravity
  std::vector<double> times;                      ///< equally far apart
  double unit = 1;                                ///< of places
  std::vector<std::vector<std::int64_t>> points;  ///< of each point x, y, z at all times, one after the other
  std::vector<Line> lines;
  std::vector<Mark> marks;
  std::size_t left_out = 0;  ///< components with frames that are not drawn: there are too many
};

/// Found by names: a frame is `frame…` with a position r[…] (Sunder.Planar, Sunder.MultiBody) or r_0[…] (the Standard
/// Library's) and a force f[…]; a component with frame_a and frame_b joins them; one with frame_a alone and a mass m is
/// a body. Empty: the model has no frames that move, or only one.
std::optional<ReportMotion> report_motion(const results::Trajectory& run);

}  // namespace sunder::report
