/// JSON text to a tree, by jansson.
#include "io/json/json.h"

#include "io/base/lines.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/// Where a look over the raw text has come to.
typedef struct JsonScan {
    uint32_t line, column, depth, values;
    bool is_string, is_escaped;
} JsonScan;

static void scan_in_string(JsonScan *scan, char letter)
{
    bool is_end = letter == '"' && !scan->is_escaped;
    scan->is_escaped = letter == '\\' && !scan->is_escaped;
    scan->is_string = !is_end;
}

static void scan_outside(JsonScan *scan, char letter)
{
    scan->is_string = letter == '"';
    scan->depth += letter == '[' || letter == '{';
    scan->values += letter == '[' || letter == '{' || letter == ',';
    scan->depth -= (letter == ']' || letter == '}') && scan->depth > 0;
}

static bool fail_at(VeerReader *reader, uint32_t line, uint32_t column, const char *what)
{
    const char *name = reader->file;
    char place[160];
    snprintf(place, sizeof place, "%.120s:%u:%u", name, (unsigned)line, (unsigned)column);
    reader->file = place;
    veer_reader_fail(reader, NULL, "%s", what);
    reader->file = name;
    return false;
}

/// Refuses what would make the parser itself use up the stack or the memory.
static bool is_bounded(VeerReader *reader, const char *text, size_t length)
{
    JsonScan scan = {.line = 1};
    for (size_t i = 0; i < length; i++) {
        scan.column++;
        if (scan.is_string) {
            scan_in_string(&scan, text[i]);
        } else {
            scan_outside(&scan, text[i]);
        }
        if (text[i] == '\0') {
            return fail_at(reader, scan.line, scan.column, "a NUL byte, must be JSON text");
        }
        if (scan.depth > VEER_TREE_DEPTH) {
            return fail_at(reader, scan.line, scan.column, "nested deeper than 64 levels");
        }
        if (scan.values > VEER_TREE_VALUES) {
            return fail_at(reader, scan.line, scan.column, "more than 8000000 values");
        }
        if (text[i] == '\n') {
            scan.line++;
            scan.column = 0;
        }
    }
    return true;
}

static VeerNode *convert(VeerStore *store, json_t *value);

static bool convert_members(VeerStore *store, json_t *object, VeerNode *node)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        char *name = veer_store_copy(store, key, strlen(key));
        VeerNode *child = convert(store, value);
        if (!name || !child) {
            return false;
        }
        veer_node_append(node, name, child);
    }
    return true;
}

static bool convert_elements(VeerStore *store, json_t *array, VeerNode *node)
{
    VeerNode *child = node;
    for (size_t i = 0; child && i < json_array_size(array); i++) {
        child = convert(store, json_array_get(array, i));
        if (child) {
            veer_node_append(node, NULL, child);
        }
    }
    return child;
}

static bool convert_content(VeerStore *store, json_t *value, VeerNode *node)
{
    switch (node->kind) {
    case VEER_NODE_NULL:
        break;
    case VEER_NODE_FLAG:
        node->value.flag = json_is_true(value);
        break;
    case VEER_NODE_NUMBER:
        node->value.number = json_number_value(value);
        break;
    case VEER_NODE_STRING:
        node->value.string =
            veer_store_copy(store, json_string_value(value), json_string_length(value));
        return node->value.string;
    case VEER_NODE_ARRAY:
        return convert_elements(store, value, node);
    case VEER_NODE_OBJECT:
        return convert_members(store, value, node);
    }
    return true;
}

static VeerNodeKind kind_of(json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_TRUE:
    case JSON_FALSE:
        return VEER_NODE_FLAG;
    case JSON_INTEGER:
    case JSON_REAL:
        return VEER_NODE_NUMBER;
    case JSON_STRING:
        return VEER_NODE_STRING;
    case JSON_ARRAY:
        return VEER_NODE_ARRAY;
    case JSON_OBJECT:
        return VEER_NODE_OBJECT;
    case JSON_NULL:
        break;
    }
    return VEER_NODE_NULL;
}

/// Recursion is bounded: the text was refused beyond VEER_TREE_DEPTH.
static VeerNode *convert(VeerStore *store, json_t *value)
{
    VeerNode *node = veer_node_create(store, kind_of(value));
    return node && convert_content(store, value, node) ? node : NULL;
}

static uint32_t at_least_one(int number)
{
    return number > 0 ? (uint32_t)number : 1;
}

static bool is_blank(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && text[i] && strchr(" \t\r\n", text[i])) {
        i++;
    }
    return i == length;
}

static void fail_syntax(VeerReader *reader, const json_error_t *error)
{
    // An error without a text is one that there was no memory to write.
    if (json_error_code(error) == json_error_out_of_memory || !error->text[0]) {
        veer_reader_fail_memory(reader);
    } else {
        fail_at(reader, at_least_one(error->line), at_least_one(error->column), error->text);
    }
}

VeerNode *veer_source_parse(VeerReader *reader, const char *text, size_t length)
{
    size_t mark = veer_text_mark(text, length);
    text += mark;
    length -= mark;
    if (is_blank(text, length)) {
        fail_at(reader, 1, 1, "is empty, must be a JSON object");
        return NULL;
    }
    if (!is_bounded(reader, text, length)) {
        return NULL;
    }
    json_error_t error;
    json_t *root =
        json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (!root) {
        fail_syntax(reader, &error);
        return NULL;
    }
    VeerNode *tree = convert(reader->store, root);
    json_decref(root);
    if (!tree) {
        veer_reader_fail_memory(reader);
    }
    return tree;
}

VeerNode *veer_source_parse_value(VeerReader *reader, const char *text)
{
    VeerReader quiet = *reader;
    VeerInputError ignored;
    quiet.error = &ignored;
    size_t length = strlen(text);
    json_t *value = NULL;
    if (is_bounded(&quiet, text, length)) {
        json_error_t error;
        value =
            json_loadb(text, length,
                       JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL | JSON_DECODE_ANY, &error);
    }
    json_t *any = value ? value : json_stringn_nocheck(text, length);
    VeerNode *node = any ? convert(reader->store, any) : NULL;
    json_decref(any);
    if (!node) {
        veer_reader_fail_memory(reader);
    }
    return node;
}
