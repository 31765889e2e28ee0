model DistrictHeating
  "A thousand rooms on one hot-water main: fast pump and burner controls, slow rooms, valves that open gradually"
  constant Real pi = 3.141592653589793;
  constant Real cp(unit="J/(kg.K)") = 4190 "water";
  parameter Integer n = 1000 "rooms, a multiple of the sections";
  parameter Integer m = 20 "sections of the main, each with as many rooms";
  final parameter Integer k = div(n, m) "rooms of a section";
  // rooms; no two are alike
  parameter Real Ca(unit="J/K") = 4e5 "air and furniture of a room";
  parameter Real Cw(unit="J/K") = 8e6 "walls of a room";
  parameter Real Gaw(unit="W/K") = 150 "air to walls";
  parameter Real Gwo(unit="W/K") = 25 "walls to outdoors";
  parameter Real Gao[m, k](each unit="W/K") = {{12
    + 4*sin(7.3*(i + k*j)) for i in 1:k} for j in 1:m} "windows and ventilation";
  parameter Real T_set[m, k](each unit="K") = {{294.15
    + 1.5*sin(3.7*(i + k*j)) for i in 1:k} for j in 1:m} "wanted temperatures";
  parameter Real sun[m, k](each unit="W") = {{150
    + 100*sin(1.9*(i + k*j)) for i in 1:k} for j in 1:m} "largest gain from the sun";
  parameter Real band(unit="K") = 0.8 "deviation that moves a valve by a good part of its way";
  parameter Real Tv(unit="s") = 600 "lag of a thermostatic valve";
  parameter Real w_room(unit="kg/s") = 0.03 "flow through an open valve at the rated pressure";
  parameter Real effect = 0.6 "effectiveness of a radiator";
  // main
  parameter Real dp0(unit="Pa") = 5e4 "rated pressure across the valves";
  parameter Real M_section(unit="kg") = n "water in one section of the main";
  parameter Real M_return(unit="kg") = 5*n "water on the way back";
  parameter Real G_loss(unit="W/K") = 0.5*k "losses of a section";
  // pump: as the number of rooms changes, so does its size
  parameter Real w0(unit="kg/s") = 0.5*w_room*n "rated flow";
  parameter Real T_pipes(unit="s") = 0.5
    "the rated pressure sets the water in the pipes going, the rated flow fills the vessels";
  parameter Real inertance(unit="1/m") = T_pipes*dp0/w0 "of the water in the pipes";
  parameter Real elastance(unit="Pa/kg") = dp0/(w0*T_pipes) "of pipes and vessels";
  parameter Real T_speed(unit="s") = 0.2 "lag of the pump";
  parameter Real Kp_pump = 0.1 "pressure controller, proportional part";
  parameter Real Ki_pump(unit="1/s") = 0.1 "and integral part";
  // a neighbour on the same main who takes water in pulses; 0: quiet
  parameter Real draw = 0 "amplitude, of the rated flow";
  parameter Real T_draw(unit="s") = 4 "period";
  // burner
  parameter Real P0(unit="W") = 1500*n "rated power";
  parameter Real C_boiler(unit="J/K") = 50*cp*n/20 "water and steel of the boiler";
  parameter Real T_burner(unit="s") = 5 "lag of the burner";
  parameter Real T_sensor(unit="s") = 2 "lag of its thermometer";
  parameter Real Kp_burner(unit="1/K") = 0.05 "temperature controller, proportional part";
  parameter Real Ki_burner(unit="1/(K.s)") = 2e-4 "and integral part";
  Real Ta[m, k](start=T_set, each fixed=true, each unit="K") "air in the rooms";
  Real Tw[m, k](each start=291.15, each fixed=true, each unit="K") "walls";
  Real valve[m, k](each start=0.4, each fixed=true) "openings";
  Real Ts[m](each start=333.15, each fixed=true, each unit="K") "water in the sections of the main";
  Real Tr(start=308.15, fixed=true, unit="K") "water that comes back";
  Real Tb(start=333.15, fixed=true, unit="K") "water out of the boiler";
  Real Tm(start=333.15, fixed=true, unit="K") "as its thermometer shows it";
  Real burner(start=0.838, fixed=true) "power, of the rated one";
  Real x_burner(start=0.838, fixed=true) "integral part of its controller";
  Real dp(start=dp0, fixed=true, unit="Pa") "pressure across the valves";
  Real w_pump(start=0.8*w0, fixed=true, unit="kg/s") "flow of the pump";
  Real speed(start=0.938, fixed=true) "of the pump, of the rated one";
  Real x_pump(start=0.938, fixed=true) "integral part of its controller";
  Real T_out(unit="K") "outdoors";
  Real day "height of the sun, 0 at night";
  Real T_want(unit="K") "supply temperature, higher when it is cold";
  Real push "flow per opening, of the rated one";
  Real F[m](each unit="kg/s") "flow in the sections";
  Real w[m](each unit="kg/s") "flow that leaves the main in the sections";
  Real back[m](each unit="W") "heat that comes back from the sections";
equation
  T_out = 273.15 + 5*cos(2*pi*(time/86400 - 0.6));
  // smooth, so that nothing happens at sunrise
  day = exp(4*(cos(2*pi*(time/86400 - 0.55)) - 1));
  T_want = 333.15 + 0.8*(273.15 - T_out);
  push = dp/sqrt(dp0*(0.01*dp0 + noEvent(abs(dp))));
  for j in 1:m loop
    w[j] = w_room*push*sum(valve[j, :]);
    back[j] = cp*w_room*push*(sum(valve[j, i]*(Ts[j] - effect*(Ts[j] - Ta[j, i])) for i in 1:k));
    F[j] = w[j] + (if j < m then F[min(j + 1, m)] else 0);
    M_section*cp*der(Ts[j]) = cp*F[j]*((if j > 1 then Ts[max(j - 1, 1)] else Tb) - Ts[j])
      - G_loss*(Ts[j] - 283.15);
    for i in 1:k loop
      Tv*der(valve[j, i]) = 0.5*(1 + tanh((T_set[j, i] - Ta[j, i])/band)) - valve[j, i];
      Ca*der(Ta[j, i]) = cp*w_room*push*valve[j, i]*effect*(Ts[j] - Ta[j, i])
        - Gaw*(Ta[j, i] - Tw[j, i]) - Gao[j, i]*(Ta[j, i] - T_out) + sun[j, i]*day;
      Cw*der(Tw[j, i]) = Gaw*(Ta[j, i] - Tw[j, i]) - Gwo*(Tw[j, i] - T_out);
    end for;
  end for;
  M_return*cp*der(Tr) = sum(back) - cp*F[1]*Tr;
  C_boiler*der(Tb) = P0*burner - cp*w_pump*(Tb - Tr);
  T_sensor*der(Tm) = Tb - Tm;
  T_burner*der(burner) = x_burner + Kp_burner*(T_want - Tm) - burner;
  der(x_burner) = Ki_burner*(T_want - Tm);
  der(dp)/elastance = w_pump - F[1] - draw*w0*sin(2*pi*time/T_draw);
  inertance*der(w_pump) = 1.5*dp0*speed^2 - 0.5*dp0*(w_pump/w0)^2 - dp;
  T_speed*der(speed) = x_pump + Kp_pump*(1 - dp/dp0) - speed;
  der(x_pump) = Ki_pump*(1 - dp/dp0);
  annotation(experiment(StartTime=0, StopTime=86400, Tolerance=1e-5, Interval=300));
end DistrictHeating;
