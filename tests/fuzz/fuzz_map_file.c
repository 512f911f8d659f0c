// Any bytes as a picture and as a map of the Tiled editor: read or refused with an error.
#include "veer/mapfile.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(VeerStatus status, VeerMapText *map, VeerInputError *error)
{
    if (status == VEER_OK) {
        veer_map_text_free(map);
    } else if (error->text[0] == '\0') {
        abort(); // refused without a word
    }
    error->text[0] = '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    VeerInputError error = {""};
    VeerMapText map;
    check(veer_map_png_read("picture", data, size, NULL, &map, &error), &map, &error);
    check(veer_map_tiled_read("map", (const char *)data, size, NULL, &map, &error), &map, &error);
    return 0;
}
