/// The inside of reading maps of the Tiled editor.
#ifndef VEER_IO_MAP_TILED_H
#define VEER_IO_MAP_TILED_H

#include "io/json/json.h"
#include "veer/grid.h"

/// What the properties of a tile say.
typedef struct VeerTile {
    bool has_blocked, is_blocked; ///< says whether it is blocked, and what
    uint8_t cost;                 ///< 0: does not say
} VeerTile;

/// A map under reading.
typedef struct VeerTiled {
    VeerReader reader;
    VeerGrid *grid;         ///< a metre a cell, its lowest row first
    uint8_t *costs;         ///< costs[cells]
    uint32_t width, height; ///< cells
    double tile_width, tile_height;
    VeerTile *tiles; ///< tiles[tile_count]: by number, from 1
    uint32_t tile_count;
    bool is_marked; ///< something says whether it is blocked, or what it costs
} VeerTiled;

/// A number that must be there, from `lower` to `upper`.
bool veer_tiled_number(VeerTiled *tiled, const VeerNode *owner, const char *key, double lower,
                       double upper, double *out);
/// Whether a layer or an object says that it is blocked, by property, class or name; `out` stays
/// where it does not.
bool veer_tiled_blocked(VeerTiled *tiled, const VeerNode *owner, bool *out);
/// Whether a node is there, and says true.
static inline bool veer_tiled_is_true(const VeerNode *node)
{
    return node && node->kind == VEER_NODE_FLAG && node->value.flag;
}

/// The value of a custom property; NULL: there is none.
const VeerNode *veer_tiled_property(const VeerNode *owner, const char *name);

#endif
