#include "names.h"

#include <stdio.h>
#include <string.h>

#define MOST_LETTERS 63u

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

uint32_t veer_names_distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    if (rows > MOST_LETTERS || columns > MOST_LETTERS) {
        return UINT8_MAX;
    }
    // One row of Levenshtein's table at a time.
    uint32_t row[MOST_LETTERS + 1];
    for (size_t j = 0; j <= columns; j++) {
        row[j] = (uint32_t)j;
    }
    for (size_t i = 1; i <= rows; i++) {
        uint32_t diagonal = row[0];
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= columns; j++) {
            uint32_t above = row[j];
            uint32_t changed = diagonal + (a[i - 1] != b[j - 1]);
            row[j] = least(changed, least(above, row[j - 1]) + 1);
            diagonal = above;
        }
    }
    return row[columns];
}

void veer_nearest_offer(VeerNearest *nearest, const char *candidate)
{
    uint32_t distance = veer_names_distance(nearest->name, candidate);
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
