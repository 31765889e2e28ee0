// Flows that are not possible.
package Wrong
  model Points
    parameter Real last = 0.9;
    Real a, b;
  equation
    (a, b) = spatialDistribution(1, 2, time, true, {0, last}, {0, 0});
    annotation(experiment(StopTime = 1));
  end Points;
  model Sizes
    Real a, b;
  equation
    (a, b) = spatialDistribution(1, 2, time, true, {0, 0.5, 1}, {0, 0});
  end Sizes;
  model Varying
    Real a, b;
  equation
    (a, b) = spatialDistribution(1, 2, time, true, {0, 1}, {0, time});
  end Varying;
  model Function
    function f
      input Real u;
      output Real y;
    algorithm
      y := spatialDistribution(u, 0, u, true);
    end f;
    Real y = f(time);
  end Function;
  model Direction
    Real a, b;
  equation
    (a, b) = spatialDistribution(1, 2, time, 1.0);
  end Direction;
end Wrong;
// run: simulate $FILE --model Wrong.Points --method cvode
// status: 3
// run: check $FILE --model Wrong.Sizes
// status: 1
// run: check $FILE --model Wrong.Varying
// status: 1
// run: check $FILE --model Wrong.Function
// status: 1
// run: check $FILE --model Wrong.Direction
// status: 1
