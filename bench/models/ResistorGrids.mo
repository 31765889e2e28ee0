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

  model Capacitor "to ground"
    parameter Real C = 1;
    Pin p;
    Real u(start = 1, fixed = true);
  equation
    p.v = u;
    C*der(u) = p.i;
  end Capacitor;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Grid
    parameter Integer n = 10;
    parameter Integer m = integer((n*n + 3)/7) "capacitors";
    Resistor across[n, n - 1](each R = 1.5);
    Resistor down[n - 1, n](each R = 0.7);
    Resistor last(R = 2);
    Ground ground;
    Capacitor capacitor[m];
  equation
    for i in 1:n loop
      for j in 1:n - 2 loop
        connect(across[i, j].n, across[i, j + 1].p);
      end for;
      for j in 1:n - 1 loop
        if i < n then
          connect(across[i, j].p, down[i, j].p);
        else
          connect(across[i, j].p, down[i - 1, j].n);
        end if;
      end for;
      if i < n then
        connect(across[i, n - 1].n, down[i, n].p);
      else
        connect(across[i, n - 1].n, down[i - 1, n].n);
      end if;
    end for;
    for j in 1:n loop
      for i in 1:n - 2 loop
        connect(down[i, j].n, down[i + 1, j].p);
      end for;
    end for;
    connect(across[1, 1].p, last.p);
    connect(last.n, ground.p);
    for k in 0:m - 1 loop
      if mod(7*k + 3, n) < n - 1 then
        connect(across[1 + div(7*k + 3, n), 1 + mod(7*k + 3, n)].p, capacitor[k + 1].p);
      else
        connect(across[1 + div(7*k + 3, n), n - 1].n, capacitor[k + 1].p);
      end if;
    end for;
  end Grid;
end ResistorGrids;
