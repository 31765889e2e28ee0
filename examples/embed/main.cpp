// A model as text inside a program of your own: load it, simulate it, look at its time scales, change it, run it again.
#include <sunder/sunder.hpp>

#include <cstdio>

int main() try {
  // A heated tank with a quick thermometer. `value()` throws an Error that says where the text is wrong.
  sunder::Model tank = sunder::load_text(R"(
    model Tank
      parameter Real C = 2000 "heat capacity, J/K";
      parameter Real k = 10 "heat loss, W/K";
      input Real power(start = 0) "W";
      Real T(start = 20, fixed = true) "water, degC";
      Real reading(start = 20, fixed = true) "thermometer, degC";
    equation
      C * der(T) = power - k * (T - 20);
      2 * der(reading) = T - reading;
    end Tank;
  )")
                           .value();

  // Ten minutes with a heater of 500 W.
  sunder::SimulateOptions options;
  options.stop = 600;
  options.intervals = 3;
  options.input_constants = {{"power", 500}};
  const sunder::Run run = tank.simulate(options).value();
  const std::vector<double> water = run.values("T");
  for (std::size_t i = 0; i < run.time().size(); ++i) std::printf("%5.0f s  %.2f degC\n", run.time()[i], water[i]);

  // Which state is fast, which is slow, and what follows from that.
  const sunder::TimeScales scales = tank.analyze().value();
  for (const sunder::StateScale& state : scales.states)
    std::printf("%-8s %g s\n", state.name.c_str(), state.time_scale);

  // Parameters are set without compiling again, unless sizes or conditions depend on them.
  tank.set("k", 5);
  std::printf("better insulated: %.2f degC\n", tank.simulate(options).value().final_value("T"));

  // A mistake is a message with a code and a place, and never a crash.
  const sunder::Result<sunder::Model> wrong = sunder::load_text("model M\n  Real x\nend M;");
  std::printf("%s at line %u\n", wrong.messages().front().code.c_str(), wrong.messages().front().line);
} catch (const sunder::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
