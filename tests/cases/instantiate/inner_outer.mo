package P
  model Room
    outer parameter Real T0;
    outer World world;
    Real x(start = T0, fixed = true);
  equation
    der(x) = -world.k*(x - world.T);
  end Room;
  model World
    parameter Real k = 1;
    Real T = 2*time;
  end World;
  model House
    Room a, b;
  end House;
  model M
    House h;
    inner parameter Real T0 = 20;
    inner World world(k = 0.5);
    annotation(experiment(StopTime = 1));
  end M;
  model Alone
    House h;
  end Alone;
  model Planet
    outer World world;
    Real x(start = 1, fixed = true);
  equation
    der(x) = -world.k*(x - world.T);
  end Planet;
  model Pair
    Planet a, b;
  end Pair;
  model WithoutWorld
    Pair p;
  end WithoutWorld;
end P;
// run: check $FILE --model P.M --dump=flat
//out| model P.M
//out|   Real h.a.x(start = T0, fixed = true);
//out|   Real h.b.x(start = T0, fixed = true);
//out|   parameter Real T0 = 20;
//out|   parameter Real world.k = 0.5;
//out|   Real world.T = 2 * time;
//out| equation
//out|   der(h.a.x) = -world.k * (h.a.x - world.T);
//out|   der(h.b.x) = -world.k * (h.b.x - world.T);
//out| end P.M;
// run: check $FILE --model P.Alone
// status: 1
//err| $FILE:3:26: error[E0222]: there is no inner 'T0' around 'h.a'
//err|         outer parameter Real T0;
//err|                              ^~
//err|   help: declare it in the model: inner Real T0;
//err| $FILE:4:17: warning[W0203]: there is no inner 'world': one with its default values is made at the top
//err|         outer World world;
//err|                     ^~~~~
//err|   help: declare it in the model: inner World world;
// run: check $FILE --model P.WithoutWorld --dump=flat
//out| model P.WithoutWorld
//out|   Real p.a.x(start = 1, fixed = true);
//out|   Real p.b.x(start = 1, fixed = true);
//out|   parameter Real world.k = 1;
//out|   Real world.T = 2 * time;
//out| equation
//out|   der(p.a.x) = -world.k * (p.a.x - world.T);
//out|   der(p.b.x) = -world.k * (p.b.x - world.T);
//out| end P.WithoutWorld;
//err| $FILE:26:17: warning[W0203]: there is no inner 'world': one with its default values is made at the top
//err|         outer World world;
//err|                     ^~~~~
//err|   help: declare it in the model: inner World world;
