// Mutated states: each is refused, or taken over and then harmless.
// usage: states COUNT [SEED [SUBJECT [FIRST]]]
#include "states/mutate.h"

#include "base/random.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SECONDS = 30 }; // of one state: more is a hang

// Where it is, for whoever looks at a crash.
static volatile unsigned long current_case;
static const char *volatile current_subject;

typedef struct Draws {
    uint64_t seed, stream, count;
} Draws;

static uint32_t draw(void *source)
{
    Draws *draws = source;
    return (uint32_t)(veer_random_u64(draws->seed, draws->stream, draws->count++) >> 16);
}

static void tell_where(void)
{
    fprintf(stderr, "states: at %s, case %lu\n", current_subject, current_case);
}

static void on_signal(int number)
{
    tell_where();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
void __sanitizer_set_death_callback(void (*callback)(void));
#define ON_DEATH __sanitizer_set_death_callback(tell_where)
#endif
#endif
#ifndef ON_DEATH
#define ON_DEATH (void)tell_where
#endif

static unsigned long run(const VeerStateSubject *subject, uint64_t seed, unsigned long first,
                         unsigned long count)
{
    VeerStateBase base = veer_state_base_open(subject);
    unsigned long taken = 0;
    current_subject = subject->name;
    for (unsigned long i = first; i < first + count; ++i) {
        Draws draws = {seed, i, 0};
        VeerStateDice dice = {draw, &draws};
        current_case = i;
        (void)alarm(MOST_SECONDS);
        veer_state_change(&base, &dice);
        taken += veer_state_try(&base, &dice);
    }
    (void)alarm(0);
    veer_state_base_close(&base);
    return taken;
}

int main(int count, char **arguments)
{
    unsigned long cases = count > 1 ? strtoul(arguments[1], NULL, 10) : 1000, taken = 0, all = 0;
    uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    const char *only = count > 3 ? arguments[3] : "";
    unsigned long first = count > 4 ? strtoul(arguments[4], NULL, 10) : 0;
    ON_DEATH;
    (void)signal(SIGABRT, on_signal);
    (void)signal(SIGALRM, on_signal);
    for (int i = 0; i < veer_state_subject_count; ++i) {
        const VeerStateSubject *subject = &veer_state_subjects[i];
        if (*only == 0 || strcmp(only, subject->name) == 0) {
            unsigned long own = *only ? cases : cases / (unsigned long)veer_state_subject_count;
            unsigned long good = run(subject, seed, first, own);
            printf("%s: %lu states, %lu taken over\n", subject->name, own, good);
            (void)fflush(stdout);
            taken += good;
            all += own;
        }
    }
    printf("%lu mutated states, %lu taken over, no failure\n", all, taken);
    return 0;
}
