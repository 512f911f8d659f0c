/// The ground that squads look for places on: what stands, the map, and the host's own rule.
#include "math/vec.h"
#include "world/squad/base/map.h"
#include "world/squad/base/reach.h"
#include "world/squad/places/places.h"

static float clearance(void *context, VeerVec3 point)
{
    const VeerSquadGround *ground = context;
    const VeerSquadScratch *scratch = &ground->run->world->squad_scratch;
    float least = veer_squad_clearance(ground->run, point);
    for (uint32_t i = 0; i < ground->taken_count; ++i) {
        if (scratch->taken_radii[i] > 0.0f) {
            VeerVec3 offset = sub3(scratch->taken[i], point);
            least = min_f(least, length3(offset) - scratch->taken_radii[i]);
        }
    }
    return least;
}

static float floor_below(void *context, VeerVec3 point)
{
    return veer_squad_floor_below(((const VeerSquadGround *)context)->run, point);
}

static bool is_reachable(void *context, VeerVec3 point)
{
    const VeerSquadGround *ground = context;
    return veer_squad_map_reaches(ground->run, ground->region, point);
}

static bool is_seen(void *context, VeerVec3 from, VeerVec3 to)
{
    return veer_squad_is_seen(((const VeerSquadGround *)context)->run, from, to);
}

/// Whether a point is in the goal's region: a claim for all but the goal itself, which is in it.
static uint32_t is_off_region(void *context, VeerVec3 point)
{
    const VeerSquadGround *ground = context;
    return !veer_squad_map_reaches(ground->run, ground->goal_region, point);
}

static bool ask_host(void *context, const VeerPlaceProbe *probe)
{
    const VeerSquadGround *ground = context;
    const VeerWorld *world = ground->run->world;
    VeerSquadId squad = {ground->run->index, ground->run->squad->generation};
    return world->place_rule(world->place_context, squad, probe);
}

VeerPlaceDef veer_squad_place_def(VeerSquadGround *ground)
{
    const VeerSquadRun *run = ground->run;
    const VeerSquadRules *rules = &run->squad->rules;
    const VeerWorld *world = run->world;
    bool has_map = veer_squad_map(run), is_grounded = rules->max_drop > 0.0f;
    ground->goal_region = veer_squad_map_region(run, run->squad->goal);
    VeerPlaceDef def = veer_place_def_default();
    def.order = (VeerPlaceOrder)rules->search;
    def.space = is_grounded || world->def.space == VEER_PLANAR ? VEER_PLANAR : VEER_SPATIAL;
    def.goal = run->squad->goal;
    def.up = rules->up;
    def.ahead = run->squad->ahead;
    def.separation = rules->separation;
    def.radius = run->radius;
    def.max_drop = rules->max_drop;
    def.reach = rules->reach;
    def.waiting_reach = rules->waiting_reach;
    def.step = rules->step;
    def.sense.clearance = clearance;
    def.sense.is_reachable = has_map ? is_reachable : NULL;
    def.sense.floor_below = is_grounded ? floor_below : NULL;
    def.sense.region = has_map && rules->is_in_region ? is_off_region : NULL;
    def.sense.is_seen = rules->is_seen ? is_seen : NULL;
    def.sense.context = ground;
    def.rule = world->place_rule ? ask_host : NULL;
    def.rule_context = ground;
    def.taken = world->squad_scratch.taken;
    def.taken_count = ground->taken_count;
    return def;
}

VeerStatus veer_world_set_place_rule(VeerWorld *world, VeerSquadPlaceRule *rule, void *context)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->place_rule = rule;
        world->place_context = context;
    }
    return status;
}
