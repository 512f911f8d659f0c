/// Files, where there are none: a page has the text of a scenario and nothing beside it.
#include "io/base/input.h"
#include "veer/mapfile.h"

#include <stdio.h>

bool veer_input_is_given(const char *name, const void *text, size_t length, const void *out,
                         VeerInputError **error, VeerInputError *own)
{
    *error = *error ? *error : own;
    if (name && (text || length == 0) && out) {
        return true;
    }
    (void)veer_input_fail(name ? name : "", *error, "cannot be read: ", "there is no text");
    return false;
}

VeerStatus veer_input_fail(const char *path, VeerInputError *error, const char *what,
                           const char *why)
{
    snprintf(error->text, sizeof error->text, "%.300s: %s%.180s", path, what, why);
    return VEER_BAD_VALUE;
}

static VeerStatus refuse(const char *path, VeerInputError *error)
{
    return veer_input_fail(
        path, error, "cannot be read: ",
        "a page has no files, so what is in it must be in the scenario, as \"rows\" of a map");
}

VeerStatus veer_input_read(const char *path, const VeerInputLimits *limits, char **text,
                           size_t *length, VeerInputError *error)
{
    (void)limits, (void)text, (void)length;
    return refuse(path, error);
}

VeerStatus veer_input_beside(const char *owner, const char *named, const VeerInputLimits *limits,
                             VeerInputPath *out, VeerInputError *error)
{
    (void)owner, (void)limits, (void)out;
    return refuse(named, error);
}

VeerStatus veer_map_read_file(const char *path, const VeerInputLimits *limits, VeerMapText *out,
                              VeerInputError *error)
{
    (void)limits, (void)out;
    return refuse(path, error);
}
