# Sourced by ./run and ./test: installs what is missing and builds. Quiet when there is nothing to do.
set -euo pipefail

say() { printf '%s\n' "$*" >&2; }
fail() { say "error: $*"; exit 1; }

# install_packages KIND…   KIND: build | test | python | tidy | sanitize. Only what is missing; asks for root only when something is.
install_packages() {
  local missing=() name
  command -v dpkg-query >/dev/null || fail "this script knows Debian only; install the packages in tools/packages by hand and run cmake"
  while read -r name; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || provided "$name" || missing+=("$name")
  done < <(packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "missing packages (${missing[*]}): install them as root, or install sudo"
    as_root=(sudo)
  fi
  say "installing ${#missing[@]} packages: ${missing[*]}"
  local log; log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update -q && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get -o DPkg::Lock::Timeout=1200 install -y -q --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    fail "these packages could not be installed: ${missing[*]} (the whole log: $log)"
  fi
  rm -f "$log"
}

packages() {
  local kind
  for kind in "$@"; do
    case $kind in
      build) grep -vE '^#|^test |^python |^tidy |^sanitize |^$' tools/packages ;;
      test|python|tidy|sanitize) sed -n "s/^$kind //p" tools/packages ;;
    esac
  done
}

# A command from elsewhere will do where the package is only a command.
provided() {
  case $1 in
    nodejs) command -v node >/dev/null ;;
    npm|cmake|ccache|mold|chromium|python3) command -v "$1" >/dev/null ;;
    ninja-build) command -v ninja >/dev/null ;;
    *) return 1 ;;
  esac
}

# build PRESET [TARGET…]
build() {
  local preset=$1; shift
  local log=build/$preset.log
  mkdir -p build
  if [ ! -f "build/$preset/build.ninja" ]; then
    cmake --preset "$preset" >"$log" 2>&1 || { tail -n 25 "$log" >&2; fail "configuring failed (the whole log: $log)"; }
  fi
  local wanted=()
  [ $# -eq 0 ] || wanted=(--target "$@")
  if [ -t 2 ]; then
    cmake --build --preset "$preset" "${wanted[@]}" >&2 || fail "building failed"
  else
    cmake --build --preset "$preset" "${wanted[@]}" >"$log" 2>&1 || { grep -E 'error|FAILED' -A4 "$log" | head -n 60 >&2; fail "building failed (the whole log: $log)"; }
  fi
}

# The Python module, from the release build, in an environment of its own that sees Debian's packages.
build_python() {
  local environment=build/python-environment
  mkdir -p build
  [ -f build/release/build.ninja ] || cmake --preset release -DSUNDER_PYTHON=ON >build/release.log 2>&1 || fail "configuring failed (the whole log: build/release.log)"
  [ -x "$environment/bin/python3" ] || /usr/bin/python3 -m venv --system-site-packages --without-pip "$environment"
  say "building the Python module"
  SUNDER_BUILD=build/release /usr/bin/python3 -m pip --python "$environment/bin/python3" --quiet --disable-pip-version-check install --no-build-isolation \
    --no-deps --no-index --force-reinstall . >build/python.log 2>&1 || { tail -n 25 build/python.log >&2; fail "building failed (the whole log: build/python.log)"; }
  echo "The module sunder is in $environment. Try"
  echo "    $environment/bin/python3 -c \"import sunder; print(sunder.load('examples/DCMotor.mo').simulate())\""
  echo "and read docs/python.md. In an environment of your own: pip install ."
}
