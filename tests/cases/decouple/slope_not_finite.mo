model SlopeNotFinite "der(x) has an infinite slope where x and y are equal"
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = sqrt(x - y) - x;
  der(y) = -y;
end SlopeNotFinite;
// run: analyze $FILE --at initial
// status: 1
//err| $FILE:2:8: error[E0803]: at the operating point der(x) depends on 'x' with the slope inf
//err|       Real x(start = 1, fixed = true), y(start = 1, fixed = true);
//err|            ^
//err|   help: a square root of zero has no slope, say: --at TIME looks at another point of the run
// run: analyze $FILE
//out| SlopeNotFinite: 2 states at 7 operating points, alpha = 1, self loops by gain
//out|
//out|   time scale  variable  limiting cycle
//out|     97.69 us  x         itself
//out|          2 s  y         itself
//out|
//out|                                                                step 2.1 s |
//out|          1                                                                2
//out|          *                                                                *
//out|   --------+--------------+--------------+--------------+--------------+---|---
//out|        100 us          1 ms           10 ms         100 ms           1 s
//out|
//out|   cluster  time scales  own step  solved      states
//out|         1     97.69 us     97 us  implicitly  1: x
//out|         2          2 s  741.1 ms  implicitly  1: y
//out|
//out|   point        time  kind    fastest  slowest
//out|       1  0.00294849  along  97.69 us      2 s
//out|       2   0.0411824  along  39.46 ms      2 s
//out|       3    0.180687  along    205 ms      2 s
//out|       4    0.328594  along  429.8 ms      2 s
//out|       5    0.482299  along  743.1 ms      2 s
//out|       6    0.642299  along   1.209 s      2 s
//out|       7    0.962299  along       2 s  3.203 s
//out|
//out|   mode      pace  behaviour at the first point  mostly in
//out|      1  97.69 us  GROWS within 97.69 us         x 100 %
//out|      2       1 s  decays within 1 s             y 100 %
//out|
//out|   stiffness index      20473.2
//out|   separability         0 linear, 0 logarithmic
//out|   eigenvalue ratio     10236.6
//out|   cycles               2
//out|   parallel fast blocks 2
//out|
//out| The time scales reach from 97.69 us (x) to 2 s (y).
//out| The order of the time scales changes along the way: x is faster than y at t =
//out| 0.00294849 and slower at t = 0.962299. The cut uses the shortest time scale of
//out| every state.
//out| No cut could be certified: all 2 states are solved implicitly with a step of 2.1
//out| s.
//out| Lost at that step: phenomena faster than 2.1 s, in x and y: only where they
//out| settle is computed, not how they get there.
//out| Warning: this step is NOT stable for the linearised model (spectral radius
//out| 2.9036, must not exceed 1).
//out| At this point the model itself grows, mostly in x, with a time constant of 97.69
//out| us: no step can be stable there.
//out| All this is about stability. To run the model, sunder simulate chooses a method
//out| by its error, and tells the error.
//err| warning[W0817]: the Jacobian was not finite at 7 points along the run: they are left out
//err| warning[W0817]: the Jacobian was not finite at the start, t = 0: the start is left out
//err| warning[W0807]: with the step 2.1 and 2 fast states the linearised model grows from step to step (spectral radius 2.90365)
