#include "io/json/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Keeps the message on one line, whatever the file's strings hold.
static void flatten(char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f) {
            *text = '?';
        }
    }
}

/// Notes the first thing that is wrong.
static void note(VeerReader *reader, const VeerNode *at, const char *format, va_list values)
{
    if (reader->status != VEER_OK) {
        return;
    }
    char place[160];
    veer_node_place(at, place, sizeof place);
    char *text = reader->error->text;
    size_t size = sizeof reader->error->text;
    int used = snprintf(text, size, "%.200s: %s%s", reader->file, place, place[0] ? ": " : "");
    vsnprintf(text + used, size - (size_t)used, format, values);
    flatten(text);
    reader->status = VEER_BAD_VALUE;
}

bool veer_reader_fail(VeerReader *reader, const VeerNode *at, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    note(reader, at, format, values);
    va_end(values);
    return false;
}

bool veer_reader_check(VeerReader *reader, const VeerNode *at, bool is_so, const char *format, ...)
{
    if (!is_so) {
        va_list values;
        va_start(values, format);
        note(reader, at, format, values);
        va_end(values);
    }
    return is_so;
}

bool veer_reader_within(VeerReader *reader, const VeerNode *at, VeerLimit each, double count,
                        const char *what)
{
    double most = (double)veer_limit(reader->limits, each);
    return veer_reader_check(reader, at, count <= most, "must have at most %.0f %s, has %.0f", most,
                             what, count);
}

bool veer_reader_spend(VeerReader *reader, const VeerNode *at, double steps)
{
    double most = (double)veer_limit(reader->limits, VEER_LIMIT_STEPS), left = most - reader->steps;
    reader->steps += fmin(steps, left);
    return veer_reader_check(reader, at, steps <= left, "asks for too much work");
}

bool veer_reader_fail_memory(VeerReader *reader)
{
    veer_reader_fail(reader, NULL, "out of memory");
    reader->status = VEER_OUT_OF_MEMORY;
    return false;
}

bool veer_reader_check_memory(VeerReader *reader, bool is_enough)
{
    if (!is_enough) {
        veer_reader_fail_memory(reader);
    }
    return is_enough;
}

bool veer_reader_expect(VeerReader *reader, const VeerNode *node, VeerNodeKind kind)
{
    return veer_reader_check(reader, node, node->kind == kind, "must be %s, is %s",
                             veer_node_kind_name(kind), veer_node_kind_name(node->kind));
}

const VeerNode *veer_reader_first(VeerReader *reader, const VeerNode *list)
{
    return list && veer_reader_expect(reader, list, VEER_NODE_ARRAY) ? list->first : NULL;
}

double veer_reader_peek(const VeerNode *object, const char *key, double otherwise)
{
    const VeerNode *node = veer_node_member(object, key);
    return node && node->kind == VEER_NODE_NUMBER ? node->value.number : otherwise;
}

/// Whether a file may ask for so much more memory.
static bool is_affordable(VeerReader *reader, double bytes)
{
    double most = (double)veer_limit(reader->limits, VEER_LIMIT_MEMORY) + reader->granted;
    return veer_reader_check(reader, NULL, bytes + (double)reader->store->taken <= most,
                             "asks for too much memory");
}

void *veer_reader_take(VeerReader *reader, size_t count, size_t size)
{
    if (!is_affordable(reader, (double)count * (double)size)) {
        return NULL;
    }
    void *memory = veer_store_take(reader->store, count, size);
    if (!memory) {
        veer_reader_fail_memory(reader);
    }
    return memory;
}

void *veer_reader_take_block(VeerReader *reader, size_t size)
{
    if (!is_affordable(reader, (double)size)) {
        return NULL;
    }
    void *memory = veer_store_take_block(reader->store, size);
    if (!memory) {
        veer_reader_fail_memory(reader);
    }
    return memory;
}

void *veer_reader_take_list(VeerReader *reader, const VeerNode *list, const char *what,
                            uint32_t most, size_t size)
{
    if (list && !veer_reader_expect(reader, list, VEER_NODE_ARRAY)) {
        return NULL;
    }
    if (list && list->count > most) {
        veer_reader_fail(reader, list, "must have <= %u %s, has %u", (unsigned)most, what,
                         (unsigned)list->count);
        return NULL;
    }
    return veer_reader_take(reader, list ? list->count : 0, size);
}

bool veer_reader_count(VeerReader *reader, const VeerNode *node, double lower, double upper,
                       uint32_t *out)
{
    const VeerProperty count = {.kind = VEER_PROPERTY_COUNT, .lower = lower, .upper = upper};
    return veer_reader_property(reader, node, &count, out);
}

const VeerProperty *veer_schema_next(const VeerSchema *schema, const VeerProperty *last)
{
    const VeerProperty *end = schema->properties + schema->property_count;
    const VeerProperty *next = last ? last + 1 : schema->properties;
    while (next < end && next->kinds && !(next->kinds & 1u << schema->kind)) {
        next++;
    }
    return next < end ? next : NULL;
}

static const VeerProperty *find_property(const VeerSchema *schema, const char *key)
{
    const VeerProperty *each = veer_schema_next(schema, NULL);
    while (each && strcmp(each->key, key) != 0) {
        each = veer_schema_next(schema, each);
    }
    return each;
}

static bool is_variant(const VeerSchema *schema)
{
    return strchr(schema->name, '.');
}

static bool fail_unknown_key(VeerReader *reader, const VeerNode *member, const VeerSchema *schema)
{
    enum { MOST = 64 };
    const char *names[MOST];
    uint32_t count = 0;
    if (is_variant(schema)) {
        names[count++] = "kind";
    }
    const VeerProperty *each = veer_schema_next(schema, NULL);
    for (; each && count < MOST; each = veer_schema_next(schema, each)) {
        names[count++] = each->key;
    }
    return veer_reader_fail(reader, member, "unknown key, the nearest known one is \"%s\"",
                            veer_nearest_name(member->key, names, count));
}

static bool has_required(VeerReader *reader, const VeerNode *node, const VeerSchema *schema)
{
    const VeerProperty *each = veer_schema_next(schema, NULL);
    for (; each; each = veer_schema_next(schema, each)) {
        if ((each->flags & VEER_PROPERTY_REQUIRED) && !veer_node_member(node, each->key)) {
            return veer_reader_fail(reader, node, "needs the key \"%s\"", each->key);
        }
    }
    return true;
}

bool veer_reader_object(VeerReader *reader, const VeerNode *node, const VeerSchema *schema,
                        void *out)
{
    if (!veer_reader_expect(reader, node, VEER_NODE_OBJECT)) {
        return false;
    }
    for (const VeerNode *member = node->first; member; member = member->next) {
        const VeerProperty *property = find_property(schema, member->key);
        if (!property && is_variant(schema) && strcmp(member->key, "kind") == 0) {
            continue;
        }
        if (!property) {
            return fail_unknown_key(reader, member, schema);
        }
        if (!veer_reader_property(reader, member, property, (char *)out + property->offset)) {
            return false;
        }
    }
    return has_required(reader, node, schema);
}

bool veer_reader_variant(VeerReader *reader, const VeerNode *node, const VeerSchema *schemas,
                         uint32_t count, uint32_t *chosen, void *out)
{
    enum { MOST = 24 };
    const char *names[MOST];
    const VeerNode *kind = veer_node_member(node, "kind");
    if (!veer_reader_expect(reader, node, VEER_NODE_OBJECT)) {
        return false;
    }
    if (!kind) {
        return veer_reader_fail(reader, node, "needs the key \"kind\"");
    }
    if (!veer_reader_expect(reader, kind, VEER_NODE_STRING)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        names[i] = strchr(schemas[i].name, '.') + 1;
        if (strcmp(names[i], kind->value.string) == 0) {
            *chosen = i;
            return veer_reader_object(reader, node, &schemas[i], out);
        }
    }
    return veer_reader_fail(reader, kind, "unknown kind \"%.40s\", the nearest is \"%s\"",
                            kind->value.string,
                            veer_nearest_name(kind->value.string, names, count));
}
