/// Cities of blocks, lanes and avenues.
#include "io/maps/maps.h"

/// A city in the making.
typedef struct City {
    const VeerCitySpec *spec;
    VeerGrid *grid;
    VeerChance chance;
} City;

static int32_t width_of(VeerCellRect rect)
{
    return rect.upper.x - rect.lower.x;
}

static int32_t height_of(VeerCellRect rect)
{
    return rect.upper.y - rect.lower.y;
}

/// Builds on a block: all of it, or with a court that a gate leads to, or with a corner left out.
static void build(City *city, VeerCellRect block)
{
    int32_t side = veer_map_least(width_of(block), height_of(block)),
            lane = (int32_t)city->spec->lane;
    float drawn = veer_chance_unit(&city->chance);
    if (drawn < city->spec->squares) {
        return;
    }
    veer_grid_fill(city->grid, block, true);
    if (drawn < 0.35f && side > 5 * lane) {
        VeerCellRect court = {{block.lower.x + side / 4, block.lower.y + side / 4},
                              {block.upper.x - side / 4, block.upper.y - side / 4}};
        int32_t at = veer_map_draw(&city->chance, court.lower.x, court.upper.x - lane);
        VeerCellRect gate = {{at, block.lower.y}, {at + lane, court.lower.y}};
        veer_grid_fill(city->grid, court, false);
        veer_grid_fill(city->grid, gate, false);
    } else if (drawn < 0.6f) {
        int32_t cut_x = veer_map_draw(&city->chance, 1, width_of(block) / 2),
                cut_y = veer_map_draw(&city->chance, 1, side / 2);
        VeerCellRect corner = {{block.upper.x - cut_x, block.upper.y - cut_y}, block.upper};
        veer_grid_fill(city->grid, corner, false);
    }
}

/// How wide the street is that parts a rectangle: the larger, the wider.
static int32_t street_of(const City *city, int32_t length)
{
    int32_t avenue = (int32_t)city->spec->avenue, lane = (int32_t)city->spec->lane;
    int32_t whole = veer_map_most((int32_t)city->spec->width, (int32_t)city->spec->height);
    return lane + (avenue - lane) * veer_map_least(2 * length, whole) / whole;
}

/// Parts a rectangle by a street across its longer side, about its middle, until what is left is a
/// block. Each half is at most two thirds of the whole, so the recursion is shallow.
static void part(City *city, VeerCellRect rect)
{
    bool is_wide = width_of(rect) >= height_of(rect);
    int32_t length = is_wide ? width_of(rect) : height_of(rect);
    int32_t street = street_of(city, length);
    if (length <= (int32_t)city->spec->block || length < 3 * street) {
        build(city, rect);
        return;
    }
    int32_t lower = is_wide ? rect.lower.x : rect.lower.y;
    int32_t at = lower + veer_map_draw(&city->chance, length / 3, length - length / 3 - street);
    VeerCellRect first = rect, second = rect;
    if (is_wide) {
        first.upper.x = at;
        second.lower.x = at + street;
    } else {
        first.upper.y = at;
        second.lower.y = at + street;
    }
    part(city, first);
    part(city, second);
}

void veer_map_lay_city(const VeerCitySpec *spec, uint64_t seed, VeerGrid *grid)
{
    City city = {spec, grid, veer_chance_start(seed, VEER_FOR_MAP, 1, 0)};
    int32_t rim = (int32_t)spec->lane;
    VeerCellRect all = {{rim, rim}, {(int32_t)spec->width - rim, (int32_t)spec->height - rim}};
    if (width_of(all) > 0 && height_of(all) > 0) {
        part(&city, all);
    }
}
