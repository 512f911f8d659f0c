/// The table of scenes that the build makes of scenarios/*.json.
#ifndef VEER_IO_SCENES_H
#define VEER_IO_SCENES_H

typedef struct VeerScene {
    const char *name;
    const char *text; ///< JSON, NUL-terminated
} VeerScene;

/// Sorted by name; ended by a null name.
extern const VeerScene veer_scenes[];

#endif
