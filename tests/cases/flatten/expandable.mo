// An expandable connector gets the elements that connections ask for.
connector RealInput = input Real;
connector RealOutput = output Real;
expandable connector Bus
end Bus;

model Sensor
  RealOutput y = time;
end Sensor;

model Gain
  RealInput u;
  RealOutput y = 3*u;
end Gain;

model Expandable
  Sensor sensor;
  Gain gain;
  Bus bus;
equation
  connect(sensor.y, bus.speed);
  connect(bus.speed, gain.u);
  connect(gain.y, bus.torque);
end Expandable;

// what a bus declares is there when it is used
expandable connector Declared
  Real speed, spare;
  Real read;
end Declared;

model Used
  Sensor sensor;
  Declared bus, other;
  Real y = 2*bus.read;
equation
  connect(sensor.y, bus.speed);
  connect(bus, other);
  bus.read = 1;
end Used;

model NoSource
  Gain gain;
  Bus bus;
equation
  connect(bus.speed, gain.u);
end NoSource;

// whole connectors become members too
connector Pin
  Real v;
  flow Real i;
end Pin;

model Source
  Pin p;
equation
  p.v = 2;
end Source;

model Load
  Pin q;
equation
  q.i = 3*q.v;
end Load;

model Power
  Source source;
  Load loads[2];
  Bus bus;
equation
  connect(source.p, bus.power);
  connect(bus.power, loads[1].q);
  connect(bus.power, loads[2].q);
end Power;

model Deep
  Sensor sensor;
  Bus bus;
equation
  connect(sensor.y, bus.engine.speed);
end Deep;

model Elements
  Sensor sensor;
  Bus bus;
equation
  connect(sensor.y, bus.speeds[2]);
end Elements;
// run: simulate $FILE --model Expandable --stop 2 --method rosenbrock --json
// json: final[bus.torque] == 6
// json: final[bus.speed] == 2
// run: check $FILE --model Used --dump=flat
//out| model Used
//out|   output Real sensor.y = time;
//out|   Real bus.speed;
//out|   Real bus.read;
//out|   Real other.speed;
//out|   Real other.read;
//out|   Real y = 2 * bus.read;
//out| equation
//out|   bus.read = 1;
//out|   sensor.y = bus.speed;
//out|   sensor.y = other.speed;
//out|   bus.read = other.read;
//out| end Used;
// run: check $FILE --model NoSource
// status: 1
// differs: passes because without alias more variables are named
//err| $FILE:12:13: error[E0401]: the model has 2 equations for 3 unknowns
//err|       RealInput u;
//err|                 ^
//err|   note: $FILE:12:13: undetermined: gain.u, an input: nothing seems to be connected to it
//err|       RealInput u;
//err|                 ^
//err|   note: $FILE:13:14: undetermined: gain.y
//err|       RealOutput y = 3*u;
//err|                  ^
//err|   help: every unknown needs an equation: add 1 equation, or declare what does not change as a parameter
// run: simulate $FILE --model Power --json
// json: final.[bus.power.v] ~ 2 1e-12
// json: final.[source.p.i] ~ -12 1e-12
// run: check $FILE --model Deep
// status: 1
//err| $FILE:81:25: error[E0201]: 'bus' has no 'engine' that could hold this
//err|       connect(sensor.y, bus.engine.speed);
//err|                             ^~~~~~
//err|   help: connections add single members to expandable connectors: declare 'engine' as an expandable connector there
// run: check $FILE --model Elements
// status: 1
//err| $FILE:88:25: error[E0203]: elements of an array that is not declared cannot be added to 'bus' yet
//err|       connect(sensor.y, bus.speeds[2]);
//err|                             ^~~~~~~~~
//err|   help: declare 'speeds' with its size in the expandable connector, or connect the whole array
