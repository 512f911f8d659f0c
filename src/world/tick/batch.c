#include "world/tick/batch.h"

#include "base/wide_bits.h"
#include "space/index.h"
#include "world/outline/outline.h"
#include "world/tick/deciding.h"
#include "world/traffic/traffic.h"

#include <string.h>

/// Whether it is before no passage of the map, and nothing but agents is in view.
static bool is_in_the_open(const VeerSensed *obstacles)
{
    if (!obstacles) {
        return true;
    }
    VeerVec3 bottleneck = obstacles->bottleneck;
    return obstacles->wall_count == 0 && obstacles->ball_count == 0 && bottleneck.x == 0.0f &&
           bottleneck.y == 0.0f;
}

/// Finds what walls and a bottleneck make of a decision. @return false: it is to be made alone, as
/// of those that keep right in a corridor, who look for those that come once they have decided
static bool prepare(const VeerAgentBatch *batch, const VeerWorld *world, uint32_t entry,
                    VeerSensed *obstacles, VeerCrowdCourse *course)
{
    uint32_t slot = world->agent_index->order[entry];
    if (obstacles->ball_count > 0 || world->def.space == VEER_SPATIAL ||
        veer_outline_is_met(world, slot)) {
        return false;
    }
    VeerView view = veer_world_view_walls(world, slot, batch->crowd.dt, obstacles);
    return veer_crowd_prepare(&view, &veer_profile(world, slot)->avoid,
                              veer_deciding_velocity(world, entry), course);
}

/// @param is_alone  it shares by what it is now, as views have it; else by what others see
static VeerCrowdAgent crowd_agent(const VeerWorld *world, uint32_t entry, bool is_alone)
{
    uint32_t slot = world->agent_index->order[entry];
    const VeerDeciding *notes = &world->deciding[entry];
    const VeerProfile *profile = &world->profiles[notes->profile];
    const VeerCrowdBody *body = &world->scratch.bodies[entry];
    return (VeerCrowdAgent){
        .velocity = vec3(body->velocity_x, body->velocity_y, veer_world_seen_climb(world, entry)),
        .preferred = veer_deciding_velocity(world, entry),
        .radius = body->radius,
        .max_speed = notes->max_speed,
        .braking = min_f(profile->max_braking, profile->max_acceleration),
        .jam = notes->jam,
        .sense_range = profile->avoid.sense_range,
        .time_horizon = profile->avoid.time_horizon,
        .max_neighbours = profile->avoid.max_neighbours,
        .id = body->id,
        .body = entry,
        .layer = world->agent_index->tags[entry].layers,
        .weight = is_alone ? world->scratch.weight[slot] * veer_crowd_priority(world, slot)
                           : body->weight,
    };
}

/// Whether it goes by route, and is not there yet.
static bool is_on_path(const VeerWorld *world, uint32_t slot)
{
    return world->map.head && world->map.routes.all[slot].remaining >= 0.0f;
}

/// The share of two past bare walls, of whom one is astray in a corridor.
static float share_astray(const VeerCrowdBatch *batch, const VeerWorld *world, uint32_t i,
                          uint32_t lane)
{
    const VeerSeenAgent *other = &world->scratch.seen[batch->other[i][lane]];
    VeerOutlineGap gap =
        veer_outline_gap_ahead(world, world->agent_index->order[batch->body[lane]]);
    VeerVec3 offset = {batch->offset_x[i][lane], batch->offset_y[i][lane], 0.0f};
    float reach = batch->radius[lane] + batch->other_radius[i][lane];
    return veer_yield_share_off_routes(&gap, reach, other, offset, batch->share[i][lane]);
}

/// Begins pairs of the lanes, as bits, that find their paths.
static void begin_pairs(const VeerCrowdBatch *batch, const VeerWorld *world, uint32_t lanes,
                        VeerYieldPairs *pairs)
{
    for (uint32_t lane = 0; lane < VEER_CROWD_LANES; lane++) {
        bool is_asked = lanes >> lane & 1u;
        uint32_t slot = is_asked ? world->agent_index->order[batch->body[lane]] : 0;
        VeerOutlineGap gap =
            is_asked ? veer_outline_gap_ahead(world, slot) : (VeerOutlineGap){.side = 0};
        veer_yield_set_gap(&pairs->own, lane, &gap);
        pairs->is_asked[lane] = is_asked;
    }
    pairs->radius = batch->radius;
    pairs->neighbour_count = batch->neighbour_count;
}

/// Sets the others of pairs: neighbours i, of lanes without one anybody.
static void set_others(const VeerCrowdBatch *batch, const VeerWorld *world, uint32_t i,
                       VeerYieldPairs *pairs)
{
    for (uint32_t lane = 0; lane < VEER_CROWD_LANES; lane++) {
        const VeerSeenAgent *other = &world->scratch.seen[batch->other[i][lane]];
        veer_yield_set_gap(&pairs->its, lane, &other->gap);
        pairs->is_resting[lane] = other->signal.is_resting;
    }
    pairs->offset_x = batch->offset_x[i];
    pairs->offset_y = batch->offset_y[i];
    pairs->other_radius = batch->other_radius[i];
}

/// By which of two goes first where lanes, as bits, find their paths.
static void share_off_routes(VeerCrowdBatch *batch, const VeerWorld *world, uint32_t lanes)
{
    VeerYieldPairs pairs;
    begin_pairs(batch, world, lanes, &pairs);
    const VeerYieldLanes *kernels = veer_yield_lanes(veer_lanes_of(world->def.isa));
    for (uint32_t i = 0; i < batch->most; i++) {
        set_others(batch, world, i, &pairs);
        uint32_t astray = kernels->shift(&pairs, i, batch->share[i]);
        for (; astray; astray &= astray - 1u) {
            uint32_t lane = veer_bits_lowest(astray);
            batch->share[i][lane] = share_astray(batch, world, i, lane);
        }
    }
}

static VeerYieldOnRoutes routes_of(const VeerCrowdBatch *batch, const VeerWorld *world,
                                   uint32_t lanes)
{
    VeerYieldOnRoutes pairs = {.routes = world->map.traffic.seen,
                               .own = batch->body,
                               .radius = batch->radius,
                               .neighbour_count = batch->neighbour_count};
    for (uint32_t lane = 0; lane < VEER_CROWD_LANES; lane++) {
        pairs.is_asked[lane] = (lanes >> lane & 1u) != 0;
    }
    return pairs;
}

/// The shares of the lanes, as bits, of neighbour i, whom routes do not tell in lanes. @return the
/// lanes that yield more
static uint32_t share_one_by_one(VeerCrowdBatch *batch, const VeerWorld *world, uint32_t i,
                                 uint32_t lanes)
{
    const uint32_t *order = world->agent_index->order;
    uint32_t more = 0;
    for (; lanes; lanes &= lanes - 1u) {
        uint32_t lane = veer_bits_lowest(lanes);
        if ((float)(int32_t)i < batch->neighbour_count[lane]) {
            float share = batch->share[i][lane];
            uint32_t slot = order[batch->body[lane]], other = order[batch->other[i][lane]];
            batch->share[i][lane] = veer_yield_share_on_routes(world, slot, other, share);
            more |= (uint32_t)(batch->share[i][lane] > share) << lane;
        }
    }
    return more;
}

/// By which of two goes first where lanes, as bits, go by route. @return the lanes that yield more
/// than by weights to any
static uint32_t share_on_routes(VeerCrowdBatch *batch, const VeerWorld *world, uint32_t lanes)
{
    const VeerYieldLanes *kernels = veer_yield_lanes(veer_lanes_of(world->def.isa));
    VeerYieldOnRoutes pairs = routes_of(batch, world, lanes);
    uint32_t more = 0;
    for (uint32_t i = 0; i < batch->most; i++) {
        VeerYieldBits bits = {0, lanes};
        if (pairs.routes) {
            pairs.its = batch->other[i];
            pairs.other_radius = batch->other_radius[i];
            bits = kernels->shift_on_routes(&pairs, i, batch->share[i]);
        }
        more |= bits.more | share_one_by_one(batch, world, i, bits.other);
    }
    return more;
}

/// Leaves out of what an agent sees those that yield all of an evasion to it.
static void leave_yielding(VeerCrowdBatch *batch, uint32_t lane)
{
    uint32_t seen = 0, count = (uint32_t)batch->neighbour_count[lane];
    for (uint32_t i = 0; i < count; i++) {
        bool is_seen = batch->share[i][lane] > 0.0f;
        if (is_seen && seen < i) {
            veer_crowd_batch_move(batch, lane, seen, i);
        }
        seen += is_seen;
    }
    veer_crowd_batch_close(batch, lane, seen);
}

void veer_agent_batch_fetch(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    veer_prefetch_read(&agent->preferred[slot]);
    veer_prefetch_read(&agent->profile[slot]);
    veer_prefetch_read(&agent->memory[slot]);
    veer_prefetch_read(&agent->height[slot]);
    veer_prefetch_read(&agent->max_speed[slot]);
    veer_prefetch_read(&agent->is_immovable[slot]);
    veer_prefetch_read(&agent->goal_kind[slot]);
    veer_prefetch_read(&agent->safe[slot]);
    veer_prefetch_read(&agent->is_avoiding[slot]);
    veer_prefetch_read(&agent->status[slot]);
    veer_prefetch_read(&world->scratch.reach[slot]);
    veer_prefetch_read(&world->scratch.clearance[slot]);
}

/// Where it is noted what a lane has near.
static VeerNearNotes notes_of(const VeerAgentBatch *batch, const VeerWorld *world, uint32_t lane)
{
    uint32_t entry = batch->crowd.body[lane];
    VeerDeciding *notes = &world->deciding[entry];
    return (VeerNearNotes){&notes->reach, &notes->clearance, &world->sensed_near[entry],
                           batch->off[lane]};
}

/// The nearest of an agent that is added, as keys of its lane.
static void find_near(VeerAgentBatch *batch, VeerWorld *world, uint32_t lane,
                      const VeerVicinity *vicinity)
{
    VeerNear near[VEER_MAX_NEIGHBOURS];
    double *keys = batch->order.keys[lane];
    uint32_t count, limit = (uint32_t)batch->crowd.max_neighbours[lane];
    if (vicinity && veer_world_list_near(world, batch->crowd.body[lane], vicinity, keys, &count)) {
        batch->listed |= 1u << lane;
        veer_crowd_batch_close(&batch->crowd, lane, count < limit ? count : limit);
        return;
    }
    VeerNearNotes notes = notes_of(batch, world, lane);
    count = veer_world_find_near(world, batch->slots[lane], vicinity, near, &notes);
    for (uint32_t i = 0; i < VEER_ORDER_MOST; i++) {
        keys[i] =
            i < count ? veer_order_key(near[i].gap, near[i].index) : veer_order_key(INFINITY, 0);
    }
    for (uint32_t i = VEER_ORDER_MOST; i < count; i++) {
        batch->crowd.other[i][lane] = near[i].index;
    }
    veer_crowd_batch_close(&batch->crowd, lane, count);
}

/// Whether a neighbour of a lane comes after the next one: as near, and of a greater id.
static bool is_after(const VeerAgentBatch *batch, uint32_t i, uint32_t lane)
{
    const VeerCrowdBody *bodies = batch->crowd.bodies;
    uint32_t id = bodies[batch->crowd.other[i][lane]].id;
    return batch->order.gaps[i][lane] == batch->order.gaps[i + 1u][lane] &&
           id > bodies[batch->crowd.other[i + 1u][lane]].id;
}

/// Parts equal gaps of a lane by ids.
static void part_equal(VeerAgentBatch *batch, uint32_t lane)
{
    for (uint32_t i = 1; i < VEER_ORDER_MOST; i++) {
        for (uint32_t j = i; j > 0 && is_after(batch, j - 1u, lane); j--) {
            uint32_t other = batch->crowd.other[j][lane];
            batch->crowd.other[j][lane] = batch->crowd.other[j - 1u][lane];
            batch->crowd.other[j - 1u][lane] = other;
        }
    }
}

/// Notes the nearest of a lane.
static void note_near(const VeerAgentBatch *batch, VeerWorld *world, uint32_t lane)
{
    uint32_t count = (uint32_t)batch->crowd.neighbour_count[lane];
    VeerNearFound found = {.count = count,
                           .nearest = batch->order.gaps[0][lane],
                           .farthest = count > 0 ? batch->order.gaps[count - 1u][lane] : 0.0f,
                           .radius = batch->crowd.radius[lane],
                           .entries = &batch->crowd.other[0][lane],
                           .stride = VEER_CROWD_LANES};
    VeerNearNotes notes = notes_of(batch, world, lane);
    uint16_t profile = world->deciding[batch->crowd.body[lane]].profile;
    veer_world_note_near(&world->profiles[profile].avoid, &found, &notes);
}

/// Sorts the nearest of all lanes.
static void sort_near(VeerAgentBatch *batch, const VeerOrderLanes *lanes)
{
    // One more than any wants: it may be as near as the last.
    uint32_t rows = batch->crowd.most < VEER_ORDER_MOST ? batch->crowd.most + 1u : VEER_ORDER_MOST;
    uint32_t equal = lanes->sort(&batch->order, rows, batch->crowd.other);
    for (; equal; equal &= equal - 1u) {
        part_equal(batch, veer_bits_lowest(equal));
    }
}

/// Finds the order of the nearest of all, and notes them.
static void find_order(VeerAgentBatch *batch, VeerWorld *world)
{
    if (batch->crowd.count > 0) {
        sort_near(batch, veer_order_lanes(veer_lanes_of(world->def.isa)));
    }
    for (uint32_t left = batch->listed; left; left &= left - 1u) {
        note_near(batch, world, veer_bits_lowest(left));
    }
    batch->listed = 0;
}

bool veer_agent_batch_add(VeerAgentBatch *batch, VeerWorld *world, uint32_t entry,
                          VeerSensed *obstacles, const VeerVicinity *vicinity)
{
    uint32_t slot = world->agent_index->order[entry];
    VeerCrowdCourse course;
    bool is_led = !is_in_the_open(obstacles);
    if (world->deciding[entry].kind != VEER_DECIDES_IN_BATCH ||
        (is_led && !prepare(batch, world, entry, obstacles, &course))) {
        return false;
    }
    bool finds_path = obstacles && obstacles->finds_path, is_routed = is_on_path(world, slot);
    bool is_alone = finds_path || is_routed;
    VeerCrowdAgent agent = crowd_agent(world, entry, is_alone);
    uint32_t lane = veer_crowd_batch_add(&batch->crowd, &agent);
    if (is_led) {
        veer_crowd_batch_lead(&batch->crowd, lane, &course);
    }
    batch->slots[lane] = slot;
    batch->off[lane] = obstacles ? obstacles->off : INFINITY;
    find_near(batch, world, lane, vicinity);
    batch->alone |= (uint32_t)is_alone << lane;
    batch->far |= (uint32_t)veer_is_far(veer_world_seen_at(world, entry)) << lane;
    batch->finding |= (uint32_t)finds_path << lane;
    batch->on_path |= (uint32_t)is_routed << lane;
    if (world->map.head) {
        world->map.routes.all[slot].is_queuing = false;
    }
    return true;
}

/// What is up and down, of the neighbours of all in space.
static void look_up(VeerCrowdBatch *batch, const VeerWorld *world)
{
    const VeerIndex *index = world->agent_index;
    for (uint32_t i = 0; i < batch->most; i++) {
        for (uint32_t lane = 0; lane < batch->count; lane++) {
            bool is_there = (float)(int32_t)i < batch->neighbour_count[lane];
            uint32_t entry = is_there ? batch->other[i][lane] : batch->body[lane];
            batch->offset_z[i][lane] = index->z[entry] - index->z[batch->body[lane]];
            batch->other_velocity_z[i][lane] = world->scratch.seen[entry].velocity_z;
        }
    }
}

/// Adds to the offsets of a lane what rounding took from places: see veer_world_between.
static void look_afar(VeerCrowdBatch *batch, const VeerWorld *world, uint32_t lane)
{
    const VeerSeenAgent *seen = world->scratch.seen;
    const VeerSeenAgent *own = &seen[batch->body[lane]];
    uint32_t count = (uint32_t)batch->neighbour_count[lane];
    for (uint32_t i = 0; i < count; i++) {
        const VeerSeenAgent *other = &seen[batch->other[i][lane]];
        VeerVec2 low = sub2(other->compensation, own->compensation);
        batch->offset_x[i][lane] += low.x;
        batch->offset_y[i][lane] += low.y;
        if (world->def.space == VEER_SPATIAL) {
            batch->offset_z[i][lane] += other->compensation_z - own->compensation_z;
        }
    }
}

/// All see their neighbours.
static void look(VeerAgentBatch *batch, VeerWorld *world)
{
    batch->crowd.bodies = world->scratch.bodies;
    find_order(batch, world);
    uint32_t alone = batch->alone | veer_crowd_batch_look(&batch->crowd);
    if (world->def.space == VEER_SPATIAL) {
        look_up(&batch->crowd, world);
    }
    for (uint32_t far = batch->far; far; far &= far - 1u) {
        look_afar(&batch->crowd, world, veer_bits_lowest(far));
    }
    if (batch->finding) {
        share_off_routes(&batch->crowd, world, batch->finding);
    }
    if (batch->on_path) {
        uint32_t queuing = share_on_routes(&batch->crowd, world, batch->on_path);
        for (; queuing; queuing &= queuing - 1u) {
            world->map.routes.all[batch->slots[veer_bits_lowest(queuing)]].is_queuing = true;
        }
    }
    for (; alone; alone &= alone - 1u) {
        leave_yielding(&batch->crowd, veer_bits_lowest(alone));
    }
}

void veer_agent_batch_open(VeerAgentBatch *batch, const VeerWorld *world, float dt)
{
    veer_crowd_batch_open(&batch->crowd);
    memset(&batch->order, 0, sizeof batch->order);
    batch->listed = batch->far = batch->alone = batch->finding = batch->on_path = 0;
    batch->edges.end[0] = 0;
    batch->edges.is_unused = false;
    batch->edges.pause = batch->edges.next_pause = 0;
    batch->crowd.dt = dt;
    batch->crowd.isa = world->def.isa;
    batch->crowd.space = world->def.space;
}

uint32_t veer_agent_batch_decide(VeerAgentBatch *batch, VeerWorld *world)
{
    look(batch, world);
    uint32_t strange = veer_crowd_batch_decide(&batch->crowd);
    for (uint32_t lane = 0; lane < batch->crowd.count; lane++) {
        if (!(strange >> lane & 1u)) {
            VeerAvoidResult result = veer_crowd_batch_result(&batch->crowd, lane);
            veer_deciding_answer(world, batch->crowd.body[lane], &result);
        }
    }
    batch->crowd.count = 0;
    batch->crowd.most = batch->crowd.most_walls = 0;
    batch->far = batch->alone = batch->finding = batch->on_path = 0;
    return strange;
}
