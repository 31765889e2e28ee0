// Eigenvalues alone do not make a step usable: along a stream disturbances grow on their way when the explicit stream moves more
// than one cell in a step, although all of them decay in the end.
model Exchanger
  parameter Integer n = 100;
  Real a[n](each start = 300, each fixed = true) "fast stream";
  Real w[n](each start = 300, each fixed = true) "wall";
  Real b[n](each start = 300, each fixed = true) "slow stream, in the other direction";
equation
  for i in 1:n loop
    der(a[i]) = 1000 * ((if i > 1 then a[max(i - 1, 1)] else 360) - a[i]) + 19.05 * (w[i] - a[i]);
    der(w[i]) = 1.6 * (a[i] - w[i]) + 1.6 * (b[n + 1 - i] - w[i]);
    der(b[i]) = 100 * ((if i > 1 then b[max(i - 1, 1)] else 290) - b[i]) + 2.286 * (w[n + 1 - i] - b[i]);
  end for;
end Exchanger;
// run: analyze $FILE --slowest-of-interest 0.0032 --step 0.011 --json
// json: partition.fast_count == 100
// json: partition.certificate.spectral_radius ~ 0.9886 1e-4
// json: partition.certificate.verdict == "transient growth"
// json: partition.certificate.stable == false
//err| warning[W0807]: with the step 0.011 and 100 fast states the linearised model is stable in the end (spectral radius 0.988576), but disturbances grow at least 3e+09-fold first
// run: analyze $FILE --slowest-of-interest 0.0032 --step 0.0095 --json
// json: partition.fast_count == 100
// json: partition.certificate.verdict == "stable"
// json: partition.certificate.growth ~ 1 1e-9
// json: partition.certificate.growth_bounded == true
// run: analyze $FILE --slowest-of-interest 0.0032 --step 0.011
//out| Exchanger: 300 states at t = 0 (initial), alpha = 1, self loops by gain
//out|
//out|   time scale  variable    limiting cycle
//out|     1.963 ms  a[1]        itself
//out|     1.963 ms  a[2]        itself
//out|     1.963 ms  a[3]        itself
//out|     1.963 ms  a[4]        itself
//out|     1.963 ms  a[5]        itself
//out|     1.963 ms  a[6]        itself
//out|     1.963 ms  a[7]        itself
//out|     1.963 ms  a[8]        itself
//out|     1.963 ms  a[9]        itself
//out|     1.963 ms  a[10]       itself
//out|     1.963 ms  a[11]       itself
//out|     1.963 ms  a[12]       itself
//out|     1.963 ms  a[13]       itself
//out|     1.963 ms  a[14]       itself
//out|     1.963 ms  a[15]       itself
//out|            …  (270 more)
//out|     3.693 ms  w[58]       w[58] > b[43] > b[44] > b[45] > b[46] > b[47] > … (11…
//out|     3.703 ms  w[44]       w[44] > a[44] > a[45] > a[46] > a[47] > a[48] > … (11…
//out|     3.703 ms  w[57]       w[57] > b[44] > b[45] > b[46] > b[47] > b[48] > … (11…
//out|     3.713 ms  w[45]       w[45] > a[45] > a[46] > a[47] > a[48] > a[49] > … (11…
//out|     3.713 ms  w[56]       w[56] > b[45] > b[46] > b[47] > b[48] > b[49] > … (11…
//out|     3.724 ms  w[46]       w[46] > a[46] > a[47] > a[48] > a[49] > a[50] > … (11…
//out|     3.724 ms  w[55]       w[55] > b[46] > b[47] > b[48] > b[49] > b[50] > … (11…
//out|     3.735 ms  w[47]       w[47] > a[47] > a[48] > a[49] > a[50] > a[51] > … (11…
//out|     3.735 ms  w[54]       w[54] > b[47] > b[48] > b[49] > b[50] > b[51] > … (11…
//out|     3.747 ms  w[48]       w[48] > a[48] > a[49] > a[50] > a[51] > a[52] > … (10…
//out|     3.747 ms  w[53]       w[53] > b[48] > b[49] > b[50] > b[51] > b[52] > … (10…
//out|     3.759 ms  w[49]       w[49] > a[49] > a[50] > a[51] > a[52] > a[53] > … (10…
//out|     3.759 ms  w[52]       w[52] > b[49] > b[50] > b[51] > b[52] > b[53] > … (10…
//out|     3.771 ms  w[50]       w[50] > a[50] > a[51] > a[52] > a[53] > a[54] > … (10…
//out|     3.771 ms  w[51]       w[51] > b[50] > b[51] > b[52] > b[53] > b[54] > … (10…
//out|
//out|                         1                 [2-]
//out|                         #                 #
//out|                         #                 #
//out|                         #                 ###
//out|                         #                 ####
//out|   +----------------------+----------------------------+----------------------+
//out|   1 ms                 2 ms                         5 ms                 10 ms
//out|   (the tallest column: 104 states)
//out|
//out|   cluster          time scales  own step  solved      states
//out|         1             1.963 ms    1.9 ms  implicitly  100: a[1], … (99 more)
//out|         2  3.462 ms … 3.771 ms    1.9 ms  explicitly  200: w[1], … (199 more)
//out|
//out|   stiffness index      1.92147
//out|   separability         0.995967 linear, 0.996152 logarithmic
//out|   eigenvalue ratio     1635.7
//out|   cycles               5450
//out|   parallel fast blocks 100
//out|
//out| The time scales reach from 1.963 ms (a[1]) to 3.771 ms (w[51]).
//out| Only a[1], a[2], a[3], … (100 in all) are solved implicitly (100 of 300 states)
//out| with a step of 11 ms. That is not recommended.
//out| Lost at that step: phenomena faster than 11 ms, in a[1], a[2], a[3], … (300 in
//out| all): only where they settle is computed, not how they get there.
//out| The step is longer than the time scale of the explicit w[1] (3.462 ms), which
//out| acts back on itself through a[1], a[2], … (201 states).
//out| Warning: with this step the linearised model is stable in the end (spectral
//out| radius 0.98858), but disturbances grow at least 3e+09-fold first.
//out| The cycles of 300 states meet in a[25], a[50] and a[75]: without them they fall
//out| apart into 7 blocks (the largest has 75 states) that could be advanced in
//out| parallel.
//out| All this is about stability. To run the model, sunder simulate chooses a method
//out| by its error, and tells the error.
//err| warning[W0807]: with the step 0.011 and 100 fast states the linearised model is stable in the end (spectral radius 0.988576), but disturbances grow at least 3e+09-fold first
// run: simulate $FILE --method mixed-euler --slowest-of-interest 0.0032 --step 0.011 --stop 1.1 --json
// json: status.ok == true
//err| warning[W0807]: with the step 0.011 and 100 fast states the linearised model is stable in the end (spectral radius 0.988576), but disturbances grow at least 3e+09-fold first
