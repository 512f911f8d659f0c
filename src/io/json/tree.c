#include "io/json/tree.h"

#include <stdio.h>
#include <string.h>

VeerNode *veer_node_create(VeerStore *store, VeerNodeKind kind)
{
    VeerNode *node = veer_store_take(store, 1, sizeof *node);
    if (node) {
        node->kind = kind;
    }
    return node;
}

void veer_node_append(VeerNode *parent, const char *key, VeerNode *child)
{
    child->key = key;
    child->parent = parent;
    child->index = parent->count++;
    *(parent->last ? &parent->last->next : &parent->first) = child;
    parent->last = child;
}

bool veer_node_append_number(VeerStore *store, VeerNode *parent, const char *key, double value)
{
    VeerNode *node = veer_node_create(store, VEER_NODE_NUMBER);
    if (node) {
        node->value.number = value;
        veer_node_append(parent, key, node);
    }
    return node != NULL;
}

static VeerNode *find_key(VeerNode *node, const char *key)
{
    while (node && strcmp(node->key, key) != 0) {
        node = node->next;
    }
    return node;
}

VeerNode *veer_node_member(const VeerNode *object, const char *key)
{
    if (!object || object->kind != VEER_NODE_OBJECT) {
        return NULL;
    }
    return find_key(object->first, key);
}

static VeerNode *find_index(VeerNode *node, uint32_t index)
{
    while (node && node->index != index) {
        node = node->next;
    }
    return node;
}

VeerNode *veer_node_element(const VeerNode *array, uint32_t index)
{
    if (!array || array->kind != VEER_NODE_ARRAY) {
        return NULL;
    }
    return find_index(array->first, index);
}

/// Sets the parent of the children.
static void adopt(VeerNode *node)
{
    for (VeerNode *each = node->first; each; each = each->next) {
        each->parent = node;
    }
}

void veer_node_replace(VeerNode *node, const VeerNode *content)
{
    node->kind = content->kind;
    node->count = content->count;
    node->value = content->value;
    node->first = content->first;
    node->last = content->last;
    adopt(node);
}

static size_t print_step(const VeerNode *node, bool is_first, char *out, size_t size)
{
    int length = node->key ? snprintf(out, size, "%s%s", is_first ? "" : ".", node->key)
                           : snprintf(out, size, "[%u]", (unsigned)node->index);
    if (length < 0) {
        return 0;
    }
    return (size_t)length < size ? (size_t)length : size - 1;
}

void veer_node_place(const VeerNode *node, char *out, size_t size)
{
    const VeerNode *steps[VEER_TREE_DEPTH + 1];
    uint32_t count = 0;
    for (; node && node->parent && count <= VEER_TREE_DEPTH; node = node->parent) {
        steps[count++] = node;
    }
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = count; i > 0; i--) {
        used += print_step(steps[i - 1], i == count, out + used, size - used);
    }
}

const char *veer_node_kind_name(VeerNodeKind kind)
{
    static const char *const names[] = {"null",     "true or false", "a number",
                                        "a string", "an array",      "an object"};
    return names[kind];
}
