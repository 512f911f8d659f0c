#include "bridge/ode/cells.h"

#include "bridge/ode/bridge.h"

#include "veer/route.h"

#include <stdlib.h>

static const VeerGraph *graph_of(const VeerOde *bridge)
{
    return bridge->graph ? bridge->graph : veer_world_graph(bridge->world);
}

static void set_blocked(VeerOde *bridge, uint32_t node, bool is_blocked)
{
    if (bridge->graph) {
        veer_graph_set_blocked(bridge->graph, node, is_blocked);
    } else {
        (void)veer_world_graph_set_blocked(bridge->world, node, is_blocked);
    }
}

static void count_pair(void *data, dGeomID a, dGeomID b)
{
    VeerOde *bridge = data;
    if (dGeomIsSpace(a) || dGeomIsSpace(b)) {
        dSpaceCollide2(a, b, data, count_pair);
        return;
    }
    dGeomID cell = dGeomGetSpace(a) == bridge->cells ? a : b;
    dContactGeom contact;
    if (dCollide(a, b, 1, &contact, sizeof contact) > 0) {
        bridge->counting[(uintptr_t)dGeomGetData(cell)]++;
    }
}

void veer_ode_cells_count(VeerOde *bridge)
{
    for (uint32_t i = 0; i < bridge->cell_count; ++i) {
        bridge->counting[i] = 0;
    }
    if (bridge->cells) {
        dSpaceCollide2((dGeomID)bridge->cells, (dGeomID)bridge->space, bridge, count_pair);
    }
    for (uint32_t i = 0; i < bridge->cell_count; ++i) {
        if ((bridge->counting[i] > 0) != (bridge->touching[i] > 0)) {
            set_blocked(bridge, i, bridge->counting[i] > 0);
        }
        bridge->touching[i] = bridge->counting[i];
    }
}

static void add_cell(VeerOde *bridge, const VeerGraph *graph, uint32_t node, uint32_t mask)
{
    VeerVec3 at = veer_graph_position(graph, node);
    float radius = veer_graph_radius(graph, node);
    if (radius > 0.0f) {
        dGeomID cell = dCreateSphere(bridge->cells, (dReal)radius);
        dGeomSetPosition(cell, (dReal)at.x, (dReal)at.y, (dReal)at.z);
        dGeomSetCategoryBits(cell, 0);
        dGeomSetCollideBits(cell, mask);
        dGeomSetData(cell, (void *)(uintptr_t)node); // NOLINT: a number
    }
}

static bool are_balls(const VeerGraph *graph, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (veer_graph_corners(graph, i, NULL, 0) > 0) {
            return false;
        }
    }
    return count > 0;
}

VeerStatus veer_ode_add_cells(VeerOde *bridge, VeerGraph *graph, uint32_t mask)
{
    if (!bridge || bridge->cells) {
        return VEER_BAD_VALUE;
    }
    bridge->graph = graph;
    const VeerGraph *whole = graph_of(bridge);
    uint32_t count = whole ? veer_graph_node_count(whole) : 0;
    if (!are_balls(whole, count)) {
        return VEER_BAD_VALUE;
    }
    bridge->touching = calloc(count, sizeof *bridge->touching);
    bridge->counting = calloc(count, sizeof *bridge->counting);
    bridge->cells = bridge->touching && bridge->counting ? dHashSpaceCreate(NULL) : NULL;
    if (!bridge->cells) {
        veer_ode_cells_free(bridge);
        return VEER_OUT_OF_MEMORY;
    }
    bridge->cell_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        add_cell(bridge, whole, i, mask);
    }
    return VEER_OK;
}

uint32_t veer_ode_touching(const VeerOde *bridge, uint32_t node)
{
    return bridge && node < bridge->cell_count ? bridge->touching[node] : 0;
}

void veer_ode_cells_free(VeerOde *bridge)
{
    if (bridge->cells) {
        dSpaceDestroy(bridge->cells);
    }
    free(bridge->touching);
    free(bridge->counting);
    bridge->cells = NULL;
    bridge->touching = bridge->counting = NULL;
    bridge->cell_count = 0;
}
