// The range of a loop variable from what it is a subscript of: a type gives its values.
package Ranges
  type E = enumeration(one, two, three);
  model M
    Integer x[E];
    Boolean b[Boolean];
    Real y[2, E], z[E];
  equation
    for i loop
      x[i] = Integer(i);
    end for;
    for i, k loop
      y[i, k] = i*x[k];
    end for;
  algorithm
    for i loop
      b[i] := not i;
    end for;
    for k loop
      z[k] := 10*Integer(k);
    end for;
  end M;
end Ranges;
// run: simulate $FILE --model Ranges.M --method cvode --stop 1 --json
// json: final[x[3]] == 3
// json: final[b[1]] == 1
// json: final[b[2]] == 0
// json: final[y[2,3]] == 6
// json: final[z[2]] == 20
