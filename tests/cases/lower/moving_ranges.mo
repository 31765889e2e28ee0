// Ranges on the left of assignments that begin where the run says, and are as long as the text says.
package Moving
  function pairs
    input Real x;
    input Integer n;
    output Real sum;
  protected
    Real rows[8, 2] = zeros(8, 2);
    Integer i = 1;
  algorithm
    while i <= n loop
      rows[2*i - 1:2*i, :] := [i, x; i, 2*x];
      rows[2*i:2*i, 1] := {-i};
      i := i + 1;
    end while;
    sum := rows[3, 2] + 10*rows[4, 2] + 100*rows[4, 1] + 1000*rows[7, 2];
  end pairs;
  model M
    parameter Integer n = 3;
    Integer turns(start = n, fixed = true);
    Real x(start = 0, fixed = true);
    Real y = pairs(x, turns);
  equation
    der(x) = 1;
    when time > 0.5 then
      turns = 4;
    end when;
    annotation(experiment(StopTime = 1));
  end M;
  model Outside
    extends M(n = 5);
  end Outside;
end Moving;
// run: simulate $FILE --model Moving.M --stop 0.25 --method euler --step 0.25 --json
// json: final.y ~ -194.75 1e-12
// run: simulate $FILE --model Moving.M --method cvode --json
// json: final.y ~ 821 1e-9
// run: simulate $FILE --model Moving.Outside --method euler --step 0.25
// status: 3
//err| $FILE:22:14: error[E0501]: a subscript lies outside of 1:8 in the equation 'y = Moving.pairs(x, turns)' at time 0
//err|         Real y = pairs(x, turns);
//err|                  ^~~~~~~~~~~~~~~
//err|   note: in the equation y = Moving.pairs(x, turns)
