"""Tests of variables that are no numbers, of what FMUs say, and of wrong declarations."""
import os
import subprocess
import zipfile

import fmus

TWO = '''<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Texts" guid="{texts}" numberOfEventIndicators="0">
  <ModelExchange modelIdentifier="texts"/>
  <TypeDefinitions>
    <SimpleType name="Mode"><Enumeration><Item name="off" value="1"/><Item name="half open" value="2"/><Item name="on" value="3"/></Enumeration></SimpleType>
  </TypeDefinitions>
  <DefaultExperiment startTime="0" stopTime="1"/>
  <ModelVariables>
    <ScalarVariable name="name" valueReference="1" causality="parameter" variability="fixed" initial="exact"><String start="nobody"/></ScalarVariable>
    <ScalarVariable name="greeting" valueReference="2" causality="local" variability="discrete"><String/></ScalarVariable>
    <ScalarVariable name="mode" valueReference="4" causality="parameter" variability="fixed" initial="exact"><Enumeration declaredType="Mode" start="1"/></ScalarVariable>
    <ScalarVariable name="length" valueReference="5" causality="output" variability="continuous"><Real/></ScalarVariable>
  </ModelVariables>
  <ModelStructure><Outputs><Unknown index="4"/></Outputs></ModelStructure>
</fmiModelDescription>
'''
THREE = '''<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Texts" instantiationToken="{texts}">
  <ModelExchange modelIdentifier="texts"/>
  <TypeDefinitions>
    <EnumerationType name="Mode"><Item name="off" value="1"/><Item name="half open" value="2"/><Item name="on" value="3"/></EnumerationType>
  </TypeDefinitions>
  <DefaultExperiment startTime="0" stopTime="1"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <String name="name" valueReference="1" causality="parameter" variability="fixed"><Start value="nobody"/></String>
    <String name="greeting" valueReference="2" causality="local" variability="discrete"/>
    <Binary name="blob" valueReference="3" causality="parameter" variability="fixed"><Start value="AB01"/></Binary>
    <Enumeration name="mode" valueReference="4" causality="parameter" variability="fixed" declaredType="Mode" start="1"/>
    <Float64 name="length" valueReference="5" causality="output"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="5"/></ModelStructure>
</fmiModelDescription>
'''


def make(folder, name, version, change=None):
    binary = os.path.join(folder, f"texts{version}.so")
    subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", f"-DFMI_VERSION={version}", "-o", binary,
                    os.path.join(fmus.HERE, "texts.c")], check=True)
    path = os.path.join(folder, name + ".fmu")
    text = TWO if version == 2 else THREE
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", change(text) if change else text)
        archive.write(binary, f"binaries/{fmus.PLATFORM[version]}/texts.so")
    return path


def define(test, sunder, answer, expect, rows, refused):
    @test
    def strings_binaries_and_enumerations_can_be_set(folder):
        result = os.path.join(folder, "result.csv")
        for version in (2, 3):
            path = make(folder, f"texts{version}", version)
            blob = 2 if version == 3 else 0
            for settings, wanted in (((), 106 + blob), (("name=somebody",), 108 + blob), (('name="a b"', "mode=half open"), 203 + blob), (("mode=3",), 306 + blob)):
                for way in ((), ("--in-process",)):
                    done = sunder("simulate", path, "--method", "euler", "--step", "0.5", "--output", result, *way, *(w for s in settings for w in ("--set", s)))
                    expect(done.returncode == 0, done.stderr)
                    expect(float(rows(result)[-1]["length"]) == wanted, f"version {version}, {settings}: {rows(result)[-1]}")
            if version == 3:
                done = sunder("simulate", path, "--method", "euler", "--step", "0.5", "--output", result, "--set", "blob=00ff00ff00")
                expect(done.returncode == 0 and float(rows(result)[-1]["length"]) == 111, done.stderr)
                refused(sunder("simulate", path, "--set", "blob=xyz"), "E0005", "hexadecimal")
            refused(sunder("simulate", path, "--set", "greeting=x"), "E0510", "'greeting'")
            refused(sunder("simulate", path, "--set", "mode=open"), "E0005", "takes a number")

    @test
    def what_an_fmu_says_is_a_warning_once(folder):
        for version in (2, 3):
            for way in ((), ("--in-process",)):
                done = sunder("simulate", make(folder, "says", version), "--method", "euler", "--step", "0.1", "--set", "name=Ann", *way)
                expect(done.returncode == 0 and done.stderr.count("W1217") == 1 and "says: the name is Ann" in done.stderr, done.stderr)

    @test
    def strings_are_validated(folder):
        for version in (2, 3):
            told = answer("validate", make(folder, "fine", version))
            expect(any(c["check"] == "strings and binaries are those given" and c["outcome"] == "fine" for c in told["checks"]), str(told))
            done = sunder("validate", make(folder, "other", version, lambda text: text.replace("nobody", "anybody")))
            refused(done, "E1216", "'name' is 'nobody' after initialisation, and was given 'anybody'")
        refused(sunder("check", make(folder, "bytes", 3, lambda text: text.replace("AB01", "AB0"))), "E1205", "hexadecimal")
        refused(sunder("check", make(folder, "item", 3, lambda text: text.replace('name="on" value="3"', 'name="on" value="x"'))), "E1205", "value is 'x'")

    @test
    def a_dependency_that_is_not_declared_is_found(folder):
        wrong = fmus.make(folder, "dependency", 2, change=lambda text: text.replace('<Unknown index="2" dependencies="1 3"/>', '<Unknown index="2" dependencies="1"/>'))
        refused(sunder("validate", wrong), "E1216", "the derivative of 'x' depends on 'y', which is not declared")

    @test
    def structure_is_drawn(folder):
        picture = os.path.join(folder, "structure.svg")
        done = sunder("info", fmus.make(folder, "drawn", 2), "--picture", picture)
        expect(done.returncode == 0, done.stderr)
        with open(picture) as file:
            text = file.read()
        # s, x' and y' depend on two each
        expect(text.count("M") - text.count("xM") >= 6 and ">der(y)</text>" in text and ">u</text>" in text, text)
        refused(sunder("info", fmus.make(folder, "drawn", 2), "--picture", "/nonexistent/x.svg"), "E0003")
