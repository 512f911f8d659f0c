/// Pictures of several runs side by side.
#ifndef VEER_TOOLS_PANELS_H
#define VEER_TOOLS_PANELS_H

#include "picture/picture.h"

/// Draws stills of runs of one scene: in one row, or in more where they are many.
///
/// @param pictures  pictures[count], count > 0; their widths are chosen here
bool veer_panels_write(VeerPicture *pictures, uint32_t count, VeerPictureKind kind, VeerFile *file,
                       VeerInputError *error);

#endif
