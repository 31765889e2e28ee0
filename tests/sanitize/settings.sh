# Sourced by tests/run_all: how the programs of a preset with sanitizers run, and which.
sanitize=tests/sanitize
fuzz_factor=1  # of the usual number of inputs
case $preset in
  asan)
    export TEST_PATIENCE=10
    fuzz_factor=0.2
    ulimit -s 131072  # functions need several times the stack that they need otherwise
    # what is freed may be used again late, what a function returned is gone, and every leak is a failure
    export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1:check_initialization_order=1
    export LSAN_OPTIONS=suppressions=$PWD/$sanitize/leaks.supp:print_suppressions=0
    export UBSAN_OPTIONS=print_stacktrace=1
    ;;
  tsan)
    export TEST_PATIENCE=20
    # the first race ends the program: exit status 66
    export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:suppressions=$PWD/$sanitize/races.supp
    # the threads of OpenBLAS synchronise in code that no sanitizer sees; ours do not use them
    export OPENBLAS_NUM_THREADS=1
    ;;
esac
