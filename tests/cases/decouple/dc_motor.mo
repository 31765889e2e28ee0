model DCMotor
  parameter Real L = 0.003, R = 0.05, J = 1500, b = 0.001, km = 6.785, u = 500, tau = 2500;
  Real I(start = 0, fixed = true), omega(start = 0, fixed = true), phi(start = 0, fixed = true);
equation
  L*der(I) = -R*I - km*omega + u;
  J*der(omega) = km*I - b*omega - tau;
  der(phi) = omega;
  annotation(experiment(StopTime = 8));
end DCMotor;
// run: analyze $FILE --alpha 0.5 --self-loop published --json
// json: variables[0].name == "I"
// json: variables[0].time_scale ~ 0.0319149 2e-6
// json: variables[1].name == "omega"
// json: variables[1].time_scale ~ 0.2210759 2e-7
// json: variables[2].name == "phi"
// json: variables[2].time_scale ~ 0.5 1e-12
// json: cycles.count == 4
// json: indices.stiffness ~ 15.6667 3e-6
// json: indices.separability ~ 0.16091 1e-5
// run: analyze $FILE --alpha 1 --self-loop magnitude --json
// json: variables[0].time_scale ~ 0.06 1e-12
// json: variables[1].time_scale ~ 0.3126485 2e-7
// json: variables[2].time_scale == "inf"
// run: analyze $FILE --alpha 0.5 --self-loop gain --json
// json: variables[0].time_scale ~ 0.09 1e-12
// json: variables[1].time_scale ~ 0.2210759 2e-7
// json: variables[2].time_scale == "inf"
// run: analyze $FILE
//out| DCMotor: 3 states at t = 0 (initial), alpha = 1, self loops by gain
//out|
//out|   time scale  variable  limiting cycle
//out|       120 ms  I         itself
//out|     312.6 ms  omega     omega > I > omega
//out|         none  phi       no cycle
//out|
//out|                                                          step 280 ms |
//out|               1                                                      |      2
//out|               *                                                      |      *
//out|   +--------------------------------------------+---------------------|--------
//out|   100 ms                                    200 ms
//out|
//out|   cluster      time scales  own step  solved      states
//out|         1           120 ms    120 ms  implicitly  1: I
//out|         2  312.6 ms … none    240 ms  explicitly  2: omega, phi
//out|
//out|   mode      pace  behaviour               mostly in
//out|      1  62.39 ms  decays within 62.39 ms  I 96 %
//out|      2   1.567 s  decays within 1.567 s   omega 96 %
//out|      3      none  stays where it is       phi 100 %
//out|
//out|   stiffness index      2.6054
//out|   separability         0 linear, 0 logarithmic
//out|   cycles               3
//out|
//out| The time scales reach from 120 ms (I) to 312.6 ms (omega). 1 state has no cycle:
//out| it only follows the others.
//out| Only I is solved implicitly (1 of 3 states) with a step of 280 ms.
//out| Lost at that step: phenomena faster than 280 ms, in I: only where they settle is
//out| computed, not how they get there.
//out| A longer step is limited by omega (312.6 ms), which acts back on itself through
//out| I.
//out| The step is marginal for the linearised model: something in it neither grows nor
//out| decays by itself (spectral radius 1; disturbances grow at most 1.11-fold). How
//out| accurate it is was not estimated.
//out| The eigenvalues of the model see it differently for omega (slower than the
//out| cycles say): there only the certificate of the step can be relied on.
//out| All this is about stability. To run the model, sunder simulate chooses a method
//out| by its error, and tells the error.
// run: simulate $FILE --method mixed-euler --step 0.2 --json
// json: statistics.steps == 40
// json: partition.fast == ["I"]
// json: statistics.full_rhs_evaluations == 0
// run: simulate $FILE --method mixed-euler --step 0.2 --fast nothing
// status: 1
//err| error[E0801]: the model has no state 'nothing'
