#include "cosimulate/part_messages.hpp"

namespace sunder::cosimulate {
namespace {

// all ranks read the same texts in the same order: their numbers agree
void write_span(ByteWriter& out, const Span& span) {
  out.whole(span.file.value);
  out.whole(span.begin);
  out.whole(span.end);
}
Span read_span(ByteReader& in) {
  Span span;
  span.file.value = static_cast<std::uint32_t>(in.whole());
  span.begin = static_cast<std::uint32_t>(in.whole());
  span.end = static_cast<std::uint32_t>(in.whole());
  return span;
}

void write_matrix(ByteWriter& out, const Eigen::MatrixXd& matrix) {
  out.whole(static_cast<std::uint64_t>(matrix.rows()));
  out.whole(static_cast<std::uint64_t>(matrix.cols()));
  out.numbers({matrix.data(), static_cast<std::size_t>(matrix.size())});
}
Eigen::MatrixXd read_matrix(ByteReader& in) {
  const auto rows = static_cast<Eigen::Index>(in.whole());
  const auto columns = static_cast<Eigen::Index>(in.whole());
  const std::vector<double> values = in.numbers();
  return Eigen::Map<const Eigen::MatrixXd>(values.data(), rows, columns);
}

}  // namespace

void write(ByteWriter& out, const model::Status& status) {
  out.flag(status.ok());
  if (status) return;
  const model::Fault& fault = status.fault();
  out.whole(static_cast<std::uint64_t>(fault.code));
  out.text(fault.message);
  write_span(out, fault.span);
  out.text(fault.equation);
  out.text(fault.variable);
  out.number(fault.time);
  out.whole(fault.also.size());
  for (const model::Fault::Place& place : fault.also) {
    out.text(place.text);
    write_span(out, place.span);
  }
}

model::Status read_status(ByteReader& in) {
  if (in.flag()) return {};
  model::Fault fault;
  fault.code = static_cast<Code>(in.whole());
  fault.message = in.text();
  fault.span = read_span(in);
  fault.equation = in.text();
  fault.variable = in.text();
  fault.time = in.number();
  fault.also.resize(in.whole());
  for (model::Fault::Place& place : fault.also) {
    place.text = in.text();
    place.span = read_span(in);
  }
  return fault;
}

void write(ByteWriter& out, const std::optional<model::EventMessage>& message) {
  out.flag(message.has_value());
  if (!message) return;
  out.text(message->text);
  write_span(out, message->span);
  out.whole(static_cast<std::uint64_t>(message->code));
  out.flag(message->printed);
  out.number(message->time);
  out.flag(message->on_file);
}

std::optional<model::EventMessage> read_message(ByteReader& in) {
  if (!in.flag()) return std::nullopt;
  model::EventMessage message;
  message.text = in.text();
  message.span = read_span(in);
  message.code = static_cast<Code>(in.whole());
  message.printed = in.flag();
  message.time = in.number();
  message.on_file = in.flag();
  return message;
}

void write(ByteWriter& out, const model::InputCurve& curve) {
  out.number(curve.begin);
  out.number(curve.length);
  for (const std::vector<double>& one : curve.coefficients) out.numbers(one);
}

model::InputCurve read_curve(ByteReader& in) {
  model::InputCurve curve;
  curve.begin = in.number();
  curve.length = in.number();
  for (std::vector<double>& one : curve.coefficients) one = in.numbers();
  return curve;
}

void write(ByteWriter& out, const model::LinearSystem& system) {
  for (const Eigen::MatrixXd* matrix : {&system.a, &system.b, &system.c, &system.d}) write_matrix(out, *matrix);
  for (const auto* names : {&system.states, &system.inputs, &system.outputs}) out.texts(*names);
  out.number(system.sample_time.value_or(-1));
}

model::LinearSystem read_linear_system(ByteReader& in) {
  model::LinearSystem system;
  for (Eigen::MatrixXd* matrix : {&system.a, &system.b, &system.c, &system.d}) *matrix = read_matrix(in);
  for (auto* names : {&system.states, &system.inputs, &system.outputs}) *names = in.texts();
  const double sample_time = in.number();
  if (sample_time >= 0) system.sample_time = sample_time;
  return system;
}

}  // namespace sunder::cosimulate
