// In what order, and how many at a time: finds the rows of a section that one loop can compute.
//
// Rows with the same shape, solved slot and kinds of operands form a class. A class that does not depend on itself
// through others is computed in one run: in parallel when its rows are independent, else in sequence (a sweep). Classes
// that depend on each other mutually are cut by levels; there, a repeated chain of rows becomes one sequential run.
#pragma once

#include <cstdint>
#include <vector>

#include "emit/listing.hpp"
#include "ir/plan.hpp"

namespace sunder::emit {

/// Where an operand is at run time.
Place place_of(const ir::Plan& plan, ir::VariableId variable);
Place place_of(const ir::Plan& plan, ir::Operand operand);

/// target := shape(operands), or the solution of 0 = shape(operands) for a slot.
struct Task {
  static constexpr std::uint32_t explicit_ = 0xFFFFFFFFU;

  ir::ShapeId shape;
  std::uint32_t slot = explicit_;
  std::uint32_t operands_begin = 0;
  ir::VariableId target;
  std::uint32_t row = 0;  ///< number of the equation or assignment
};

struct TaskClass {
  ir::ShapeId shape;
  std::uint32_t slot = Task::explicit_;
  std::vector<Space> spaces;  ///< of the operands
  Space output = Space::work;
  symbolic::NodeId value;    ///< over the slots of the shape
  symbolic::NodeId divisor;  ///< valid: `value` divides by this
  std::vector<Task> tasks;   ///< in the order of computation
};

/// Loops with the same equations about the same unknowns, but for addresses.
struct LoopClass {
  std::vector<const ir::Loop*> loops;  ///< in the order of computation
};

struct ScheduleEntry {
  bool is_loop = false;
  Run run;                       ///< `kernel` is the number of the task class
  std::uint32_t loop_class = 0;  ///< is_loop: loops [first, first + count) of it
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct Schedule {
  std::vector<TaskClass> classes;
  std::vector<LoopClass> loop_classes;
  std::vector<ScheduleEntry> entries;

  /// Whether all rows of the class are computed by one run.
  [[nodiscard]] std::vector<bool> whole() const;
};

struct ScheduleOptions {
  bool grouping = true;  ///< off: every row is a class of its own, in the order of the section
};

/// The section must outlive the schedule.
Schedule make_schedule(const ir::Plan& plan, const ir::Section& section, ScheduleOptions options = {});
/// The assignments of parameters and constants.
Schedule make_parameter_schedule(const ir::Plan& plan, ScheduleOptions options = {});

}  // namespace sunder::emit
