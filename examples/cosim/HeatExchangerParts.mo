package HeatExchangerParts
  "The exchanger of HeatExchanger003.mo cut between stream a with the wall, and stream b"
  model WarmSide "stream a and the wall"
    constant Real pi = 3.141592653589793;
    parameter Integer N = 10;
    parameter Real wa(unit="kg/s") = 37.4172785 "flow";
    parameter Real ca(unit="J/(kg.K)") = 4200;
    parameter Real ma(unit="kg") = 4200*pi*0.1^2*30/N "mass of a cell";
    parameter Real cw(unit="J/(kg.K)") = 3500;
    parameter Real mw(unit="kg") = 4200*pi*0.1*0.005*30/N "mass of a cell of the wall";
    parameter Real Ga(unit="W/K") = 100*(wa/0.5)^0.8*pi*0.1*30/N;
    parameter Real Ta_in(unit="K") = 323.15;
    input Real heat[N](each unit="W") "out of the wall, in the order of stream b";
    output Real wall[N](each unit="K") "temperatures of the wall, in the order of stream b";
    Real Ta[N](each start=293.15, each fixed=true, each unit="K");
    Real Tw[N](each start=293.15, each fixed=true, each unit="K");
  equation
    ca*ma*der(Ta[1]) = wa*ca*(Ta_in - Ta[1]) + Ga*(Tw[1] - Ta[1]);
    for i in 2:N loop
      ca*ma*der(Ta[i]) = wa*ca*(Ta[i - 1] - Ta[i]) + Ga*(Tw[i] - Ta[i]);
    end for;
    for i in 1:N loop
      cw*mw*der(Tw[i]) = -Ga*(Tw[i] - Ta[i]) - heat[N - i + 1];
      wall[i] = Tw[N - i + 1];
    end for;
  end WarmSide;
  model ColdSide "stream b"
    constant Real pi = 3.141592653589793;
    parameter Integer N = 10;
    parameter Real wb(unit="kg/s") = 24.1527494 "flow";
    parameter Real cb(unit="J/(kg.K)") = 3500;
    parameter Real mb(unit="kg") = 3500*pi*0.1^2*30/N "mass of a cell";
    parameter Real Gb(unit="W/K") = 100*(wb/0.5)^0.8*pi*0.1*30/N;
    parameter Real Tb_in(unit="K") = 288.15;
    input Real wall[N](each unit="K");
    output Real heat[N](each unit="W");
    Real Tb[N](each start=293.15, each fixed=true, each unit="K");
  equation
    cb*mb*der(Tb[1]) = wb*cb*(Tb_in - Tb[1]) + heat[1];
    for i in 2:N loop
      cb*mb*der(Tb[i]) = wb*cb*(Tb[i - 1] - Tb[i]) + heat[i];
    end for;
    for i in 1:N loop
      heat[i] = Gb*(wall[i] - Tb[i]);
    end for;
  end ColdSide;
end HeatExchangerParts;
