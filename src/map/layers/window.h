/// The internals of space-time windows, for planners.
#ifndef VEER_MAP_LAYERS_WINDOW_H
#define VEER_MAP_LAYERS_WINDOW_H

#include "base/bitmap.h"
#include "veer/window.h"

/// One straight piece of a body's trajectory, in cells and ticks.
typedef struct VeerWindowPiece {
    float position[3]; ///< at `since`, extrapolated to before `begin`
    float velocity[3];
    float radius;
    float begin, end; ///< since `since`
    uint64_t since;   ///< the window's tick
    bool is_there;
    bool is_fresh; ///< not in the words yet
} VeerWindowPiece;

struct VeerWindow {
    VeerWindowDef def;
    uint32_t layers; ///< of cells along z: at least 1
    uint64_t now;
    uint64_t swept;          ///< the tick that the words are as of
    uint64_t *words;         ///< words[layers * height * width], without static cells
    VeerBitmap fixed;        ///< line veer_window_line(y, z)
    VeerWindowPiece *pieces; ///< pieces[def.sweep_count]
    uint32_t tiles_wide, tiles_high, tiles_deep;
    uint8_t *dirty; ///< dirty[tiles]: its words are out of date
    bool is_dirty;
};

#define VEER_WINDOW_TILE_SHIFT 4 ///< 16 cells along each axis

/// The line of `fixed` that holds the cells of a row; y and z from -1 to one behind the last, where
/// all is blocked.
static inline int32_t veer_window_line(const VeerWindow *window, int32_t y, int32_t z)
{
    return (z + 1) * ((int32_t)window->def.height + 1) + y;
}

static inline size_t veer_window_cell_count(const VeerWindow *window)
{
    return (size_t)window->def.width * window->def.height * window->layers;
}

/// The number of a cell that lies in the window.
static inline uint32_t veer_window_node(const VeerWindow *window, VeerWindowCell cell)
{
    uint32_t line = (uint32_t)cell.z * window->def.height + (uint32_t)cell.y;
    return line * window->def.width + (uint32_t)cell.x;
}

static inline VeerWindowCell veer_window_node_cell(const VeerWindow *window, uint32_t node)
{
    uint32_t line = node / window->def.width;
    return (VeerWindowCell){(int32_t)(node % window->def.width),
                            (int32_t)(line % window->def.height),
                            (int32_t)(line / window->def.height)};
}

#endif
