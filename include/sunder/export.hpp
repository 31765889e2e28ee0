// What the shared library shows to those who link it.
#pragma once

#define SUNDER_API __attribute__((visibility("default")))
