// What ranks tell each other about parts, as bytes.
#pragma once

#include <optional>

#include "base/bytes.hpp"
#include "model/part.hpp"

namespace sunder::cosimulate {

/// What a part is asked to do. A call begins with its kind and the number of the part; new inputs and states follow,
/// where there are any, then its arguments.
enum class PartCall : std::uint8_t {
  initialise,
  step,
  outputs,
  feedthrough,
  linearise,
  record,
  warnings,
  // what gets no reply
  keep_substeps,
  save,
  release,
  // puts back a snapshot; the reply has the states
  restore,
};

void write(ByteWriter& out, const model::Status& status);
model::Status read_status(ByteReader& in);

void write(ByteWriter& out, const std::optional<model::EventMessage>& message);
std::optional<model::EventMessage> read_message(ByteReader& in);

void write(ByteWriter& out, const model::InputCurve& curve);
model::InputCurve read_curve(ByteReader& in);

void write(ByteWriter& out, const model::LinearSystem& system);
model::LinearSystem read_linear_system(ByteReader& in);

}  // namespace sunder::cosimulate
