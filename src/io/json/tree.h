/// A JSON value as a tree of nodes: what the scenario loader reads from.
///
/// A front end (jansson's in source.c, or a browser's own parser) builds it; everything
/// behind sees only this.
#ifndef VEER_IO_TREE_H
#define VEER_IO_TREE_H

#include "io/base/store.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum VeerNodeKind {
    VEER_NODE_NULL = 0,
    VEER_NODE_FLAG,   ///< true or false
    VEER_NODE_NUMBER, ///< finite
    VEER_NODE_STRING, ///< UTF-8 without NUL
    VEER_NODE_ARRAY,
    VEER_NODE_OBJECT,
} VeerNodeKind;

typedef struct VeerNode {
    VeerNodeKind kind;
    uint32_t index;  ///< place among its siblings
    uint32_t count;  ///< children
    const char *key; ///< NULL in an array and at the root
    union {
        bool flag;
        double number;
        const char *string;
    } value;
    struct VeerNode *parent, *next, *first, *last;
} VeerNode;

/// Deepest nesting that is accepted.
#define VEER_TREE_DEPTH 64
/// Most values in one file.
#define VEER_TREE_VALUES 8000000

/// A node without parent. @return NULL when memory is out
VeerNode *veer_node_create(VeerStore *store, VeerNodeKind kind);

/// Puts `child` at the end of `parent`, under `key` when that is an object.
void veer_node_append(VeerNode *parent, const char *key, VeerNode *child);

/// Puts a number there. @return false: memory is out
bool veer_node_append_number(VeerStore *store, VeerNode *parent, const char *key, double value);

/// A member of an object; NULL when it is not there or `object` is no object. Cost O(members).
VeerNode *veer_node_member(const VeerNode *object, const char *key);

/// An element of an array; NULL when it is not there or `array` is no array. Cost O(elements).
VeerNode *veer_node_element(const VeerNode *array, uint32_t index);

/// Gives a node the value and the children of another, which is not used again. Its own key and
/// place stay.
void veer_node_replace(VeerNode *node, const VeerNode *content);

/// Writes the place of a node as "groups[0].radius" (empty at the root), cut off to fit `size`.
void veer_node_place(const VeerNode *node, char *out, size_t size);

/// "a number", "an array", …
const char *veer_node_kind_name(VeerNodeKind kind);

#endif
