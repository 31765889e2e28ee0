// Arrays that go from call to call are computed as a whole: element by element these would be 110^3 calls in one
// equation, and there may be a million at most.
package Inside
  constant Integer n = 110;
  operator record V
    Real v[110];
    encapsulated operator '+'
      function add
        import Inside.V;
        input V a;
        input V b;
        output V c;
      algorithm
        c := V(a.v + b.v);
      end add;
    end '+';
  end V;
  model M
    V a(v = fill(time, n));
    V b = a + a + a + a + a;
    annotation(experiment(StopTime = 1));
  end M;
end Inside;
// run: simulate $FILE --model Inside.M --method cvode --json
// json: final[b.v[110]] == 5
