/// JSON text to a tree, where there is no jansson: RFC 8259, refused as src/io/json/source.c does.
#include "io/json/json.h"
#include "io/base/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A text under parsing. Once `wrong` is set nothing more is taken.
typedef struct JsonText {
    const char *begin, *at, *end;
    const char *wrong; ///< what should have been there; NULL: all is well
    VeerStore *store;
    uint64_t values, most;
    uint32_t depth;
} JsonText;

static VeerNode *parse_value(JsonText *json);

static void *fail(JsonText *json, const char *what)
{
    json->wrong = json->wrong ? json->wrong : what;
    return NULL;
}

static char peek(const JsonText *json)
{
    return json->at < json->end ? *json->at : '\0';
}

static void skip_blanks(JsonText *json)
{
    while (json->at < json->end && memchr(" \t\r\n", *json->at, 4)) {
        json->at++;
    }
}

/// Takes a letter, after blanks. @return whether it was there
static bool take(JsonText *json, char letter)
{
    skip_blanks(json);
    bool is_there = !json->wrong && json->at < json->end && *json->at == letter;
    json->at += is_there;
    return is_there;
}

static uint32_t parse_hex(JsonText *json)
{
    uint32_t code = 0;
    for (int i = 0; i < 4 && !json->wrong; i++, json->at++) {
        char letter = peek(json);
        const char *digits = "0123456789abcdef0123456789ABCDEF";
        const char *digit = letter ? memchr(digits, letter, 32) : NULL;
        if (!digit) {
            fail(json, "four hexadecimal digits expected");
            return 0;
        }
        code = code * 16 + (uint32_t)(digit - digits) % 16;
    }
    return code;
}

static char *put_utf8(char *out, uint32_t code)
{
    static const uint32_t ends[] = {0x80, 0x800, 0x10000, 0x110000};
    uint32_t more = 0;
    while (code >= ends[more]) {
        more++;
    }
    static const uint32_t heads[] = {0, 0xC0, 0xE0, 0xF0};
    *out++ = (char)(heads[more] | code >> (6 * more));
    while (more-- > 0) {
        *out++ = (char)(0x80 | (code >> (6 * more) & 0x3F));
    }
    return out;
}

/// After "\u": one code, or two that make one.
static char *parse_code(JsonText *json, char *out)
{
    uint32_t code = parse_hex(json);
    if (code >= 0xD800 && code < 0xDC00 && json->end - json->at > 6 && json->at[0] == '\\' &&
        json->at[1] == 'u') {
        json->at += 2;
        uint32_t low = parse_hex(json);
        code = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                                             : 0xD800;
    }
    if (json->wrong || code == 0 || (code >= 0xD800 && code < 0xE000)) {
        fail(json, code == 0 ? "\\u0000 is not allowed" : "a whole pair of surrogates expected");
        return out;
    }
    return put_utf8(out, code);
}

static char *parse_escape(JsonText *json, char *out)
{
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char letter = peek(json);
    const char *name = letter ? memchr(names, letter, 8) : NULL;
    if (!name && letter != 'u') {
        fail(json, "invalid escape");
        return out;
    }
    json->at++;
    if (letter == 'u') {
        return parse_code(json, out);
    }
    *out = meant[name - names];
    return out + 1;
}

/// After the quote; no escape is shorter than what it stands for.
static char *parse_string(JsonText *json)
{
    const char *close = json->at;
    while (close < json->end && *close != '"') {
        close += *close == '\\' && close + 1 < json->end ? 2 : 1;
    }
    char *string = veer_store_take(json->store, (size_t)(close - json->at) + 1, 1), *out = string;
    if (!string) {
        return fail(json, "memory");
    }
    while (!json->wrong && json->at < json->end && *json->at != '"') {
        if ((unsigned char)*json->at < 0x20) {
            return fail(json, "control character in a string");
        }
        bool is_escape = *json->at == '\\';
        json->at += is_escape;
        if (is_escape) {
            out = parse_escape(json, out);
        } else {
            *out++ = *json->at++;
        }
    }
    if (json->wrong || json->at >= json->end) {
        return fail(json, "'\"' expected");
    }
    json->at++;
    return string;
}

static const char *skip_digits(JsonText *json)
{
    const char *first = json->at;
    while (peek(json) >= '0' && peek(json) <= '9') {
        json->at++;
    }
    if (json->at == first) {
        fail(json, "a digit expected");
    }
    return first;
}

static VeerNode *parse_number(JsonText *json)
{
    const char *begin = json->at;
    json->at += *begin == '-';
    const char *whole = skip_digits(json);
    if (json->at - whole > 1 && *whole == '0') {
        return fail(json, "a number must not begin with 0");
    }
    if (peek(json) == '.') {
        json->at++;
        skip_digits(json);
    }
    if (peek(json) == 'e' || peek(json) == 'E') {
        json->at++;
        json->at += peek(json) == '-' || peek(json) == '+';
        skip_digits(json);
    }
    double value = json->wrong ? 0.0 : strtod(begin, NULL);
    if (value - value != 0.0) {
        return fail(json, "real number overflow");
    }
    return json->wrong ? NULL : veer_node_number(json->store, value);
}

static VeerNode *parse_word(JsonText *json)
{
    static const char *const words[] = {"null", "false", "true"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(json->end - json->at) >= length && memcmp(json->at, words[i], length) == 0) {
            json->at += length;
            VeerNode *node =
                veer_node_create(json->store, i == 0 ? VEER_NODE_NULL : VEER_NODE_FLAG);
            if (node && i > 0) {
                node->value.flag = i == 2;
            }
            return node;
        }
    }
    return fail(json, "a value expected");
}

/// The key and the colon of a member. @return NULL: something is wrong
static const char *parse_key(JsonText *json, const VeerNode *object)
{
    skip_blanks(json);
    const char *place = json->at;
    const char *key = take(json, '"') ? parse_string(json) : fail(json, "string or '}' expected");
    if (key && veer_node_member(object, key)) {
        json->at = place;
        return fail(json, "duplicate object key");
    }
    return key && take(json, ':') ? key : fail(json, "':' expected");
}

static VeerNode *parse_list(JsonText *json, VeerNodeKind kind)
{
    bool is_object = kind == VEER_NODE_OBJECT;
    char close = is_object ? '}' : ']';
    VeerNode *list = veer_node_create(json->store, kind);
    if (++json->depth > VEER_TREE_DEPTH) {
        return fail(json, "nested deeper than 64 levels");
    }
    bool is_open = list && !take(json, close);
    while (is_open && !json->wrong) {
        const char *key = is_object ? parse_key(json, list) : NULL;
        veer_node_append(list, key, parse_value(json));
        is_open = take(json, ',');
        if (!is_open && !take(json, close)) {
            fail(json, is_object ? "'}' expected" : "']' expected");
        }
    }
    json->depth--;
    return list;
}

static VeerNode *parse_value(JsonText *json)
{
    skip_blanks(json);
    if (json->wrong || ++json->values > json->most) {
        return fail(json, "more values than a file may have");
    }
    char letter = peek(json);
    if (letter == '{' || letter == '[') {
        json->at++;
        return parse_list(json, letter == '{' ? VEER_NODE_OBJECT : VEER_NODE_ARRAY);
    }
    if (letter == '"') {
        json->at++;
        return veer_node_string(json->store, parse_string(json));
    }
    return letter == '-' || (letter >= '0' && letter <= '9') ? parse_number(json)
                                                             : parse_word(json);
}

static JsonText text_of(VeerReader *reader, const char *text, size_t length)
{
    size_t mark = veer_text_mark(text, length);
    return (JsonText){.begin = text + mark,
                      .at = text + mark,
                      .end = text + length,
                      .store = reader->store,
                      .most = veer_limit(reader->limits, VEER_LIMIT_VALUES)};
}

/// The value that a text is; with something behind it, or wrong in it, NULL.
static VeerNode *parse_whole(JsonText *json)
{
    VeerNode *root = parse_value(json);
    skip_blanks(json);
    if (json->at < json->end) {
        fail(json, "end of file expected");
    }
    return json->wrong ? NULL : root;
}

static void fail_at(VeerReader *reader, const JsonText *json)
{
    uint32_t line = 1, column = 1;
    for (const char *at = json->begin; at < json->at; at++) {
        column = *at == '\n' ? 1 : column + 1;
        line += *at == '\n';
    }
    char what[96], near[24];
    size_t left = (size_t)(json->end - json->at);
    snprintf(near, left < 20 ? left + 1 : 20, "%s", json->at);
    near[strcspn(near, "\r\n")] = '\0';
    snprintf(what, sizeof what, "%s near %s%s%s", json->wrong, left > 0 ? "'" : "end of file",
             left > 0 ? near : "", left > 0 ? "'" : "");
    const char *name = reader->file;
    char place[160];
    snprintf(place, sizeof place, "%.120s:%u:%u", name, (unsigned)line, (unsigned)column);
    reader->file = place;
    veer_reader_fail(reader, NULL, "%s", what);
    reader->file = name;
}

VeerNode *veer_source_parse(VeerReader *reader, const char *text, size_t length)
{
    JsonText json = text_of(reader, text, length);
    skip_blanks(&json);
    if (json.at == json.end) {
        fail(&json, "a JSON object expected");
    }
    VeerNode *root = parse_whole(&json);
    if (reader->store->is_out) {
        veer_reader_fail_memory(reader);
        return NULL;
    }
    if (!root) {
        fail_at(reader, &json);
    }
    return root;
}

VeerNode *veer_source_parse_value(VeerReader *reader, const char *text)
{
    size_t length = strlen(text);
    JsonText json = text_of(reader, text, length);
    VeerNode *value = parse_whole(&json);
    if (!value && !reader->store->is_out) {
        value = veer_node_string(reader->store, veer_store_copy(reader->store, text, length));
    }
    if (!value) {
        veer_reader_fail_memory(reader);
    }
    return value;
}
