/// Regular arrangements of cells.
#include "base/arena.h"
#include "math/vec.h"
#include "veer/graph.h"

enum { MAX_SIDE = 4096, MAX_NEIGHBOURS = 4 /* edges that a cell begins, to those after it */ };

#define ROW_OF_HEXES 0.8660254f // √3 / 2: from row to row, in pitches
#define HEX_CORNER 0.57735027f  // 1 / √3: from the middle to a corner, in widths

/// The arrays of a def.
typedef struct TilingArrays {
    VeerVec3 *nodes;
    uint32_t *first;
    VeerVec3 *corners;
    float *radii;
    VeerGraphEdge *edges;
} TilingArrays;

static bool is_good(const VeerTilingDef *tiling)
{
    return tiling && (uint32_t)tiling->kind < VEER_TILING_COUNT && tiling->columns > 0 &&
           tiling->columns <= MAX_SIDE && tiling->rows > 0 && tiling->rows <= MAX_SIDE &&
           is_finite3(tiling->first) && tiling->pitch > 0.0f && tiling->pitch <= VEER_WORLD_LIMIT &&
           tiling->size > 0.0f && tiling->size <= VEER_WORLD_LIMIT;
}

static uint32_t corner_count(VeerTiling kind)
{
    static const uint32_t counts[VEER_TILING_COUNT] = {4, 6, 0};
    return counts[kind];
}

static TilingArrays lay_out(VeerArena *arena, const VeerTilingDef *tiling)
{
    TilingArrays arrays;
    size_t cells = (size_t)tiling->columns * tiling->rows;
    arrays.nodes = veer_arena_take(arena, cells, sizeof *arrays.nodes);
    arrays.first = veer_arena_take(arena, cells + 1u, sizeof *arrays.first);
    arrays.corners =
        veer_arena_take(arena, cells * corner_count(tiling->kind), sizeof *arrays.corners);
    arrays.radii = veer_arena_take(arena, cells, sizeof *arrays.radii);
    arrays.edges = veer_arena_take(arena, MAX_NEIGHBOURS * cells, sizeof *arrays.edges);
    return arrays;
}

size_t veer_tiling_size(const VeerTilingDef *tiling)
{
    VeerArena arena = {NULL, 0};
    if (!is_good(tiling)) {
        return 0;
    }
    (void)lay_out(&arena, tiling);
    return arena.used;
}

static VeerVec3 middle_of(const VeerTilingDef *tiling, uint32_t x, uint32_t y)
{
    bool is_square = tiling->kind == VEER_TILING_SQUARES;
    float shift = !is_square && y % 2u ? 0.5f : 0.0f;
    float rise = is_square ? 1.0f : ROW_OF_HEXES;
    return vec3(tiling->first.x + ((float)x + shift) * tiling->pitch,
                tiling->first.y + (float)y * rise * tiling->pitch, tiling->first.z);
}

static void write_corners(const VeerTilingDef *tiling, VeerVec3 middle, VeerVec3 *corners)
{
    // In halves of the width along x; along y the same for squares, and for hexes in corners.
    static const float square[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const float hex[6][2] = {{0, -1}, {1, -0.5f}, {1, 0.5f},
                                    {0, 1},  {-1, 0.5f}, {-1, -0.5f}};
    bool is_square = tiling->kind == VEER_TILING_SQUARES;
    float half = 0.5f * tiling->size, rise = is_square ? half : HEX_CORNER * tiling->size;
    for (uint32_t i = 0; i < corner_count(tiling->kind); i++) {
        const float *at = is_square ? square[i] : hex[i];
        corners[i] = vec3(middle.x + at[0] * half, middle.y + at[1] * rise, middle.z);
    }
}

/// Joins a cell to those after it: to the right, and in the next row.
static uint32_t write_edges(const VeerTilingDef *tiling, uint32_t x, uint32_t y,
                            VeerGraphEdge *edges)
{
    bool is_square = tiling->kind == VEER_TILING_SQUARES;
    int32_t shift = y % 2u ? 0 : -1; // of the next row's two neighbours of a hex
    const int32_t around[MAX_NEIGHBOURS][2] = {
        {1, 0}, {is_square ? 0 : shift, 1}, {is_square ? 1 : shift + 1, 1}, {-1, 1}};
    uint32_t neighbours = is_square ? 4 : 3, count = 0;
    for (uint32_t i = 0; i < neighbours; i++) {
        int32_t to_x = (int32_t)x + around[i][0], to_y = (int32_t)y + around[i][1];
        if (to_x >= 0 && to_x < (int32_t)tiling->columns && to_y < (int32_t)tiling->rows) {
            edges[count++] =
                (VeerGraphEdge){.from = y * tiling->columns + x,
                                .to = (uint32_t)to_y * tiling->columns + (uint32_t)to_x};
        }
    }
    return count;
}

VeerStatus veer_tiling_graph(void *memory, const VeerTilingDef *tiling, VeerGraphDef *out)
{
    VeerArena arena = {memory, 0};
    if (!memory || !out || !is_good(tiling)) {
        return VEER_BAD_VALUE;
    }
    TilingArrays arrays = lay_out(&arena, tiling);
    VeerGraphDef def = veer_graph_def_default();
    uint32_t corners = corner_count(tiling->kind), node = 0;
    for (uint32_t y = 0; y < tiling->rows; y++) {
        for (uint32_t x = 0; x < tiling->columns; x++, node++) {
            arrays.nodes[node] = middle_of(tiling, x, y);
            arrays.first[node] = node * corners;
            arrays.radii[node] = corners ? 0.0f : 0.5f * tiling->size;
            write_corners(tiling, arrays.nodes[node], &arrays.corners[(size_t)node * corners]);
            def.edge_count += write_edges(tiling, x, y, &arrays.edges[def.edge_count]);
        }
    }
    arrays.first[node] = node * corners;
    def.nodes = arrays.nodes;
    def.node_count = node;
    def.first = arrays.first;
    def.corners = arrays.corners;
    def.radii = arrays.radii;
    def.edges = arrays.edges;
    *out = def;
    return VEER_OK;
}
