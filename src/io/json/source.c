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

static const VeerNodeKind kinds[] = {
    [JSON_NULL] = VEER_NODE_NULL,   [JSON_TRUE] = VEER_NODE_FLAG,
    [JSON_FALSE] = VEER_NODE_FLAG,  [JSON_INTEGER] = VEER_NODE_NUMBER,
    [JSON_REAL] = VEER_NODE_NUMBER, [JSON_STRING] = VEER_NODE_STRING,
    [JSON_ARRAY] = VEER_NODE_ARRAY, [JSON_OBJECT] = VEER_NODE_OBJECT,
};

static VeerNode *convert(VeerStore *store, json_t *value);

/// Recursion is bounded: the text was refused beyond VEER_TREE_DEPTH.
static void convert_children(VeerStore *store, json_t *value, VeerNode *node)
{
    const char *key;
    size_t i;
    json_t *child;
    json_object_foreach(value, key, child)
    {
        veer_node_append(node, veer_store_copy(store, key, strlen(key)), convert(store, child));
    }
    json_array_foreach(value, i, child)
    {
        veer_node_append(node, NULL, convert(store, child));
    }
}

static VeerNode *convert(VeerStore *store, json_t *value)
{
    VeerNode *node = veer_node_create(store, kinds[json_typeof(value)]);
    if (!node) {
        return NULL;
    }
    if (node->kind == VEER_NODE_FLAG) {
        node->value.flag = json_is_true(value);
    } else if (node->kind == VEER_NODE_NUMBER) {
        node->value.number = json_number_value(value);
    } else if (node->kind == VEER_NODE_STRING) {
        node->value.string =
            veer_store_copy(store, json_string_value(value), json_string_length(value));
    } else {
        convert_children(store, value, node);
    }
    return node;
}

/// The tree of a value, which is given up (NULL: memory was out).
static VeerNode *take_tree(VeerReader *reader, json_t *value)
{
    VeerNode *tree = value ? convert(reader->store, value) : NULL;
    json_decref(value);
    if (!tree || reader->store->is_out) {
        veer_reader_fail_memory(reader);
        return NULL;
    }
    return tree;
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
    return take_tree(reader, root);
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
    return take_tree(reader, value ? value : json_stringn_nocheck(text, length));
}
