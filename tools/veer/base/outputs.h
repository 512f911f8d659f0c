/// All that a command writes. It appears together when the command has ended well, or not at all.
#ifndef VEER_TOOLS_OUTPUTS_H
#define VEER_TOOLS_OUTPUTS_H

#include "veer/file.h"

#define VEER_MAX_OUTPUTS 128u

/// All zero: nothing. What was begun ends with veer_outputs_publish, or veer_outputs_discard, which
/// leaves no file, nor folder that was made for them; main sees to it.
typedef struct VeerOutputs {
    char folder[4000];
    bool is_made[4000]; ///< whether the folder that ends at this byte of the path was made
    VeerFile *files[VEER_MAX_OUTPUTS];
    uint32_t count;
} VeerOutputs;

/// Makes the folder and those above it.
bool veer_outputs_begin_folder(VeerOutputs *outputs, const char *path, VeerInputError *error);

/// Begins a file, which is to be completed by whoever writes it. @return NULL: `error` says why
VeerFile *veer_outputs_add(VeerOutputs *outputs, const char *path, VeerInputError *error);
/// Begins one in the folder.
VeerFile *veer_outputs_add_inside(VeerOutputs *outputs, const char *name, VeerInputError *error);

/// Puts all files in their places, all or none, unless a signal has come.
bool veer_outputs_publish(VeerOutputs *outputs, VeerInputError *error);
/// Frees all, and deletes what was not published.
void veer_outputs_discard(VeerOutputs *outputs);

#endif
