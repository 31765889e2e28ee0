within Sunder;
package Translational "What moves along one line"
  connector Flange_a "One end"
    Units.Position s "position of the end";
    flow Units.Force f "force into the component";
  end Flange_a;

  connector Flange_b "The other end"
    Units.Position s "position of the end";
    flow Units.Force f "force into the component";
  end Flange_b;

  partial model TwoFlanges "Something between two ends"
    Flange_a flange_a;
    Flange_b flange_b;
  end TwoFlanges;

  partial model Compliant
    "Something without mass: it passes the force on, its ends may move against each other"
    extends TwoFlanges;
    Units.Position s_rel(start=0) "flange_b from flange_a";
    Units.Force f "that pulls the ends together";
  equation
    s_rel = flange_b.s - flange_a.s;
    flange_b.f = f;
    flange_a.f = -f;
  end Compliant;

  partial model CompliantWithSpeed "The same, with the speed of the ends against each other"
    extends Compliant;
    Units.Velocity v_rel(start=0) "speed of flange_b against flange_a";
  equation
    v_rel = der(s_rel);
  end CompliantWithSpeed;

  model Mass "A rigid body that slides"
    extends TwoFlanges;
    parameter Units.Mass m = 1 "mass";
    parameter Units.Position L = 0 "length from flange_a to flange_b";
    Units.Position s(start=0, stateSelect=StateSelect.prefer) "position of its middle";
    Units.Velocity v(start=0, stateSelect=StateSelect.prefer) "speed";
    Units.Acceleration a "acceleration";
  equation
    flange_a.s = s - L/2;
    flange_b.s = s + L/2;
    v = der(s);
    a = der(v);
    m*relax(a) = flange_a.f + flange_b.f;
  end Mass;

  model Spring "A spring"
    extends Compliant;
    parameter Real c(unit="N/m") = 1 "stiffness";
    parameter Units.Position s_rel0 = 0 "length without force";
  equation
    f = c*(s_rel - s_rel0);
  end Spring;

  model Damper "A damper"
    extends CompliantWithSpeed;
    parameter Real d(unit="N.s/m") = 0 "damping";
  equation
    f = d*v_rel;
  end Damper;

  model VariableDamper "A damper by a signal"
    extends CompliantWithSpeed;
    Blocks.RealInput d(unit="N.s/m") "damping";
  equation
    f = d*v_rel;
  end VariableDamper;

  model SpringDamper "A spring beside a damper"
    extends CompliantWithSpeed;
    parameter Real c(unit="N/m") = 1 "stiffness";
    parameter Real d(unit="N.s/m") = 0 "damping";
    parameter Units.Position s_rel0 = 0 "length without force";
  equation
    f = c*(s_rel - s_rel0) + d*v_rel;
  end SpringDamper;

  model Stop "A spring beside a damper that begins to push when its ends come close"
    extends CompliantWithSpeed;
    parameter Real c(unit="N/m") "stiffness when there is contact";
    parameter Real d(unit="N.s/m") = 0 "damping when there is contact";
    parameter Units.Position s_rel0 = 0 "distance where contact begins";
    Boolean contact "the ends touch";
  equation
    contact = s_rel < s_rel0;
    // a contact pushes and never pulls, however fast it opens
    f = if contact then min(0, c*(s_rel - s_rel0) + d*v_rel) else 0;
  end Stop;

  model Fixed "A point that cannot move"
    Flange_b flange;
    parameter Units.Position s0 = 0 "where it is";
  equation
    flange.s = s0;
  end Fixed;

  model Brake "Friction of a sliding body against a fixed rail, pressed by a signal"
    extends TwoFlanges;
    extends DryFriction;
    parameter Real mu(min=0) = 0.4 "coefficient of sliding friction, times the number of surfaces";
    parameter Units.Force f_max = 1 "force that presses the surfaces when the signal is 1";
    Blocks.RealInput f_normalized "0 open … 1 pressed with f_max";
    Units.Position s "position of both flanges";
    Units.Force f "of the brake on the body, against it";
  equation
    s = flange_a.s;
    s = flange_b.s;
    v_slide = der(s);
    a_slide = der(v_slide);
    pressed = f_normalized > 0;
    f_slide = if pressed then mu*f_max*f_normalized else 0;
    f = f_friction;
    0 = flange_a.f + flange_b.f - f;
  end Brake;

  model Clutch "Friction between two bodies, pressed by a signal"
    extends CompliantWithSpeed;
    extends DryFriction;
    parameter Real mu(min=0) = 0.4 "coefficient of sliding friction, times the number of surfaces";
    parameter Units.Force f_max = 1 "force that presses the surfaces when the signal is 1";
    Blocks.RealInput f_normalized "0 open … 1 pressed with f_max";
  equation
    v_slide = v_rel;
    a_slide = der(v_rel);
    pressed = f_normalized > 0;
    f_slide = if pressed then mu*f_max*f_normalized else 0;
    f = f_friction;
  end Clutch;

  model RailFriction "Friction of a sliding body on its rail"
    extends TwoFlanges;
    extends DryFriction;
    parameter Units.Force f_dry = 1 "force that drags at any speed";
    parameter Real d(unit="N.s/m") = 0 "force that grows with the speed";
    Units.Position s "position of both flanges";
  equation
    s = flange_a.s;
    s = flange_b.s;
    v_slide = der(s);
    a_slide = der(v_slide);
    pressed = f_dry > 0;
    f_slide = f_dry;
    0 = flange_a.f + flange_b.f - f_friction - d*v_slide;
  end RailFriction;

  model Rod "A rigid rod without mass"
    extends TwoFlanges;
    parameter Units.Position L "length from flange_a to flange_b";
  equation
    flange_b.s = flange_a.s + L;
    0 = flange_a.f + flange_b.f;
  end Rod;

  model RollingWheel "A wheel that rolls without slip: turns into a way"
    Rotational.Flange_a flangeR "its axle";
    Flange_b flangeT "what it moves";
    parameter Real radius(unit="m") "of the wheel";
  equation
    flangeR.phi*radius = flangeT.s;
    0 = radius*flangeT.f + flangeR.tau;
  end RollingWheel;

  model Force "A force by a signal, on a flange and against the ground"
    Flange_b flange;
    Blocks.RealInput f(unit="N") "accelerates the flange";
  equation
    flange.f = -f;
  end Force;

  model ConstantForce "A force that never changes"
    Flange_b flange;
    parameter Units.Force f_constant "accelerates the flange";
  equation
    flange.f = -f_constant;
  end ConstantForce;

  model ForceBetween "A force by a signal between two flanges"
    extends TwoFlanges;
    Blocks.RealInput f(unit="N") "pushes flange_b forward and flange_a back";
  equation
    flange_a.f = f;
    flange_b.f = -f;
  end ForceBetween;

  model QuadraticLoad "A load that grows with the square of the speed, as the air does"
    Flange_b flange;
    parameter Units.Force f_nominal "force on the flange at v_nominal: negative, it brakes";
    parameter Units.Velocity v_nominal "speed for that";
    Units.Velocity v "speed";
  equation
    v = der(flange.s);
    flange.f = -f_nominal*(if v >= 0 then 1 else -1)*(v/v_nominal)^2;
  end QuadraticLoad;

  model Speed "A flange that moves as a signal says"
    Flange_b flange;
    Blocks.RealInput v_ref(unit="m/s") "speed";
    Units.Position s(start=0, fixed=true) "position";
  equation
    der(s) = v_ref;
    flange.s = s;
  end Speed;

  model Position "A flange that is where a signal says"
    Flange_b flange;
    Blocks.RealInput s_ref(unit="m") "position; differentiated as often as need be";
  equation
    flange.s = s_ref;
  end Position;

  model Acceleration "A flange that is accelerated as a signal says"
    Flange_b flange;
    Blocks.RealInput a_ref(unit="m/s2") "acceleration";
    Units.Position s(start=0, fixed=true) "position";
    Units.Velocity v(start=0, fixed=true) "speed";
  equation
    der(s) = v;
    der(v) = a_ref;
    flange.s = s;
  end Acceleration;

  partial model Sensor "Looks at a flange without a force"
    Flange_a flange;
  equation
    flange.f = 0;
  end Sensor;

  model PositionSensor "The position of a flange"
    extends Sensor;
    Blocks.RealOutput s(unit="m");
  equation
    s = flange.s;
  end PositionSensor;

  model SpeedSensor "The speed of a flange"
    extends Sensor;
    Blocks.RealOutput v(unit="m/s");
  equation
    v = der(flange.s);
  end SpeedSensor;

  model AccelerationSensor "The acceleration of a flange"
    extends Sensor;
    Units.Velocity v "speed";
    Blocks.RealOutput a(unit="m/s2");
  equation
    v = der(flange.s);
    a = der(v);
  end AccelerationSensor;

  model ForceSensor "The force between two flanges"
    extends TwoFlanges;
    Blocks.RealOutput f(unit="N") "from flange_a to flange_b";
  equation
    flange_a.s = flange_b.s;
    f = flange_a.f;
    0 = flange_a.f + flange_b.f;
  end ForceSensor;

  model PowerSensor "The power between two flanges"
    extends TwoFlanges;
    Blocks.RealOutput power(unit="W") "from flange_a to flange_b";
  equation
    flange_a.s = flange_b.s;
    power = flange_a.f*der(flange_a.s);
    0 = flange_a.f + flange_b.f;
  end PowerSensor;

  partial model RelativeSensor "Looks at two flanges without a force"
    extends TwoFlanges;
  equation
    flange_a.f = 0;
    flange_b.f = 0;
  end RelativeSensor;

  model RelativePositionSensor "How far one flange is from another"
    extends RelativeSensor;
    Blocks.RealOutput s_rel(unit="m") "flange_b from flange_a";
  equation
    s_rel = flange_b.s - flange_a.s;
  end RelativePositionSensor;

  model RelativeSpeedSensor "How fast one flange moves against another"
    extends RelativeSensor;
    Blocks.RealOutput v_rel(unit="m/s") "speed of flange_b against flange_a";
  equation
    v_rel = der(flange_b.s - flange_a.s);
  end RelativeSpeedSensor;
end Translational;
