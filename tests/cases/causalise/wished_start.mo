// Nobody fixed the temperature, but the model prefers it as a state and gives it a start value: the energy, which became
// the state, follows from it, not from a start value that nobody gave.
model Volume
  Real level(start = 0.8, stateSelect = StateSelect.prefer), T(start = 293.15, stateSelect = StateSelect.prefer);
  Real U, m;
equation
  m = 1000*level;
  U = m*4184*(T - 273.15);
  der(m) = -1;
  der(U) = -4184*(T - 273.15);
end Volume;
// run: simulate $FILE --method cvode --stop 10 --json
// json: final.T ~ 293.15 1e-9
//err| $FILE:4:8: warning[W0404]: the initial conditions are not complete: 2 states of 2 take their start value: level and T
//err|       Real level(start = 0.8, stateSelect = StateSelect.prefer), T(start = 293.1
//err|            ^~~~~
//err|   help: write fixed = true next to the start value, or give an initial equation
