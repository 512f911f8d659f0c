/// States that nobody made: those of subjects, changed at random, with sums that are right again.
#ifndef VEER_TESTS_STATES_MUTATE_H
#define VEER_TESTS_STATES_MUTATE_H

#include "states/subjects.h"

/// Where decisions come from: any 32 bits.
typedef struct VeerStateDice {
    uint32_t (*draw)(void *source);
    void *source;
} VeerStateDice;

/// A subject and what it is exported to.
typedef struct VeerStateBase {
    const VeerStateSubject *subject;
    VeerWorld *world;
    unsigned char *exported, *later, *changed, *saved;
    size_t size; ///< of each but saved
} VeerStateBase;

VeerStateBase veer_state_base_open(const VeerStateSubject *subject);
void veer_state_base_close(VeerStateBase *base);

/// Changes the base's state a little, into base->changed, and mends its checksum.
void veer_state_change(VeerStateBase *base, const VeerStateDice *dice);

/// Imports what was changed; if it is taken over steps, reads, draws and checks. Ends the process
/// where anything is wrong; the base's world is as it was.
/// @return whether it was taken over
bool veer_state_try(VeerStateBase *base, const VeerStateDice *dice);

#endif
