// Equations: J. G. Verwer, 1994, the chemistry of an air pollution model; as in the Test Set for IVP Solvers (POLLU).
model Pollution "twenty species and twenty-five reactions of polluted air"
  parameter Real k[25] = {0.35, 26.6, 1.23e4, 8.6e-4, 8.2e-4, 1.5e4, 1.3e-4, 2.4e4, 1.65e4, 9e3,
    0.022, 1.2e4, 1.88, 1.63e4, 4.8e6, 3.5e-4, 0.0175, 1e8, 4.44e11, 1.24e3, 2.1, 5.78, 0.0474,
    1.78e3, 3.12};
  Real NO2(start=0, fixed=true), NO(start=0.2, fixed=true), O3P(start=0, fixed=true),
    O3(start=0.04, fixed=true);
  Real HO2(start=0, fixed=true), OH(start=0, fixed=true), HCHO(start=0.1, fixed=true),
    CO(start=0.3, fixed=true);
  Real ALD(start=0.01, fixed=true), MEO2(start=0, fixed=true), C2O3(start=0, fixed=true),
    CO2(start=0, fixed=true);
  Real PAN(start=0, fixed=true), CH3O(start=0, fixed=true), HNO3(start=0, fixed=true),
    O1D(start=0, fixed=true);
  Real SO2(start=0.007, fixed=true), SO4(start=0, fixed=true), NO3(start=0, fixed=true),
    N2O5(start=0, fixed=true);
  Real r[25] "rates of the reactions";
equation
  r[1] = k[1]*NO2;
  r[2] = k[2]*NO*O3;
  r[3] = k[3]*HO2*NO;
  r[4] = k[4]*HCHO;
  r[5] = k[5]*HCHO;
  r[6] = k[6]*HCHO*OH;
  r[7] = k[7]*ALD;
  r[8] = k[8]*ALD*OH;
  r[9] = k[9]*C2O3*NO;
  r[10] = k[10]*C2O3*NO2;
  r[11] = k[11]*PAN;
  r[12] = k[12]*MEO2*NO;
  r[13] = k[13]*CH3O;
  r[14] = k[14]*NO2*OH;
  r[15] = k[15]*O3P;
  r[16] = k[16]*O3;
  r[17] = k[17]*O3;
  r[18] = k[18]*O1D;
  r[19] = k[19]*O1D;
  r[20] = k[20]*SO2*OH;
  r[21] = k[21]*NO3;
  r[22] = k[22]*NO3;
  r[23] = k[23]*NO2*O3;
  r[24] = k[24]*NO3*NO2;
  r[25] = k[25]*N2O5;
  der(NO2) = r[2] + r[3] + r[9] + r[11] + r[12] + r[22] + r[25] - r[1] - r[10] - r[14] - r[23]
    - r[24];
  der(NO) = r[1] + r[21] - r[2] - r[3] - r[9] - r[12];
  der(O3P) = r[1] + r[17] + r[19] + r[22] - r[15];
  der(O3) = r[15] - r[2] - r[16] - r[17] - r[23];
  der(HO2) = 2*r[4] + r[6] + r[7] + r[13] + r[20] - r[3];
  der(OH) = r[3] + 2*r[18] - r[6] - r[8] - r[14] - r[20];
  der(HCHO) = r[13] - r[4] - r[5] - r[6];
  der(CO) = r[4] + r[5] + r[6] + r[7];
  der(ALD) = -r[7] - r[8];
  der(MEO2) = r[7] + r[9] - r[12];
  der(C2O3) = r[8] + r[11] - r[9] - r[10];
  der(CO2) = r[9];
  der(PAN) = r[10] - r[11];
  der(CH3O) = r[12] - r[13];
  der(HNO3) = r[14];
  der(O1D) = r[16] - r[18] - r[19];
  der(SO2) = -r[20];
  der(SO4) = r[20];
  der(NO3) = r[23] + r[25] - r[21] - r[22] - r[24];
  der(N2O5) = r[24] - r[25];
  annotation(experiment(StopTime=60, Tolerance=1e-6));
end Pollution;
