/// What a scenario expects of its run.
#include "io/base/score_keys.h"
#include "io/scenario/spec/tables.h"

#define KEY(key) #key
const char *const veer_score_keys[] = {VEER_SCORE_KEYS(KEY), NULL};

static const VeerProperty bound_keys[] = {
    {NODE("at_least", offsetof(VeerBoundSpec, at_least), 0)},
    {NODE("at_most", offsetof(VeerBoundSpec, at_most), 0)},
};
const VeerSchema veer_bound_schema = VEER_SCHEMA("bound", bound_keys);
