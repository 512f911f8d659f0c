/// Brings the words of a window up to date where something changed.
#include "map/layers/window_sweep.h"

#include <string.h>

/// Advances the words of all cells by `by` ticks, 1 to 63.
static void shift_words(const VeerWindow *window, uint32_t by)
{
    size_t count = veer_window_cell_count(window);
    uint64_t *words = window->words;
    for (size_t i = 0; i < count; i++) {
        words[i] >>= by;
    }
}

/// Clears the words of the part of a row that lies in dirty tiles; `dirty` is of its tiles.
static void clear_row(const VeerWindow *window, const uint8_t *dirty, uint64_t *words)
{
    const uint32_t side = 1u << VEER_WINDOW_TILE_SHIFT;
    for (uint32_t tile = 0; tile < window->tiles_wide; tile++) {
        uint32_t begin = tile * side, left = window->def.width - begin;
        if (dirty[tile]) {
            memset(words + begin, 0, (left < side ? left : side) * sizeof *words);
        }
    }
}

static void clear_dirty(const VeerWindow *window)
{
    for (uint32_t z = 0; z < window->layers; z++) {
        for (uint32_t y = 0; y < window->def.height; y++) {
            uint32_t tiles =
                (z >> VEER_WINDOW_TILE_SHIFT) * window->tiles_high + (y >> VEER_WINDOW_TILE_SHIFT);
            size_t line = (size_t)z * window->def.height + y;
            clear_row(window, window->dirty + (size_t)tiles * window->tiles_wide,
                      window->words + line * window->def.width);
        }
    }
}

/// Adds one piece: all of it if it is new, else only the ticks that entered the window, and the
/// tiles that were cleared.
static void add_piece(const VeerWindow *window, VeerWindowPiece *piece, int32_t came)
{
    if (piece->is_fresh) {
        veer_window_sweep(window, piece, 0, VEER_WINDOW_TICKS, false);
        piece->is_fresh = false;
        return;
    }
    if (came > 0) {
        veer_window_sweep(window, piece, VEER_WINDOW_TICKS - came, VEER_WINDOW_TICKS, false);
    }
    if (window->is_dirty && came < VEER_WINDOW_TICKS) {
        veer_window_sweep(window, piece, 0, VEER_WINDOW_TICKS, true);
    }
}

void veer_window_commit(VeerWindow *window)
{
    if (!window) {
        return;
    }
    uint64_t passed = window->now - window->swept;
    int32_t came = passed < VEER_WINDOW_TICKS ? (int32_t)passed : VEER_WINDOW_TICKS;
    if (came == VEER_WINDOW_TICKS) {
        memset(window->words, 0, veer_window_cell_count(window) * sizeof *window->words);
    } else if (came > 0) {
        shift_words(window, (uint32_t)came);
    }
    if (window->is_dirty && came < VEER_WINDOW_TICKS) {
        clear_dirty(window);
    }
    for (uint32_t i = 0; i < window->def.sweep_count; i++) {
        if (window->pieces[i].is_there) {
            add_piece(window, &window->pieces[i], came);
        }
    }
    if (window->is_dirty) {
        size_t tiles = (size_t)window->tiles_wide * window->tiles_high * window->tiles_deep;
        memset(window->dirty, 0, tiles);
        window->is_dirty = false;
    }
    window->swept = window->now;
}
