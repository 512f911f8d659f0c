#include "io/json/property.h"

#include <math.h>
#include <string.h>

/// Checks a value against the property's bounds; says what was written, not what came of it.
static bool is_in_range(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        double value)
{
    bool is_above = property->flags & VEER_PROPERTY_ABOVE;
    if (is_above ? !(value > property->lower) : !(value >= property->lower)) {
        return veer_reader_fail(reader, node, "must be %s %.9g, is %.9g",
                                is_above ? ">" : ">=", property->lower, node->value.number);
    }
    if (!(value <= property->upper)) {
        return veer_reader_fail(reader, node, "must be <= %.9g, is %.9g", property->upper,
                                node->value.number);
    }
    return true;
}

static double scale_of(const VeerReader *reader, const VeerProperty *property)
{
    return property->flags & VEER_PROPERTY_SCALED ? reader->scale : 1.0;
}

static bool read_number(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        float *out)
{
    if (property->flags & VEER_PROPERTY_ENDLESS && node->kind == VEER_NODE_STRING &&
        strcmp(node->value.string, "infinite") == 0) {
        *out = INFINITY;
        return true;
    }
    if (!veer_reader_expect(reader, node, VEER_NODE_NUMBER)) {
        return false;
    }
    // The float is what is checked: 1e-60 is no number above 0 to the world.
    float value = (float)(node->value.number * scale_of(reader, property));
    if (!is_in_range(reader, node, property, (double)value)) {
        return false;
    }
    *out = value;
    return true;
}

static bool read_time(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                      double *out)
{
    if (!veer_reader_expect(reader, node, VEER_NODE_NUMBER) ||
        !is_in_range(reader, node, property, node->value.number)) {
        return false;
    }
    *out = node->value.number;
    return true;
}

static bool read_count(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                       uint32_t *out)
{
    if (!veer_reader_expect(reader, node, VEER_NODE_NUMBER) ||
        !is_in_range(reader, node, property, node->value.number)) {
        return false;
    }
    if (node->value.number != floor(node->value.number)) {
        return veer_reader_fail(reader, node, "must be a whole number, is %.9g",
                                node->value.number);
    }
    *out = (uint32_t)node->value.number;
    return true;
}

static bool read_flag(VeerReader *reader, const VeerNode *node, bool *out)
{
    if (!veer_reader_expect(reader, node, VEER_NODE_FLAG)) {
        return false;
    }
    *out = node->value.flag;
    return true;
}

static bool read_text(VeerReader *reader, const VeerNode *node, const char **out)
{
    if (!veer_reader_expect(reader, node, VEER_NODE_STRING)) {
        return false;
    }
    *out = node->value.string;
    return true;
}

bool veer_reader_vector(VeerReader *reader, const VeerNode *node, double scale, VeerVec3 *out)
{
    static const VeerProperty coordinate = {.lower = -(double)VEER_WORLD_LIMIT,
                                            .upper = (double)VEER_WORLD_LIMIT};
    if (!veer_reader_expect(reader, node, VEER_NODE_ARRAY)) {
        return false;
    }
    if (node->count < 2 || node->count > 3) {
        return veer_reader_fail(reader, node, "must have 2 or 3 numbers, has %u",
                                (unsigned)node->count);
    }
    float part[3] = {0.0f, 0.0f, 0.0f};
    for (const VeerNode *each = node->first; each; each = each->next) {
        if (!veer_reader_expect(reader, each, VEER_NODE_NUMBER) ||
            !is_in_range(reader, each, &coordinate, each->value.number * scale)) {
            return false;
        }
        part[each->index] = (float)(each->value.number * scale);
    }
    *out = (VeerVec3){part[0], part[1], part[2]};
    return true;
}

static bool read_points(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        VeerPoints *out)
{
    if (!veer_reader_expect(reader, node, VEER_NODE_ARRAY)) {
        return false;
    }
    if (node->count == 0) {
        return veer_reader_fail(reader, node, "must have at least one point, is empty");
    }
    VeerVec3 *points = veer_store_take(reader->store, node->count, sizeof *points);
    if (!points) {
        return veer_reader_fail_memory(reader);
    }
    for (const VeerNode *each = node->first; each; each = each->next) {
        if (!veer_reader_vector(reader, each, scale_of(reader, property), &points[each->index])) {
            return false;
        }
    }
    *out = (VeerPoints){points, node->count};
    return true;
}

static bool read_bounds(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        VeerBounds *out)
{
    double scale = scale_of(reader, property);
    VeerVec3 lower, upper;
    if (!veer_reader_expect(reader, node, VEER_NODE_ARRAY)) {
        return false;
    }
    if (node->count != 2) {
        return veer_reader_fail(reader, node, "must have 2 corners, has %u", (unsigned)node->count);
    }
    if (!veer_reader_vector(reader, node->first, scale, &lower) ||
        !veer_reader_vector(reader, node->last, scale, &upper)) {
        return false;
    }
    if (!(lower.x < upper.x && lower.y < upper.y && lower.z <= upper.z)) {
        return veer_reader_fail(reader, node,
                                "the first corner must be the lower one on each axis");
    }
    if (node->first->count == 2 && node->last->count == 2) {
        lower.z = out->lower.z;
        upper.z = out->upper.z;
    }
    *out = (VeerBounds){lower, upper};
    return true;
}

static bool read_range(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                       VeerRange *out)
{
    if (node->kind == VEER_NODE_NUMBER) {
        bool is_read = read_number(reader, node, property, &out->min);
        out->max = out->min;
        return is_read;
    }
    if (node->kind != VEER_NODE_OBJECT) {
        return veer_reader_fail(reader, node, "must be a number or {\"min\": …, \"max\": …}, is %s",
                                veer_node_kind_name(node->kind));
    }
    VeerProperty ends[] = {*property, *property};
    ends[0].key = "min";
    ends[0].kind = VEER_PROPERTY_NUMBER;
    ends[0].offset = offsetof(VeerRange, min);
    ends[1] = ends[0];
    ends[1].key = "max";
    ends[1].offset = offsetof(VeerRange, max);
    ends[0].flags |= VEER_PROPERTY_REQUIRED;
    ends[1].flags |= VEER_PROPERTY_REQUIRED;
    VeerSchema schema = VEER_SCHEMA("range", ends);
    if (!veer_reader_object(reader, node, &schema, out)) {
        return false;
    }
    return out->min <= out->max ||
           veer_reader_fail(reader, node, "min must be <= max, is %.9g > %.9g", (double)out->min,
                            (double)out->max);
}

static bool read_choice(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        int *out)
{
    const char *const *names = property->more;
    if (!veer_reader_expect(reader, node, VEER_NODE_STRING)) {
        return false;
    }
    int count = 0;
    for (; names[count]; count++) {
        if (strcmp(names[count], node->value.string) == 0) {
            *out = count;
            return true;
        }
    }
    return veer_reader_fail(reader, node, "unknown name \"%.40s\", the nearest is \"%s\"",
                            node->value.string,
                            veer_nearest_name(node->value.string, names, (uint32_t)count));
}

static bool read_layers(VeerReader *reader, const VeerNode *node, uint32_t *out)
{
    static const VeerProperty layer = {.lower = 0.0, .upper = 31.0};
    if (!veer_reader_expect(reader, node, VEER_NODE_ARRAY)) {
        return false;
    }
    uint32_t bits = 0;
    for (const VeerNode *each = node->first; each; each = each->next) {
        uint32_t bit = 0;
        if (!read_count(reader, each, &layer, &bit)) {
            return false;
        }
        bits |= 1u << bit;
    }
    *out = bits;
    return true;
}

bool veer_property_read(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        void *out)
{
    switch (property->kind) {
    case VEER_PROPERTY_NUMBER:
        return read_number(reader, node, property, out);
    case VEER_PROPERTY_TIME:
        return read_time(reader, node, property, out);
    case VEER_PROPERTY_COUNT:
        return read_count(reader, node, property, out);
    case VEER_PROPERTY_FLAG:
        return read_flag(reader, node, out);
    case VEER_PROPERTY_TEXT:
        return read_text(reader, node, out);
    case VEER_PROPERTY_VECTOR:
        return veer_reader_vector(reader, node, scale_of(reader, property), out);
    case VEER_PROPERTY_POINTS:
        return read_points(reader, node, property, out);
    case VEER_PROPERTY_BOUNDS:
        return read_bounds(reader, node, property, out);
    case VEER_PROPERTY_RANGE:
        return read_range(reader, node, property, out);
    case VEER_PROPERTY_CHOICE:
        return read_choice(reader, node, property, out);
    case VEER_PROPERTY_LAYERS:
        return read_layers(reader, node, out);
    case VEER_PROPERTY_OBJECT:
        return veer_reader_object(reader, node, property->more, out);
    case VEER_PROPERTY_NODE:
        break;
    }
    *(const VeerNode **)out = node;
    return true;
}
