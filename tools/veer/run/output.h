/// What `veer run --out DIR` writes.
#ifndef VEER_TOOLS_OUTPUT_H
#define VEER_TOOLS_OUTPUT_H

#include "trial/trial.h"
#include "veer/recording.h"

/// All zero: nothing begun. What was begun ends with veer_output_summary or veer_output_discard;
/// the latter leaves no file, nor folder that was made for them.
typedef struct VeerOutput {
    VeerFolder folder;
    VeerRecording *recording;
    VeerTrails *trails;
} VeerOutput;

/// Makes the folder and begins to watch a run.
bool veer_output_begin(VeerOutput *output, const VeerArgs *args, const VeerSession *session,
                       VeerInputError *error);

/// Takes in the world after a step.
bool veer_output_observe(VeerOutput *output, const VeerSession *session, VeerInputError *error);

/// Writes the recording and the pictures of the run.
bool veer_output_end(VeerOutput *output, const VeerSession *session, const VeerReport *report,
                     VeerInputError *error);

/// Writes the summary: the last of the files.
bool veer_output_summary(VeerOutput *output, json_t *summary, VeerInputError *error);

void veer_output_discard(VeerOutput *output);

#endif
