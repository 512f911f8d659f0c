/// Routes that are straight, then diagonal, then straight, pulled tight: most short ones, and all
/// that are as short as if nothing were in the way.
///
/// In a band such a route is one bit of all rows between its ends, so that the ends of the portal
/// between two rows, the edge that both have in common there, are the nearest bits to it. Of the
/// ends that lie beyond a line from one point of the string to another, the string turns at that
/// which is farthest from the line: elsewhere it bends away from it. So it is found by halves, and
/// what holds no such end at all is a line of sight.
#include "plan/grid/pull.h"

#include <string.h>

enum { MAX_POINTS = 10 }; // of a string: each may look at all portals again

/// A point through a strip, whose portal i lies between rows i and i + 1; from the middle of the
/// band's first cell on: across, and along less that.
typedef struct Knot {
    int32_t across, along; ///< half cells
    int32_t portal;        ///< -1: the first end; the count: the other
} Knot;

/// Those ends of portals that a string may turn at.
typedef struct Turns {
    uint32_t count;
    struct {
        int32_t portal, along, side; ///< side: 1 or -1: strings pass it with more along, or less
    } at[2 * VEER_BAND_ROWS];
} Turns;

/// The bits from one to below another.
static inline uint64_t bits_between(int32_t from, int32_t end)
{
    return from < end ? (UINT64_C(1) << end) - (UINT64_C(1) << from) : 0;
}

/// Whether all that the route passes is free, both its ends included.
static bool is_free(const VeerStrip *strip)
{
    int32_t way = strip->way, end = strip->band.straight + 2;
    if (strip->band.rows == 0) {
        return (strip->first & bits_between(1, end)) == 0;
    }
    return (strip->first & bits_between(1, way + 3)) == 0 &&
           (strip->last & bits_between(way, end)) == 0 &&
           (strip->between & bits_between(way, way + 3)) == 0;
}

/// Finds the ends next to the route. What lies beyond both ends of the band is beyond no line.
static void find_ends(const VeerStrip *strip, Turns *turns)
{
    const uint64_t before = bits_between(2, strip->way + 1);
    const uint64_t after = bits_between(strip->way + 3, strip->band.straight + 2);
    uint32_t count = 0;
    int32_t rows = strip->all & (before | after) ? strip->band.rows : 0;
    for (int32_t i = 0; i < rows; i++) {
        if ((strip->portals[i] & (before | after)) == 0) {
            continue;
        }
        uint64_t low = strip->portals[i] & before, high = strip->portals[i] & after;
        if (low) {
            turns->at[count].portal = i;
            turns->at[count].side = 1;
            turns->at[count++].along = 2 * (int32_t)veer_bits_highest(low) - 2;
        }
        if (high) {
            turns->at[count].portal = i;
            turns->at[count].side = -1;
            turns->at[count++].along = 2 * (int32_t)veer_bits_lowest(high) - 4;
        }
    }
    turns->count = count;
}

/// Finds where the string from a to b turns. @return whether it does
static bool find_turn(const Turns *turns, Knot a, Knot b, Knot *turn)
{
    int32_t across = b.across - a.across, rise = b.along - a.along, worst = 0;
    for (uint32_t i = 0; i < turns->count; i++) {
        int32_t portal = turns->at[i].portal, along = turns->at[i].along;
        if (portal <= a.portal || portal >= b.portal) {
            continue;
        }
        int32_t beyond =
            turns->at[i].side * ((along - a.along) * across - (2 * portal + 1 - a.across) * rise);
        if (beyond > worst) {
            worst = beyond;
            *turn = (Knot){2 * portal + 1, along, portal};
        }
    }
    return worst > 0;
}

/// Finds all points of the string between the first and the last of two.
/// @param knots  knots[MAX_POINTS]
/// @return how many there are; 0: there is no room for them
static uint32_t find_knots(const VeerStrip *strip, Knot *knots)
{
    Turns turns;
    find_ends(strip, &turns);
    uint32_t count = 2;
    for (uint32_t i = 0; i + 1u < count;) {
        Knot turn;
        if (!find_turn(&turns, knots[i], knots[i + 1u], &turn)) {
            i++;
            continue;
        }
        if (count == MAX_POINTS) {
            return 0;
        }
        memmove(knots + i + 2, knots + i + 1, (count - i - 1u) * sizeof *knots);
        knots[i + 1u] = turn;
        count++;
    }
    return count;
}

bool veer_pull_strip(VeerPull *pull, const VeerStrip *strip)
{
    const VeerBand *band = &strip->band;
    Knot knots[MAX_POINTS];
    knots[0] = (Knot){0, 0, -1};
    knots[1] = (Knot){2 * band->rows, 2 * band->straight, band->rows};
    uint32_t count = find_knots(strip, knots);
    pull->is_turned = band->is_turned;
    for (uint32_t i = 0; i < count; i++) {
        const Knot *knot = &knots[band->is_back ? count - 1u - i : i];
        veer_pull_add(pull, (VeerHalfCell){2 * band->first + 1 + knot->along + knot->across,
                                           2 * band->row + 1 + band->down * knot->across});
    }
    return count > 0;
}

static bool is_in_order(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return (a <= b && b <= c && c <= d) || (a >= b && b >= c && c >= d);
}

/// Along, in a band.
static int32_t along_of(const VeerBand *band, VeerCell cell)
{
    return band->is_turned ? cell.y : cell.x;
}

static int32_t across_of(const VeerBand *band, VeerCell cell)
{
    return band->is_turned ? cell.x : cell.y;
}

/// After how many steps from the band's first end a route goes diagonal; -1: it is none that goes
/// along the band, then diagonally, then along it, and none of that back; either of the first and
/// the last may be missing.
static int32_t find_way(const VeerBand *band, const VeerCell *cells, uint32_t count)
{
    if (band->rows == 0) {
        return count == 2 ? 0 : -1;
    }
    VeerCell a = cells[0], b = cells[count - 1u];
    bool is_straight_first = count > 2 && across_of(band, cells[1]) == across_of(band, a);
    bool is_straight_last = count > 2u + is_straight_first;
    VeerCell begin = is_straight_first ? cells[1] : a,
             end = is_straight_last ? cells[count - 2u] : b;
    int32_t from = along_of(band, begin), to = along_of(band, end);
    if (count > 3u + is_straight_first || across_of(band, begin) != across_of(band, a) ||
        across_of(band, end) != across_of(band, b) || veer_band_distance(from, to) != band->rows ||
        !is_in_order(along_of(band, a), from, to, along_of(band, b))) {
        return -1;
    }
    return (band->is_back ? to : from) - band->first;
}

bool veer_pull_bent(VeerPull *pull)
{
    uint32_t count = pull->count;
    if (count < 2 || count > 4) {
        return false;
    }
    VeerStrip strip;
    strip.band = veer_band(pull->grid, pull->cells[0], pull->cells[count - 1u]);
    strip.way = find_way(&strip.band, pull->cells, count);
    if (!veer_band_fits(&strip.band) || strip.way < 0) {
        return false;
    }
    veer_strip_keep(&strip);
    return is_free(&strip) && veer_pull_strip(pull, &strip);
}
