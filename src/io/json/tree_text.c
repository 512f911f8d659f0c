/// A tree as JSON text.
#include "io/base/array.h"
#include "io/json/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Text that grows; once memory is out it stays NULL.
typedef struct JsonWriter {
    char *text;
    uint32_t length, room;
    bool is_failed;
} JsonWriter;

static void put(JsonWriter *writer, const char *text, size_t length)
{
    writer->is_failed =
        writer->is_failed ||
        !veer_array_reserve(&writer->text, &writer->room, (uint64_t)writer->length + length, 1);
    if (!writer->is_failed) {
        memcpy(writer->text + writer->length, text, length);
        writer->length += (uint32_t)length;
    }
}

static void put_text(JsonWriter *writer, const char *text)
{
    put(writer, text, strlen(text));
}

static void put_string(JsonWriter *writer, const char *string)
{
    put_text(writer, "\"");
    for (const char *at = string; *at; at++) {
        char escaped[8];
        if (*at == '"' || *at == '\\') {
            snprintf(escaped, sizeof escaped, "\\%c", *at);
            put_text(writer, escaped);
        } else if ((unsigned char)*at < 0x20) {
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*at);
            put_text(writer, escaped);
        } else {
            put(writer, at, 1);
        }
    }
    put_text(writer, "\"");
}

/// The shortest of 15, 16 and 17 digits that reads back to the same number.
static void put_number(JsonWriter *writer, double number)
{
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number) {
            break;
        }
    }
    // The host may have set a locale that writes 0,5.
    char *comma = strchr(digits, ',');
    if (comma) {
        *comma = '.';
    }
    put_text(writer, digits);
}

static void put_line(JsonWriter *writer, uint32_t depth)
{
    put_text(writer, "\n");
    for (uint32_t i = 0; i < depth; i++) {
        put_text(writer, "  ");
    }
}

static bool is_flat(const VeerNode *node)
{
    for (const VeerNode *each = node->first; each; each = each->next) {
        if (each->count > 0) {
            return false;
        }
    }
    return true;
}

static void put_node(JsonWriter *writer, const VeerNode *node, uint32_t depth);

static void put_children(JsonWriter *writer, const VeerNode *node, uint32_t depth)
{
    bool is_object = node->kind == VEER_NODE_OBJECT;
    bool is_spread = !is_flat(node);
    put_text(writer, is_object ? "{" : "[");
    for (const VeerNode *each = node->first; each; each = each->next) {
        if (is_spread) {
            put_line(writer, depth + 1);
        }
        if (is_object) {
            put_string(writer, each->key);
            put_text(writer, ": ");
        }
        put_node(writer, each, depth + 1);
        put_text(writer, each->next ? (is_spread ? "," : ", ") : "");
    }
    if (is_spread) {
        put_line(writer, depth);
    }
    put_text(writer, is_object ? "}" : "]");
}

static void put_node(JsonWriter *writer, const VeerNode *node, uint32_t depth)
{
    switch (node->kind) {
    case VEER_NODE_NULL:
        put_text(writer, "null");
        break;
    case VEER_NODE_FLAG:
        put_text(writer, node->value.flag ? "true" : "false");
        break;
    case VEER_NODE_NUMBER:
        put_number(writer, node->value.number);
        break;
    case VEER_NODE_STRING:
        put_string(writer, node->value.string);
        break;
    case VEER_NODE_ARRAY:
    case VEER_NODE_OBJECT:
        put_children(writer, node, depth);
        break;
    }
}

char *veer_node_text(const VeerNode *root, VeerStore *store)
{
    JsonWriter writer = {0};
    put_node(&writer, root, 0);
    put_text(&writer, "\n");
    char *text = writer.is_failed ? NULL : veer_store_copy(store, writer.text, writer.length);
    free(writer.text);
    return text;
}
