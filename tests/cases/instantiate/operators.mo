// Records with operators of their own.
package P
  operator record Pair
    Real a;
    Real b;
    encapsulated operator 'constructor'
      function fromReal
        import P.Pair;
        input Real a;
        input Real b = 0;
        output Pair p(a = a, b = b);
      algorithm
      end fromReal;
    end 'constructor';
    encapsulated operator function '+'
      import P.Pair;
      input Pair x;
      input Pair y;
      output Pair z = Pair(x.a + y.a, x.b + y.b);
    algorithm
    end '+';
    encapsulated operator '-'
      function negate
        import P.Pair;
        input Pair x;
        output Pair z = Pair(-x.a, -x.b);
      algorithm
      end negate;
    end '-';
  end Pair;
  model M
    Pair p = Pair(1, time);
    Pair q = p + Pair(2) + 3;
    Pair r = -q;
    annotation(experiment(StopTime = 4));
  end M;
end P;
// run: simulate $FILE --model P.M --method cvode --json
// json: final[q.a] == 6
// json: final[r.b] == -4
