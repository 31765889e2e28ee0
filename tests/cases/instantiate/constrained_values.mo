// What a constraining clause says of the components of a class holds for the class that takes its place, too, where
// that says nothing itself.
package ConstrainedValues
  partial model Cycle
    parameter Boolean heats;
    parameter Real q;
    parameter Real t = 1;
    Real y;
  end Cycle;
  model None
    extends Cycle;
  equation
    y = if heats then 0 else q;
  end None;
  model Table
    extends Cycle(t = 2);
  equation
    y = if heats then q*t else -q*t;
  end Table;
  model Machine "passes the class on"
    replaceable model C = None(heats = true) constrainedby Cycle;
    C c;
  end Machine;
  model Modular
    replaceable model C = None constrainedby Cycle(final heats = true, final q = power, t = 5);
    parameter Real power = 3;
    Machine machine(redeclare model C = C);
    C c;
  end Modular;
  model Default
    Modular m;
    Real y = m.c.y + m.machine.c.y;
  end Default;
  model Plain "5 of the clause, whatever the class declares"
    Modular m(redeclare model C = Table, power = 4);
    Real y = m.c.y, z = m.machine.c.y;
  end Plain;
  model Says "7 of the redeclaration"
    Modular m(redeclare model C = Table(t = 7)), n(power = 10, redeclare model C = Table(t = 7));
    Real y = m.c.y, z = n.machine.c.y;
  end Says;
  // of a redeclaration, for itself and for those that follow
  model Narrow
    extends Machine(redeclare replaceable model C = None(q = 8) constrainedby Cycle(heats = false, t = 6));
  end Narrow;
  model Classes
    Narrow a, b(redeclare model C = Table(q = 9)), c(redeclare model C = Table(q = 9, t = 4));
  end Classes;
  // without such a clause, what is said of the class itself
  package Water
    constant Real d = 1000;
  end Water;
  package Air
    constant Real d = 1.2;
  end Air;
  partial model Flow
    replaceable package Medium = Air;
    parameter Real m = 1, k = 1;
    Real y;
  end Flow;
  model Lossless
    extends Flow;
  equation
    y = m*k*Medium.d;
  end Lossless;
  model Station
    replaceable package Medium = Air;
    parameter Real nominal = 2;
    replaceable model Connection = Flow(redeclare final package Medium = Medium, m = nominal);
    Connection connection;
  end Station;
  model Stations
    Station water(redeclare package Medium = Water, nominal = 3, redeclare model Connection = Lossless(k = 2));
    Station air(redeclare model Connection = Lossless(m = 5));
  end Stations;
  partial model Pipe
    parameter Real m = 1, k = 1;
    Real y;
  end Pipe;
  partial model Valve
    extends Pipe;
    parameter Real l = 1;
  end Valve;
  model Linear
    extends Valve;
  equation
    y = m*k*l;
  end Linear;
  model Straight
    extends Pipe;
  equation
    y = m*k;
  end Straight;
  model Junction
    replaceable Straight pipe constrainedby Pipe;
  end Junction;
  partial model ThreeWay
    parameter Real nominal = 3;
    extends Junction(redeclare replaceable Valve pipe constrainedby Valve(m = nominal, l = 2));
  end ThreeWay;
  model ThreeWayLinear
    extends ThreeWay(redeclare Linear pipe(k = 5));
  end ThreeWayLinear;
  model Components
    ThreeWayLinear a(nominal = 4), b[2](nominal = {5, 6});
    Junction c(redeclare replaceable Straight pipe constrainedby Pipe(m = 7));
  end Components;
end ConstrainedValues;
// run: simulate $FILE --model ConstrainedValues.Default --method cvode --stop 1 --json
// json: final.y == 0
// run: simulate $FILE --model ConstrainedValues.Plain --method cvode --stop 1 --json
// json: final.y == 20
// json: final.z == 20
// run: simulate $FILE --model ConstrainedValues.Says --method cvode --stop 1 --json
// json: final.y == 21
// json: final.z == 70
// run: simulate $FILE --model ConstrainedValues.Classes --method cvode --stop 1 --json
// json: final[a.c.y] == 8
// json: final[b.c.y] == -54
// json: final[c.c.y] == -36
// run: simulate $FILE --model ConstrainedValues.Components --method cvode --stop 1 --json
// json: final[a.pipe.y] == 40
// json: final[b[2].pipe.y] == 60
// json: final[c.pipe.y] == 7
// run: simulate $FILE --model ConstrainedValues.Stations --method cvode --stop 1 --json
// json: final[water.connection.y] == 6000
// json: final[air.connection.y] == 6
