// What a flow carries from one end to the other.
package Flows
  // at constant velocity: a delay
  model Constant
    parameter Real v = 2;
    Real x(start = 0.3, fixed = true);
    Real in0 = sin(3*time);
    Real out0, out1;
    Real same = delay(in0, 1/v);
    Real error(start = 0, fixed = true);
  equation
    der(x) = v;
    (out0, out1) = spatialDistribution(in0, 7, x, true);
    der(error) = 1e6*((out1 - (if time < 1/v then 0 else sin(3*(time - 1/v))))^2 + (out0 - in0)^2);
    annotation(experiment(StopTime = 3));
  end Constant;

  // the profile at the beginning leaves first; velocity t, so that what enters at s leaves at t with t^2 - s^2 = 2
  model Accelerated
    Real x = time^2/2;
    Real out0, out1;
    Real exact = if time^2 < 2 then profile(1 - x) else sqrt(max(time^2 - 2, 0));
    Real error(start = 0, fixed = true);
    function profile
      input Real y;
      output Real z;
    algorithm
      z := if y < 0.5 then 4*y else 2;
    end profile;
  equation
    (out0, out1) = spatialDistribution(in0 = time, in1 = 0, x = x, positiveVelocity = true,
      initialPoints = {0, 0.5, 1}, initialValues = {0, 2, 2});
    der(error) = 1e4*(out1 - exact)^2;
    annotation(experiment(StopTime = 4));
  end Accelerated;

  // forward and back: x = 0.8 (1 - cos t) turns at pi
  model Swings
    constant Real pi = 3.141592653589793;
    Real x(start = 0, fixed = true);
    Real v = 0.8*sin(time);
    Real out0, out1, exact0, exact1;
    Real error(start = 0, fixed = true);
  equation
    der(x) = v;
    (out0, out1) = spatialDistribution(time, -time, x, v >= 0, {0.0, 1.0}, {5.0, 6.0});
    if time < pi then
      exact0 = time;
      exact1 = if x < 1 then 6 - x else acos(max(-1, min(1, cos(time) + 1.25)));
    else
      exact0 = if x > 0.6 then 2*pi - time else -(2*pi - acos(max(-1, 1 - (x + 1)/0.8)));
      exact1 = -time;
    end if;
    der(error) = ((out1 - exact1)^2 + (out0 - exact0)^2);
    annotation(experiment(StopTime = 6));
  end Swings;

  // a jump that enters leaves as a jump, and makes events; two flows one behind the other
  model Jump
    Real x = 2*time;
    Real u = if time >= 0.3 then 1 else 0;
    Real middle, ahead, first, second;
    Boolean high = second > 0.5;
    Real integral(start = 0, fixed = true);
    discrete Real at(start = 0);
  equation
    (first, middle) = spatialDistribution(u, 0, x, true);
    (ahead, second) = spatialDistribution(middle, 0, 2*x, true);
    der(integral) = second;
    when high then
      at = time;
    end when;
    annotation(experiment(StopTime = 2));
  end Jump;

  // what stands still takes nothing in; a profile with a jump
  model Stops
    Real x(start = 0, fixed = true);
    discrete Real v(start = 1, fixed = true);
    Real in0 = if time < 2 then 1 else 3;
    Real out0, out1;
    Real integral(start = 0, fixed = true);
  equation
    der(x) = v;
    when time >= 0.75 then
      v = 0;
    elsewhen time >= 2.5 then
      v = 1;
    end when;
    (out0, out1) = spatialDistribution(in0, 0, x, v >= 0, {0, 0.5, 0.5, 1}, {2, 2, 4, 4});
    der(integral) = out1;
    annotation(experiment(StopTime = 4));
  end Stops;
end Flows;
// run: simulate $FILE --model Flows.Constant --method cvode --tolerance 1e-8 --json
// json: final.error ~ 0 1e-1
// json: final.out1 ~ 0.9379999767747389 1e-3
// json: final.same ~ 0.9379999767747389 1e-3
//err| $FILE:10:10: warning[W0637]: errors about as large as the whole movement are allowed in 'error' (moves by 5.3e-08, errors up to 1e-08): values may be wrong
//err|         Real error(start = 0, fixed = true);
//err|              ^~~~~
//err|   help: if they matter: --absolute-tolerance 1e-12, or the attribute nominal of such variables
// run: simulate $FILE --model Flows.Constant --method rosenbrock --tolerance 1e-6 --json
// json: final.out1 ~ 0.9379999767747389 1e-3
// run: simulate $FILE --model Flows.Accelerated --method cvode --tolerance 1e-8 --json
// json: final.out1 ~ 3.7416573868 1e-5
// json: final.error ~ 0 1e-1
// run: simulate $FILE --model Flows.Swings --method cvode --tolerance 1e-8 --json
// json: final.error ~ 0 1e-3
// run: simulate $FILE --model Flows.Swings --method rosenbrock --tolerance 1e-6 --json
// json: final.error ~ 0 1e-2
// run: simulate $FILE --model Flows.Jump --method cvode --tolerance 1e-8 --json
// json: final.at ~ 1.05 1e-7
// json: final.integral ~ 0.95 1e-6
// run: simulate $FILE --model Flows.Stops --method cvode --tolerance 1e-8 --json
// json: final.x ~ 2.25 1e-9
// json: final.integral ~ 8.75 1e-5
