// A base class that is missing is reported once; what would have come from it is not.
package P
  model Half
    extends Missing(k = 1);
    Real y = 2*x;
  end Half;
  function sized
    input Integer n;
    output Real y[n] = zeros(n);
  end sized;
  model M
    Half a(z = 3);
    Real b = a.x + a.y;
    Real c[2] = sized(2);
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE
// status: 1
//err| $FILE:4:13: error[E0202]: unknown class 'Missing'
//err|         extends Missing(k = 1);
//err|                 ^~~~~~~
