/// What a wrong name may have been meant to be.
#include "io/json/json.h"
#include "veer/scenario.h"

#include <string.h>

enum { LONGEST = 63 };

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/// Levenshtein's table, row by row.
uint32_t veer_name_distance(const char *a, const char *b)
{
    uint32_t row[LONGEST + 1];
    a = a ? a : "";
    b = b ? b : "";
    uint32_t length = least((uint32_t)strlen(b), LONGEST);
    for (uint32_t j = 0; j <= length; j++) {
        row[j] = j;
    }
    for (uint32_t i = 0; i < LONGEST && a[i]; i++) {
        uint32_t diagonal = row[0];
        row[0] = i + 1;
        for (uint32_t j = 1; j <= length; j++) {
            uint32_t change = diagonal + (a[i] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(change, 1 + least(row[j], row[j - 1]));
        }
    }
    return row[length];
}

const char *veer_nearest_name(const char *wrong, const char *const *names, uint32_t count)
{
    const char *best = NULL;
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        // What is left out of a name, as "cell" is of "cell_size", costs no more than one letter.
        bool is_part = strlen(wrong) > 3 && strstr(names[i], wrong);
        uint32_t distance = is_part ? 1 : veer_name_distance(wrong, names[i]);
        if (distance < fewest) {
            fewest = distance;
            best = names[i];
        }
    }
    return best;
}
