package P
  model Tank
    parameter Real a = 1;
    parameter Integer n = 2;
    Real x[n](each start = a, each fixed = true);
  equation
    der(x) = -a*x;
  end Tank;
  model M
    Tank t[3](a = {1, 2, 3}, each n = 1);
    Tank u[2](n = {1, 3});
    Real s = sum(t.a);
    Real y[3];
    Real z = sum(u[2].x);
  equation
    for i in 1:3 loop
      y[i] = t[i].x[1] + i;
    end for;
    annotation(experiment(StopTime = 1));
  end M;
  model Few
    Tank t[3](a = {1, 2});
  end Few;
end P;
// run: simulate $FILE --model P.M --method cvode --json --tolerance 1e-10
// json: final.s == 6
// json: final[y[2]] ~ 2.270670566473225 1e-8
// json: final.z ~ 1.103638323514327 1e-8
// run: check $FILE --model P.Few
// status: 1
//err| $FILE:22:19: error[E0205]: there are more elements than the modifier has values: Integer[2]
//err|         Tank t[3](a = {1, 2});
//err|                       ^~~~~~
