// What is left of relaxed loops, iterated instead of factored: conductances that change with the time.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Conductor
  parameter Boolean marked = true;
  input Real G;
  Pin p, n;
equation
  if marked then
    p.i = G*(Sunder.relax(p.v) - Sunder.relax(n.v));
  else
    p.i = G*(p.v - n.v);
  end if;
  p.i + n.i = 0;
end Conductor;
model Capacitor "to ground"
  Pin p;
  parameter Real phase = 0;
  Real u(start = 1, fixed = true);
equation
  p.v = u;
  der(u) = p.i + sin(time + phase);
end Capacitor;
model Grid
  parameter Integer n = 8;
  parameter Boolean marked = true;
  parameter Real k = 0.5 "of the columns, against the rows; below zero, nothing converges";
  Real G = 1 + 0.5*sin(5*time);
  Conductor across[n, n - 1](each marked = marked, each G = G);
  Conductor down[n - 1, n](each marked = marked, each G = k*G);
  Capacitor capacitor[n - 1](phase = 1:n - 1);
equation
  for i in 1:n loop
    for j in 1:n - 2 loop
      connect(across[i, j].n, across[i, j + 1].p);
      connect(down[j, i].n, down[j + 1, i].p);
    end for;
    for j in 1:n - 1 loop
      if i < n then
        connect(across[i, j].p, down[i, j].p);
      else
        connect(across[i, j].p, down[i - 1, j].n);
      end if;
    end for;
    if i < n then
      connect(across[i, n - 1].n, down[i, n].p);
    else
      connect(across[i, n - 1].n, down[i - 1, n].n);
    end if;
  end for;
  for i in 1:n - 1 loop
    connect(across[i, i].p, capacitor[i].p);
  end for;
end Grid;
model Same
  parameter Real k = 0.5;
  Grid iterated(k = k), plain(k = k, marked = false);
equation
  for i in 1:7 loop
    assert(abs(iterated.capacitor[i].u - plain.capacitor[i].u) < 1e-9, "not the same");
  end for;
  for i in 1:7 loop
    assert(abs(iterated.across[8, i].p.v - plain.across[8, i].p.v) < 1e-9, "not the same");
    assert(abs(iterated.across[i, 7].n.v - plain.across[i, 7].n.v) < 1e-9, "not the same");
  end for;
end Same;
// run: check $FILE --model Grid --iterate-above 10
// differs: passes because aliases are equations of the loop
//out| Grid: the model is complete and can be simulated
//out|
//out|   equations     582 for 582 unknowns, 345 of them aliases
//out|   states        7: capacitor[1].u, capacitor[2].u, … (5 more)
//out|   parameters    122
//out|   shapes        12 (kinds of equations)
//out|   blocks        72 blocks; solved together: 1 linear, 0 nonlinear, the largest of 166
//out|   relaxed       1 loop of 166 equations: 112 blocks with 21 patterns, 56 unknowns iterated, 4014 operations (tearing: 189698, factors with pivots: 6526)
// run: check $FILE --model Grid --iterate-above 1000 --json
// differs: passes because aliases are equations of the loop
// json: relaxed.iterated == false
// run: simulate $FILE --model Same --iterate-above 10 --method cvode --tolerance 1e-10 --stop 2 --json
// json: status.ok == true
// json: iterated.not_converged == 0
// json: iterated.solutions == 1102
// json: iterated.sweeps == 266135
// run: simulate $FILE --model Same --method cvode --tolerance 1e-10 --stop 2 --json
// json: iterated.solutions == 0
// json: iterated.sweeps == 0
// run: simulate $FILE --model Same --iterate-above 10 --method rosenbrock --tolerance 1e-8 --stop 1 --json
// json: status.ok == true
// run: simulate $FILE --model Same --iterate-above 10 --set k=-0.4 --method cvode --tolerance 1e-10 --stop 0.1 --json
// json: status.ok == true
// json: iterated.solutions == 685
// json: iterated.not_converged == 685
//err| warning[W1217]: the iteration of the loop of 'iterated.across[1,1].p.i' did not converge in 685 of 685 solutions: factors with pivots took its place
// run: check $FILE --model Grid --iterate-above -3
// status: 2
//err| sunder: --iterate-above needs a whole number of at least 1, not '-3'
