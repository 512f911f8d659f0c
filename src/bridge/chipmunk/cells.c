// Sensors over the cells of a graph: what begins to touch them, less what has separated.
#include "bridge/chipmunk/cells.h"

#include "bridge/chipmunk/bridge.h"

#include "veer/route.h"

#include <stdlib.h>

enum { MOST_CORNERS = 192 };

static const VeerGraph *graph_of(const VeerChipmunk *bridge)
{
    return bridge->graph ? bridge->graph : veer_world_graph(bridge->world);
}

static void set_blocked(VeerChipmunk *bridge, uint32_t node, bool is_blocked)
{
    if (bridge->graph) {
        veer_graph_set_blocked(bridge->graph, node, is_blocked);
    } else {
        (void)veer_world_graph_set_blocked(bridge->world, node, is_blocked);
    }
}

static uint32_t node_of(cpArbiter *arbiter)
{
    cpShape *cell, *other;
    cpArbiterGetShapes(arbiter, &cell, &other);
    return (uint32_t)(uintptr_t)cpShapeGetUserData(cell);
}

static cpBool begin(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    VeerChipmunk *bridge = data;
    uint32_t node = node_of(arbiter);
    (void)space;
    if (++bridge->touching[node] == 1) {
        set_blocked(bridge, node, true);
    }
    return cpTrue;
}

static void separate(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    VeerChipmunk *bridge = data;
    uint32_t node = node_of(arbiter);
    (void)space;
    if (--bridge->touching[node] == 0) {
        set_blocked(bridge, node, false);
    }
}

// The sensor of a node; NULL: no memory, or the node is a point.
static cpShape *make_cell(VeerChipmunk *bridge, const VeerGraph *graph, uint32_t node)
{
    VeerVec3 corners[MOST_CORNERS], at = veer_graph_position(graph, node);
    cpVect vertices[MOST_CORNERS];
    cpBody *ground = cpSpaceGetStaticBody(bridge->space);
    cpFloat radius = (cpFloat)veer_graph_radius(graph, node);
    uint32_t count = veer_graph_corners(graph, node, corners, MOST_CORNERS);
    if (count == 0) {
        return radius > 0.0 ? cpCircleShapeNew(ground, radius, cpv((cpFloat)at.x, (cpFloat)at.y))
                            : NULL;
    }
    if (count > MOST_CORNERS) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; ++i) {
        vertices[i] = cpv((cpFloat)corners[i].x, (cpFloat)corners[i].y);
    }
    return cpPolyShapeNewRaw(ground, (int)count, vertices, radius);
}

static void add_cell(VeerChipmunk *bridge, const VeerGraph *graph, uint32_t node, uint32_t mask)
{
    cpShape *cell = make_cell(bridge, graph, node);
    bridge->cells[node] = cell;
    if (cell) {
        cpShapeSetSensor(cell, cpTrue);
        cpShapeSetCollisionType(cell, VEER_CHIPMUNK_CELL);
        cpShapeSetFilter(cell, cpShapeFilterNew(CP_NO_GROUP, CP_ALL_CATEGORIES, mask));
        cpShapeSetUserData(cell, (cpDataPointer)(uintptr_t)node); // NOLINT: a number
        cpSpaceAddShape(bridge->space, cell);
    }
}

VeerStatus veer_chipmunk_add_cells(VeerChipmunk *bridge, VeerGraph *graph, uint32_t mask)
{
    if (!bridge || bridge->cells) {
        return VEER_BAD_VALUE;
    }
    bridge->graph = graph;
    const VeerGraph *whole = graph_of(bridge);
    uint32_t count = whole ? veer_graph_node_count(whole) : 0;
    if (count == 0) {
        return VEER_BAD_VALUE;
    }
    bridge->cells = calloc(count, sizeof(cpShape *)); // NOLINT: of pointers
    bridge->touching = calloc(count, sizeof *bridge->touching);
    if (!bridge->cells || !bridge->touching) {
        veer_cells_free(bridge);
        return VEER_OUT_OF_MEMORY;
    }
    bridge->cell_count = count;
    cpCollisionHandler *handler = cpSpaceAddWildcardHandler(bridge->space, VEER_CHIPMUNK_CELL);
    handler->beginFunc = begin;
    handler->separateFunc = separate;
    handler->userData = bridge;
    for (uint32_t i = 0; i < count; ++i) {
        add_cell(bridge, whole, i, mask);
    }
    return VEER_OK;
}

uint32_t veer_chipmunk_touching(const VeerChipmunk *bridge, uint32_t node)
{
    return bridge && node < bridge->cell_count ? bridge->touching[node] : 0;
}

void veer_cells_free(VeerChipmunk *bridge)
{
    for (uint32_t i = 0; bridge->cells && i < bridge->cell_count; ++i) {
        if (bridge->cells[i]) {
            cpSpaceRemoveShape(bridge->space, bridge->cells[i]);
            cpShapeFree(bridge->cells[i]);
        }
    }
    free(bridge->cells);
    free(bridge->touching);
    bridge->cells = NULL;
    bridge->touching = NULL;
    bridge->cell_count = 0;
}
