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
//err| $FILE:7:14: error[E0518]: an initial profile goes from 0 to 1, not from 0 to 0.9
//err|         (a, b) = spatialDistribution(1, 2, time, true, {0, last}, {0, 0});
//err|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model Wrong.Sizes
// status: 1
//err| $FILE:13:65: error[E0205]: the initial profile has another number of values than points
//err|         (a, b) = spatialDistribution(1, 2, time, true, {0, 0.5, 1}, {0, 0});
//err|                                                                     ^~~~~~
// run: check $FILE --model Wrong.Varying
// status: 1
//err| $FILE:18:60: error[E0224]: the initial profile must be a parameter
//err|         (a, b) = spatialDistribution(1, 2, time, true, {0, 1}, {0, time});
//err|                                                                ^~~~~~~~~
// run: check $FILE --model Wrong.Function
// status: 1
//err| $FILE:25:12: error[E0204]: a function does not know the past: 'spatialDistribution' cannot be used here
//err|           y := spatialDistribution(u, 0, u, true);
//err|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model Wrong.Direction
// status: 1
//err| $FILE:32:46: error[E0204]: 'spatialDistribution' needs a Boolean for the direction, not Real
//err|         (a, b) = spatialDistribution(1, 2, time, 1.0);
//err|                                                  ^~~
