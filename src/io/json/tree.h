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

/// @name Making trees
/// NULL is made where memory is out, which the store notes: what is built of it need not ask.
/// @{
/// A node without parent.
VeerNode *veer_node_create(VeerStore *store, VeerNodeKind kind);
VeerNode *veer_node_number(VeerStore *store, double value);
/// @param text  lives as long as the node; NULL: memory was out
VeerNode *veer_node_string(VeerStore *store, const char *text);
/// Puts `child` at the end of `parent`, under `key` when that is an object. @return child
VeerNode *veer_node_append(VeerNode *parent, const char *key, VeerNode *child);
/// Gives a node a key, and the value and the children of another, which is not used again. Its
/// place stays.
void veer_node_replace(VeerNode *node, const char *key, const VeerNode *content);
/// @}

/// A member of an object; NULL when it is not there or `object` is no object. Cost O(members).
VeerNode *veer_node_member(const VeerNode *object, const char *key);

/// An element of an array; NULL when it is not there or `array` is no array. Cost O(elements).
VeerNode *veer_node_element(const VeerNode *array, uint32_t index);

/// How many children the children have.
uint32_t veer_node_grandchildren(const VeerNode *node);

/// Writes the place of a node as "groups[0].radius" (empty at the root), cut off to fit `size`.
void veer_node_place(const VeerNode *node, char *out, size_t size);

/// "a number", "an array", …
const char *veer_node_kind_name(VeerNodeKind kind);

#endif
