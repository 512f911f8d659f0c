/// What `veer run --out DIR` and `--record FILE` write.
#ifndef VEER_TOOLS_OUTPUT_H
#define VEER_TOOLS_OUTPUT_H

#include "trial/trial.h"
#include "veer/recording.h"

/// All zero: nothing begun. What was begun ends with veer_output_end.
typedef struct VeerOutput {
    VeerOutputs *outputs;                 ///< to be set
    VeerFile *file, *svg, *png, *summary; ///< of --out; NULL: it was not asked for
    VeerFile *record;                     ///< of --record; likewise
    VeerRecording *recording;
    VeerTrails *trails;
} VeerOutput;

/// Begins the files, and to watch a run.
bool veer_output_begin(VeerOutput *output, const VeerArgs *args, VeerSession *session,
                       VeerInputError *error);

/// Takes in the world after a step.
bool veer_output_observe(VeerOutput *output, const VeerSession *session, VeerInputError *error);

/// Writes the recording and the pictures of the run.
bool veer_output_finish(VeerOutput *output, VeerSession *session, const VeerReport *report,
                        VeerInputError *error);

/// Writes the summary: the last of the files.
bool veer_output_summary(VeerOutput *output, json_t *summary, VeerInputError *error);

/// Frees what watched the run; the files are the outputs'.
void veer_output_end(VeerOutput *output);

#endif
