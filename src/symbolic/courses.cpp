#include "symbolic/courses.hpp"

#include <limits>

#include "base/text.hpp"
#include "runtime/course.h"
#include "symbolic/procedure.hpp"

namespace sunder::symbolic {

namespace {

/// Samples for one length of a flow.
constexpr double looks = 8;

int by_in_delay(std::uint32_t argument) {
  constexpr int known[] = {SUNDER_BY_NOTHING, SUNDER_BY_VALUE, SUNDER_BY_LAG, SUNDER_BY_TIME};
  return known[argument];
}

int by_in_flow(std::uint32_t argument) {
  constexpr int known[] = {SUNDER_BY_NOTHING, SUNDER_BY_IN0, SUNDER_BY_IN1, SUNDER_BY_WAY};
  return known[argument];
}

}  // namespace

std::string CourseRoutine::name() const {
  switch (kind_) {
    case Kind::delayed: return "delay";
    case Kind::flown: return "spatialDistribution";
    case Kind::pace: return "pace";
    default: return "turns";
  }
}

double CourseRoutine::value(std::span<const double> a) const {
  switch (kind_) {
    case Kind::delayed: return sunder_course_delayed(a[0], a[1], a[2], a[3], a[4], by_in_delay(by_));
    case Kind::delayed_turns: return sunder_course_delayed_turns(a[0], a[1], a[2]);
    case Kind::flown: return sunder_course_flown(a[0], a[1], a[2], a[3], a[4], a[5], end_, by_in_flow(by_));
    case Kind::flown_turns: return sunder_course_flown_turns(a[0], a[1], a[2], end_);
    case Kind::pace: return looks * a[1];
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::string CourseRoutine::c_call(const std::vector<std::string>& a) const {
  const auto call = [&](const char* function, std::size_t count, std::initializer_list<int> numbers) {
    std::string text = std::string(function) + "(" + a[0];
    for (std::size_t i = 1; i < count; ++i) text += ", " + a[i];
    for (const int number : numbers) text += ", " + std::to_string(number);
    return text + ")";
  };
  switch (kind_) {
    case Kind::delayed: return call("sunder_course_delayed", 5, {by_in_delay(by_)});
    case Kind::delayed_turns: return call("sunder_course_delayed_turns", 3, {});
    case Kind::flown: return call("sunder_course_flown", 6, {end_, by_in_flow(by_)});
    case Kind::flown_turns: return call("sunder_course_flown_turns", 3, {end_});
    case Kind::pace: break;
  }
  return "(" + std::to_string(static_cast<int>(looks)) + " * (" + a[1] + "))";
}

/// Turns and pace are looked at by events only, which need no derivatives.
std::shared_ptr<const Routine> CourseRoutine::partial(Pool&, std::uint32_t argument) const {
  if ((kind_ != Kind::delayed && kind_ != Kind::flown) || argument == 0 || argument > 3) return nullptr;
  if (by_ != 0) return std::make_shared<Failure>("what '" + name() + "' remembers cannot be differentiated twice");
  return std::make_shared<CourseRoutine>(kind_, end_, argument);
}

std::string CourseRoutine::complaint(std::span<const double> a) const {
  if (kind_ != Kind::delayed) return Routine::complaint(a);
  const SunderCourse* course = sunder_course_of(a[0]);
  return "the delay " + rounded(a[2]) + " s" +
         (course == nullptr ? "" : " lies outside of 0 to delayMax = " + shortest(course->length) + " s");
}

}  // namespace sunder::symbolic
