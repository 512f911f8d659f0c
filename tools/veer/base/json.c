#include "json.h"

#include "text.h"

#include <math.h>

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
    bool is_dumped = json_dumpf(json, stdout, FLAGS) == 0;
    putchar('\n');
    // What stdout does not take, main sees.
    return is_dumped || ferror(stdout) || veer_error_memory(error);
}

bool veer_json_write(const json_t *json, VeerFile *file, VeerInputError *error)
{
    FILE *stream = veer_file_stream(file);
    if (!stream) {
        return veer_error_memory(error);
    }
    bool is_dumped = json_dumpf(json, stream, FLAGS) == 0;
    return veer_file_complete(file, error) == VEER_OK && (is_dumped || veer_error_memory(error));
}
