package P
  type E = enumeration(a, b);
  record R
    Real a = 1;
  end R;
  model Part
    replaceable model Inner = R;
    Real x = 1;
  end Part;
  package Base
    replaceable constant Real c = 1;
  end Base;
  package Changed = Base(c = 2);
  function open
    input Real v[:];
    output Real y = sum(v);
  end open;
  function scalar_only
    input Real x;
    output Real y = x;
  end scalar_only;
  model M
    parameter E e = E.a;
    R r;
    R s = r;
    Part parts[3];
    Part changed(Inner(a = 2));
    Real a = if e == E.a then 1 else 2;
    Real b = parts[1].x;
    Real c = Changed.c;
    Real d = open({1, 2});
    Real f[2] = scalar_only({1, 2});
    Real g[2] = [1, 2; 3, 4]*{1, 2};
    Real h[3] = [1:3];
    Real k[2];
    replaceable Part m constrainedby Part(x = 2);
    discrete Real t;
  equation
    for i in 1:2 loop
      k[i] = sum(g[1:i]);
    end for;
    for x in {0.5, 1.5} loop
      t = x;
    end for;
    for i loop
      t = g[i];
    end for;
    r = s;
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE
// status: 1
//err| $FILE:13:26: error[E0203]: modifying what is looked up in a class or package is not supported yet
//err|       package Changed = Base(c = 2);
//err|                              ^~~~~
//err| $FILE:15:18: error[E0203]: open sizes ':' in functions are not supported yet
//err|         input Real v[:];
//err|                      ^
//err| $FILE:23:15: error[E0203]: enumerations are not supported yet
//err|         parameter E e = E.a;
//err|                   ^
//err| $FILE:25:7: error[E0203]: values of whole components are not supported yet
//err|         R s = r;
//err|           ^~~~~
//err| $FILE:26:10: error[E0203]: arrays of components are not supported yet
//err|         Part parts[3];
//err|              ^~~~~~~~
//err| $FILE:27:18: error[E0203]: modifying a class inside of another is not supported yet
//err|         Part changed(Inner(a = 2));
//err|                      ^~~~~
//err| $FILE:28:22: error[E0203]: enumerations are not supported yet
//err|         Real a = if e == E.a then 1 else 2;
//err|                          ^~~
//err| $FILE:32:29: error[E0203]: calling a function of scalars for every element of an array is not supported yet
//err|         Real f[2] = scalar_only({1, 2});
//err|                                 ^~~~~~
//err|   help: write {f(x[i]) for i in 1:n}
//err| $FILE:34:18: error[E0203]: joining arrays with [ ] is not supported yet
//err|         Real h[3] = [1:3];
//err|                      ^~~
//err|   help: write { } with scalars
//err| $FILE:36:5: error[E0203]: modifiers of a constraining type are not supported yet
//err|         replaceable Part m constrainedby Part(x = 2);
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err| $FILE:40:20: error[E0203]: a range whose length depends on a loop variable is only supported as the range of a loop
//err|           k[i] = sum(g[1:i]);
//err|                        ^~~
//err|   help: sum(x[1:i]) can be written as sum(x[j] for j in 1:i)
//err| $FILE:42:14: error[E0203]: loops over anything but Integers are not supported yet
//err|         for x in {0.5, 1.5} loop
//err|                  ^~~~~~~~~~
//err| $FILE:45:9: error[E0203]: loops without a range are not supported yet
//err|         for i loop
//err|             ^
//err|   help: write 'for i in 1:n'
//err| $FILE:48:5: error[E0203]: whole records as values are not supported yet
//err|         r = s;
//err|         ^
