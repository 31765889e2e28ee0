model Wrong
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Wrong;
// run: simulate $FILE --method cvod
// status: 2
//err| error[E0601]: there is no method 'cvod'; valid are euler, heun, midpoint, rk4, dopri5, implicit-euler, implicit-midpoint, trapezoidal, rosenbrock, cvode, mixed-euler, mixed-midpoint, mixed-heun-lobatto, multirate, averaging and mixed-realtime
//err|   help: did you mean 'cvode'?
// run: simulate $FILE --method cvode --compare cvod
// status: 2
//err| error[E0601]: there is no method 'cvod'; valid are euler, heun, midpoint, rk4, dopri5, implicit-euler, implicit-midpoint, trapezoidal, rosenbrock, cvode, mixed-euler, mixed-midpoint, mixed-heun-lobatto, multirate, averaging and mixed-realtime
//err|   help: did you mean 'cvode'?
// run: simulate $FILE --method cvode --compare mixed-euler
// status: 2
//err| error[E0610]: --compare mixed-euler: a mixed method is no reference
//err|   help: cvode is, for example
