within Sunder;
package Rotational "Shafts: what turns about one axis"
  connector Flange_a "One end of a shaft"
    Units.Angle phi "angle of the end";
    flow Units.Torque tau "torque into the component";
  end Flange_a;

  connector Flange_b "The other end of a shaft"
    Units.Angle phi "angle of the end";
    flow Units.Torque tau "torque into the component";
  end Flange_b;

  partial model TwoFlanges "Something between two ends"
    Flange_a flange_a;
    Flange_b flange_b;
  end TwoFlanges;

  partial model Compliant
    "Something without inertia: it passes the torque on, its ends may turn against each other"
    extends TwoFlanges;
    Units.Angle phi_rel(start=0) "flange_b against flange_a";
    Units.Torque tau "from flange_a to flange_b";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    flange_b.tau = tau;
    flange_a.tau = -tau;
  end Compliant;

  partial model CompliantWithSpeed "The same, with the speed of the ends against each other"
    extends Compliant;
    Units.AngularVelocity w_rel(start=0) "speed of flange_b against flange_a";
  equation
    w_rel = der(phi_rel);
  end CompliantWithSpeed;

  model Inertia "A rigid shaft with inertia"
    extends TwoFlanges;
    parameter Units.Inertia J = 1 "moment of inertia";
    Units.Angle phi(start=0, stateSelect=StateSelect.prefer) "angle";
    Units.AngularVelocity w(start=0, stateSelect=StateSelect.prefer) "speed";
    Units.AngularAcceleration a "acceleration";
  equation
    phi = flange_a.phi;
    phi = flange_b.phi;
    w = der(phi);
    a = der(w);
    J*relax(a) = flange_a.tau + flange_b.tau;
  end Inertia;

  model Spring "A torsional spring"
    extends Compliant;
    parameter Real c(unit="N.m/rad") = 1e4 "stiffness";
    parameter Units.Angle phi_rel0 = 0 "twist without torque";
  equation
    tau = c*(phi_rel - phi_rel0);
  end Spring;

  model Damper "A torsional damper"
    extends CompliantWithSpeed;
    parameter Real d(unit="N.m.s/rad") = 0 "damping";
  equation
    tau = d*w_rel;
  end Damper;

  model VariableDamper "A torsional damper by a signal"
    extends CompliantWithSpeed;
    Blocks.RealInput d(unit="N.m.s/rad") "damping";
  equation
    tau = d*w_rel;
  end VariableDamper;

  model SpringDamper "A torsional spring beside a damper"
    extends CompliantWithSpeed;
    parameter Real c(unit="N.m/rad") = 1e4 "stiffness";
    parameter Real d(unit="N.m.s/rad") = 0 "damping";
    parameter Units.Angle phi_rel0 = 0 "twist without torque";
  equation
    tau = c*(phi_rel - phi_rel0) + d*w_rel;
  end SpringDamper;

  model Backlash "A spring beside a damper, with play"
    extends CompliantWithSpeed;
    parameter Real c(unit="N.m/rad") = 1e5 "stiffness when there is contact";
    parameter Real d(unit="N.m.s/rad") = 0 "damping when there is contact";
    parameter Units.Angle b = 0.01 "play: the twist that meets no resistance";
    Units.Angle twist "beyond the play";
  equation
    twist = if phi_rel > b/2 then phi_rel - b/2 else if phi_rel < -b/2 then phi_rel + b/2 else 0;
    // a contact pushes and never pulls, however fast it opens
    tau = if phi_rel > b/2 then max(0, c*twist + d*w_rel)
      else if phi_rel < -b/2 then min(0, c*twist + d*w_rel) else 0;
  end Backlash;

  model IdealGear "A gear without inertia, losses and play, on a housing that is fixed"
    extends TwoFlanges;
    parameter Real ratio = 1 "angle of flange_a by angle of flange_b";
  equation
    flange_a.phi = ratio*relax(flange_b.phi);
    0 = ratio*flange_a.tau + flange_b.tau;
  end IdealGear;

  model LossyGear
    "A gear whose teeth lose a part of the torque and whose bearings drag; it stands still while these hold it"
    extends TwoFlanges;
    extends DirectedFriction;
    parameter Real ratio = 1 "angle of flange_a by angle of flange_b";
    parameter Real eta_ab(min=0, max=1) = 1 "efficiency of the teeth when flange_a drives";
    parameter Real eta_ba(min=0, max=1) = eta_ab
      "efficiency of the teeth when flange_b drives: above zero";
    parameter Units.Torque tau_bearing(min=0) = 0 "torque at flange_a that drags at any speed";
    Units.Torque tau_loss "what is lost, at flange_a";
  equation
    flange_a.phi = ratio*relax(flange_b.phi);
    0 = ratio*(flange_a.tau - tau_loss) + flange_b.tau;
    v_slide = der(flange_a.phi);
    a_slide = der(v_slide);
    pressed = true;
    f_forward = tau_bearing + flange_a.tau*(if flange_a.tau > 0 then 1 - eta_ab else 1 - 1/eta_ba);
    f_backward = tau_bearing - flange_a.tau*(if flange_a.tau < 0 then 1 - eta_ab else 1 - 1/eta_ba);
    tau_loss = f_friction;
  end LossyGear;

  model IdealPlanetary "Sun, ring and carrier of a planetary gear, without inertia and losses"
    Flange_a sun;
    Flange_a ring;
    Flange_b carrier;
    parameter Real ratio "teeth of the ring by teeth of the sun";
  equation
    (1 + ratio)*carrier.phi = sun.phi + ratio*ring.phi;
    ring.tau = ratio*sun.tau;
    carrier.tau = -(1 + ratio)*sun.tau;
  end IdealPlanetary;

  model Fixed "A flange that cannot turn"
    Flange_b flange;
    parameter Units.Angle phi0 = 0 "its angle";
  equation
    flange.phi = phi0;
  end Fixed;

  model Brake "Friction of a shaft against a fixed housing, pressed by a signal"
    extends TwoFlanges;
    extends DryFriction;
    parameter Real mu(min=0) = 0.4 "coefficient of sliding friction";
    parameter Real radius(unit="m", min=0) = 0.1 "mean radius of the surfaces, times their number";
    parameter Units.Force f_max = 1 "force that presses the surfaces when the signal is 1";
    Blocks.RealInput f_normalized "0 open … 1 pressed with f_max";
    Units.Angle phi "angle of the shaft";
    Units.Torque tau "of the brake on the shaft, against it";
  equation
    phi = flange_a.phi;
    phi = flange_b.phi;
    v_slide = der(phi);
    a_slide = der(v_slide);
    pressed = f_normalized > 0;
    f_slide = if pressed then mu*radius*f_max*f_normalized else 0;
    tau = f_friction;
    0 = flange_a.tau + flange_b.tau - tau;
  end Brake;

  model Clutch "Friction between two shafts, pressed by a signal"
    extends CompliantWithSpeed;
    extends DryFriction;
    parameter Real mu(min=0) = 0.4 "coefficient of sliding friction";
    parameter Real radius(unit="m", min=0) = 0.1 "mean radius of the surfaces, times their number";
    parameter Units.Force f_max = 1 "force that presses the surfaces when the signal is 1";
    Blocks.RealInput f_normalized "0 open … 1 pressed with f_max";
  equation
    v_slide = w_rel;
    a_slide = der(w_rel);
    pressed = f_normalized > 0;
    f_slide = if pressed then mu*radius*f_max*f_normalized else 0;
    tau = f_friction;
  end Clutch;

  model BearingFriction "Friction of a shaft in its bearing"
    extends TwoFlanges;
    extends DryFriction;
    parameter Units.Torque tau_dry = 0.1 "torque that drags at any speed";
    parameter Real d(unit="N.m.s/rad") = 0 "torque that grows with the speed";
    Units.Angle phi "angle of the shaft";
  equation
    phi = flange_a.phi;
    phi = flange_b.phi;
    v_slide = der(phi);
    a_slide = der(v_slide);
    pressed = tau_dry > 0;
    f_slide = tau_dry;
    0 = flange_a.tau + flange_b.tau - f_friction - d*v_slide;
  end BearingFriction;

  model Torque "A torque by a signal, on a flange and against the ground"
    Flange_b flange;
    Blocks.RealInput tau(unit="N.m") "accelerates the flange";
  equation
    flange.tau = -tau;
  end Torque;

  model ConstantTorque "A torque that never changes"
    Flange_b flange;
    parameter Units.Torque tau_constant "accelerates the flange";
  equation
    flange.tau = -tau_constant;
  end ConstantTorque;

  model TorqueBetween "A torque by a signal between two flanges"
    extends TwoFlanges;
    Blocks.RealInput tau(unit="N.m") "accelerates flange_b, and flange_a against it";
  equation
    flange_a.tau = tau;
    flange_b.tau = -tau;
  end TorqueBetween;

  model LinearLoad "A load that grows with the speed"
    Flange_b flange;
    parameter Units.Torque tau_nominal "torque on the flange at w_nominal: negative, it brakes";
    parameter Units.AngularVelocity w_nominal "speed for that";
    Units.AngularVelocity w "speed";
  equation
    w = der(flange.phi);
    flange.tau = -tau_nominal*w/w_nominal;
  end LinearLoad;

  model QuadraticLoad "A load that grows with the square of the speed, as a fan does"
    Flange_b flange;
    parameter Units.Torque tau_nominal "torque on the flange at w_nominal: negative, it brakes";
    parameter Units.AngularVelocity w_nominal "speed for that";
    Units.AngularVelocity w "speed";
  equation
    w = der(flange.phi);
    flange.tau = -tau_nominal*(if w >= 0 then 1 else -1)*(w/w_nominal)^2;
  end QuadraticLoad;

  model Speed "A flange that turns as a signal says"
    Flange_b flange;
    Blocks.RealInput w_ref(unit="rad/s") "speed";
    Units.Angle phi(start=0, fixed=true) "angle";
  equation
    der(phi) = w_ref;
    flange.phi = phi;
  end Speed;

  model Position "A flange that stands as a signal says"
    Flange_b flange;
    Blocks.RealInput phi_ref(unit="rad") "angle; differentiated as often as need be";
  equation
    flange.phi = phi_ref;
  end Position;

  model Acceleration "A flange that is accelerated as a signal says"
    Flange_b flange;
    Blocks.RealInput a_ref(unit="rad/s2") "acceleration";
    Units.Angle phi(start=0, fixed=true) "angle";
    Units.AngularVelocity w(start=0, fixed=true) "speed";
  equation
    der(phi) = w;
    der(w) = a_ref;
    flange.phi = phi;
  end Acceleration;

  partial model Sensor "Looks at a flange without a torque"
    Flange_a flange;
  equation
    flange.tau = 0;
  end Sensor;

  model AngleSensor "The angle of a flange"
    extends Sensor;
    Blocks.RealOutput phi(unit="rad");
  equation
    phi = flange.phi;
  end AngleSensor;

  model SpeedSensor "The speed of a flange"
    extends Sensor;
    Blocks.RealOutput w(unit="rad/s");
  equation
    w = der(flange.phi);
  end SpeedSensor;

  model AccelerationSensor "The acceleration of a flange"
    extends Sensor;
    Units.AngularVelocity w "speed";
    Blocks.RealOutput a(unit="rad/s2");
  equation
    w = der(flange.phi);
    a = der(w);
  end AccelerationSensor;

  model TorqueSensor "The torque between two flanges"
    extends TwoFlanges;
    Blocks.RealOutput tau(unit="N.m") "from flange_a to flange_b";
  equation
    flange_a.phi = flange_b.phi;
    tau = flange_a.tau;
    0 = flange_a.tau + flange_b.tau;
  end TorqueSensor;

  model PowerSensor "The power between two flanges"
    extends TwoFlanges;
    Blocks.RealOutput power(unit="W") "from flange_a to flange_b";
  equation
    flange_a.phi = flange_b.phi;
    power = flange_a.tau*der(flange_a.phi);
    0 = flange_a.tau + flange_b.tau;
  end PowerSensor;

  partial model RelativeSensor "Looks at two flanges without a torque"
    extends TwoFlanges;
  equation
    flange_a.tau = 0;
    flange_b.tau = 0;
  end RelativeSensor;

  model RelativeAngleSensor "How far one flange is turned against another"
    extends RelativeSensor;
    Blocks.RealOutput phi_rel(unit="rad") "flange_b against flange_a";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
  end RelativeAngleSensor;

  model RelativeSpeedSensor "How fast one flange turns against another"
    extends RelativeSensor;
    Blocks.RealOutput w_rel(unit="rad/s") "speed of flange_b against flange_a";
  equation
    w_rel = der(flange_b.phi - flange_a.phi);
  end RelativeSpeedSensor;
end Rotational;
