/// What an agent senses, and which bodies near it does not, or that others do not avoid it.
#include "geom/touch.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/explain/explain.h"
#include "world/map/map.h"

/// A body as its senses take it.
typedef struct Bystander {
    VeerFound found;
    VeerVec3 offset, velocity; ///< m from the agent, m/s
    float radius, z, height;   ///< m
    float horizon;             ///< s that it looks ahead to avoid it
    uint32_t layer;
    bool is_ghost;
} Bystander;

/// The nearest body of each kind of silence, or the one that is there first.
typedef struct Silences {
    float farthest_agent, farthest_ball; ///< m, of those that it asks for; INFINITY: it gets all
    VeerFound found[VEER_REASON_KIND_COUNT]; ///< VEER_FOUND_NONE: none
    float value[VEER_REASON_KIND_COUNT];
} Silences;

static void note(Silences *silences, VeerReasonKind kind, const Bystander *body, float value)
{
    bool is_first = silences->found[kind].kind == VEER_FOUND_NONE;
    if (is_first || value < silences->value[kind]) {
        silences->found[kind] = body->found;
        silences->value[kind] = value;
    }
}

static bool is_sensed(const VeerExplaining *self, const VeerFound *body)
{
    bool is_obstacle = body->kind == VEER_FOUND_OBSTACLE;
    for (uint32_t i = 0; i < self->view.neighbour_count; i++) {
        const VeerNeighbour *neighbour = &self->view.neighbours[i];
        if (neighbour->id == body->id && neighbour->is_obstacle == is_obstacle) {
            return true;
        }
    }
    return false;
}

/// Whether their heights overlap; spatial: always.
static bool is_level(const VeerExplaining *self, const Bystander *body)
{
    const VeerAgentColumns *agent = &self->world->agent;
    float z = agent->position[self->slot].z;
    return self->world->def.space == VEER_SPATIAL ||
           (body->z <= z + agent->height[self->slot] && z <= body->z + body->height);
}

static bool is_target(const VeerExplaining *self, const VeerFound *body)
{
    const VeerAgentColumns *agent = &self->world->agent;
    bool is_agent = body->kind == VEER_FOUND_AGENT;
    uint8_t goal = is_agent ? VEER_GOAL_AGENT : VEER_GOAL_OBSTACLE;
    uint32_t slot = is_agent ? body->agent.slot : body->obstacle.slot;
    return agent->goal_kind[self->slot] == goal && agent->goal_target[self->slot].slot == slot;
}

/// Why a body that it would avoid is not in its view: too far away, behind too many others, or it
/// is the one that yields.
static void note_unseen(const VeerExplaining *self, const Bystander *body, bool is_near,
                        Silences *silences)
{
    const VeerAgentColumns *agent = &self->world->agent;
    bool is_agent = body->found.kind == VEER_FOUND_AGENT;
    float farthest = is_agent ? silences->farthest_agent : silences->farthest_ball;
    float own = agent->radius[self->slot];
    if (is_near && body->found.distance + own <= farthest) {
        note(silences, VEER_REASON_RIGHT_OF_WAY, body, body->found.distance);
        return;
    }
    VeerVec3 closing = sub3(agent->velocity[self->slot], body->velocity);
    float time = veer_time_to_touch3(body->offset, closing, own + body->radius);
    if (time <= body->horizon) {
        note(silences, is_near ? VEER_REASON_CROWDED_OUT : VEER_REASON_OUT_OF_RANGE, body, time);
    }
}

/// Why a body that it does not sense is not sensed, if that is worth telling.
static void note_silence(const VeerExplaining *self, const Bystander *body, Silences *silences)
{
    const VeerAgentColumns *agent = &self->world->agent;
    const VeerAvoidParams *avoid = &veer_profile(self->world, self->slot)->avoid;
    float own = agent->radius[self->slot], gap = body->found.distance;
    bool is_near = gap + own <= avoid->sense_range;
    if (!(body->layer & veer_profile(self->world, self->slot)->avoid_mask)) {
        if (is_near && !body->is_ghost) {
            note(silences, VEER_REASON_MASKED, body, gap);
        }
    } else if (!is_level(self, body)) {
        if (is_near) {
            note(silences, VEER_REASON_OTHER_HEIGHT, body, gap);
        }
    } else {
        note_unseen(self, body, is_near, silences);
    }
}

static void look_at(const VeerExplaining *self, const Bystander *body, Silences *silences)
{
    if (!is_sensed(self, &body->found) && !is_target(self, &body->found)) {
        note_silence(self, body, silences);
    }
}

/// Whether an agent near does not avoid the one that is explained.
static void note_ignorant(const VeerExplaining *self, const Bystander *body, Silences *silences)
{
    const VeerAgentColumns *agent = &self->world->agent;
    uint32_t slot = body->found.agent.slot;
    bool is_blind = veer_profile(self->world, slot)->model == VEER_AVOID_NONE ||
                    !(veer_profile(self->world, slot)->avoid_mask & agent->layer[self->slot]);
    float reach = body->found.distance + agent->radius[self->slot];
    if (is_blind && !agent->is_immovable[slot] && is_level(self, body) &&
        reach <= veer_profile(self->world, self->slot)->avoid.sense_range) {
        note(silences, VEER_REASON_IGNORED, body, body->found.distance);
    }
}

static Bystander agent_body(const VeerExplaining *self, uint32_t slot)
{
    const VeerAgentColumns *agent = &self->world->agent;
    return (Bystander){.found = veer_explain_agent(self, slot),
                       .offset = veer_world_offset(self->world, self->slot, agent->position[slot]),
                       .velocity = agent->velocity[slot],
                       .radius = agent->radius[slot],
                       .z = agent->position[slot].z,
                       .height = agent->height[slot],
                       .horizon = veer_profile(self->world, self->slot)->avoid.time_horizon,
                       .layer = agent->layer[slot]};
}

static Bystander ball_body(const VeerExplaining *self, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &self->world->obstacle;
    return (Bystander){
        .found = veer_explain_ball(self, slot),
        .offset = veer_world_offset(self->world, self->slot, obstacle->position[slot]),
        .velocity = obstacle->velocity[slot],
        .radius = obstacle->radius[slot],
        .z = obstacle->position[slot].z,
        .height = obstacle->height[slot],
        .horizon = veer_profile(self->world, self->slot)->avoid.time_horizon_obstacles,
        .layer = obstacle->layer[slot],
        .is_ghost = obstacle->is_ghost[slot]};
}

static void look_round(const VeerExplaining *self, Silences *silences)
{
    const VeerWorld *world = self->world;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        if (world->agent.is_alive[slot] && slot != self->slot) {
            Bystander body = agent_body(self, slot);
            look_at(self, &body, silences);
            note_ignorant(self, &body, silences);
        }
    }
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        if (world->obstacle.is_ball[slot]) {
            Bystander body = ball_body(self, slot);
            look_at(self, &body, silences);
        }
    }
}

/// How far away the last is that it asks for. Agents are asked for once more, as those in its view
/// are without who leaves it the right of way.
static Silences silences_of(const VeerExplaining *self)
{
    VeerNear near[VEER_MAX_NEIGHBOURS];
    VeerSensedNear nearest;
    uint32_t most = veer_profile(self->world, self->slot)->avoid.max_neighbours;
    float reach = self->world->scratch.reach[self->slot], clearance;
    VeerNearNotes notes = {&reach, &clearance, &nearest, INFINITY};
    uint32_t agents = veer_world_find_near(self->world, self->slot, NULL, near, &notes);
    uint32_t balls = self->sensed.ball_count;
    Silences silences = {.farthest_agent = INFINITY, .farthest_ball = INFINITY};
    if (agents == most) {
        silences.farthest_agent = most > 0 ? near[most - 1u].gap : -INFINITY;
    }
    if (balls == most) {
        silences.farthest_ball = most > 0 ? self->sensed.balls[most - 1u].gap : -INFINITY;
    }
    return silences;
}

/// The nearest chain, polygon or box that it does not sense by its mask.
static void note_walls(const VeerExplaining *self, Silences *silences)
{
    const VeerProfile *profile = veer_profile(self->world, self->slot);
    VeerWallQuery query = wall_query(self->world, self->slot, profile->avoid.sense_range);
    VeerNearWall near[VEER_MAX_WALLS];
    query.mask = ~profile->avoid_mask;
    query.crosses_map = true; // obstacles alone
    uint32_t count = veer_walls_near(self->world, &query, near);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = near[i].obstacle;
        if (!(self->world->obstacle.layer[slot] & profile->avoid_mask)) {
            Bystander body = {.found = veer_explain_ball(self, slot)};
            body.found.distance = near[i].distance - self->world->agent.radius[self->slot];
            note(silences, VEER_REASON_MASKED, &body, body.found.distance);
            return;
        }
    }
}

/// The limit of a reason about a body that it does not sense.
static float limit_of(const VeerAvoidParams *avoid, VeerReasonKind kind)
{
    return kind == VEER_REASON_OUT_OF_RANGE ? avoid->sense_range : (float)avoid->max_neighbours;
}

void veer_explain_senses(VeerExplaining *self)
{
    const VeerAgentColumns *agent = &self->world->agent;
    const VeerAvoidParams *avoid = &veer_profile(self->world, self->slot)->avoid;
    if (agent->is_immovable[self->slot]) {
        return;
    }
    if (veer_profile(self->world, self->slot)->model == VEER_AVOID_NONE) {
        veer_explain_say(self, VEER_REASON_NO_MODEL, 0.0f, 0.0f);
        return;
    }
    veer_explain_say(self, VEER_REASON_SENSES, (float)self->view.neighbour_count,
                     avoid->sense_range);
    if (self->view.wall_count > 0) {
        veer_explain_say(self, VEER_REASON_WALLS, (float)self->view.wall_count, 0.0f);
    }
    Silences silences = silences_of(self);
    note_walls(self, &silences);
    look_round(self, &silences);
    for (int kind = VEER_REASON_MASKED; kind <= VEER_REASON_IGNORED; kind++) {
        if (silences.found[kind].kind != VEER_FOUND_NONE) {
            veer_explain_body(self, (VeerReasonKind)kind, silences.found[kind],
                              silences.value[kind], limit_of(avoid, (VeerReasonKind)kind));
        }
    }
}
