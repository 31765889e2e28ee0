model Points "x is fast at first and slow later; y always keeps its pace"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -100*x^3;
  der(y) = -5*y + x;
  annotation(experiment(StopTime = 10));
end Points;
// run: analyze $FILE --at initial,10
//out| Points: 2 states at 2 operating points, alpha = 1, self loops by gain
//out|
//out|   time scale  variable  limiting cycle
//out|     6.667 ms  x         itself
//out|       400 ms  y         itself
//out|
//out|                                                            | step 260 ms
//out|             1                                              |     2
//out|             *                                              |     *
//out|   ---------------+-----------------------------+-----------|-----------------+
//out|                10 ms                        100 ms                         1 s
//out|
//out|   cluster  time scales  own step  solved      states
//out|         1     6.667 ms    6.6 ms  implicitly  1: x
//out|         2       400 ms    264 ms  explicitly  1: y
//out|
//out|   point  time  kind      fastest  slowest
//out|       1     0  initial  6.667 ms   400 ms
//out|       2    10  time       400 ms  13.33 s
//out|
//out|   mode      pace  behaviour at the first point  mostly in
//out|      1  3.333 ms  decays within 3.333 ms        x 100 %
//out|      2    200 ms  decays within 200 ms          y 100 %
//out|
//out|   stiffness index      60
//out|   separability         0 linear, 0 logarithmic
//out|   eigenvalue ratio     60
//out|   cycles               2
//out|
//out| The time scales reach from 6.667 ms (x) to 400 ms (y).
//out| The order of the time scales changes along the way: x is faster than y at t = 0
//out| and slower at t = 10. The cut uses the shortest time scale of every state.
//out| Only x is solved implicitly (1 of 2 states) with a step of 260 ms.
//out| Lost at that step: phenomena faster than 260 ms, in x: only where they settle is
//out| computed, not how they get there.
//out| A longer step is limited by y (400 ms), which acts back on itself.
//out| The step is stable for the linearised model (spectral radius 0.96246;
//out| disturbances never grow). How accurate it is was not estimated.
//out| All this is about stability. To run the model, sunder simulate chooses a method
//out| by its error, and tells the error.
//err| warning[W0813]: the order of the time scales depends on the operating point: 'x' is faster than 'y' at time 0, but slower at time 10
//err|   note: time scales 0.006667 against 0.4 at time 0, 13.33 against 0.4 at time 10
// run: analyze $FILE --at initial,10 --json
// json: operating_points[0].kind == "initial"
// json: operating_points[1].kind == "time"
// json: operating_points[1].time == 10
// json: ranking_changes == [{"faster": "x", "slower": "y", "first": 0, "second": 1}]
// json: variables[0].name == "x"
// json: variables[0].time_scale ~ 0.00666667 1e-5
// json: variables[0].point == 0
// json: operating_points[0].time_scales[1] ~ 0.4 1e-9
// json: operating_points[0].modes[0].re ~ -300 1e-9
// json: variables[1].mode.agreement == "agree"
//err| warning[W0813]: the order of the time scales depends on the operating point: 'x' is faster than 'y' at time 0, but slower at time 10
//err|   note: time scales 0.006667 against 0.4 at time 0, 13.33 against 0.4 at time 10
// run: analyze $FILE --probe heun --json
// json: probe == "heun"
// run: analyze $FILE --at never
// status: 2
//err| error[E0006]: --at takes 'initial', 'steady', 'along' or times, not 'never'
