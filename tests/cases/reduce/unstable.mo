// Unstable states are kept; states nobody sees are removed; both are said.
model Mixed
  input Real u(start = 0);
  output Real y;
  Real grows(start = 0, fixed = true), decays(start = 0, fixed = true), hidden(start = 0, fixed = true);
equation
  der(grows) = 2*grows + u;
  der(decays) = -3*decays + u;
  der(hidden) = -hidden + u;
  y = grows + decays;
end Mixed;
// run: reduce $FILE --json
// json: order == 2
// json: unstable_states == 1
// json: nonminimal_states == 1
//err| warning[W1104]: 1 of 3 states do not decay; they are kept, the others reduced
//err| warning[W1105]: 1 of 3 states are not reached by any input or not seen by any output (singular values below 1e-07 of the largest): removed
// run: reduce $FILE --order 0
// status: 2
//err| sunder: --order needs a whole number of at least 1, not '0'
// run: reduce $FILE --order 9
// status: 1
//err| warning[W1104]: 1 of 3 states do not decay; they are kept, the others reduced
//err| warning[W1105]: 1 of 3 states are not reached by any input or not seen by any output (singular values below 1e-07 of the largest): removed
//err| error[E1103]: the order 9 is above that of the system, 3
// run: reduce $FILE --order 1 --gamma 0.5
// status: 1
//err| warning[W1104]: 1 of 3 states do not decay; they are kept, the others reduced
//err| warning[W1105]: 1 of 3 states are not reached by any input or not seen by any output (singular values below 1e-07 of the largest): removed
//err| error[E1103]: order, gamma and error exclude each other
