// What was some time ago.
package Delays
  // a delayed sine is the sine of an earlier time, the value at the start before that
  model Sine
    Real u = sin(time);
    Real y = delay(u, 0.5);
    Real one(start = 1, fixed = true);
  equation
    der(one) = 1e6*(y - (if time < 0.5 then 0 else sin(time - 0.5)))^2;
    annotation(experiment(StopTime = 10));
  end Sine;

  // x' = -x(t - 1), x = 1 before the start: 1 - t up to 1, then 1 - t + (t - 1)^2/2, …
  model Equation
    Real x(start = 1, fixed = true);
  equation
    der(x) = -delay(x, 1);
    annotation(experiment(StopTime = 2));
  end Equation;

  // a jump comes out as a jump, at its time, and makes events
  model Jump
    parameter Real T = 0.3;
    Real u = if time >= 0.5 then 2 else 1;
    Real y = delay(u, T);
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

  model Array
    Real u[2] = {time, 2*time};
    Real y[2] = delay(u, 0.25);
    Real z = sum(delay(i*time, 0.1*i) for i in 1:2);
    annotation(experiment(StopTime = 1));
  end Array;
end Delays;
// run: simulate $FILE --model Delays.Sine --method cvode --tolerance 1e-8 --json
// json: final.y ~ -0.0751511204618093 1e-4
// json: final.one ~ 1 1e-3
// run: simulate $FILE --model Delays.Sine --method rosenbrock --tolerance 1e-6 --json
// json: final.y ~ -0.0751511204618093 1e-3
// json: final.one ~ 1 1e-1
// run: simulate $FILE --model Delays.Equation --method cvode --tolerance 1e-8 --json
// json: final.x ~ -0.5 1e-6
// run: simulate $FILE --model Delays.Equation --method rosenbrock --tolerance 1e-6 --json
// json: final.x ~ -0.5 1e-4
// run: simulate $FILE --model Delays.Equation --method rk4 --step 0.05 --json
// json: final.x ~ -0.5 1e-9
// run: simulate $FILE --model Delays.Jump --method cvode --tolerance 1e-8 --json
// json: final.integral ~ 1.2 1e-9
// json: final.at ~ 0.8 1e-9
// run: simulate $FILE --model Delays.Jump --method cvode --tolerance 1e-8 --set T=0.1 --json
// json: final.integral ~ 1.4 1e-9
// json: final.at ~ 0.6 1e-9
// run: simulate $FILE --model Delays.Array --method cvode --json
// json: final[y[1]] ~ 0.75 1e-9
// json: final[y[2]] ~ 1.5 1e-9
// json: final.z ~ 2.5 1e-9
