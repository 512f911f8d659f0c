#include "names.h"

#include <stdio.h>
#include <string.h>

void veer_nearest_offer(VeerNearest *nearest, const char *candidate)
{
    uint32_t distance = veer_name_distance(nearest->name, candidate);
    uint32_t most = (uint32_t)strlen(nearest->name) / 3 + 1;
    if (distance <= most && (!nearest->nearest || distance < nearest->distance)) {
        nearest->nearest = candidate;
        nearest->distance = distance;
    }
}

static bool fail_unknown(const char *word, VeerNameFn *name, const char *option, const char *kind,
                         VeerInputError *error)
{
    VeerNearest nearest = {.name = word};
    char all[300] = "";
    for (uint32_t i = 0; name(i); i++) {
        veer_nearest_offer(&nearest, name(i));
        size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s%s", i == 0 ? "" : ", ", name(i));
    }
    snprintf(error->text, sizeof error->text, "%s: no %s '%.60s'; %s%s%s", option, kind, word,
             nearest.nearest ? "did you mean " : "there are ",
             nearest.nearest ? nearest.nearest : all, nearest.nearest ? "?" : "");
    return false;
}

bool veer_name_find(const char *word, VeerNameFn *name, const char *option, const char *kind,
                    uint32_t *number, VeerInputError *error)
{
    for (uint32_t i = 0; name(i); i++) {
        if (strcmp(name(i), word) == 0) {
            *number = i;
            return true;
        }
    }
    return fail_unknown(word, name, option, kind, error);
}
