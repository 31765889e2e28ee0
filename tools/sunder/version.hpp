#pragma once

#ifndef SUNDER_VERSION
#error "the build sets SUNDER_VERSION"
#endif
