# shellcheck shell=bash
# The steps of ./test. Each returns 0 when all is well, may print "counts: PASSED FAILED" (summed)
# for single tests, and "figures: ..." for what is worth a look.

step_format() { tools/check_format; }

# The API reference; doxygen's warnings are faults: a member without docs, a name that leads nowhere.
step_reference() {
    local said
    mkdir -p build
    said=$(doxygen docs/Doxyfile 2>&1)
    printf '%s\n' "$said"
    [ -z "$said" ]
}

# Prints what a check says, and of that one line as figures: show_figures SED_COMMAND CHECK...
show_figures() {
    local said status=0
    said=$("${@:2}") || status=$?
    printf '%s\n' "$said"
    sed -n "$1" <<<"$said"
    return "$status"
}

step_layers() { show_figures 's/^layers: /figures: /p' tools/check_layers; }

step_sizes() { show_figures 's/^functions: /figures: functions /p' tools/check_sizes; }

step_docs() { tools/check_docs; }

step_scripts() {
    shellcheck run test .ci/run tests/steps.sh tests/checks/run tests/install/run tests/install/cross tests/scenes/run tests/bridge/mpi_command tests/golden/compare_ranks web/build web/page/build web/site/build tools/check_format \
        tools/check_symbols tools/check_hardening tools/check_golden tools/make_media tools/install_packages
}

step_checks() { tests/checks/run; }

# Each header compiles alone: public ones as C and as C++, internal ones as C.
step_headers() {
    local good=0 bad=0 header compiler mpi
    compiles() { if "$@" -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Iinclude -Isrc; then
        good=$((good + 1)); else bad=$((bad + 1)); fi; }
    for header in include/veer/*.h; do
        for compiler in "gcc -std=c17" "clang -std=c17" "g++ -std=c++17" "clang++ -std=c++17"; do
            # shellcheck disable=SC2086 # the compiler and its option
            compiles $compiler -include "$header" -x "$([[ $compiler == *++* ]] && echo c++ || echo c)" - \
                <<<'typedef int not_empty;'
        done
    done
    mpi=$(pkg-config --silence-errors --cflags ompi-c) || true
    for header in $(find src -name '*.h' | sort); do
        # Static helpers that nobody uses are no fault here.
        # A unit of its own has something in it, unlike tables of macros.
        # shellcheck disable=SC2086 # options
        compiles gcc -std=c17 $mpi -Wno-unused-function -include "$header" -x c - <<<'typedef int not_empty;'
    done
    echo "counts: $good $bad"
}

# Configures a preset and builds all of it, or some targets: build PRESET [TARGET]...
# Steps that run beside each other wait for their turn at it.
build() {
    local targets=("${@:2}")
    {
        flock 9 && cmake --preset "$1" &&
            cmake --build "build/$1" -j "$(nproc)" ${targets[@]:+--target "${targets[@]}"}
    } 9>"build/logs/$1.lock"
}

# Runs the tests of a preset and counts the functions in them: run_tests PRESET [CTEST OPTION]...
run_tests() {
    local log status=0
    log=build/logs/ctest-$1.log
    ctest --test-dir "build/$1" -j "$(nproc)" -V "${@:2}" >"$log" || status=$?
    [ "$status" -eq 0 ] || cat "$log"
    awk -f tests/count.awk "$log" || status=1
    return "$status"
}

# The suites in which a compiler could make other bits: of arithmetic, and those that hold hashes.
suites_of_bits() {
    { find tests/{math,geom,space,motion,avoid} -name 'test_*.c' && find tests -name test_bits.c; } |
        sort -u | suites_of
}

# With all optimisation: suites of bits, those that have threads, those that call the command, and those of many seeds.
# All others run twice elsewhere, by gcc as coverage and by clang as asan.
step_release() {
    build release &&
        run_tests release -R "^($({ suites_of_bits && threaded_suites; } | sort -u | paste -sd '|')|tools\..*|world\.(workers|squad\.seeds))\$"
}

# Worlds over ranks of MPI: these wait for each other.
step_ranks() { build release && run_tests release -R '^bridge\.mpi'; }

step_symbols() { build release veer_io veer_threads veer_detour veer_chipmunk veer_ode veer_mpi && tools/check_symbols build/release; }

step_hardening() { build release veer_command && tools/check_hardening build/release; }

step_counts() { build release veer_command bridge.chipmunk && tools/check_counts build/release; }

# The names of suites of which the files are named, one a line.
suites_of() { sed 's#^tests/##; s#\.c$##; s#/test_#.#; s#/#.#g'; }

# clang with all optimisation, and its arithmetic; without, it runs every suite under sanitizers.
step_clang() {
    build release-clang veer veer_threads veer_io veer_detour veer_chipmunk veer_ode veer_command golden \
        suites_math suites_geom suites_space suites_motion suites_avoid &&
        run_tests release-clang -R '^(math|geom|space|motion|avoid)\.'
}

# What clang's analyzer and clang-tidy find in all that is not a test. Only what has changed is analysed again.
step_analysis() {
    local log=build/logs/analysis-clang.log bad files
    files=$(find src tools -name '*.c' | wc -l)
    cmake --preset analysis-clang || return 1
    cmake --build build/analysis-clang -j "$(nproc)" --target veer veer_threads veer_io veer_chipmunk veer_ode veer_mpi veer_command veer_mpi_command \
        -- -k 0 >"$log" 2>&1 || cat "$log"
    bad=$(grep -c '^FAILED: .*\.c\.o' "$log")
    echo "counts: $((files - bad)) $bad"
}

step_asan() { build asan && run_tests asan; }

# The suites that run on several threads, one a line.
threaded_suites() {
    grep -rl --include='test_*.c' veer/threads.h tests | suites_of
}

# Nothing else can race. Comparisons run worlds side by side.
step_tsan() {
    local suites
    mapfile -t suites < <(threaded_suites)
    suites+=(tools.compare)
    build tsan golden veer_command "${suites[@]}" &&
        run_tests tsan -R "^($(printf '%s|' "${suites[@]}")world\.workers)\$"
}

step_golden() { tools/check_golden; }

# Runs a fuzz target for so many seconds from its seeds: run_fuzz SECONDS NAME
run_fuzz() {
    local seeds=("build/asan/corpus/$2") log=build/logs/$2.log
    mkdir -p "${seeds[0]}"
    [ -d "tests/fuzz/corpus/${2#fuzz_}" ] && seeds+=("tests/fuzz/corpus/${2#fuzz_}")
    if "build/asan/tests/fuzz/$2" -max_total_time="$1" -timeout=10 -rss_limit_mb=2048 \
        -seed=1 -print_final_stats=1 -artifact_prefix=build/found/ "${seeds[@]}" >"$log" 2>&1; then
        echo "counts: 1 0"
    else
        cat "$log"
        echo "counts: 0 1"
    fi
}

# A short run of each fuzz target, as many at a time as there are cores; what they find stays in
# build/found. The seed is fixed, so that a run is the beginning of a longer one, on any machine.
step_fuzz() {
    local seconds=2 targets names
    targets=(tests/fuzz/fuzz_*.c)
    names=("${targets[@]##*/}")
    names=("${names[@]%.c}")
    build asan "${names[@]}" || return 1
    mkdir -p build/found
    export -f run_fuzz
    printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I{} bash -c 'run_fuzz "$@"' run_fuzz "$seconds" {}
    echo "figures: ${#targets[@]} targets, $seconds s each"
}

# Any calls in any order, under address and undefined-behaviour sanitizers and under the thread sanitizer. Seeds
# and numbers of sessions are fixed, so what is called depends neither on chance nor on how fast a machine is;
# other seeds are the long run's (build preset harness).
step_harness() {
    local status=0 raced
    build asan harness && build tsan harness || return 1
    mkdir -p build/found
    build/tsan/tests/harness/harness --sessions 96 --seed 100001 --workers 4 --out build/found &
    raced=$!
    build/asan/tests/harness/harness --sessions 400 --seed 1 --all --out build/found || status=1
    wait "$raced" || status=1
    return "$status"
}

# The scenes that veer must master, through the command.
step_acceptance() { build release veer_command && tests/scenes/run build/release/tools/veer; }

step_install() { tests/install/run; }

# The modules for pages, which web and cross build no more once they are there.
step_modules() { web/build; }

# The modules for pages; the npm package, whose tests run all scenes in node; the playground and the site, in a real browser.
step_web() {
    local said status=0 others
    web/build && web/page/build && web/site/build && build release golden || return 1
    # The page's take longest, and most of one core.
    (cd web/veer && node --test --test-reporter=tap && cd ../site && node --test --test-reporter=tap test/site.mjs) \
        >build/logs/web-others.log &
    others=$!
    said=$(cd web/page && node --test --test-reporter=tap test/page.mjs) || status=$?
    wait "$others" || status=1
    said+=$'\n'$(cat build/logs/web-others.log)
    printf '%s\n' "$said"
    sed -n 's/^.*figures: /figures: /p' <<<"$said"
    awk '/^# pass / { p += $3 } /^# fail / { f += $3 } END { print "counts:", p + 0, f + 0 }' <<<"$said"
    return "$status"
}

step_cross() { tests/install/cross; }

step_coverage() {
    build cov || return 1
    find build/cov -name '*.gcda' -delete
    # All suites but long ones, those on more than two ranks, and those whose threads would lose counts to each other: the
    # others reach the same lines. Then calls of the whole API: sessions of fixed seeds, not of so
    # many seconds.
    local threaded harness=build/cov/tests/harness/harness found=0 status
    threaded=$(threaded_suites | grep -vx bridge.threads | paste -sd '|')
    run_tests cov -E "^($threaded|world\.(workers|squad\.seeds|body\.poison)|bridge\.mpi(_command|.*\.[34])|harness\.soak|tools\..*)\$" | grep -v '^counts:'
    "$harness" --workers 1 --sessions 96 --seed 1 --out build/logs || found=1
    # A branch is what is written: gcovr leaves out those that only the compiler makes.
    gcovr --root . --filter src/ --object-directory build/cov --branches --exclude-unreachable-branches \
        --exclude-throw-branches --fail-under-line 99 --fail-under-branch 96 --txt build/logs/coverage.txt \
        --print-summary | tee build/logs/coverage-summary.txt
    status=${PIPESTATUS[0]}
    cat build/logs/coverage.txt
    sed -nE 's/^(lines|branches): ([0-9.]+%).*/\1 \2/p' build/logs/coverage-summary.txt | paste -sd , |
        sed 's/,/, /; s/^/figures: /'
    [ "$found" -eq 0 ] && return "$status"
}
