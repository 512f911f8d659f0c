/// Reading one member of an object by its property.
#include "io/json/json.h"

#include <math.h>
#include <string.h>

/// Checks a value against the property's bounds; says what was written, not what came of it.
static bool is_in_range(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        double value)
{
    bool is_above = property->flags & VEER_PROPERTY_ABOVE;
    if (is_above ? !(value > property->lower) : !(value >= property->lower)) {
        return veer_reader_fail(reader, node, "must be %s %.7g, is %.9g",
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
                        void *out)
{
    double value = node->value.number;
    if (property->kind == VEER_PROPERTY_NUMBER) {
        // The float is what is checked: 1e-60 is no number above 0 to the world.
        value = (double)(float)(value * scale_of(reader, property));
    }
    if (!is_in_range(reader, node, property, value)) {
        return false;
    }
    if (property->kind == VEER_PROPERTY_COUNT && value != floor(value)) {
        return veer_reader_fail(reader, node, "must be a whole number, is %.9g", value);
    }
    if (property->kind == VEER_PROPERTY_NUMBER) {
        *(float *)out = (float)value;
    } else if (property->kind == VEER_PROPERTY_TIME) {
        *(double *)out = value;
    } else {
        *(uint32_t *)out = (uint32_t)value;
    }
    return true;
}

static bool read_vector(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        VeerVec3 *out)
{
    const VeerProperty coordinate = {.kind = VEER_PROPERTY_NUMBER,
                                     .lower = -(double)VEER_WORLD_LIMIT,
                                     .upper = (double)VEER_WORLD_LIMIT,
                                     .flags = property->flags};
    if (node->count < 2 || node->count > 3) {
        return veer_reader_fail(reader, node, "must have 2 or 3 numbers, has %u",
                                (unsigned)node->count);
    }
    float part[3] = {0.0f, 0.0f, 0.0f};
    for (const VeerNode *each = node->first; each; each = each->next) {
        if (!veer_reader_property(reader, each, &coordinate, &part[each->index])) {
            return false;
        }
    }
    *out = (VeerVec3){part[0], part[1], part[2]};
    return true;
}

bool veer_reader_vector(VeerReader *reader, const VeerNode *node, VeerVec3 *out)
{
    const VeerProperty vector = {.kind = VEER_PROPERTY_VECTOR};
    return veer_reader_property(reader, node, &vector, out);
}

/// A property of the same bounds and flags, of another kind, in all variants.
static VeerProperty as_kind(const VeerProperty *property, VeerPropertyKind kind)
{
    VeerProperty other = *property;
    other.kind = kind;
    other.kinds = 0;
    return other;
}

static bool read_points(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        VeerPoints *out)
{
    VeerProperty point = as_kind(property, VEER_PROPERTY_VECTOR);
    if (node->count == 0) {
        return veer_reader_fail(reader, node, "must have at least one point, is empty");
    }
    VeerVec3 *points = veer_reader_take(reader, node->count, sizeof *points);
    bool is_read = points;
    for (const VeerNode *each = node->first; each && is_read; each = each->next) {
        is_read = veer_reader_property(reader, each, &point, &points[each->index]);
    }
    *out = (VeerPoints){points, node->count};
    return is_read;
}

static bool read_bounds(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        VeerBounds *out)
{
    VeerProperty corner = as_kind(property, VEER_PROPERTY_VECTOR);
    VeerVec3 lower = {0}, upper = {0};
    if (node->count != 2) {
        return veer_reader_fail(reader, node, "must have 2 corners, has %u", (unsigned)node->count);
    }
    if (!veer_reader_expect(reader, node->first, VEER_NODE_ARRAY) ||
        !read_vector(reader, node->first, &corner, &lower) ||
        !veer_reader_expect(reader, node->last, VEER_NODE_ARRAY) ||
        !read_vector(reader, node->last, &corner, &upper)) {
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
    VeerProperty ends[] = {as_kind(property, VEER_PROPERTY_NUMBER),
                           as_kind(property, VEER_PROPERTY_NUMBER)};
    if (node->kind == VEER_NODE_NUMBER) {
        bool is_read = veer_reader_property(reader, node, ends, &out->min);
        out->max = out->min;
        return is_read;
    }
    if (node->kind != VEER_NODE_OBJECT) {
        return veer_reader_fail(reader, node, "must be a number or {\"min\": …, \"max\": …}, is %s",
                                veer_node_kind_name(node->kind));
    }
    for (int i = 0; i < 2; i++) {
        ends[i].key = i == 0 ? "min" : "max";
        ends[i].offset = i == 0 ? offsetof(VeerRange, min) : offsetof(VeerRange, max);
        ends[i].flags |= VEER_PROPERTY_REQUIRED;
    }
    VeerSchema schema = VEER_SCHEMA("range", ends);
    if (!veer_reader_object(reader, node, &schema, out)) {
        return false;
    }
    return veer_reader_check(reader, node, out->min <= out->max,
                             "min must be <= max, is %.9g > %.9g", (double)out->min,
                             (double)out->max);
}

static bool read_choice(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        int *out)
{
    const char *const *names = property->more;
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

static bool read_layers(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        uint32_t *out)
{
    VeerProperty layer = as_kind(property, VEER_PROPERTY_COUNT);
    uint32_t bits = 0;
    for (const VeerNode *each = node->first; each; each = each->next) {
        uint32_t bit = 0;
        if (!veer_reader_expect(reader, each, VEER_NODE_NUMBER) ||
            !read_number(reader, each, &layer, &bit)) {
            return false;
        }
        bits |= 1u << (bit & 31u);
    }
    *out = bits;
    return true;
}

/// What a value must be, of kinds that are of one kind of node.
static const VeerNodeKind expected[] = {
    [VEER_PROPERTY_NUMBER] = VEER_NODE_NUMBER, [VEER_PROPERTY_TIME] = VEER_NODE_NUMBER,
    [VEER_PROPERTY_COUNT] = VEER_NODE_NUMBER,  [VEER_PROPERTY_FLAG] = VEER_NODE_FLAG,
    [VEER_PROPERTY_TEXT] = VEER_NODE_STRING,   [VEER_PROPERTY_CHOICE] = VEER_NODE_STRING,
    [VEER_PROPERTY_VECTOR] = VEER_NODE_ARRAY,  [VEER_PROPERTY_POINTS] = VEER_NODE_ARRAY,
    [VEER_PROPERTY_BOUNDS] = VEER_NODE_ARRAY,  [VEER_PROPERTY_LAYERS] = VEER_NODE_ARRAY,
    [VEER_PROPERTY_OBJECT] = VEER_NODE_OBJECT,
};

static bool read_expected(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                          void *out)
{
    switch (property->kind) {
    case VEER_PROPERTY_FLAG:
        *(bool *)out = node->value.flag;
        return true;
    case VEER_PROPERTY_TEXT:
        *(const char **)out = node->value.string;
        return true;
    case VEER_PROPERTY_VECTOR:
        return read_vector(reader, node, property, out);
    case VEER_PROPERTY_POINTS:
        return read_points(reader, node, property, out);
    case VEER_PROPERTY_BOUNDS:
        return read_bounds(reader, node, property, out);
    case VEER_PROPERTY_CHOICE:
        return read_choice(reader, node, property, out);
    case VEER_PROPERTY_LAYERS:
        return read_layers(reader, node, property, out);
    case VEER_PROPERTY_OBJECT:
        return veer_reader_object(reader, node, property->more, out);
    default:
        return read_number(reader, node, property, out);
    }
}

bool veer_reader_property(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                          void *out)
{
    if (property->kind == VEER_PROPERTY_NODE) {
        *(const VeerNode **)out = node;
        return true;
    }
    if (property->kind == VEER_PROPERTY_RANGE) {
        return read_range(reader, node, property, out);
    }
    if (property->flags & VEER_PROPERTY_ENDLESS && node->kind == VEER_NODE_STRING &&
        strcmp(node->value.string, "infinite") == 0) {
        *(float *)out = INFINITY;
        return true;
    }
    return veer_reader_expect(reader, node, expected[property->kind]) &&
           read_expected(reader, node, property, out);
}
