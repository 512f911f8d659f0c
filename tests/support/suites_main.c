// The suites of a room of tests/, in one program: runs the one that is named, or lists all.
// VEER_SUITES is a file of SUITE(FUNCTION, NAME) that the build writes.
#include <stdio.h>
#include <string.h>

#define SUITE(function, name) int function(void);
#include VEER_SUITES
#undef SUITE

typedef struct Suite {
    const char *name;
    int (*run)(void);
} Suite;

static const Suite suites[] = {
#define SUITE(function, name) {name, function},
#include VEER_SUITES
#undef SUITE
};

int main(int count, char **words)
{
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        if (count == 2 && strcmp(words[1], suites[i].name) == 0) {
            return suites[i].run();
        }
    }
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        puts(suites[i].name);
    }
    return count > 1;
}
