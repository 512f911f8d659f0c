/// Lists of names on the command line: "orca,rays".
#ifndef VEER_TOOLS_MODELS_H
#define VEER_TOOLS_MODELS_H

#include "names.h"

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
