model Clusters
  Real a(start = 1, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
  Real d(start = 0, fixed = true), e(start = 0, fixed = true), f(start = 0, fixed = true);
equation
  der(a) = -1e4*a + 10*c;
  der(b) = -3e3*b + a;
  der(c) = -10*c + a + d;
  der(d) = -5*d + c + e;
  der(e) = -0.01*e + 0.001*d;
  der(f) = e;
  annotation(experiment(StopTime = 100));
end Clusters;
// run: analyze $FILE
//out| Clusters: 6 states at t = 0 (initial), alpha = 1, self loops by gain
//out|
//out|   time scale  variable  limiting cycle
//out|       200 us  a         itself
//out|     666.7 us  b         itself
//out|       200 ms  c         itself
//out|       400 ms  d         itself
//out|      31.62 s  e         e > d > e
//out|         none  f         no cycle
//out|
//out|                                            | step 110 ms
//out|       1      2                             |   [-3-]                         4
//out|       *      *                             |   *   *                         *
//out|   +-------------+------------+-------------+-------------+------------+-------
//out|   100 us      1 ms         10 ms        100 ms          1 s         10 s
//out|
//out|   cluster      time scales  own step  solved      states
//out|         1           200 us    200 us  implicitly  1: a
//out|         2         666.7 us    400 us  implicitly  1: b
//out|         3  200 ms … 400 ms  112.8 ms  explicitly  2: c, d
//out|         4   31.62 s … none   20.42 s  explicitly  2: e, f
//out|
//out|   mode      pace  behaviour               mostly in
//out|      1    100 us  decays within 100 us    a 100 %
//out|      2  333.3 us  decays within 333.3 us  b 100 %
//out|      3  98.12 ms  decays within 98.12 ms  c 96 %
//out|      4    208 ms  decays within 208 ms    d 96 %
//out|      5   102.1 s  decays within 102.1 s   e 100 %
//out|      6      none  stays where it is       f 100 %
//out|
//out|   stiffness index      158114
//out|   separability         0.746799 linear, 0.475301 logarithmic
//out|   cycles               8
//out|   parallel fast blocks 2
//out|
//out| The time scales reach from 200 us (a) to 31.62 s (e). 1 state has no cycle: it
//out| only follows the others.
//out| Only a and b are solved implicitly (2 of 6 states) with a step of 110 ms.
//out| Lost at that step: phenomena faster than 110 ms, in a and b: only where they
//out| settle is computed, not how they get there.
//out| A longer step is limited by c (200 ms), which acts back on itself.
//out| The step is marginal for the linearised model: something in it neither grows nor
//out| decays by itself (spectral radius 1; disturbances never grow). How accurate it
//out| is was not estimated.
//out| The eigenvalues of the model see it differently for e (slower than the cycles
//out| say): there only the certificate of the step can be relied on.
//out| The states fall into 4 groups of different pace; a multirate method could give
//out| each its own step.
//out| The cycles of 4 states meet in c: without it they fall apart into 2 blocks (the
//out| largest has 2 states) that could be advanced in parallel.
//out| All this is about stability. To run the model, sunder simulate chooses a method
//out| by its error, and tells the error.
// run: analyze $FILE --parts 3 --json
// json: partition.clusters == [["a", "b"], ["c", "d"], ["e", "f"]]
// json: partition.implicit_clusters == 1
// json: partition.fast == ["a", "b"]
// json: partition.automatic == false
// json: variables[2].cluster == 1
// json: partition.certificate.stable == true
// run: analyze $FILE --parts 7
// status: 1
//err| error[E0808]: the model cannot be cut into 7 parts: it has 4 gaps between different time scales
// run: analyze $FILE --slowest-of-interest 2 --json
// json: partition.fast == ["a", "b", "c", "d"]
// json: partition.step == 2
// json: partition.stepped_over == ["a", "b", "c", "d"]
// json: cycle_sets[0].shared == ["c"]
// json: cycle_sets[0].blocks == [["d", "e"], ["a"]]
// run: analyze $FILE --slowest-of-interest 2 --parts 2
// status: 1
//err| error[E0809]: the fast states, the number of parts and the time scale of interest contradict each other: give only one of them
// run: simulate $FILE --method mixed-euler --slowest-of-interest 2 --json
// json: step == 2
// json: partition.fast == ["a", "b", "c", "d"]
// json: statistics.steps == 50
// run: simulate $FILE --method mixed-euler --parts 2 --json
// json: partition.fast == ["a", "b"]
// run: report $FILE --parts 3 --output $TMP/r.html --json
// json: analysis.partition.cluster_count == 3
// json: envelopes.order == ["a", "b", "c", "d", "e", "f"]
//err| warning[W0901]: explicit Euler is left out of the report: no step it is stable with is affordable
