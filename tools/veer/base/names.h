/// Names on the command line, alone or in lists ("orca,rays"), and what a mistyped one was meant to
/// be.
#ifndef VEER_TOOLS_NAMES_H
#define VEER_TOOLS_NAMES_H

#include "veer/scenario.h"

#include <stdbool.h>
#include <stdint.h>

/// The nearest of some names, found one after the other. All zero but `name`: none yet.
typedef struct VeerNearest {
    const char *name;    ///< what was typed
    const char *nearest; ///< NULL: nothing is near
    uint32_t distance;
} VeerNearest;

void veer_nearest_offer(VeerNearest *nearest, const char *candidate);

/// The name with this number; NULL past the last one.
typedef const char *VeerNameFn(uint32_t number);

/// The number of a name.
///
/// @param option  what errors call the option: "--models"
/// @param kind    what errors call one: "model"
bool veer_name_find(const char *word, VeerNameFn *name, const char *option, const char *kind,
                    uint32_t *number, VeerInputError *error);

#define VEER_MAX_CHOICES 32u

/// Numbers of what was chosen, in the order of the list.
typedef struct VeerChoices {
    uint32_t numbers[VEER_MAX_CHOICES];
    uint32_t count;
} VeerChoices;

/// Reads a list of names, each at most once.
///
/// @param option  what errors call it: "--models"
/// @param kind    what errors call one: "model"
bool veer_choices_read(VeerChoices *choices, const char *list, const char *option, const char *kind,
                       VeerNameFn *name, VeerInputError *error);

/// The models that need nothing from a host, by number: a VeerNameFn.
const char *veer_model_name(uint32_t number);

/// The models of a list, or all that need nothing from a host where `list` is NULL.
bool veer_models_read(VeerChoices *choices, const char *list, VeerInputError *error);

#endif
