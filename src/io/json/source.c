/// JSON text to a tree, by jansson.
#include "io/json/json.h"

#include "io/base/lines.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

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

/// Members of one object, at most: what veer reads has a hundred, and the parser's time for each of
/// a million is that of its table.
#define MAX_MEMBERS 65536u

/// How far a text has been gone through.
typedef struct Scan {
    uint64_t values, letters; ///< letters of strings
    uint32_t depth;
    uint32_t members[VEER_TREE_DEPTH + 2]; ///< of the objects that the place is in, by depth
    bool is_string, is_escaped;
} Scan;

static void scan_structure(Scan *scan, char letter)
{
    bool is_open = letter == '[' || letter == '{';
    scan->depth += is_open;
    scan->depth -= (letter == ']' || letter == '}') && scan->depth > 0;
    scan->values += is_open || letter == ',';
    if (is_open) {
        scan->members[scan->depth] = 0;
    }
    scan->members[scan->depth] += letter == ':';
}

/// What there is too much of; NULL: nothing.
static const char *excess_of(const Scan *scan, const VeerInputLimits *limits)
{
    return scan->depth > VEER_TREE_DEPTH ? "nested deeper than 64 levels"
           : scan->values > veer_limit(limits, VEER_LIMIT_VALUES)
               ? "more values than a file may have"
           : scan->letters > veer_limit(limits, VEER_LIMIT_LETTERS)
               ? "more text in strings than a file may have"
           : scan->members[scan->depth] > MAX_MEMBERS ? "more than 65536 members in an object"
                                                      : NULL;
}

/// What would make the parser itself use up the stack, the memory or much time; NULL: nothing.
/// @param at  how many bytes of the text there are up to it
static const char *find_excess(const char *text, size_t length, const VeerInputLimits *limits,
                               size_t *at)
{
    Scan scan = {0};
    for (*at = 1; *at <= length; ++*at) {
        char letter = text[*at - 1];
        bool is_quote = letter == '"' && !scan.is_escaped;
        scan.is_escaped = scan.is_string && letter == '\\' && !scan.is_escaped;
        scan.letters += scan.is_string;
        if (!scan.is_string) {
            scan_structure(&scan, letter);
        }
        scan.is_string = scan.is_string != is_quote;
        const char *excess = letter ? excess_of(&scan, limits) : "a NUL byte, must be JSON text";
        if (excess) {
            return excess;
        }
    }
    return NULL;
}

static bool is_bounded(VeerReader *reader, const char *text, size_t length)
{
    size_t at;
    const char *excess = find_excess(text, length, reader->limits, &at);
    uint32_t line = 1, column = 0;
    for (size_t i = 0; excess && i < at; i++) {
        bool is_new = i > 0 && text[i - 1] == '\n';
        line += is_new;
        column = is_new ? 1 : column + 1;
    }
    return !excess || fail_at(reader, line, column, excess);
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
