model Along "slow at the start, fast when it is warm: the initial state alone tells nothing"
  Real T(start = 0, fixed = true), q(start = 0, fixed = true);
equation
  der(T) = 1 - 0.01*T;
  der(q) = -(1 + T^2)*(q - T);
  annotation(experiment(StopTime = 100));
end Along;
// run: analyze $FILE --at initial --json
// json: operating_points[0].kind == "initial"
// json: variables[0].time_scale ~ 2 1e-9
// run: analyze $FILE
//out| Along: 2 states at 8 operating points, alpha = 1, self loops by gain
//out|
//out|   time scale  variable  limiting cycle
//out|     500.4 us  q         itself
//out|        200 s  T         itself
//out|
//out|                                                           step 55 s |
//out|     1                                                               |      2
//out|     *                                                               |      *
//out|   ------+------------+-----------+------------+-----------+---------|--+------
//out|       1 ms         10 ms      100 ms         1 s        10 s         100 s
//out|
//out|   cluster  time scales  own step  solved      states
//out|         1     500.4 us    500 us  implicitly  1: q
//out|         2        200 s   55.06 s  explicitly  1: T
//out|
//out|   point     time  kind      fastest  slowest
//out|       1        0  initial       2 s    200 s
//out|       2     1.28  along    764.1 ms    200 s
//out|       3  13.1448  along     13.1 ms    200 s
//out|       4  27.5789  along    3.437 ms    200 s
//out|       5  42.9673  along    1.638 ms    200 s
//out|       6  58.6225  along    1.016 ms    200 s
//out|       7  90.6225  along      563 us    200 s
//out|       8      100  along    500.4 us    200 s
//out|
//out|   mode   pace  behaviour at the first point  mostly in
//out|      1    1 s  decays within 1 s             q 100 %
//out|      2  100 s  decays within 100 s           T 100 %
//out|
//out|   stiffness index      399676
//out|   separability         0 linear, 0 logarithmic
//out|   eigenvalue ratio     399676
//out|   cycles               2
//out|
//out| The time scales reach from 500.4 us (q) to 200 s (T).
//out| The order of the time scales is the same at all 8 operating points along a
//out| coarse run; every state has its shortest one.
//out| Only q is solved implicitly (1 of 2 states) with a step of 55 s.
//out| Lost at that step: phenomena faster than 55 s, in q: only where they settle is
//out| computed, not how they get there.
//out| A longer step is limited by T (200 s), which acts back on itself.
//out| The step is stable for the linearised model (spectral radius 0.45; disturbances
//out| never grow). How accurate it is was not estimated.
//out| All this is about stability. To run the model, sunder simulate chooses a method
//out| by its error, and tells the error.
// run: analyze $FILE --json
// json: operating_points[0].kind == "initial"
// json: operating_points[1].kind == "along"
// json: operating_points[7].time == 100
// json: variables[0].time_scale ~ 5.004e-4 1e-3
