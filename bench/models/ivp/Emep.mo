// Equations: D. Simpson et al., the ozone chemistry of EMEP MSC-W, rural case; as in the Test Set for IVP Solvers (EMEP). Constants are
// numbered as there. Photolysis and deposition change at 4 and 20 hours; the humidity jumps at midnight. Time in s, concentrations in
// molecules per cubic centimetre. The published condition "relative humidity above 0.90" meets a humidity in percent: it always holds.
model Emep "sixty-six species of the chemistry of ozone over four days and a half"
  constant Real pi = 3.14159265358979323846;
  parameter Real T = 298 "temperature", M = 2.55e19, O2 = 5.2e18, height = 1.2e5
    "of the layer in which everything is mixed";
  // what is emitted
  parameter Real NOx = 2.5e11, HC = 2.5e11;
  parameter Real share[6] = {0.07689, 0.41444, 0.03642, 0.03827, 0.24537, 0.13957}
    "of the hydrocarbons, by mass";
  parameter Real weight[6] = {30, 58, 28, 42, 106, 46};
  parameter Real mean = 1/sum(share[i]/weight[i] for i in 1:6);
  parameter Real e[6] = {HC*share[i]/weight[i]*mean/height for i in 1:6};
  // reactions
  parameter Real k1 = 5.7e-34*(T/300)^(-2.8)*M*O2, k5 = 9.6e-32*(T/300)^(-1.6)*M,
    k7 = 2e-11*exp(100/T)*M, k8 = 2.2e-10;
  parameter Real k11 = 1.8e-12*exp(-1370/T), k12 = 1.2e-13*exp(-2450/T), k13 = 1.9e-12*exp(-1000/T),
    k14 = 1.4e-14*exp(-600/T);
  parameter Real k15 = 1.8e-11*exp(110/T), k17 = 3.7e-12*exp(240/T), k19 = 7.2e-14*exp(-1414/T),
    k20 = 1.4e-12, k21 = 1.4e-11;
  parameter Real k26 = 4.1e-16, k29 = 7.1e14*exp(-11080/T), k30 = 4.8e-11*exp(250/T),
    k31 = 2.9e-12*exp(-160/T);
  parameter Real k33 = 7.7e-12*exp(-2100/T), k35 = 1e-14*exp(785/T), k39 = 1.35e-12, k40 = 4e-17,
    k59 = 3.9e-12*exp(-1885/T);
  parameter Real k60 = 4.2e-12*exp(180/T) "of all organic peroxy radicals with NO",
    k61 = 5.5e-14*exp(365/T), k62 = 5.5e-14*exp(365/T);
  parameter Real k63 = 3.3e-12*exp(-380/T), k64 = 3.2e-12, k65 = 3.8e-13*exp(780/T), k66 = 9.6e-12,
    k67 = 1e-12*exp(190/T);
  parameter Real k68 = 1.9e-12*exp(190/T), k69 = 5.8e-16, k70 = 2.4e-13, k71 = 7.8e-12*exp(-1020/T),
    k72 = 8.9e-12;
  parameter Real k74 = 6.5e-13*exp(650/T), k75 = 5.6e-12*exp(310/T), k76 = 5.8e-12*exp(190/T),
    k77 = 1e-11, k78 = 1.34e16*exp(-13330/T);
  parameter Real k79 = 2e-11, k80 = 1.1e-11, k81 = 1.64e-11*exp(-559/T), k85 = 1e-11
    "of higher organic peroxy radicals with HO2";
  parameter Real k86 = 1.15e-12, k87 = 4.8e-12, k88 = 1.3e-13*exp(1040/T), k89 = 3e-13*exp(1040/T),
    k94 = 2.8e-12*exp(530/T);
  parameter Real k109 = 1.66e-12*exp(474/T), k112 = 1.2e-14*exp(-2630/T),
    k123 = 6.5e-15*exp(-1880/T), k125 = 2.86e-11;
  parameter Real k146 = 3.2e-11, k147 = 2e-11, k148 = 2.2e-11, k149 = 3.7e-11,
    k150 = 12.3e-15*exp(-2013/T), k151 = 2.54e-11*exp(410/T);
  parameter Real k153 = 4.13e-12*exp(452/T), k156 = 2e-11, k157 = 8e-18, k158 = 1.86e-11*exp(175/T),
    k160 = 4.32e-15*exp(-2016/T);
  parameter Real k161 = 3.35e-11, k163 = 7.8e-13, k219 = 2e-11, k221 = 1.1e-11, k222 = 1.7e-11,
    k223 = 2.4e-11, k234 = 1.37e-11;
  parameter Real k235 = 1.7e-11;
  parameter Real onAerosol = 1e-4 "loss of HNO3, H2O2, N2O5 and CH3O2H";
  parameter Real ways[2] = {0.65, 0.35} "in which the secondary butoxy radical decays";
  parameter Real clear[16] = {1.23e-3, 2e-4, 1.45e-2, 2.2e-5, 3e-6, 5.4e-5, 6.65e-5, 1.35e-5,
    2.43e-5, 5.4e-4, 2.16e-4, 5.4e-5, 3.53e-2, 8.94e-2, 3.32e-5, 2.27e-5}
    "photolysis without air above";
  parameter Real dimming[16] = {0.6, 1.4, 0.4, 0.75, 1.25, 0.79, 0.6, 0.94, 0.88, 0.79, 0.79, 0.79,
    0.081, 0.059, 0.57, 0.62};
  parameter Real latitude = 50*pi/180, declination = 23.5*pi/180;
  parameter Real humidWeight = 61.078*exp(-(597.3 - 0.57*(T - 273.16))*18/1.986*(1/T - 1/273.16))
    /(1.38e-16*T);
  Real ofDay "time of day";
  Boolean night;
  Real path "length of the light's way through the air", J[16] "photolysis", H2O, k36, d
    "deposition at a speed of 1 cm/s";
  Real NO(start=1e9, fixed=true), NO2(start=5e9, fixed=true), SO2(start=5e9, fixed=true),
    CO(start=3.8e12, fixed=true);
  Real CH4(start=3.5e13, fixed=true), C2H6(start=1e7, fixed=true), NC4H10(start=1e7, fixed=true),
    C2H4(start=1e7, fixed=true);
  Real C3H6(start=1e7, fixed=true), OXYL(start=1e7, fixed=true), HCHO(start=1e7, fixed=true),
    CH3CHO(start=1e7, fixed=true);
  Real MEK(start=1e7, fixed=true), O3(start=5e11, fixed=true), HO2(start=100, fixed=true),
    HNO3(start=100, fixed=true);
  Real H2O2(start=100, fixed=true), H2(start=100, fixed=true), CH3O2(start=100, fixed=true),
    C2H5OH(start=100, fixed=true);
  Real SA(start=100, fixed=true), CH3O2H(start=100, fixed=true), C2H5O2(start=100, fixed=true),
    CH3COO(start=100, fixed=true);
  Real PAN(start=100, fixed=true), SECC4H(start=100, fixed=true), MEKO2(start=100, fixed=true),
    R2OOH(start=100, fixed=true);
  Real ETRO2(start=100, fixed=true), MGLYOX(start=100, fixed=true), PRRO2(start=100, fixed=true),
    GLYOX(start=100, fixed=true);
  Real OXYO2(start=100, fixed=true), MAL(start=100, fixed=true), MALO2(start=100, fixed=true),
    OP(start=100, fixed=true);
  Real OH(start=100, fixed=true), OD(start=1e-3, fixed=true), NO3(start=100, fixed=true),
    N2O5(start=100, fixed=true);
  Real ISOPRE(start=100, fixed=true), NITRAT(start=100, fixed=true), ISRO2(start=100, fixed=true),
    MVK(start=100, fixed=true);
  Real MVKO2(start=100, fixed=true), CH3OH(start=100, fixed=true), RCO3H(start=100, fixed=true),
    OXYO2H(start=100, fixed=true);
  Real BURO2H(start=100, fixed=true), ETRO2H(start=100, fixed=true), PRRO2H(start=100, fixed=true);
  Real MEKO2H(start=100, fixed=true), MALO2H(start=100, fixed=true), MACR(start=100, fixed=true),
    ISNI(start=100, fixed=true);
  Real ISRO2H(start=100, fixed=true), MARO2(start=100, fixed=true), MAPAN(start=100, fixed=true),
    CH2CCH3(start=100, fixed=true);
  Real ISONO3(start=100, fixed=true), ISNIR(start=100, fixed=true), MVKO2H(start=100, fixed=true),
    CH2CHR(start=100, fixed=true);
  Real ISNO3H(start=100, fixed=true), ISNIRH(start=100, fixed=true), MARO2H(start=100, fixed=true);
  Real peroxy "organic peroxy radicals that pass an oxygen to NO alike", acyl, oxidised
    "lost by OH";
equation
  ofDay = mod(time, 86400);
  night = ofDay < 14400 or ofDay >= 72000;
  path = 1/(sin(latitude)*sin(declination) - cos(latitude)*cos(declination)*cos(pi*ofDay/43200));
  for i in 1:16 loop
    J[i] = if night then 1e-40 else clear[i]*exp(-dimming[i]*path);
  end for;
  H2O = humidWeight*(66.5 + 23*sin(2.43 - 7.93e-5*ofDay));
  k36 = (2.3e-13*exp(600/T) + 1.7e-33*M*exp(1000/T))*(1 + 1.4e-21*H2O*exp(2200/T));
  d = (if night then 0.25 else 1)/height;

  peroxy = CH3O2 + SECC4H + MEKO2 + ETRO2 + PRRO2 + OXYO2 + MALO2 + CH2CCH3;
  acyl = CH3COO + MARO2;
  der(NO) = NOx/height + J[3]*NO2 + J[13]*NO3 + k19*NO2*NO3
    - NO
      *(k5*OP + k11*O3 + k15*NO3 + k17*HO2 + k72*C2H5O2 + k79*acyl
        + k60*(peroxy + ISRO2 + MVKO2 + ISNIR + ISONO3));
  der(NO2) = NO*(k5*OP + k11*O3 + 2*k15*NO3 + k17*HO2 + k72*C2H5O2 + k79*acyl)
    + k60*NO*(peroxy + 0.86*ISRO2 + 0.95*MVKO2 + 1.1*ISONO3 + 1.9*ISNIR) + J[5]*HNO3 + J[14]*NO3
    + (J[15] + k29)*N2O5 + k78*(PAN + MAPAN)
    - NO2*(J[3] + k12*O3 + k20*NO3 + k21*OH + 0.2*d + k77*acyl);
  der(SO2) = NOx/height - SO2*(k39*OH + k40*CH3O2 + 0.5*d);
  der(CO) = 10*HC/height + OH*(k66*HCHO + 2*k221*GLYOX + k222*MGLYOX)
    + O3*(0.44*k112*C2H4 + 0.4*k123*C3H6 + 0.05*k160*MVK + 0.05*k150*ISOPRE)
    + HCHO*(J[6] + J[7] + k69*NO3) + J[8]*CH3CHO + J[11]*MGLYOX + 2*J[7]*GLYOX - k70*OH*CO;
  der(CH4) = 0.07*k123*O3*C3H6 - k59*OH*CH4;
  der(C2H6) = e[1] - k71*OH*C2H6;
  der(NC4H10) = e[2] - k81*OH*NC4H10;
  der(C2H4) = e[3] - C2H4*(k109*OH + k112*O3);
  der(C3H6) = e[4] + 0.07*k150*O3*ISOPRE - C3H6*(k123*O3 + k125*OH);
  der(OXYL) = e[5] - k234*OH*OXYL;
  der(HCHO) = CH3O2*(k60*NO + (2*k61 + k62)*CH3O2 + k80*CH3COO + k40*SO2)
    + OH*(k63*CH3OH + k67*CH3O2H)
    + k60*NO*(2*ETRO2 + PRRO2 + 0.74*ISRO2 + 0.266*MVKO2 + 0.15*ISONO3)
    + O3*(k112*C2H4 + 0.5*k123*C3H6 + 0.7*k157*ISRO2H + 0.8*k160*MVK + 0.8*k150*ISOPRE)
    + 2*J[7]*GLYOX + J[16]*(CH3O2H + 1.56*ETRO2H + PRRO2H)
    - HCHO*(k66*OH + J[6] + J[7] + k69*NO3 + 0.3*d);
  der(CH3CHO) = NO*(k72*C2H5O2 + k60*(ways[2]*SECC4H + MEKO2 + PRRO2 + 0.95*ISNIR + 0.684*MVKO2))
    + OH*(k64*C2H5OH + k76*(R2OOH + ETRO2H)) + O3*(0.5*k123*C3H6 + 0.04*k160*MVK)
    + J[16]*(R2OOH + 0.22*ETRO2H + 0.35*BURO2H + PRRO2H + MEKO2H) - CH3CHO*(J[8] + k75*OH + 0.3*d);
  der(MEK) = k60*NO*(ways[1]*SECC4H + CH2CCH3 + 0.95*ISNIR) + J[16]*(0.65*BURO2H + CH2CCH3)
    + k76*OH*(BURO2H + PRRO2H) - MEK*(J[9] + k86*OH + 0.3*d);
  der(O3) = k1*OP + k89*HO2*CH3COO
    - O3
      *(k11*NO + k12*NO2 + k13*OH + k14*HO2 + 0.5*d + k112*C2H4 + k123*C3H6 + k157*ISRO2H + k160*MVK
        + k150*ISOPRE + J[1] + J[2]);
  der(HO2) = OH
    *(k13*O3 + k31*H2O2 + k33*H2 + k39*SO2 + k63*CH3OH + k64*C2H5OH + k66*HCHO + k70*CO
      + k221*GLYOX) + CH3O2*(k40*SO2 + 2*k61*CH3O2 + 0.5*k80*CH3COO) + J[11]*MGLYOX + J[8]*CH3CHO
    + 2*J[6]*HCHO + k72*NO*C2H5O2
    + k60*NO
      *(CH3O2 + ETRO2 + PRRO2 + OXYO2 + MALO2 + CH2CCH3 + ways[1]*SECC4H + 0.95*MVKO2 + 0.78*ISRO2
        + 0.05*ISNIR + 0.8*ISONO3)
    + J[16]*(CH3O2H + R2OOH + 0.65*BURO2H + ETRO2H + PRRO2H + OXYO2H + MALO2H)
    + NO3*(k26*H2O2 + k69*HCHO)
    + O3*(0.12*k112*C2H4 + 0.28*k123*C3H6 + 0.06*k160*MVK + 0.06*k150*ISOPRE)
    - HO2
      *(k14*O3 + k17*NO + k30*OH + 2*k36*HO2 + k65*CH3O2 + k74*C2H5O2 + (k88 + k89)*CH3COO
        + k85
          *(SECC4H + ETRO2 + PRRO2 + MEKO2 + MARO2 + MVKO2 + ISNIR + CH2CCH3 + OXYO2 + MALO2 + ISRO2
            + ISONO3));
  der(HNO3) = k21*NO2*OH + NO3*(k26*H2O2 + k69*HCHO) - HNO3*(k35*OH + J[5] + onAerosol);
  der(H2O2) = k36*HO2^2 - H2O2*(k31*OH + J[4] + onAerosol + k26*NO3 + 0.5*d);
  der(H2) = J[7]*HCHO + O3*(0.13*k112*C2H4 + 0.07*k123*C3H6) - k33*OH*H2;
  der(CH3O2) = OH*(k59*CH4 + k68*CH3O2H) + CH3COO*(k79*NO + 2*k94*CH3COO) + J[8]*CH3CHO
    + J[16]*RCO3H + 0.31*k123*O3*C3H6
    - CH3O2*(k40*SO2 + k60*NO + 2*(k61 + k62)*CH3O2 + k65*HO2 + 0.5*k80*CH3COO);
  der(C2H5OH) = e[6] - k64*OH*C2H5OH;
  der(SA) = 0.05*NOx/height + SO2*(k39*OH + k40*CH3O2) - 0.1*d*SA;
  der(CH3O2H) = k65*HO2*CH3O2 - CH3O2H*(onAerosol + J[16] + (k67 + k68)*OH);
  der(C2H5O2) = OH*(k71*C2H6 + k68*R2OOH) + 0.35*J[16]*BURO2H + k60*ways[2]*NO*SECC4H + J[9]*MEK
    - C2H5O2*(k72*NO + k74*HO2);
  der(CH3COO) = OH*(k75*CH3CHO + k222*MGLYOX + k68*RCO3H) + k60*NO*(MEKO2 + 0.684*MVKO2) + k78*PAN
    + J[11]*MGLYOX + J[9]*MEK + J[16]*MEKO2H
    - CH3COO*(k77*NO2 + k79*NO + k80*CH3O2 + 2*k94*CH3COO + (k88 + k89)*HO2);
  der(PAN) = k77*CH3COO*NO2 - PAN*(0.2*d + k78);
  der(SECC4H) = OH*(k81*NC4H10 + k68*BURO2H) - SECC4H*(k60*NO + k85*HO2);
  der(MEKO2) = OH*(k86*MEK + k87*MEKO2H) - MEKO2*(k60*NO + k85*HO2);
  der(R2OOH) = k74*HO2*C2H5O2 - R2OOH*((k68 + k76)*OH + J[16] + 0.5*d);
  der(ETRO2) = OH*(k109*C2H4 + k68*ETRO2H) - ETRO2*(k60*NO + k85*HO2);
  der(MGLYOX) = k60*NO*(OXYO2 + MALO2 + 0.266*MVKO2) + 0.82*k160*O3*MVK + J[16]*(OXYO2H + MALO2H)
    - MGLYOX*(J[11] + k222*OH);
  der(PRRO2) = OH*(k125*C3H6 + k68*PRRO2H) - PRRO2*(k60*NO + k85*HO2);
  der(GLYOX) = k60*NO*MALO2 + J[16]*MALO2H - GLYOX*(2*J[7] + k221*OH);
  der(OXYO2) = OH*(k234*OXYL + k235*OXYO2H) - OXYO2*(k60*NO + k85*HO2);
  der(MAL) = k60*NO*OXYO2 + J[16]*OXYO2H - k219*OH*MAL;
  der(MALO2) = OH*(k219*MAL + k223*MALO2H) - MALO2*(k60*NO + k85*HO2);
  der(OP) = J[1]*O3 + J[3]*NO2 + J[14]*NO3 + k7*OD + O3*(0.2*k160*MVK + 0.3*k150*ISOPRE)
    - OP*(k1 + k5*NO);
  oxidised = k13*O3 + k21*NO2 + k30*HO2 + k31*H2O2 + k33*H2 + k35*HNO3 + k39*SO2 + k59*CH4
    + k63*CH3OH + k64*C2H5OH + k66*HCHO + k68*(CH3O2H + R2OOH + RCO3H + BURO2H + ETRO2H + PRRO2H)
    + k70*CO + k71*C2H6 + k75*CH3CHO + k81*NC4H10 + k86*MEK + k87*MEKO2H + k109*C2H4 + k125*C3H6
    + k146*CH2CHR + k147*ISNO3H + k148*MVKO2H + k149*(ISNIRH + MARO2H) + k151*ISOPRE + k153*MVK
    + k158*MACR + k161*ISNI + k219*MAL + k221*GLYOX + k222*MGLYOX + k223*MALO2H + k234*OXYL
    + k235*OXYO2H;
  der(OH) = 2*k8*H2O*OD + HO2*(k14*O3 + k17*NO) + 2*J[4]*H2O2 + J[5]*HNO3
    + J[16]*(CH3O2H + R2OOH + RCO3H + BURO2H + ETRO2H + MEKO2H + OXYO2H + MALO2H)
    + O3*(0.15*k123*C3H6 + 0.08*k160*MVK + 0.55*k150*ISOPRE) - oxidised*OH;
  der(OD) = J[2]*O3 - OD*(k7 + k8*H2O);
  der(NO3) = (k29 + J[15])*N2O5 + k12*O3*NO2 + k35*OH*HNO3
    - NO3*(k15*NO + (k19 + k20)*NO2 + k26*H2O2 + k69*HCHO + k163*ISOPRE + J[13] + J[14]);
  der(N2O5) = k20*NO3*NO2 - N2O5*(k29 + J[15] + onAerosol);
  der(ISOPRE) = 0.5*HC/height - ISOPRE*(k150*O3 + k151*OH + k163*NO3);
  der(NITRAT) = onAerosol*(HNO3 + 2*N2O5) - 0.1*d*NITRAT;
  der(ISRO2) = OH*(k151*ISOPRE + k156*ISRO2H) - ISRO2*(0.88*k60*NO + k85*HO2);
  der(MVK) = k60*NO*(0.42*ISRO2 + 0.05*ISONO3) + 0.26*k150*O3*ISOPRE - MVK*(k153*OH + k160*O3);
  der(MVKO2) = OH*(k153*MVK + k148*MVKO2H) - MVKO2*(k60*NO + k85*HO2);
  der(CH3OH) = k62*CH3O2^2 - k63*OH*CH3OH;
  der(RCO3H) = k88*HO2*CH3COO - RCO3H*(k68*OH + J[16] + 0.5*d);
  der(OXYO2H) = k85*HO2*OXYO2 - OXYO2H*(k235*OH + J[16] + 0.5*d);
  der(BURO2H) = k85*HO2*SECC4H - BURO2H*((k68 + k76)*OH + J[16] + 0.5*d);
  der(ETRO2H) = k85*HO2*ETRO2 - ETRO2H*((k68 + k76)*OH + J[16] + 0.5*d);
  der(PRRO2H) = k85*HO2*PRRO2 - PRRO2H*((k68 + k76)*OH + J[16] + 0.5*d);
  der(MEKO2H) = k85*HO2*MEKO2 - MEKO2H*(k87*OH + J[16] + 0.5*d);
  der(MALO2H) = k85*HO2*MALO2 - MALO2H*(k223*OH + J[16] + 0.5*d);
  der(MACR) = k60*NO*(0.32*ISRO2 + 0.1*ISONO3) + 0.67*k150*O3*ISOPRE - k158*OH*MACR;
  der(ISNI) = k60*NO*(0.14*ISRO2 + 0.05*MVKO2 + 0.85*ISONO3) - k161*OH*ISNI;
  der(ISRO2H) = k85*HO2*ISRO2 - ISRO2H*(k156*OH + k157*O3 + 0.5*d);
  der(MARO2) = 0.5*k158*OH*MACR + k78*MAPAN + k149*OH*MARO2H - MARO2*(k77*NO2 + k79*NO + k85*HO2);
  der(MAPAN) = k77*MARO2*NO2 - MAPAN*(0.2*d + k78);
  der(CH2CCH3) = k79*NO*MARO2 + k146*OH*CH2CHR - CH2CCH3*(k60*NO + k85*HO2);
  der(ISONO3) = k163*NO3*ISOPRE + k147*OH*ISNO3H - ISONO3*(k60*NO + k85*HO2);
  der(ISNIR) = k161*OH*ISNI + k149*OH*ISNIRH - ISNIR*(k60*NO + k85*HO2);
  der(MVKO2H) = k85*HO2*MVKO2 - MVKO2H*(k148*OH + 0.5*d);
  der(CH2CHR) = k85*HO2*CH2CCH3 - CH2CHR*(k146*OH + 0.5*d);
  der(ISNO3H) = k85*HO2*ISONO3 - ISNO3H*(k147*OH + 0.5*d);
  der(ISNIRH) = k85*HO2*ISNIR - ISNIRH*(k149*OH + 0.5*d);
  der(MARO2H) = k85*HO2*MARO2 - MARO2H*(k149*OH + 0.5*d);
  annotation(experiment(StartTime=14400, StopTime=417600, Tolerance=1e-6));
end Emep;
