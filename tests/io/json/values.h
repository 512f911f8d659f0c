/// The values in a JSON text that is right, to exchange them for others.
#ifndef VEER_TEST_JSON_VALUES_H
#define VEER_TEST_JSON_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const char *const other_values[] = {"null", "true",         "-1",         "0.5",
                                           "1e30", "\"infinite\"", "\"?\"",      "[]",
                                           "[[]]", "{}",           "{\"?\": 1}", "[0, 0, 0, 0, 0]"};
enum { OTHER_VALUES = sizeof other_values / sizeof other_values[0] };

/// Past a string that begins there.
static inline size_t text_end(const char *text, size_t at)
{
    for (at++; text[at] != '"'; at++) {
    }
    return at + 1;
}

static inline size_t value_end(const char *text, size_t at)
{
    int depth = 0;
    do {
        depth += (text[at] == '{' || text[at] == '[') - (text[at] == '}' || text[at] == ']');
        at = text[at] == '"' ? text_end(text, at) : at + 1;
    } while (depth > 0 || !strchr(",]}", text[at]));
    return at;
}

/// Where the next value begins, from a place on: the text's end if none does.
static inline size_t next_value(const char *text, size_t at)
{
    while (text[at]) {
        bool is_text = text[at] == '"';
        size_t end = is_text ? text_end(text, at) : at + 1;
        if (is_text ? text[end] != ':' : !strchr(" \n,:]}", text[at])) {
            return at;
        }
        at = end;
    }
    return at;
}

/// Past the first letter of a value that holds others, past all of any other.
static inline size_t beyond_value(const char *text, size_t at)
{
    bool is_plain = text[at] != '{' && text[at] != '[';
    return is_plain ? value_end(text, at) : at + 1;
}

#endif
