// An operator record of a thousand numbers: what gives an array is carried out once for all of its elements.
package P
  operator record W
    Real v[1000];
    encapsulated operator 'constructor'
      import P.W;
      function fromReal
        input Real x;
        output W r;
      algorithm
        for i in 1:1000 loop
          r.v[i] := x + i;
        end for;
      end fromReal;
    end 'constructor';
    encapsulated operator function '+'
      import P.W;
      input W a;
      input W b;
      output W c;
    algorithm
      c.v := a.v + b.v;
    end '+';
    encapsulated operator '*'
      import P.W;
      function scale
        input Real k;
        input W a;
        output W c;
      algorithm
        c.v := k*a.v;
      end scale;
      function dot
        input W a;
        input W b;
        output Real y;
      algorithm
        y := a.v*b.v;
      end dot;
    end '*';
  end W;
  model M
    W a = W(2);
    W b = W(time);
    W c = a + 2*b;
    Real s = sum(c.v);
    Real d = c*c;
  end M;
end P;
// c.v[i] = 4 + 3*i at the end
// run: simulate $FILE --model P.M --json
// json: final.[c.v[1000]] ~ 3004 1e-12
// json: final.s ~ 1505500 1e-12
// json: final.d ~ 3016529500 1e-12
