package ResistorGrids "Square grids of resistors with the marks of relaxing; capacitors to ground at every seventh node"
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Resistor
    parameter Real R = 1;
    Pin p, n;
  equation
    R*p.i = Sunder.relax(p.v) - Sunder.relax(n.v);
    p.i + n.i = 0;
  end Resistor;

  model Grid
    parameter Integer n = 10;
    Resistor across[n, n - 1](each R = 1.5);
    Resistor down[n - 1, n](each R = 0.7);
    Resistor ground(R = 2);
    Real u[integer((n*n - 1)/7)](each start = 1, each fixed = true);
    Real c[integer((n*n - 1)/7)];
    Pin node[n, n];
  equation
    for i in 1:n loop
      for j in 1:n - 1 loop
        connect(node[i, j], across[i, j].p);
        connect(node[i, j + 1], across[i, j].n);
      end for;
    end for;
    for i in 1:n - 1 loop
      for j in 1:n loop
        connect(node[i, j], down[i, j].p);
        connect(node[i + 1, j], down[i, j].n);
      end for;
    end for;
    connect(node[1, 1], ground.p);
    ground.n.v = 0;
    for k in 0:n*n - 1 loop
      if mod(k, 7) == 3 and div(k, 7) < size(u, 1) then
        node[1 + div(k, n), 1 + mod(k, n)].i = -c[1 + div(k, 7)];
        node[1 + div(k, n), 1 + mod(k, n)].v = u[1 + div(k, 7)];
        der(u[1 + div(k, 7)]) = c[1 + div(k, 7)];
      else
        node[1 + div(k, n), 1 + mod(k, n)].i = 0;
      end if;
    end for;
  end Grid;
end ResistorGrids;
