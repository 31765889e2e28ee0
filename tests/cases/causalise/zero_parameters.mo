// A resistance and a capacitance of zero, as library parts have them unless told otherwise: the equations are solved for
// something else, and what they were zero for decides the structure.
model ZeroResistance
  parameter Real R = 0, C = 2, G = 0.5;
  Real u = 1 + time, v, i, w(start = 0);
equation
  R*i = u - v;
  C*der(w) + G*w = i;
  v = w;
end ZeroResistance;
model ZeroCapacitance
  parameter Real c = 0, R = 2;
  Real v(start = 5), i;
equation
  i = c*der(v);
  R*i = sin(time) - v;
end ZeroCapacitance;
model NoOther
  parameter Real p = 0;
  Real x;
equation
  p*x = 1;
end NoOther;
// run: check $FILE --model ZeroResistance --json
// json: state_count == 0
// differs: passes because derivatives of aliases are variables too
// run: simulate $FILE --model ZeroResistance --method cvode --stop 1 --json
// json: final.v ~ 2 1e-12
// json: final.i ~ 3 1e-12
// differs: passes because derivatives of aliases are variables too
// run: simulate $FILE --model ZeroResistance --set R=1 --method cvode --tolerance 1e-9 --stop 1 --json
// json: final.i ~ 1.450585 1e-5
//err| $FILE:5:28: warning[W0404]: the initial conditions are not complete: 1 state of 1 takes its start value: w
//err|       Real u = 1 + time, v, i, w(start = 0);
//err|                                ^
//err|   help: write fixed = true next to the start value, or give an initial equation
// run: check $FILE --model ZeroCapacitance --json
// json: state_count == 0
// run: simulate $FILE --model ZeroCapacitance --method cvode --stop 1 --json
// json: final.v ~ 0.8414709848078965 1e-12
// json: final.i ~ 0 1e-12
// run: simulate $FILE --model NoOther --method cvode --stop 1
// status: 3
//err| $FILE:22:3: error[E0504]: the equation 'p*x = 1' cannot be solved for its unknown: a factor of parameters is zero
//err|       p*x = 1;
//err|       ^~~~~~~
//err|   note: in the equation p*x = 1
// A capacitance that is computed, and zero since all that it is computed from is: the voltage is no state.
model ComputedCapacitance
  parameter Real c0 = 0, tau = 0, R = 2;
  Real v(start = 5), i, c, junction;
equation
  junction = c0*sqrt(1 + v^2);
  c = junction + tau*exp(v/10);
  i = c*der(v);
  R*i = sin(time) - v;
end ComputedCapacitance;
// run: check $FILE --model ComputedCapacitance --json
// json: state_count == 0
// run: simulate $FILE --model ComputedCapacitance --method cvode --stop 1 --json
// json: final.v ~ 0.8414709848078965 1e-12
// json: final.i ~ 0 1e-12
// json: final.c ~ 0 1e-12
// run: simulate $FILE --model ComputedCapacitance --set tau=1e-9 --set c0=0 --method cvode --tolerance 1e-9 --stop 1 --json
// json: final.v ~ 0.84147098 1e-6
//err| $FILE:51:8: warning[W0404]: the initial conditions are not complete: 1 state of 1 takes its start value: v
//err|       Real v(start = 5), i, c, junction;
//err|            ^
//err|   help: write fixed = true next to the start value, or give an initial equation
// run: check $FILE --model ComputedCapacitance --explain tau
//out| tau is a parameter.
//out| Its value was read when the model was compiled, and cannot be changed afterwards.
//out|   tau = 0
//out|       $FILE:50:32
