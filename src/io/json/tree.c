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

VeerNode *veer_node_number(VeerStore *store, double value)
{
    VeerNode *node = veer_node_create(store, VEER_NODE_NUMBER);
    if (node) {
        node->value.number = value;
    }
    return node;
}

VeerNode *veer_node_string(VeerStore *store, const char *text)
{
    VeerNode *node = text ? veer_node_create(store, VEER_NODE_STRING) : NULL;
    if (node) {
        node->value.string = text;
    }
    return node;
}

VeerNode *veer_node_append(VeerNode *parent, const char *key, VeerNode *child)
{
    if (parent && child) {
        child->key = key;
        child->parent = parent;
        child->index = parent->count++;
        *(parent->last ? &parent->last->next : &parent->first) = child;
        parent->last = child;
    }
    return child;
}

VeerNode *veer_node_member(const VeerNode *object, const char *key)
{
    VeerNode *member = object && object->kind == VEER_NODE_OBJECT ? object->first : NULL;
    while (member && strcmp(member->key, key) != 0) {
        member = member->next;
    }
    return member;
}

VeerNode *veer_node_element(const VeerNode *array, uint32_t index)
{
    VeerNode *element = array && array->kind == VEER_NODE_ARRAY ? array->first : NULL;
    while (element && element->index != index) {
        element = element->next;
    }
    return element;
}

uint32_t veer_node_grandchildren(const VeerNode *node)
{
    uint32_t count = 0;
    for (const VeerNode *child = node->first; child; child = child->next) {
        count += child->count;
    }
    return count;
}

void veer_node_replace(VeerNode *node, const char *key, const VeerNode *content)
{
    if (!content) {
        return;
    }
    node->key = key;
    node->kind = content->kind;
    node->count = content->count;
    node->value = content->value;
    node->first = content->first;
    node->last = content->last;
    for (VeerNode *child = node->first; child; child = child->next) {
        child->parent = node;
    }
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
