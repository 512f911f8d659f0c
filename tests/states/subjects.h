/// Small worlds in the middle of things, one of each kind: what a state can hold, theirs do.
#ifndef VEER_TESTS_STATES_SUBJECTS_H
#define VEER_TESTS_STATES_SUBJECTS_H

#include "veer/veer.h"

typedef struct VeerStateSubject {
    const char *name;
    VeerWorld *(*make)(void);
    int ticks;                                ///< until it is busy
    void (*stir)(VeerWorld *world, int tick); ///< before each tick; NULL: nothing
} VeerStateSubject;

extern const VeerStateSubject veer_state_subjects[];
extern const int veer_state_subject_count;

/// Makes a subject and steps it until it is busy.
VeerWorld *veer_state_subject_make(const VeerStateSubject *subject);

#endif
