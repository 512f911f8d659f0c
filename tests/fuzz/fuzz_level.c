// Any text as a level: read or refused with an error, every corner a vertex that is there.
#include "veer/level.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    VeerInputError error = {""};
    VeerLevel level;
    if (veer_level_read("level", (const char *)data, size, &level, &error) != VEER_OK) {
        if (error.text[0] == '\0') {
            abort(); // refused without a word
        }
        return 0;
    }
    for (uint32_t i = 0; i < 3 * level.triangle_count; i++) {
        if (level.corners[i] >= level.vertex_count) {
            abort();
        }
    }
    veer_level_free(&level);
    return 0;
}
