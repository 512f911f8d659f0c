#include "json.h"

#include "folder.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define FLAGS (JSON_INDENT(2) | JSON_REAL_PRECISION(9) | JSON_PRESERVE_ORDER)

json_t *veer_json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *veer_json_whole(json_t *json, int failures)
{
    if (failures == 0) {
        return json;
    }
    json_decref(json);
    return NULL;
}

bool veer_json_print(const json_t *json, VeerInputError *error)
{
    if (!json) {
        return veer_error_memory(error);
    }
    json_dumpf(json, stdout, FLAGS);
    putchar('\n');
    return true;
}

bool veer_json_write(const json_t *json, const char *path, VeerInputError *error)
{
    return json_dump_file(json, path, FLAGS) == 0 || veer_folder_fail(error, path, strerror(errno));
}
