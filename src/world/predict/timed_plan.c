/// Foresee: agents with foresight look whether their paths will be free, and plan where to be when.
#include "base/sort.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/predict/predict.h"

/// s: everyone looks so often, and aims so far ahead on its path.
#define LOOK_SECONDS 0.2f
/// Points ahead that a path is pulled straight to.
#define PULL_AHEAD 16u

static VeerVec3 place_of(const VeerWorld *world, uint32_t slot)
{
    return veer_world_flat(world, world->agent.position[slot]);
}

static float elapsed_of(const VeerWorld *world, const VeerForesight *own)
{
    return (float)(world->head->time - own->begun);
}

// --- Which agents look ---

static bool is_going(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return agent->is_alive[slot] && veer_foresight_is_on(world, slot) &&
           agent->goal_kind[slot] == VEER_GOAL_POINT && agent->status[slot] != VEER_AGENT_ARRIVED &&
           !agent->is_immovable[slot] && veer_agent_speed(world, slot) > 0.0f;
}

static bool is_goal_new(const VeerWorld *world, uint32_t slot)
{
    VeerVec3 old = world->foresight.agents[slot].goal, goal = world->agent.goal_point[slot];
    return old.x != goal.x || old.y != goal.y || old.z != goal.z;
}

static void forget(VeerForesight *own)
{
    own->count = 0;
    own->status = VEER_FORESIGHT_NONE;
    own->is_waiting = 0;
}

static void wait(const VeerWorld *world, VeerForesight *own)
{
    own->since = own->is_waiting ? own->since : world->head->tick;
    own->is_waiting = 1;
}

static VeerForesightKey key_of(const VeerWorld *world, uint32_t slot)
{
    return (VeerForesightKey){world->agent.radius[slot], veer_profile(world, slot)->avoid_mask};
}

static bool comes_first(const void *context, const void *a, const void *b)
{
    const VeerWorld *world = context;
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    VeerForesightKey key = key_of(world, first), other = key_of(world, second);
    if (key.radius != other.radius) {
        return key.radius < other.radius;
    }
    if (key.mask != other.mask) {
        return key.mask < other.mask;
    }
    const VeerForesight *one = &world->foresight.agents[first];
    const VeerForesight *two = &world->foresight.agents[second];
    if (one->is_waiting != two->is_waiting) {
        return one->is_waiting;
    }
    if (one->is_waiting && one->since != two->since) {
        return one->since < two->since;
    }
    return veer_agent_precedes(world, first, second);
}

/// The agents that look in this tick, by the window that they need, and of those that wait the
/// longest first.
static uint32_t fill_queue(VeerWorld *world, float dt)
{
    uint32_t count = 0;
    uint32_t ticks = dt < LOOK_SECONDS ? (uint32_t)(LOOK_SECONDS / dt) : 1u;
    bool is_turn = veer_world_turn(world) % ticks == 0;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        VeerForesight *own = &world->foresight.agents[slot];
        if (!is_going(world, slot)) {
            if (own->is_on && own->status != VEER_FORESIGHT_NONE) {
                forget(own);
            }
            continue;
        }
        if (is_goal_new(world, slot)) {
            forget(own);
            own->goal = world->agent.goal_point[slot];
            wait(world, own);
        }
        if (is_turn || own->is_waiting) {
            world->foresight.queue[count++] = slot;
        }
    }
    veer_sort(world->foresight.queue, count, sizeof(uint32_t), comes_first, world);
    return count;
}

// --- What they see ---

/// Whether the straight path to the goal is free, as far as the window looks ahead.
static bool is_straight_free(const VeerWorld *world, uint32_t slot)
{
    const VeerWindow *window = world->foresight.window;
    VeerVec3 from = place_of(world, slot);
    VeerVec3 offset = veer_world_offset(world, slot, world->agent.goal_point[slot]);
    float seconds = length3(offset) / veer_agent_speed(world, slot);
    float most = veer_window_def(window)->tick * (float)VEER_WINDOW_TICKS;
    float share = seconds > most ? most / seconds : 1.0f;
    VeerTimedPoint begin = {from, 0.0f}, end = {along3(from, offset, share), share * seconds};
    return veer_interval_sees(window, begin, end, 0.0f);
}

/// Whether its timed path still holds, from where it is now.
static bool is_path_good(const VeerWorld *world, uint32_t slot)
{
    const VeerForesight *own = &world->foresight.agents[slot];
    const VeerWindow *window = world->foresight.window;
    float elapsed = elapsed_of(world, own);
    VeerVec3 place = veer_interval_position(own->points, own->count, elapsed);
    float off = length3(sub3(place, place_of(world, slot)));
    float last = own->points[own->count - 1].time;
    bool is_over = own->is_cut ? elapsed >= 0.75f * last
                               : own->status == VEER_FORESIGHT_PARTIAL &&
                                     elapsed >= max_f(VEER_COMMITMENT_SECONDS, 0.5f * last);
    if (is_over || off > VEER_BESIDE_CELLS * veer_window_def(window)->cell_size) {
        return false;
    }
    for (uint32_t i = 1; i < own->count; ++i) {
        bool is_past = own->points[i].time <= elapsed;
        if (!is_past && !veer_interval_sees(window, own->points[i - 1], own->points[i], elapsed)) {
            return false;
        }
    }
    return true;
}

// --- Plans ---

static VeerWindowCell cell_near(const VeerWindow *window, VeerVec3 place)
{
    const VeerWindowDef *def = veer_window_def(window);
    VeerWindowCell cell = veer_window_cell_at(window, place);
    int32_t top = def->depth > 0 ? (int32_t)def->depth - 1 : 0;
    return (VeerWindowCell){clamp_i(cell.x, 0, (int32_t)def->width - 1),
                            clamp_i(cell.y, 0, (int32_t)def->height - 1), clamp_i(cell.z, 0, top)};
}

static bool is_same_cell(VeerWindowCell a, VeerWindowCell b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// The time at which it can be at a point if it goes there straight: at full speed where that is
/// safe, and to wait for the time that was planned too; else in the time that was planned; -1:
/// neither is safe.
static float straight_time(const VeerWindow *window, VeerTimedPoint from, VeerTimedPoint to,
                           float speed)
{
    float planned = to.time;
    VeerTimedPoint early = {to.position,
                            from.time + length3(sub3(to.position, from.position)) / speed};
    if (early.time < planned && veer_interval_sees(window, from, early, 0.0f) &&
        veer_interval_sees(window, early, to, 0.0f)) {
        return early.time;
    }
    return veer_interval_sees(window, from, to, 0.0f) ? planned : -1.0f;
}

/// Leaves out what it need not pass: from each point straight on to the last of the next ones that
/// can be reached so. @return how many are left; the room is for two of them each
static uint32_t pull(const VeerWindow *window, const VeerTimedPoint *points, uint32_t count,
                     float speed, VeerTimedPoint *out)
{
    uint32_t kept = 1;
    out[0] = points[0];
    for (uint32_t i = 0; i + 1 < count;) {
        uint32_t next = i + PULL_AHEAD < count - 1 ? i + PULL_AHEAD : count - 1;
        float time = straight_time(window, out[kept - 1], points[next], speed);
        while (time < 0.0f && next > i + 1) {
            --next;
            time = straight_time(window, out[kept - 1], points[next], speed);
        }
        if (time < 0.0f) {
            // As it was planned: where it is early, it waits.
            out[kept++] = points[i];
            time = points[next].time;
        }
        out[kept++] = (VeerTimedPoint){points[next].position, time};
        i = next;
    }
    return kept;
}

static void keep(VeerWorld *world, uint32_t slot, VeerStatus status, uint32_t count)
{
    VeerForesight *own = &world->foresight.agents[slot];
    VeerTimedPoint *points = world->foresight.points, *pulled = points + world->foresight.room;
    const VeerWindow *window = world->foresight.window;
    VeerVec3 goal = veer_world_flat(world, world->agent.goal_point[slot]);
    points[0].position = place_of(world, slot);
    VeerWindowCell last = veer_window_cell_at(window, points[count - 1].position);
    if (count > 1 && is_same_cell(last, veer_window_cell_at(window, goal))) {
        points[count - 1].position = goal;
    } else {
        status = VEER_PARTIAL;
    }
    own->plans++;
    if (status != VEER_OK && veer_route_is_on(world, slot)) {
        return; // a route leads further
    }
    count = pull(window, points, count, (1.0f - VEER_PLAN_SLACK) * veer_agent_speed(world, slot),
                 pulled);
    own->is_cut = count > VEER_FORESIGHT_POINTS;
    own->count = own->is_cut ? VEER_FORESIGHT_POINTS : count;
    for (uint32_t i = 0; i < own->count; ++i) {
        own->points[i] = pulled[i];
    }
    own->begun = world->head->time;
    own->status = status == VEER_OK ? VEER_FORESIGHT_WHOLE : VEER_FORESIGHT_PARTIAL;
}

/// Plans a timed path. @return what is left of the budget
static uint32_t plan(VeerWorld *world, uint32_t slot, uint32_t budget)
{
    VeerWorldForesight *foresight = &world->foresight;
    VeerIntervalQuery query = veer_interval_query_default();
    query.window = foresight->window;
    query.start = veer_window_cell_at(foresight->window, place_of(world, slot));
    query.goal =
        cell_near(foresight->window, veer_world_flat(world, world->agent.goal_point[slot]));
    query.speed = (1.0f - VEER_PLAN_SLACK) * veer_agent_speed(world, slot);
    uint32_t count = 0;
    forget(&foresight->agents[slot]);
    if (veer_interval_search_begin(foresight->search, &query) != VEER_OK) {
        return budget;
    }
    (void)veer_interval_search_run(foresight->search, budget);
    uint64_t spent = 1u + veer_interval_search_expansions(foresight->search);
    VeerStatus status =
        veer_interval_search_route(foresight->search, foresight->points, foresight->room, &count);
    if (status == VEER_OK || status == VEER_PARTIAL) {
        keep(world, slot, status, count);
    }
    return spent < budget ? budget - (uint32_t)spent : 0;
}

/// Whether what an agent does still holds.
static bool is_going_well(const VeerWorld *world, uint32_t slot)
{
    const VeerForesight *own = &world->foresight.agents[slot];
    switch ((VeerForesightStatus)own->status) {
    case VEER_FORESIGHT_STRAIGHT:
        return is_straight_free(world, slot);
    case VEER_FORESIGHT_WHOLE:
    case VEER_FORESIGHT_PARTIAL:
        return is_path_good(world, slot);
    default:
        return false;
    }
}

/// Takes the straight path where that is free, or else plans if it must. @return what is left of
/// the budget
static uint32_t decide(VeerWorld *world, uint32_t slot, uint32_t budget)
{
    VeerForesight *own = &world->foresight.agents[slot];
    if (is_straight_free(world, slot)) {
        forget(own);
        own->status = VEER_FORESIGHT_STRAIGHT;
        return budget;
    }
    return own->is_waiting && budget > 0 ? plan(world, slot, budget) : budget;
}

/// Has queue[count], which share a window, look and plan.
static void foresee(VeerWorld *world, VeerForesightKey key, const uint32_t *queue, uint32_t count)
{
    uint32_t budget = world->def.foresight.budget, unsure = 0;
    veer_foresight_build(world, key, false);
    for (uint32_t i = 0; i < count; ++i) {
        VeerForesight *own = &world->foresight.agents[queue[i]];
        if (!is_going_well(world, queue[i])) {
            wait(world, own);
        }
        unsure += own->is_waiting || own->status != VEER_FORESIGHT_STRAIGHT;
    }
    if (unsure == 0) {
        return;
    }
    veer_foresight_build(world, key, true);
    for (uint32_t i = 0; i < count; ++i) {
        const VeerForesight *own = &world->foresight.agents[queue[i]];
        if (own->is_waiting || own->status != VEER_FORESIGHT_STRAIGHT) {
            budget = decide(world, queue[i], budget);
        }
    }
}

void veer_stage_foresee(VeerWorld *world, float dt)
{
    if (!world->def.foresight.has_window) {
        return;
    }
    const uint32_t *queue = world->foresight.queue;
    uint32_t count = fill_queue(world, dt);
    for (uint32_t first = 0, last = 0; first < count; first = last) {
        VeerForesightKey key = key_of(world, queue[first]);
        while (last < count && veer_foresight_is_same(key_of(world, queue[last]), key)) {
            ++last;
        }
        foresee(world, key, queue + first, last - first);
    }
}

bool veer_foresight_velocity(const VeerWorld *world, uint32_t slot, float speed, float dt,
                             VeerVec3 *preferred)
{
    if (!veer_foresight_is_on(world, slot) ||
        world->foresight.agents[slot].status < VEER_FORESIGHT_WHOLE) {
        return false;
    }
    const VeerForesight *own = &world->foresight.agents[slot];
    float lead = max_f(LOOK_SECONDS, dt);
    float time = elapsed_of(world, own) + lead;
    bool is_whole = own->status == VEER_FORESIGHT_WHOLE && !own->is_cut;
    if (is_whole && time >= own->points[own->count - 1].time) {
        return false;
    }
    VeerVec3 aim = veer_interval_position(own->points, own->count, time);
    *preferred = clamp_length3(scale3(sub3(aim, place_of(world, slot)), 1.0f / lead), speed);
    return true;
}
