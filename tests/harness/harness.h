/// @file
/// Cases: a setting and the calls after it, as text; running them, here or in a process of their
/// own, and making them small.
#ifndef VEER_HARNESS_HARNESS_H
#define VEER_HARNESS_HARNESS_H

#include "session.h"

typedef struct CaseCall {
    const Call *call;
    uint64_t seed;
} CaseCall;

typedef struct Case {
    Setting setting;
    CaseCall *calls; ///< calls[count]
    uint32_t count, capacity;
} Case;

/// Which calls are drawn.
typedef struct Mix {
    const char *only; ///< headers, as "squad,link": but for steps and the first calls; NULL: all
} Mix;

/// The setting of a session by its number. `kind`: NULL: any.
Setting draw_setting(uint64_t seed, const char *kind, uint32_t workers);
/// The call number `at` of a session.
CaseCall draw_call(const Setting *setting, const Mix *mix, uint32_t at);

void case_add(Case *one, CaseCall call);
/// The first `count` calls of a session as a case.
Case case_of(const Setting *setting, const Mix *mix, uint32_t count);
void case_free(Case *one);
bool case_write(const Case *one, const char *path);
/// Reads a case; says what is wrong with one that is none.
bool case_read(Case *one, const char *path);
/// Makes a case's calls in this process.
void case_run(const Case *one, Tally *tallies);
/// Takes worlds of every kind through so many ticks in all, with 1, 2 and 4 workers. @return
/// whether their hashes were equal, and memory stayed as it was
bool soak(uint64_t ticks, Tally *tallies);
/// Leaves out calls as long as what is left fails in the same way.
void case_shrink(Case *one);

#endif
