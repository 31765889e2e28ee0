// Arrays of records: joined, repeated, with records inside.
package P
  record Deep Real z; end Deep;
  record A
    Real x = 1;
    Integer n = 2;
    Deep deep[2];
  end A;
  function total
    input A a[:];
    output Real y = 0;
  algorithm
    for i in 1:size(a, 1) loop
      y := y + a[i].x*a[i].n + 100*sum(a[i].deep.z);
    end for;
  end total;
  model M
    A a[2](x = {time, 2}, each n = 3, deep(z = {{1, 0}, {1, 0}}));
    A b[1](x = {5}, each n = 1, deep(each z = 0));
    Real joined = total(cat(1, a, b)) "3*(t + 2) + 5 + 200";
    Real repeated = total(fill(b[1], 4)) "20";
  end M;
end P;
// run: simulate $FILE --model P.M --stop 1 --json
// json: final.joined ~ 214 1e-12
// json: final.repeated ~ 20 1e-12
