"""Makes the FMUs of the tests: relaxation.c in both versions, well-behaved and otherwise, and files that are no FMUs."""
import os
import subprocess
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PLATFORM = {2: "linux64", 3: "x86_64-linux"}


def compile_binary(folder, version=2, offers=3, misbehave="behave", since=0.5):
    path = os.path.join(folder, f"relaxation_{version}_{offers}_{misbehave}_{since}.so")
    if not os.path.exists(path):
        subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", f"-DFMI_VERSION={version}", f"-DOFFERS={offers}",
                        f"-DMISBEHAVE={misbehave}", f"-DSINCE={since}", "-o", path, os.path.join(HERE, "relaxation.c"), "-lm"], check=True)
    return path


def description_two(offers=3, dependencies=True):
    def listed(indices):
        return f' dependencies="{indices}"' if dependencies else ""
    flags = f'providesDirectionalDerivative="{"true" if offers & 1 else "false"}" canGetAndSetFMUstate="{"true" if offers & 2 else "false"}"'
    return f'''<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Relaxation" guid="{{relaxation}}" generationTool="tests of Sunder" numberOfEventIndicators="1">
  <ModelExchange modelIdentifier="relaxation" {flags}/>
  <DefaultExperiment startTime="0" stopTime="3"/>
  <ModelVariables>
    <ScalarVariable name="x" valueReference="1" initial="exact"><Real start="2"/></ScalarVariable>
    <ScalarVariable name="der(x)" valueReference="2"><Real derivative="1"/></ScalarVariable>
    <ScalarVariable name="y" valueReference="3" initial="exact"><Real start="1" reinit="true"/></ScalarVariable>
    <ScalarVariable name="der(y)" valueReference="4"><Real derivative="3"/></ScalarVariable>
    <ScalarVariable name="k" valueReference="5" causality="parameter" variability="tunable"><Real start="1000"/></ScalarVariable>
    <ScalarVariable name="u" valueReference="6" causality="input"><Real start="0"/></ScalarVariable>
    <ScalarVariable name="s" valueReference="7" causality="output"><Real/></ScalarVariable>
    <ScalarVariable name="low" valueReference="8" variability="discrete" initial="exact"><Boolean start="false"/></ScalarVariable>
    <ScalarVariable name="boost" valueReference="9" causality="parameter" variability="fixed"><Real start="0.2"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="7"{listed("1 3")}/></Outputs>
    <Derivatives><Unknown index="2"{listed("1 3")}/><Unknown index="4"{listed("3 6")}/></Derivatives>
  </ModelStructure>
</fmiModelDescription>
'''


def description_three(offers=3, dependencies=True):
    def listed(references):
        return f' dependencies="{references}"' if dependencies else ""
    flags = f'providesDirectionalDerivatives="{"true" if offers & 1 else "false"}" canGetAndSetFMUState="{"true" if offers & 2 else "false"}"'
    return f'''<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Relaxation" instantiationToken="{{relaxation}}" generationTool="tests of Sunder">
  <ModelExchange modelIdentifier="relaxation" {flags}/>
  <DefaultExperiment startTime="0" stopTime="3"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="x" valueReference="1" initial="exact" start="2"/>
    <Float64 name="der(x)" valueReference="2" derivative="1"/>
    <Float64 name="y" valueReference="3" initial="exact" start="1" reinit="true"/>
    <Float64 name="der(y)" valueReference="4" derivative="3"/>
    <Float64 name="k" valueReference="5" causality="parameter" variability="tunable" start="1000"/>
    <Float64 name="u" valueReference="6" causality="input" start="0"/>
    <Float64 name="s" valueReference="7" causality="output"/>
    <Boolean name="low" valueReference="8" variability="discrete" initial="exact" start="false"/>
    <Float64 name="boost" valueReference="9" causality="parameter" variability="fixed" start="0.2"/>
    <Float64 name="distance" valueReference="10"/>
  </ModelVariables>
  <ModelStructure>
    <Output valueReference="7"{listed("1 3")}/>
    <ContinuousStateDerivative valueReference="2"{listed("1 3")}/>
    <ContinuousStateDerivative valueReference="4"{listed("3 6")}/>
    <EventIndicator valueReference="10"{listed("3")}/>
  </ModelStructure>
</fmiModelDescription>
'''


def make(folder, name, version=2, offers=3, misbehave="behave", dependencies=True, change=None, since=0.5):
    """Writes folder/name.fmu; `change` may alter the text of the description."""
    text = (description_two if version == 2 else description_three)(offers, dependencies)
    path = os.path.join(folder, name + ".fmu")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", change(text) if change else text)
        archive.write(compile_binary(folder, version, offers, misbehave, since), f"binaries/{PLATFORM[version]}/relaxation.so")
    return path
