// What acts back on itself by its past is unstable here (2 > pi/2), and no Jacobian of the present shows it: it is said.
model DelayFeedback
  Real x(start = 1, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = -2*delay(x, 1);
  20*der(z) = x - z;
  annotation(experiment(StopTime = 20));
end DelayFeedback;
// run: analyze $FILE --json
// differs: passes because without aliases the delay looks at a variable of its own
// json: event_feedback == [{"states": ["x"], "through": [], "sampled": [], "delayed": ["x"]}]
// run: analyze $FILE
// differs: passes because without aliases the delay looks at a variable of its own
//out| DelayFeedback: 2 states at t = 0 (initial), alpha = 1, self loops by gain
//out|
//out|   time scale  variable  limiting cycle
//out|         40 s  z         itself
//out|         none  x         no cycle
//out|
//out|   cluster  time scales  own step  solved      states
//out|         1         40 s      40 s  implicitly  1: z
//out|         2         none      40 s  explicitly  1: x
//out|
//out|   mode  pace  behaviour           mostly in
//out|      1  20 s  decays within 20 s  z 100 %
//out|      2  none  stays where it is   x 100 %
//out|
//out|   stiffness index      1
//out|   separability         undefined linear, undefined logarithmic
//out|   cycles               1
//out|
//out| The time scale of z is 40 s. 1 state acts back on itself through delays only.
//out| Not seen by this analysis: x acts back on itself through what is delayed (x).
//out| Neither time scales nor certificates know of that feedback.
//out| Only z is solved implicitly (1 of 2 states) with a step of 41 s.
//out| Lost at that step: phenomena faster than 41 s, in z: only where they settle is
//out| computed, not how they get there.
//out| The step is marginal for the linearised model: something in it neither grows nor
//out| decays by itself (spectral radius 1; disturbances never grow). How accurate it
//out| is was not estimated.
//out| All this is about stability. To run the model, sunder simulate chooses a method
//out| by its error, and tells the error.
// run: split $FILE --by x --json
// differs: passes because without aliases the delay looks at a variable of its own
// json: diagnostics[0].code == "W1022"
// json: diagnostics[0].line == 5
//err| $FILE:5:15: warning[W1022]: what is delayed (x) acts back on itself: the certificate of the communication step does not know of it
//err|       der(x) = -2*delay(x, 1);
//err|                   ^~~~~~~~~~~
