/// Behave: what the behaviours of an agent's list make of its preferred velocity.
#include "world/behave/behave.h"

#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"

/// Balls that may serve as cover, the nearest.
#define MAX_COVERS 8u

/// An agent while its behaviours are put together.
typedef struct Behaving {
    const VeerWorld *world;
    const VeerBehaviourList *list;
    uint32_t slot;
    float settling; ///< s, as veer_world_settling_time
    float speed;    ///< m/s, preferred
    float braking, radius;
    VeerVec3 position, velocity, heading;
    VeerVec3 goal_velocity;
    VeerNear near[VEER_MAX_NEIGHBOURS]; ///< agents of any group
    uint32_t near_count;
    VeerMate room[VEER_MAX_NEIGHBOURS];
    VeerMates mates;  ///< those of its own, in the room
    bool has_targets; ///< which are not for its preferred velocity
} Behaving;

/// What one behaviour proposes.
typedef struct Proposal {
    VeerVec3 velocity; ///< m/s
    bool is_change;    ///< of the velocity it has, not a velocity by itself
    bool is_none;
} Proposal;

static Proposal propose(VeerVec3 velocity)
{
    return (Proposal){.velocity = velocity};
}

/// A zero velocity that means "nothing to do", not "stand".
static Proposal propose_if_any(VeerVec3 velocity)
{
    return (Proposal){.velocity = velocity, .is_none = dot3(velocity, velocity) == 0.0f};
}

static const Proposal no_proposal = {.is_none = true};

static VeerMate mate_of(const Behaving *self, uint32_t other)
{
    const VeerAgentColumns *agent = &self->world->agent;
    return (VeerMate){
        .offset = veer_world_offset(self->world, self->slot, agent->position[other]),
        .velocity = agent->velocity[other],
        .radius = agent->radius[other],
    };
}

/// The nearest agent of a group within a range. @return false: nobody
static bool find_nearest(const Behaving *self, const VeerBehaviour *behaviour, VeerMate *out)
{
    for (uint32_t i = 0; i < self->near_count; ++i) {
        uint32_t other = self->near[i].index;
        VeerMate mate = mate_of(self, other);
        if (self->world->agent.group[other] == behaviour->group &&
            length3(mate.offset) < behaviour->range) {
            *out = mate;
            return true;
        }
    }
    return false;
}

/// The agent that it follows. @return false: it follows none
static bool find_leader(const Behaving *self, VeerLeader *out)
{
    const VeerAgentColumns *agent = &self->world->agent;
    bool is_following = agent->goal_kind[self->slot] == VEER_GOAL_AGENT;
    uint32_t leader =
        is_following ? veer_agent_slot(self->world, agent->goal_target[self->slot]) : VEER_NO_SLOT;
    if (leader == VEER_NO_SLOT) {
        return false;
    }
    *out = (VeerLeader){veer_world_offset(self->world, self->slot, agent->position[leader]),
                        agent->velocity[leader], agent->heading[leader]};
    return true;
}

static Proposal wander(const Behaving *self, const VeerBehaviour *behaviour)
{
    VeerWander how = {
        .seed = self->world->def.seed,
        .id = self->world->agent.id[self->slot],
        .time = self->world->head->time,
        .period = behaviour->seconds,
        .angle = behaviour->angle,
    };
    bool is_spatial = self->world->def.space == VEER_SPATIAL;
    return propose(veer_steer_wander(&how, self->heading, self->speed, is_spatial));
}

static Proposal hunt(const Behaving *self, const VeerBehaviour *behaviour)
{
    VeerMate other;
    if (!find_nearest(self, behaviour, &other)) {
        return no_proposal;
    }
    bool is_pursuing = behaviour->kind == VEER_BEHAVIOUR_PURSUE;
    return propose(is_pursuing ? veer_steer_pursue(other.offset, other.velocity, self->speed)
                               : veer_steer_evade(other.offset, other.velocity, self->speed,
                                                  behaviour->range));
}

static Proposal hide(const Behaving *self, const VeerBehaviour *behaviour)
{
    const VeerWorld *world = self->world;
    VeerMate threat, covers[MAX_COVERS];
    VeerNear near[MAX_COVERS];
    if (!find_nearest(self, behaviour, &threat)) {
        return no_proposal;
    }
    VeerNearQuery query = near_query(world, self->slot, VEER_NO_SLOT, behaviour->range, MAX_COVERS);
    uint32_t count = veer_index_nearest(world->ball_index, &query, near);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t ball = near[i].index;
        covers[i] =
            (VeerMate){veer_world_offset(self->world, self->slot, world->obstacle.position[ball]),
                       world->obstacle.velocity[ball], world->obstacle.radius[ball]};
    }
    bool is_found;
    VeerVec3 place = veer_steer_hiding_place((VeerMates){covers, count}, threat.offset,
                                             self->radius, behaviour->distance, &is_found);
    return propose(is_found
                       ? veer_steer_arrive(place, self->speed, self->braking, self->settling)
                       : veer_steer_evade(threat.offset, threat.velocity, self->speed, INFINITY));
}

static Proposal go_with_leader(const Behaving *self, const VeerBehaviour *behaviour)
{
    VeerLeader leader;
    if (!find_leader(self, &leader)) {
        return no_proposal;
    }
    VeerVec3 preferred = behaviour->kind == VEER_BEHAVIOUR_SLOT
                             ? veer_steer_keep_slot(&leader, behaviour->point, self->speed,
                                                    self->braking, self->settling)
                             : veer_steer_follow_leader(&leader, behaviour->distance, self->speed,
                                                        self->braking, self->settling);
    return propose(veer_world_flat(self->world, preferred));
}

static Proposal follow_path(const Behaving *self, const VeerBehaviour *behaviour)
{
    const VeerProfile *profile = veer_profile(self->world, self->slot);
    const VeerBehaviourList *list = self->list;
    VeerVec3 points[VEER_MAX_PATH_POINTS];
    for (uint32_t i = 0; i < list->path_count; ++i) {
        points[i] = veer_world_offset(self->world, self->slot, list->path[i]);
    }
    VeerSteerPath path = {points, list->path_count, list->is_loop};
    VeerFollower follower = {
        .speed = self->speed,
        .braking = self->braking,
        .turn_rate = profile->max_turn_rate,
        .max_sideways = min_f(profile->max_acceleration, self->braking),
        .look_ahead = behaviour->distance,
        .dt = self->settling,
    };
    return propose(veer_steer_follow_path(&path, &follower));
}

static Proposal contain(const Behaving *self, const VeerBehaviour *behaviour)
{
    VeerBounds box = {sub3(behaviour->point, self->position),
                      sub3(behaviour->upper, self->position)};
    VeerVec3 turned = veer_steer_contain(box, self->velocity, self->speed, behaviour->seconds);
    turned = veer_world_flat(self->world, turned);
    VeerVec3 change = sub3(turned, self->velocity);
    return (Proposal){.velocity = turned, .is_none = dot3(change, change) == 0.0f};
}

static Proposal follow_wall(const Behaving *self, const VeerBehaviour *behaviour)
{
    VeerNearWall near[VEER_MAX_WALLS];
    VeerWallQuery query = wall_query(self->world, self->slot, behaviour->range);
    if (veer_walls_near(self->world, &query, near) == 0) {
        return no_proposal;
    }
    VeerVec3 nearest = veer_world_flat(self->world, near[0].offset);
    return propose(
        veer_steer_follow_wall(nearest, self->heading, behaviour->distance, self->speed));
}

static Proposal separate(const Behaving *self, const VeerBehaviour *behaviour)
{
    VeerVec3 push = veer_steer_separation(self->mates, self->radius, behaviour->range, self->speed);
    return (Proposal){.velocity = push, .is_change = true};
}

static Proposal cohere(const Behaving *self, const VeerBehaviour *behaviour)
{
    return propose_if_any(veer_steer_cohesion(self->mates, behaviour->range, self->speed));
}

static Proposal align(const Behaving *self, const VeerBehaviour *behaviour)
{
    return propose_if_any(veer_steer_alignment(self->mates, behaviour->range, self->speed));
}

static Proposal seek(const Behaving *self, const VeerBehaviour *behaviour)
{
    VeerVec3 offset = veer_world_offset(self->world, self->slot, behaviour->point);
    switch (behaviour->kind) {
    case VEER_BEHAVIOUR_SEEK:
        return propose(veer_steer_seek(offset, self->speed));
    case VEER_BEHAVIOUR_ARRIVE:
        return propose(veer_steer_arrive(offset, self->speed, self->braking, self->settling));
    default:
        return propose_if_any(veer_steer_flee(offset, self->speed, behaviour->range));
    }
}

static Proposal goal(const Behaving *self, const VeerBehaviour *behaviour)
{
    (void)behaviour;
    bool has_goal = self->world->agent.goal_kind[self->slot] != VEER_GOAL_NONE;
    return has_goal ? propose(self->goal_velocity) : no_proposal;
}

/// What a kind of behaviour proposes, and whether it looks for other agents within its range.
static const struct {
    Proposal (*propose)(const Behaving *self, const VeerBehaviour *behaviour);
    bool looks;
} kinds[] = {
    [VEER_BEHAVIOUR_GOAL] = {goal, false},
    [VEER_BEHAVIOUR_SEEK] = {seek, false},
    [VEER_BEHAVIOUR_ARRIVE] = {seek, false},
    [VEER_BEHAVIOUR_FLEE] = {seek, false},
    [VEER_BEHAVIOUR_WANDER] = {wander, false},
    [VEER_BEHAVIOUR_SEPARATION] = {separate, true},
    [VEER_BEHAVIOUR_COHESION] = {cohere, true},
    [VEER_BEHAVIOUR_ALIGNMENT] = {align, true},
    [VEER_BEHAVIOUR_PURSUE] = {hunt, true},
    [VEER_BEHAVIOUR_EVADE] = {hunt, true},
    [VEER_BEHAVIOUR_HIDE] = {hide, true},
    [VEER_BEHAVIOUR_SLOT] = {go_with_leader, false},
    [VEER_BEHAVIOUR_LEADER] = {go_with_leader, false},
    [VEER_BEHAVIOUR_PATH] = {follow_path, false},
    [VEER_BEHAVIOUR_CONTAIN] = {contain, false},
    [VEER_BEHAVIOUR_WALL] = {follow_wall, false},
    [VEER_BEHAVIOUR_QUEUE] = {NULL, false},
};

/// Asks once for all behaviours which agents are near, and tells the agent's own group apart.
static void look_around(Behaving *self)
{
    const VeerAgentColumns *agent = &self->world->agent;
    float range = -1.0f;
    for (uint32_t i = 0; i < self->list->behaviour_count; ++i) {
        const VeerBehaviour *behaviour = &self->list->behaviours[i];
        bool is_queue = behaviour->kind == VEER_BEHAVIOUR_QUEUE;
        float reach = is_queue ? 2.0f * behaviour->distance : behaviour->range;
        range = is_queue || kinds[behaviour->kind].looks ? max_f(range, reach) : range;
    }
    if (range < 0.0f) {
        return;
    }
    VeerNearQuery query =
        near_query(self->world, self->slot, self->slot, range + self->radius, VEER_MAX_NEIGHBOURS);
    query.mask = UINT32_MAX;
    self->near_count = veer_index_nearest(self->world->agent_index, &query, self->near);
    uint32_t group = agent->group[self->slot];
    for (uint32_t i = 0; i < self->near_count && group != 0; ++i) {
        uint32_t other = self->near[i].index;
        if (agent->group[other] == group && self->mates.count < self->list->max_mates) {
            self->room[self->mates.count++] = mate_of(self, other);
        }
    }
    self->mates.mates = self->room;
}

/// What a behaviour proposes; queues are about the velocity as a whole, targets for the model.
static Proposal proposal_of(const Behaving *self, const VeerBehaviour *behaviour)
{
    bool is_left = self->has_targets && veer_world_aims(self->world, self->slot, behaviour->kind);
    return kinds[behaviour->kind].propose && !is_left
               ? kinds[behaviour->kind].propose(self, behaviour)
               : no_proposal;
}

/// Whether nothing of its list but targets is for it.
static bool has_targets_only(const Behaving *self)
{
    bool is_any = false;
    for (uint32_t i = 0; i < self->list->behaviour_count; ++i) {
        is_any |= !veer_world_aims(self->world, self->slot, self->list->behaviours[i].kind);
    }
    return self->has_targets && !is_any;
}

/// What all behaviours together would change of the velocity.
static VeerVec3 change_of(const Behaving *self)
{
    const VeerBehaviourList *list = self->list;
    VeerSteerChange changes[VEER_MAX_BEHAVIOURS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->behaviour_count; ++i) {
        const VeerBehaviour *behaviour = &list->behaviours[i];
        Proposal proposal = proposal_of(self, behaviour);
        if (!proposal.is_none) {
            VeerVec3 change =
                proposal.is_change ? proposal.velocity : sub3(proposal.velocity, self->velocity);
            changes[count++] = (VeerSteerChange){change, behaviour->weight};
        }
    }
    return list->mode == VEER_BEHAVIOURS_PRIORITY
               ? veer_steer_prioritise(changes, count, self->speed)
               : veer_steer_blend(changes, count);
}

/// The preferred velocity, slowed down by the behaviours that queue.
static VeerVec3 queue(const Behaving *self, VeerVec3 preferred)
{
    VeerMate others[VEER_MAX_NEIGHBOURS];
    for (uint32_t i = 0; i < self->list->behaviour_count; ++i) {
        const VeerBehaviour *behaviour = &self->list->behaviours[i];
        if (behaviour->kind != VEER_BEHAVIOUR_QUEUE || behaviour->weight == 0.0f) {
            continue;
        }
        for (uint32_t k = 0; k < self->near_count; ++k) {
            others[k] = mate_of(self, self->near[k].index);
        }
        VeerMates mates = {others, self->near_count};
        preferred = veer_steer_queue(mates, self->radius, behaviour->distance, preferred);
    }
    return preferred;
}

float veer_world_settling_time(const VeerWorld *world, uint32_t slot, float dt)
{
    const VeerBehaviourList *list = veer_world_behaviours_of(world, slot);
    return list ? max_f(dt, 4.0f * list->response) : dt;
}

VeerVec3 veer_world_behave(const VeerWorld *world, uint32_t slot, VeerVec3 goal_velocity, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    Behaving self = {
        .world = world,
        .list = veer_world_behaviours_of(world, slot),
        .slot = slot,
        .settling = veer_world_settling_time(world, slot, dt),
        .speed = veer_agent_speed(world, slot),
        .braking = veer_profile(world, slot)->max_braking,
        .radius = agent->radius[slot],
        .position = agent->position[slot],
        .velocity = agent->velocity[slot],
        .heading = agent->heading[slot],
        .goal_velocity = goal_velocity,
        .has_targets = veer_world_has_targets(world, slot),
    };
    if (has_targets_only(&self)) {
        return (VeerVec3){0};
    }
    look_around(&self);
    float response = self.list->response;
    float part = response > dt ? dt / response : 1.0f;
    VeerVec3 preferred = along3(self.velocity, change_of(&self), part);
    return queue(&self, clamp_length3(preferred, self.speed));
}
