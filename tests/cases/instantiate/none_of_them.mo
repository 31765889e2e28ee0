// Arrays of components without elements, whose own arrays have sizes that nobody can see; arrays of components whose
// arrays are connected with arrays of more dimensions.
package NoneOfThem
  connector Port
    Real p;
    flow Real m;
    parameter Integer n = 0;
    stream Real c[n];
  end Port;
  model Source
    parameter Integer nPorts = 0, n = 0;
    Port ports[nPorts](each n = n);
    Real c[n] = fill(2, n);
  equation
    ports.c = fill(c, nPorts);
    for i in 1:nPorts loop
      ports[i].p = 1;
    end for;
  end Source;
  record State
    Real p, h;
  end State;
  function pressure
    input State state;
    output Real p = state.p;
  algorithm
  end pressure;
  connector Inlet
    input State state;
  end Inlet;
  model Volume
    parameter Integer n = 0;
    Inlet inlets[n];
    Real p[n] = pressure(inlets.state), all = sum(p) + time;
  end Volume;
  function anyone
    input Boolean b[:];
    output Boolean yes = false;
  algorithm
    for i in 1:size(b, 1) loop
      yes := yes or b[i];
    end for;
  end anyone;
  connector Flag
    input Boolean set;
  end Flag;
  model Step
    parameter Integer n = 0;
    Flag flags[n];
    Boolean y = anyone(flags.set);
  end Step;
  model Steps
    Step none;
    Step two(n = 2, flags(set = {false, true}));
    Real x = if none.y then 1 else if two.y then 2 else 3;
  end Steps;
  model Volumes
    Volume none;
    Volume two(n = 2, inlets(state(p = {1, 2}, h = {0, 0})));
  end Volumes;
  model Sources
    Source a(nPorts = 0, n = 0), b(nPorts = 0, n = 2);
    Real x = time;
  end Sources;
  record Values
    parameter Real width[:](each unit = "m") "its type says more of each element: no value";
    parameter Real height[size(width, 1)](each unit = "m");
  end Values;
  function area
    input Values values;
    output Real y = 0;
  algorithm
    for i in 1:size(values.width, 1) loop
      y := y + values.width[i]*values.height[i];
    end for;
  end area;
  type Length = Real(unit = "m");
  record Lengths
    parameter Length width[:](each min = 0);
    parameter Length height[size(width, 1)];
  end Lengths;
  function sum_of
    input Lengths lengths;
    output Real y = sum(lengths.width)*sum(lengths.height);
  algorithm
  end sum_of;
  model Records
    parameter Values values(width = {1, 2}, height = {3, 4});
    parameter Lengths lengths(width = {1, 2}, height = {3, 4});
    Real y = area(values) + time, z = sum_of(lengths);
  end Records;
  connector Out = output Real;
  model Three
    parameter Real k = 1;
    Out y[3];
  equation
    y = {k, k + 1, k + 2}*time;
  end Three;
  model Connected
    Out z[2, 3], one[1, 3];
    Three c[2](k = {10, 20}), d[1](k = {30});
  equation
    connect(c.y, z);
    connect(one, d.y);
  end Connected;
end NoneOfThem;
// run: check $FILE --model NoneOfThem.Sources --json
// json: equations == 3
// run: simulate $FILE --model NoneOfThem.Records --method cvode --stop 1 --json
// json: final.y == 12
// json: final.z == 21
// run: simulate $FILE --model NoneOfThem.Connected --method cvode --stop 1 --json
// json: final[z[1,1]] == 10
// json: final[z[2,3]] == 22
// json: final[one[1,2]] == 31
// run: simulate $FILE --model NoneOfThem.Volumes --method cvode --stop 1 --json
// json: final[none.all] == 1
// json: final[two.all] == 4
// run: simulate $FILE --model NoneOfThem.Steps --method cvode --stop 1 --json
// json: final.x == 2
