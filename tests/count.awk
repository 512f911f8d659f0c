# Counts the test functions in the output of ctest -V, for ./test: those of cmocka, and one for each
# other program. A test that skips itself counts neither way. A program that fails without a function that failed (a leak, a crash between two)
# counts as one that failed.
match($0, /^[0-9]+: \[ RUN /)       { sub(/:.*/, ""); ran[$0]++; next }
match($0, /^[0-9]+: \[       OK \]/) { sub(/:.*/, ""); ok[$0]++; next }
/^[0-9]+: +[0-9]+ SKIPPED TEST/     { sub(/:/, ""); skipped[$1] = $2; next }
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+:/ {
    id = $0
    sub(/^[^#]*#/, "", id)
    sub(/:.*/, "", id)
    is_good[id] = / Passed /
    seen++
}
END {
    for (id in is_good) {
        if (!(id in ran)) {
            ran[id] = 1
            ok[id] = is_good[id]
        }
        bad = ran[id] - ok[id] - skipped[id]
        if (!is_good[id] && bad == 0) {
            bad = 1
        }
        passed += ok[id]
        failed += bad
    }
    print "counts: " passed + 0 " " failed + 0
    exit (seen == 0)
}
