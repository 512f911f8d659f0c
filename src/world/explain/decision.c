/// What an agent prefers, what avoidance makes of it and because of whom, and what its body can do.
/// Each is told by what would be without: a neighbour, walls, a limit.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/explain/explain.h"

/// Velocities that differ by no more than this part, or by this, m/s, are one.
#define SAME_PART 0.01f
#define SAME_SPEED 1e-3f
/// Who gets on at less than this part of what it prefers is held up.
#define HELD_UP_PART 0.5f
/// What takes this part off a difference, at least, is a reason for it.
#define RELIEF_PART 0.9f

static bool are_same(VeerVec3 a, VeerVec3 b)
{
    float scale = max_f(length3(a), length3(b));
    return length3(sub3(a, b)) <= max_f(SAME_PART * scale, SAME_SPEED);
}

// --- Avoidance ---

/// How far the decision is from the preferred velocity in a view, m/s.
static float change_in(const VeerExplaining *self, const VeerView *view)
{
    VeerAvoidResult result = veer_world_decide(self->world, self->slot, view);
    return length3(sub3(result.velocity, self->preferred));
}

/// The neighbour without whom the decision would be nearest to what it prefers.
/// @param change  m/s, with all of them @return VEER_FOUND_NONE: none alone makes a difference
static VeerFound find_cause(const VeerExplaining *self, float change)
{
    VeerNeighbour others[2 * VEER_MAX_NEIGHBOURS];
    VeerView view = self->view;
    uint32_t count = view.neighbour_count, best = count;
    float least = RELIEF_PART * change;
    view.neighbours = others;
    view.neighbour_count = count - 1u;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j + 1u < count; j++) {
            others[j] = self->view.neighbours[j < i ? j : j + 1u];
        }
        float without = change_in(self, &view);
        best = without < least ? i : best;
        least = min_f(least, without);
    }
    return best < count ? veer_explain_neighbour(self, &self->view.neighbours[best])
                        : (VeerFound){.kind = VEER_FOUND_NONE};
}

/// Says who keeps it from what it prefers, and from how much of it.
/// @param body  VEER_FOUND_NONE: several together
static void say_cause(VeerExplaining *self, VeerFound body, VeerVec3 preferred, VeerVec3 decided)
{
    float wanted = length3(preferred);
    float along = wanted > 0.0f ? max_f(dot3(decided, preferred) / wanted, 0.0f) : 0.0f;
    float aside = length3(sub3(decided, scale3(preferred, wanted > 0.0f ? along / wanted : 0.0f)));
    if (along < HELD_UP_PART * wanted) {
        veer_explain_body(self, VEER_REASON_HELD_UP, body, along, wanted);
    } else if (aside > wanted - along) {
        veer_explain_body(self, VEER_REASON_TURNS, body, aside, wanted);
    } else {
        veer_explain_body(self, VEER_REASON_SLOWS, body, along, wanted);
    }
}

/// Says what else keeps it from what it prefers than what it senses.
/// @param view  without all that it senses
/// @param most  m/s: a change that is no more than this is none
static void say_habit(VeerExplaining *self, VeerView *view, float most, VeerVec3 decided)
{
    VeerVec3 at = self->world->agent.position[self->slot];
    float wanted = length3(self->preferred);
    VeerVec3 ahead = view->bottleneck;
    view->bottleneck = (VeerVec3){0};
    if (dot3(ahead, ahead) > 0.0f && change_in(self, view) <= most) {
        veer_explain_place(self, VEER_REASON_BOTTLENECK, add3(at, ahead), length3(decided));
        return;
    }
    view->memory = (VeerAvoidMemory){0};
    bool is_remembered = change_in(self, view) <= most;
    veer_explain_say(self, is_remembered ? VEER_REASON_REMEMBERS : VEER_REASON_ITSELF,
                     length3(decided), wanted);
}

/// Says why the decision is not what it prefers: what would take most off the difference, of walls,
/// of the neighbours, of both together, and of what else it knows.
static void say_change(VeerExplaining *self, VeerVec3 preferred, VeerVec3 decided)
{
    VeerView alone = self->view, open = self->view, empty;
    float change = length3(sub3(decided, preferred)), most = RELIEF_PART * change;
    alone.neighbour_count = open.wall_count = 0;
    empty = alone;
    empty.wall_count = 0;
    float without_bodies = change_in(self, &alone), without_walls = change_in(self, &open);
    if (min_f(without_bodies, without_walls) <= most && without_walls < without_bodies) {
        veer_explain_say(self, VEER_REASON_WALLED_IN,
                         max_f(dot3(decided, unit3(preferred, (VeerVec3){0})), 0.0f),
                         length3(preferred));
    } else if (without_bodies <= most) {
        say_cause(self, find_cause(self, change), preferred, decided);
    } else if (change_in(self, &empty) <= most) {
        say_cause(self, (VeerFound){.kind = VEER_FOUND_NONE}, preferred, decided);
    } else {
        say_habit(self, &empty, most, decided);
    }
}

// --- The body ---

/// The limit without which the body would do best what was decided.
static VeerReasonKind find_limit(const VeerExplaining *self, const VeerMotionTick *tick,
                                 VeerVec3 decided, float *limit)
{
    static const VeerReasonKind kinds[] = {VEER_REASON_ACCELERATION, VEER_REASON_BRAKING,
                                           VEER_REASON_TURN_RATE};
    const float limits[] = {tick->limits->max_acceleration, tick->limits->max_braking,
                            tick->limits->max_turn_rate};
    VeerMotionState state = veer_agent_motion(self->world, self->slot);
    VeerReasonKind found = VEER_REASON_VEHICLE;
    float least =
        RELIEF_PART * length3(sub3(veer_motion_step(tick, state, decided).velocity, decided));
    for (int i = 0; i < 3; i++) {
        VeerMotionLimits freed = *tick->limits;
        *(i == 0   ? &freed.max_acceleration
          : i == 1 ? &freed.max_braking
                   : &freed.max_turn_rate) = INFINITY;
        VeerMotionTick without = {tick->vehicle, &freed, tick->dt};
        float left = length3(sub3(veer_motion_step(&without, state, decided).velocity, decided));
        found = left < least ? kinds[i] : found;
        *limit = left < least ? limits[i] : *limit;
        least = min_f(least, left);
    }
    return found;
}

static void say_body(VeerExplaining *self, VeerVec3 decided)
{
    VeerVehicleParams vehicle = veer_agent_vehicle(self->world, self->slot);
    VeerMotionLimits limits = veer_agent_limits(self->world, self->slot);
    VeerMotionTick tick = {&vehicle, &limits, self->dt};
    VeerMotionState state = veer_agent_motion(self->world, self->slot);
    VeerVec3 next = veer_motion_step(&tick, state, decided).velocity;
    if (!are_same(next, decided)) {
        float limit = 0.0f;
        VeerReasonKind kind = find_limit(self, &tick, decided, &limit);
        veer_explain_say(self, kind, length3(next), limit);
    }
    if (self->world->agent.is_knocked[self->slot]) {
        veer_explain_say(self, VEER_REASON_KNOCKED, 0.0f, 0.0f);
    }
}

/// The first body that it touched after the last step.
static void say_touch(VeerExplaining *self)
{
    const VeerWorld *world = self->world;
    for (uint32_t i = 0; i < world->head->pair_count; i++) {
        const VeerPair *pair = &world->pairs[i];
        bool is_first = pair->agent.slot == self->slot;
        if (pair->is_of_obstacles || (!is_first && pair->other_slot != self->slot) ||
            (!is_first && pair->is_obstacle)) {
            continue;
        }
        VeerFound body = pair->is_obstacle ? veer_explain_ball(self, pair->other_slot)
                                           : veer_explain_agent(self, is_first ? pair->other_slot
                                                                               : pair->agent.slot);
        veer_explain_body(self, VEER_REASON_TOUCHES, body, 0.0f, 0.0f);
        return;
    }
}

/// Its preferred velocity, or what its targets make of that: says how many.
static VeerVec3 find_preferred(VeerExplaining *self)
{
    VeerView view = self->view;
    if (view.target_count == 0) {
        return self->world->agent.preferred[self->slot];
    }
    veer_explain_say(self, VEER_REASON_TARGETS, (float)view.target_count, 0.0f);
    view.neighbour_count = view.wall_count = 0;
    return veer_world_decide(self->world, self->slot, &view).velocity;
}

void veer_explain_decision(VeerExplaining *self)
{
    const VeerAgentColumns *agent = &self->world->agent;
    if (agent->is_immovable[self->slot]) {
        return;
    }
    VeerVec3 preferred = self->preferred = find_preferred(self);
    bool is_resting = length3(preferred) <= SAME_SPEED;
    if (is_resting) {
        veer_explain_say(self, VEER_REASON_PREFERS_REST, 0.0f, 0.0f);
    } else {
        VeerVec3 end = add3(agent->position[self->slot], preferred);
        veer_explain_place(self, VEER_REASON_PREFERS, end, length3(preferred));
    }
    VeerVec3 decided = veer_world_decide(self->world, self->slot, &self->view).velocity;
    if (!are_same(decided, preferred)) {
        say_change(self, preferred, decided);
    } else if (!is_resting) {
        veer_explain_say(self, VEER_REASON_FREE, 0.0f, 0.0f);
    }
    say_body(self, decided);
    say_touch(self);
}
