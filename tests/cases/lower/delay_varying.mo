// What was some time ago, where the delay varies.
package Varying
  model Sine
    Real lag = 0.5 + 0.3*sin(2*time);
    Real u = sin(time);
    Real y = delay(u, lag, 1);
    Real exact = if time < lag then 0 else sin(time - lag);
    Real error(start = 0, fixed = true);
  equation
    der(error) = 1e6*(y - exact)^2;
    annotation(experiment(StopTime = 10));
  end Sine;

  // the pantograph equation x'(t) = -x(t/2): the sum of (-t)^n / (n! 2^(n(n - 1)/2)); at the start the delay is zero
  model Pantograph
    Real x(start = 1, fixed = true);
  equation
    der(x) = -delay(x, time/2, 1);
    annotation(experiment(StopTime = 2));
  end Pantograph;

  // no delay at all: the signal itself, to the last bit
  model Zero
    Real lag = if time < 0.5 then 0 else 0.25;
    Real u = exp(time);
    Real y = delay(u, lag, 1);
    Real differs = if time < 0.5 then y - u else y - exp(time - 0.25);
    Real largest(start = 0, fixed = true);
  equation
    der(largest) = if time < 0.5 then 1e20*abs(differs) else 0;
    annotation(experiment(StopTime = 1));
  end Zero;

  // a jump comes out as a jump when it has come the way: t - 0.2 - 0.1 t = 0.5
  model Jump
    Real u = if time >= 0.5 then 2 else 1;
    Real y = delay(u, 0.2 + 0.1*time, 1);
    Boolean high = y > 1.5;
    Real integral(start = 0, fixed = true);
    discrete Real at(start = 0);
  equation
    der(integral) = y;
    when high then
      at = time;
    end when;
    annotation(experiment(StopTime = 1));
  end Jump;

  // the delay grows faster than time for a while: the jump that has arrived goes back, and comes again
  model Back
    Real u = if time >= 0.5 then 1 else 0;
    Real lag = if time < 1 then 0.1 else if time < 1.5 then 0.1 + 2*(time - 1) else 1.1;
    Real y = delay(u, lag, 2);
    discrete Integer count(start = 0, fixed = true);
    Real integral(start = 0, fixed = true);
  equation
    der(integral) = y;
    when y > 0.5 then
      count = pre(count) + 1;
    end when;
    annotation(experiment(StopTime = 2));
  end Back;

  // the delay jumps at an event
  model Switched
    discrete Real lag(start = 0.5, fixed = true);
    Real y = delay(time, lag, 1);
    Real before(start = 0, fixed = true);
  equation
    when time >= 1 then
      lag = 0.25;
    end when;
    der(before) = y;
    annotation(experiment(StopTime = 2));
  end Switched;

  // the delay is a state: y' = 1 - lag', and the delay equation y = u + y(t - lag)/2 is a loop where the delay is short
  model States
    Real lag(start = 0.2, fixed = true);
    Real y = delay(time, lag, 2);
    Real z = 1 + 0.5*delay(z, lag, 2);
  equation
    der(lag) = 0.3*(1 - lag);
    annotation(experiment(StopTime = 3));
  end States;

  model Array
    Real lag[2] = {0.25*time, 0.5*time};
    Real y[2] = {delay(i*time, lag[i], 1) for i in 1:2};
    Real z = sum(y);
    annotation(experiment(StopTime = 1));
  end Array;
end Varying;
// run: simulate $FILE --model Varying.Sine --method cvode --tolerance 1e-8 --json
// json: final.y ~ 0.19735736938597828 1e-4
// json: final.error ~ 0 1e-3
// run: simulate $FILE --model Varying.Sine --method rosenbrock --tolerance 1e-6 --json
// json: final.error ~ 0 1e-1
// run: simulate $FILE --model Varying.Pantograph --method cvode --tolerance 1e-8 --json
// json: final.x ~ -0.15650771607957353 1e-5
// run: simulate $FILE --model Varying.Pantograph --method rosenbrock --tolerance 1e-6 --json
// json: final.x ~ -0.15650771607957353 1e-4
// run: simulate $FILE --model Varying.Pantograph --method rk4 --step 0.01 --json
// json: final.x ~ -0.15650771607957353 1e-6
// run: simulate $FILE --model Varying.Zero --method cvode --tolerance 1e-8 --json
// json: final.largest ~ 0 0
// json: final.differs ~ 0 1e-6
// run: simulate $FILE --model Varying.Jump --method cvode --tolerance 1e-8 --json
// json: final.integral ~ 1.2222222222 1e-7
// json: final.at ~ 0.7777777778 1e-7
// run: simulate $FILE --model Varying.Back --method cvode --tolerance 1e-8 --json
// json: final.count ~ 2 0
// json: final.integral ~ 1.2 1e-6
// run: simulate $FILE --model Varying.Switched --method cvode --tolerance 1e-8 --json
// json: final.y ~ 1.75 1e-9
// json: final.before ~ 1.375 1e-6
// run: simulate $FILE --model Varying.States --method cvode --tolerance 1e-8 --json
// json: final.y ~ 2.325255727792479 1e-6
// run: simulate $FILE --model Varying.Array --method cvode --json
// json: final[y[1]] ~ 0.75 1e-9
// json: final[y[2]] ~ 1 1e-9
// json: final.z ~ 1.75 1e-9
