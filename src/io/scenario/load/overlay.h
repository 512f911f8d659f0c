/// What the caller chose, laid over the file's tree before it is read.
#ifndef VEER_IO_OVERLAY_H
#define VEER_IO_OVERLAY_H

#include "io/json/json.h"

/// Lays one "path=value" over the tree. @return false with the reader's error
bool veer_overlay_setting(VeerReader *reader, VeerNode *root, const char *setting);

/// Lays all of the options over the tree: what the file says of the model that is chosen, then the
/// settings, then the others, which win.
bool veer_overlay_options(VeerReader *reader, VeerNode *root, const VeerScenarioOptions *options);

#endif
