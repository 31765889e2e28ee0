package RatesForMoments "a rate that is there for a moment, or in one point, makes no explicit method unstable"
  model Fills "the slope of the root is infinite where the tank begins"
    Real h(start = 0, fixed = true), q, supply(start = 1, fixed = true);
  equation
    q = 0.5*sqrt(h);
    der(h) = supply - q;
    der(supply) = -0.1*supply;
    annotation(experiment(StopTime = 2));
  end Fills;

  model Refilled "dry for a while, where a coarse run stands in the very point"
    Real h1(start = 1, fixed = true), h2(start = 0, fixed = true), q1, q2;
  equation
    q1 = if h1 > 0 then 0.5*sqrt(h1) else 0;
    q2 = if h2 > 0 then 0.4*sqrt(h2) else 0;
    der(h1) = (if time > 6 and time < 9 then 0.3 else 0) - q1;
    der(h2) = q1 - q2;
    annotation(experiment(StopTime = 20));
  end Refilled;

  model Stays "this rate lasts"
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1000*(sin(time) - x);
    annotation(experiment(StopTime = 2));
  end Stays;
end RatesForMoments;
// run: choose $FILE --model RatesForMoments.Fills --real-time 0.001 --json
// json: plan.candidates[0].method == "rk4"
// json: plan.candidates[0].chosen == true
// run: simulate $FILE --model RatesForMoments.Fills --real-time 0.001 --max-error 1e-4 --json
// json: method == "rk4"
// json: audit.verdict == "kept"
// run: simulate $FILE --model RatesForMoments.Refilled --real-time 0.001 --max-error 1e-3 --json
// json: audit.verdict == "kept"
// run: choose $FILE --model RatesForMoments.Stays --real-time 0.01 --json
// json: plan.candidates[0].why == "not stable: the fastest rate that lasts, 998/s, allows steps of 0.0027 s"
// json: plan.candidates[2].chosen == true
