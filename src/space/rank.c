#include "space/rank.h"

const VeerRankLanes *veer_rank_lanes(VeerLanes lanes)
{
    static const VeerRankLanes *const tables[] = {VEER_LANES_EACH(veer_rank)};
    return tables[lanes];
}

bool veer_rank(float *gaps, uint32_t count, uint32_t *places)
{
    return veer_rank_lanes(veer_lanes())->rank(gaps, count, places);
}

/// Of the i-th, whose id is less than another's that claims the same place: those that come after
/// it make way. @return its place
static uint32_t make_way(const uint32_t *ids, uint32_t i, uint32_t first, uint32_t count,
                         uint32_t *places)
{
    uint32_t place = first + count;
    for (uint32_t j = 0; j < i; j++) {
        if (places[j] - first < count && ids[i] < ids[j]) {
            places[j]++;
            place--;
        }
    }
    return place;
}

void veer_rank_ties(const uint32_t *ids, uint32_t count, uint32_t *places)
{
    uint8_t claims[VEER_MAX_RANK] = {0}, last[VEER_MAX_RANK] = {0};
    // Those that claim one place lie from there on, in the order of their ids.
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = places[i], before = claims[first]++;
        if (before > 0 && ids[i] < ids[last[first]]) {
            places[i] = make_way(ids, i, first, before, places);
        } else {
            places[i] = first + before;
            last[first] = (uint8_t)i;
        }
    }
}
