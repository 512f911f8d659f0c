/// @file
/// What every reader owes whoever wrote the input: a reason.
#ifndef VEER_FUZZ_REFUSAL_H
#define VEER_FUZZ_REFUSAL_H

#include "veer/scenario.h"

#include <stdlib.h>

static inline void check(VeerStatus status, const VeerInputError *error)
{
    if (status != VEER_OK && error->text[0] == '\0') {
        abort(); // refused without a word
    }
}

#endif
