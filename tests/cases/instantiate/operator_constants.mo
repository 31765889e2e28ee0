// Constants inside of records: declared with their value they have it everywhere, and sizes may follow from them.
package P
  operator record V
    constant Integer n = 3;
    Real v[n];
    encapsulated operator 'constructor'
      import P.V;
      function fromReal
        input Real x;
        output V r;
      algorithm
        r.v := fill(x, V.n);
      end fromReal;
    end 'constructor';
    encapsulated operator function '+'
      import P.V;
      input V a;
      input V b;
      output V c;
    algorithm
      c.v := a.v + b.v;
    end '+';
  end V;
  model M
    V a = V(2);
    V b = V(time);
    V c = a + b;
    Real s = sum(c.v);
  end M;
end P;
// run: simulate $FILE --model P.M --json
// json: final.s ~ 9 1e-12
// json: final.[b.v[3]] ~ 1 1e-12
// json: final.[c.n] == 3
