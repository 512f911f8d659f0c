/// What veer-mpi is asked for.
#ifndef VEER_TOOLS_MPI_OPTIONS_H
#define VEER_TOOLS_MPI_OPTIONS_H

#include "veer/mpi.h"
#include "veer/scenario.h"

#define RANK_MAX_SETTINGS 96u

typedef struct RankOptions {
    const char *scene, *snapshot, *resume;
    uint32_t ticks, every;
    bool is_json, is_shared, wants_help, wants_version;
    VeerScenarioOptions choices;
    const char *settings[RANK_MAX_SETTINGS]; ///< of choices
    VeerMpiDef def;
} RankOptions;

extern const char rank_usage[];

/// Reads the command line. @return NULL; else the word that is wrong, or what is missing
const char *rank_options_read(RankOptions *options, int count, char *const *words);

#endif
