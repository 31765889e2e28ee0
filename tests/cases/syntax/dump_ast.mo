within;
package P "comments and annotations, and what the compiler does not support yet, are in the tree too"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model M
    extends Base(k = 2);
    parameter Integer n = 3 "size";
    Real x[n](each start = 1, each fixed = true);
    replaceable Pin p if n > 2;
  equation
    for i in 1:n loop
      der(x[i]) = if i == 1 then -x[i] else x[i - 1]^2 - k*x[i];
    end for;
    when x[1] < 0.5 then
      reinit(x[1], pre(x[1]) + 1);
    end when;
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE --dump=ast
// run: check $FILE --dump=ast --json
// json: stage == "ast"
// json: diagnostics == []
