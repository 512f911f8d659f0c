/// Which member of a squad gets which place: by path lengths, where a map stands between.
#include "geom/box.h"
#include "math/vec.h"
#include "world/squad/base/map.h"
#include "world/squad/base/reach.h"
#include "world/squad/places/places.h"

#include <string.h>

/// Members that look for exchanges along all pairs; more do without, where not everything is in the
/// open. Lines of sight for it: beyond that a place stands for those after it.
#define EXCHANGE_SIGHTS 4096u
/// More members than places, or the reverse, of so many or more: the least sum takes too long for
/// a tick.
#define MAX_UNEVEN 256u

/// m, in planar worlds in the plane.
static float distance(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to)
{
    return length3(veer_world_flat(run->world, sub3(to, from)));
}

static void add_points(const VeerVec3 *points, uint32_t count, VeerBounds *box)
{
    for (uint32_t i = 0; i < count; ++i) {
        *box = veer_boxes_join(*box, (VeerBounds){points[i], points[i]});
    }
}

/// Whether all of the box round members and places is free, so that none hides a place.
static bool is_open(const VeerSquadRun *run, uint32_t agent_count, uint32_t place_count)
{
    const VeerSquadScratch *scratch = &run->world->squad_scratch;
    VeerBounds box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    add_points(scratch->positions, agent_count, &box);
    add_points(scratch->formation, place_count, &box);
    float r = run->radius;
    VeerVec3 margin = {r, r, run->world->def.space == VEER_SPATIAL ? r : 0.0f};
    box.lower = sub3(box.lower, margin);
    box.upper = add3(box.upper, margin);
    return veer_squad_map_is_open(run, box);
}

static bool is_hidden(const VeerSquadRun *run, uint32_t agent_count, uint32_t place_count)
{
    uint32_t room = run->world->job_side;
    return veer_squad_map(run) && agent_count > 0 && place_count > 0 && agent_count <= room &&
           place_count <= room && !is_open(run, agent_count, place_count);
}

static void assign_straight(const VeerSquadRun *run, uint32_t agents, uint32_t places,
                            VeerAssignAim aim)
{
    const VeerSquadScratch *scratch = &run->world->squad_scratch;
    VeerAssignDef def = veer_squad_assign_def(run, agents, places);
    def.aim = aim;
    VeerStatus status =
        veer_assign(&def, scratch->assign_memory, scratch->assign_size, scratch->assigned, NULL);
    // What is refused leaves what was assigned before: places that are out of range are nobody's.
    for (uint32_t i = 0; status == VEER_BAD_VALUE && i < agents; ++i) {
        scratch->assigned[i] = VEER_NO_SLOT;
    }
}

/// The squad's aim, or the one that takes less than a tick's time.
static VeerAssignAim quick_aim(const VeerSquadRun *run, uint32_t agents, uint32_t places)
{
    bool is_slow = agents != places && agents >= MAX_UNEVEN && places >= MAX_UNEVEN;
    return is_slow ? VEER_ASSIGN_GREEDY : (VeerAssignAim)run->squad->rules.aim;
}

/// Puts those of the members asked first that can get to a region of the map. @return how many
static uint32_t put_able_first(const VeerSquadRun *run, uint32_t asked, uint32_t region)
{
    const VeerSquadScratch *scratch = &run->world->squad_scratch;
    uint32_t able = 0, others = 0;
    for (uint32_t i = 0; i < asked; ++i) {
        uint32_t slot = scratch->subset[i];
        VeerVec3 from = scratch->positions[i];
        if (veer_squad_map_leads(run, veer_squad_map_region(run, from), region)) {
            scratch->subset[able] = slot;
            scratch->positions[able++] = from;
        } else {
            scratch->assigned[others++] = slot;
        }
    }
    memcpy(scratch->subset + able, scratch->assigned, others * sizeof *scratch->assigned);
    return able;
}

void veer_squad_deal(const VeerSquadRun *run, uint32_t asked, uint32_t place_count, uint32_t region,
                     bool is_anew)
{
    if (!is_hidden(run, asked, place_count)) {
        assign_straight(run, asked, place_count, (VeerAssignAim)run->squad->rules.aim);
        return;
    }
    uint32_t able = put_able_first(run, asked, region);
    if (able > 0 && !veer_squad_job_begin(run, able, place_count, is_anew)) {
        assign_straight(run, able, place_count, quick_aim(run, able, place_count));
    }
    for (uint32_t i = able; i < asked; ++i) {
        run->world->squad_scratch.assigned[i] = VEER_NO_SLOT;
    }
}

/// Squares of distances where the place is seen. @return whether all are
static bool look(const VeerSquadRun *run, uint32_t count, float *cost)
{
    const VeerSquadScratch *scratch = &run->world->squad_scratch;
    uint32_t block = 1u + count * count / EXCHANGE_SIGHTS;
    bool is_all_seen = true;
    for (uint32_t a = 0; a < count; ++a) {
        VeerVec3 from = scratch->positions[a];
        bool is_seen = false;
        for (uint32_t s = 0; s < count; ++s) {
            if (s % block == 0) {
                uint32_t middle = s + block / 2u < count ? s + block / 2u : count - 1u;
                is_seen =
                    veer_squad_map_is_clear(run, from, scratch->formation[middle], run->radius);
                is_all_seen &= is_seen;
            }
            float length = distance(run, from, scratch->formation[s]);
            *cost++ = is_seen ? length * length : INFINITY;
        }
    }
    return is_all_seen;
}

bool veer_squad_exchange_costs(const VeerSquadRun *run, uint32_t count, const float **out)
{
    const VeerSquadScratch *scratch = &run->world->squad_scratch;
    *out = NULL;
    if (!is_hidden(run, count, count)) {
        return count <= run->world->job_side || !veer_squad_map(run);
    }
    if (count > VEER_SQUAD_EXCHANGE) {
        return false;
    }
    if (look(run, count, scratch->costs)) {
        return true;
    }
    for (uint32_t i = 0; i < count; ++i) {
        // Its own place is at least so far: no exchange makes the sum greater.
        float straight = distance(run, scratch->positions[i], scratch->formation[i]);
        scratch->costs[i * count + i] = straight * straight;
    }
    *out = scratch->costs;
    return true;
}
