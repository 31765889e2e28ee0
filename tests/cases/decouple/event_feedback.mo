model EventFeedback "loops that no Jacobian shows: a sampled controller, a thermostat; and a counter that acts on nobody"
  Real x(start = 0, fixed = true) "the plant, controlled at instants";
  Real T(start = 20, fixed = true) "held by a thermostat";
  Real w(start = 0, fixed = true) "follows both, and is counted only";
  discrete Real u(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = u;
  der(T) = if on then 1 else -0.5;
  der(w) = x + 0.001*T;
  when sample(0, 0.1) then
    u = 2*(1 - x);
  end when;
  when T > 22 then
    on = false;
  elsewhen T < 19 then
    on = true;
  end when;
  when w > 1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 20));
end EventFeedback;
// run: analyze $FILE
//out| EventFeedback: 3 states at t = 0 (initial), alpha = 1, self loops by gain
//out|
//out|   time scale  variable  limiting cycle
//out|         none  x         no cycle
//out|         none  T         no cycle
//out|         none  w         no cycle
//out|
//out|   mode  pace  behaviour          mostly in
//out|      1  none  stays where it is  w 100 %
//out|      2  none  stays where it is  x 100 %
//out|      3  none  stays where it is  T 100 %
//out|
//out|   stiffness index      undefined
//out|   separability         undefined linear, undefined logarithmic
//out|   cycles               0
//out|
//out| Between events no state acts back on itself.
//out| Not seen by this analysis: x acts back on itself through events (u), at the
//out| instants of sample(0, 0.1). Neither time scales nor certificates know of that
//out| feedback.
//out| Not seen by this analysis: T acts back on itself through events (on). Neither
//out| time scales nor certificates know of that feedback.
//out| No state needs an implicit method.
//out| All this is about stability. To run the model, sunder simulate chooses a method
//out| by its error, and tells the error.
// run: analyze $FILE --json
// json: event_feedback == [{"states": ["x"], "through": ["u"], "sampled": ["sample(0, 0.1)"], "delayed": []}, {"states": ["T"], "through": ["on"], "sampled": [], "delayed": []}]
