/// Whether the state of bodies holds: agents, obstacles, behaviour lists.
#include "math/vec.h"
#include "world/base/rules.h"
#include "world/body/body.h"

#include <string.h>

#define RULE(type, name, rule) VEER_COLUMN_RULE("agent", type, name, rule),
static const VeerStateRule agent_columns[] = {
    VEER_AGENT_COLUMNS(RULE, VEER_LEAVE_OUT) VEER_AGENT_SHARE_COLUMNS(RULE)
        VEER_AGENT_BODY_COLUMNS(RULE) VEER_AGENT_SLOT_COLUMNS(RULE)};
#undef RULE
static const VeerStateRules agent_rules = {agent_columns,
                                           sizeof agent_columns / sizeof(VeerStateRule)};
#define RULE(type, name, rule) VEER_COLUMN_RULE("obstacle", type, name, rule),
static const VeerStateRule obstacle_columns[] = {
    VEER_OBSTACLE_COLUMNS(RULE) VEER_OBSTACLE_BODY_COLUMNS(RULE) VEER_OBSTACLE_TURN_COLUMNS(RULE)};
#undef RULE
static const VeerStateRules obstacle_rules = {obstacle_columns,
                                              sizeof obstacle_columns / sizeof(VeerStateRule)};
#define MATTER_FIELDS(X, of, type)                                                                 \
    X(of, type, mass, WITHIN(0, (double)FLT_MAX))                                                  \
    X(of, type, restitution, WITHIN(0, 1))                                                         \
    X(of, type, friction, LENGTH)
VEER_STRUCT_RULES(matter_rules, "matter", VeerMatter, MATTER_FIELDS);
VEER_ARRAY_RULES(vertex_rules, "vertex", VeerVec3);
VEER_ARRAY_RULES(list_rules, "behaviour_list", VeerBehaviourListSlot);

// --- Agents ---

/// The def that would make an agent as it is now, but for its velocity.
static VeerAgentDef def_of(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerProfile *profile = veer_profile(world, slot);
    VeerAgentDef def = veer_agent_def_default();
    def.position = agent->position[slot];
    def.heading = agent->heading[slot];
    def.radius = agent->radius[slot];
    def.height = agent->height[slot];
    def.max_speed = agent->max_speed[slot];
    def.preferred_speed = agent->preferred_speed[slot];
    def.max_acceleration = profile->max_acceleration;
    def.max_braking = profile->max_braking;
    def.max_turn_rate = profile->max_turn_rate;
    def.vehicle = veer_agent_vehicle(world, slot);
    def.priority = agent->priority[slot];
    def.model = (VeerAvoidModel)profile->model;
    def.avoid = profile->avoid;
    return def;
}

static bool is_agent_def_good(const VeerAgentDef *def)
{
    VeerRefusal refusal = {.status = VEER_OK};
    veer_agent_def_need(&refusal, def);
    return refusal.status == VEER_OK;
}

/// The member of a def that no agent can have: the first that spoils the default one.
static const char *bad_agent_member(const VeerAgentDef *def)
{
    VeerAgentDef tried;
#define TRY(member)                                                                                \
    tried = veer_agent_def_default();                                                              \
    tried.member = def->member;                                                                    \
    if (!is_agent_def_good(&tried)) {                                                              \
        return "agent." #member;                                                                   \
    }
    TRY(position)
    TRY(radius)
    TRY(height)
    TRY(max_speed)
    TRY(preferred_speed)
    TRY(max_acceleration)
    TRY(max_braking)
    TRY(max_turn_rate)
    TRY(vehicle)
    TRY(priority)
#undef TRY
    return (unsigned)def->model < VEER_AVOID_MODEL_COUNT ? "agent.avoid" : "agent.model";
}

static bool agent_def_holds(const VeerWorld *world, uint32_t slot, VeerStateFault *fault)
{
    VeerAgentDef def = def_of(world, slot);
    return is_agent_def_good(&def) || veer_state_holds(false, bad_agent_member(&def), slot, fault);
}

static bool is_flat(const VeerWorld *world, VeerVec3 vector)
{
    return world->def.space == VEER_SPATIAL || vector.z == 0.0f;
}

/// Whether a goal that is a body names a slot; others may have been left there.
static bool is_target(const VeerWorld *world, uint32_t slot)
{
    uint32_t target = world->agent.goal_target[slot].slot;
    switch ((VeerGoalKind)world->agent.goal_kind[slot]) {
    case VEER_GOAL_AGENT:
        return target < world->head->agent_slot_count && target != slot;
    case VEER_GOAL_OBSTACLE:
        return target < world->head->obstacle_slot_count;
    default:
        return true;
    }
}

/// Whether it spins as its vehicle can: in planar worlds it must not leave the plane.
static bool has_own_spin(const VeerWorld *world, uint32_t slot)
{
    VeerVec3 spin = world->agent.spin[slot];
    VeerVec3 own =
        veer_agent_own_spin(world, (VeerVehicle)veer_profile(world, slot)->vehicle, spin);
    return own.x == spin.x && own.y == spin.y && own.z == spin.z;
}

static bool agent_values_hold(const VeerWorld *world, uint32_t slot, VeerStateFault *fault)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerVec3 velocity = agent->velocity[slot];
    uint8_t list = agent->behaviour_list[slot];
    bool has_list = list <= world->def.max_behaviour_lists &&
                    (list == 0 || world->behaviour_lists[list - 1u].is_alive);
    bool is_goal_flat =
        agent->goal_kind[slot] != VEER_GOAL_VELOCITY || is_flat(world, agent->goal_point[slot]);
    bool needs_squad = agent->goal_kind[slot] == VEER_GOAL_FORMATION;
    bool is_member = world->def.max_squads > 0 && world->member.squad[slot] > 0;
    return agent_def_holds(world, slot, fault) &&
           veer_state_holds(is_flat(world, velocity), "agent.velocity", slot, fault) &&
           veer_state_holds(has_own_spin(world, slot), "agent.spin", slot, fault) &&
           veer_state_holds(is_flat(world, agent->heading[slot]), "agent.heading", slot, fault) &&
           veer_state_holds(is_goal_flat, "agent.goal_point", slot, fault) &&
           veer_state_holds(has_list, "agent.behaviour_list", slot, fault) &&
           veer_state_holds(is_target(world, slot), "agent.goal_target", slot, fault) &&
           veer_state_holds(is_member || !needs_squad, "agent.goal_kind", slot, fault);
}

static bool has_profile(const VeerWorld *world, uint32_t slot, VeerStateFault *fault)
{
    uint32_t rows = veer_world_profile_capacity(&world->def), row = world->agent.profile[slot];
    bool has_one = row < rows && world->profiles[row].users > 0;
    return veer_state_holds(has_one, "agent.profile", slot, fault);
}

static bool agents_hold(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerStatePart columns = {&agent_rules, &world->agent, 0, world->def.max_agents, true};
    const VeerStateHead *head = world->head;
    uint32_t alive = 0, with_mass = 0;
    for (uint32_t slot = 0; slot < world->def.max_agents; ++slot) {
        bool is_used = slot < head->agent_slot_count;
        bool is_alive = is_used && world->agent.is_alive[slot] != 0;
        bool is_named = is_used == (world->agent.generation[slot] != 0);
        bool holds = is_alive ? veer_state_slot_holds(&columns, slot, fault) &&
                                    has_profile(world, slot, fault) &&
                                    agent_values_hold(world, slot, fault)
                              : veer_state_holds(veer_state_slot_is_empty(&columns, slot),
                                                 "agent.is_alive", slot, fault);
        if (!holds || !veer_state_holds(is_named, "agent.generation", slot, fault)) {
            return false;
        }
        alive += is_alive;
        with_mass += is_alive && veer_agent_has_mass(world, slot);
    }
    const VeerStatePart matter = {&matter_rules, world->matter, sizeof *world->matter,
                                  veer_world_matter_capacity(&world->def), true};
    for (uint32_t slot = 0; slot < matter.count; ++slot) {
        bool is_nothing = veer_state_slot_is_empty(&matter, slot);
        if (!veer_state_slot_holds(&matter, slot, fault) ||
            !veer_state_holds(is_nothing || world->agent.is_alive[slot], "matter.mass", slot,
                              fault)) {
            return false;
        }
    }
    VeerFreeList free = {"agent_free",
                         &world->agent.goal_target->slot,
                         sizeof *world->agent.goal_target,
                         world->agent.is_alive,
                         head->agent_free,
                         head->agent_slot_count,
                         head->agent_slot_count - alive};
    return veer_state_holds(head->agent_count == alive, "agent_count", alive, fault) &&
           veer_state_holds(head->mass_count == with_mass, "mass_count", 0, fault) &&
           veer_free_list_holds(&free, fault);
}

// --- Obstacles ---

static bool has_vertices(const VeerWorld *world, uint32_t slot)
{
    uint8_t shape = world->obstacle.shape[slot];
    return shape == VEER_SHAPE_CHAIN || shape == VEER_SHAPE_POLYGON;
}

/// The def that would make an obstacle as it is now.
static VeerObstacleDef obstacle_def_of(const VeerWorld *world, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = (VeerObstacleShape)obstacle->shape[slot];
    def.motion = (VeerObstacleMotion)obstacle->motion[slot];
    def.position = obstacle->position[slot];
    def.angle = obstacle->angle[slot];
    def.turn_rate = obstacle->turn_rate[slot];
    def.radius = obstacle->radius[slot];
    def.height = obstacle->height[slot];
    def.is_ghost = obstacle->is_ghost[slot] != 0;
    def.mass = obstacle->mass[slot];
    def.restitution = obstacle->restitution[slot];
    def.friction = obstacle->friction[slot];
    def.half_extents = obstacle->half_extents[slot];
    if (def.motion == VEER_MOTION_ORBIT) {
        def.orbit = obstacle->course[slot].orbit;
    } else if (def.motion == VEER_MOTION_FREE) {
        def.tether = obstacle->course[slot].tether;
    }
    def.vertices = world->vertices + obstacle->first_vertex[slot];
    def.vertex_count = obstacle->vertex_count[slot];
    return def;
}

/// Whether an obstacle can be made from a def.
static bool is_obstacle_good(const VeerObstacleDef *def, VeerSpace space)
{
    VeerRefusal refusal = {.status = VEER_OK};
    veer_obstacle_def_need(&refusal, def, space);
    return refusal.status == VEER_OK;
}

/// As bad_agent_member.
static const char *bad_obstacle_member(const VeerObstacleDef *def, VeerSpace space)
{
    VeerObstacleDef tried;
#define TRY(member)                                                                                \
    tried = veer_obstacle_def_default();                                                           \
    tried.member = def->member;                                                                    \
    if (!is_obstacle_good(&tried, space)) {                                                        \
        return "obstacle." #member;                                                                \
    }
    TRY(position)
    TRY(radius)
    TRY(height)
    TRY(mass)
    TRY(restitution)
    TRY(friction)
    TRY(motion)
#undef TRY
    if (def->is_ghost && def->shape == VEER_SHAPE_CHAIN) {
        return "obstacle.is_ghost";
    }
    switch (def->shape) {
    case VEER_SHAPE_BALL:
        return "obstacle.course";
    case VEER_SHAPE_BOX:
        return "obstacle.half_extents";
    default:
        return def->shape <= VEER_SHAPE_BOX ? "obstacle.first_vertex" : "obstacle.shape";
    }
}

static bool obstacle_values_hold(const VeerWorld *world, uint32_t slot, VeerStateFault *fault)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    uint32_t first = obstacle->first_vertex[slot], count = obstacle->vertex_count[slot];
    bool is_ball = obstacle->shape[slot] == VEER_SHAPE_BALL;
    bool are_there = first <= world->head->vertex_count &&
                     count <= world->head->vertex_count - first &&
                     (has_vertices(world, slot) || (count == 0 && first == 0));
    if (!veer_state_holds(are_there, "obstacle.vertex_count", slot, fault)) {
        return false;
    }
    VeerObstacleDef def = obstacle_def_of(world, slot);
    bool is_good = is_obstacle_good(&def, world->def.space);
    double epoch = obstacle->orbit_epoch[slot];
    bool is_timed = epoch >= 0.0 && epoch <= world->head->time;
    VeerVec3 velocity = obstacle->velocity[slot];
    bool is_body = obstacle->motion[slot] == VEER_MOTION_FREE;
    bool has_body = obstacle->restitution[slot] != 0.0f || obstacle->friction[slot] != 0.0f;
    const char *member = is_good ? NULL : bad_obstacle_member(&def, world->def.space);
    return veer_state_holds(is_good, member, slot, fault) &&
           veer_state_holds(obstacle->is_ball[slot] == is_ball, "obstacle.is_ball", slot, fault) &&
           veer_state_holds(obstacle->is_ghost[slot] || obstacle->sense_mask[slot] == 0,
                            "obstacle.sense_mask", slot, fault) &&
           veer_state_holds(is_body || !has_body, "obstacle.restitution", slot, fault) &&
           veer_state_holds(is_flat(world, velocity), "obstacle.velocity", slot, fault) &&
           veer_state_holds(is_timed, "obstacle.orbit_epoch", slot, fault);
}

/// What is counted of obstacles.
typedef struct Census {
    uint32_t alive, ghosts, vertices;
} Census;

/// Notes where an obstacle's vertices begin. @return false: another's begin there
static bool note_run(const VeerWorld *world, uint32_t slot)
{
    uint32_t first = world->obstacle.first_vertex[slot], count = world->obstacle.vertex_count[slot];
    bool is_first = count == 0 || world->vertex_runs[first] == 0;
    if (count > 0) {
        world->vertex_runs[first] = count;
    }
    return is_first;
}

/// Whether the noted vertices are stored one after the other, without gaps.
static bool are_runs_whole(const VeerWorld *world)
{
    uint32_t at = 0, count = world->head->vertex_count;
    while (at < count && world->vertex_runs[at] > 0) {
        at += world->vertex_runs[at];
    }
    return at == count;
}

static bool census_holds(const VeerWorld *world, Census found, VeerStateFault *fault)
{
    const VeerStateHead *head = world->head;
    VeerFreeList free = {"obstacle_free",
                         world->obstacle.next_free,
                         sizeof *world->obstacle.next_free,
                         world->obstacle.is_alive,
                         head->obstacle_free,
                         head->obstacle_slot_count,
                         head->obstacle_slot_count - found.alive};
    return veer_state_holds(head->obstacle_count == found.alive, "obstacle_count", 0, fault) &&
           veer_state_holds(are_runs_whole(world), "obstacle.first_vertex", 0, fault) &&
           veer_state_holds(head->ghost_count == found.ghosts, "ghost_count", 0, fault) &&
           veer_state_holds(head->vertex_count == found.vertices, "vertex_count", 0, fault) &&
           veer_free_list_holds(&free, fault);
}

static bool obstacle_holds(const VeerWorld *world, const VeerStatePart *columns, uint32_t slot,
                           Census *found, VeerStateFault *fault)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    bool is_used = slot < world->head->obstacle_slot_count;
    bool is_named = is_used == (obstacle->generation[slot] != 0);
    if (!veer_state_holds(is_named, "obstacle.generation", slot, fault)) {
        return false;
    }
    if (!is_used || !obstacle->is_alive[slot]) {
        bool is_empty = veer_state_slot_is_empty(columns, slot);
        return veer_state_holds(is_empty, "obstacle.is_alive", slot, fault);
    }
    if (!veer_state_slot_holds(columns, slot, fault) || !obstacle_values_hold(world, slot, fault)) {
        return false;
    }
    found->alive++;
    found->ghosts += obstacle->is_ghost[slot];
    found->vertices += obstacle->vertex_count[slot];
    return veer_state_holds(note_run(world, slot), "obstacle.first_vertex", slot, fault);
}

static bool obstacles_hold(const VeerWorld *world, VeerStateFault *fault)
{
    uint32_t count = world->def.max_obstacles;
    const VeerStatePart columns = {&obstacle_rules, &world->obstacle, 0, count, false};
    Census found = {0};
    memset(world->vertex_runs, 0, world->head->vertex_count * sizeof *world->vertex_runs);
    for (uint32_t slot = 0; slot < count; ++slot) {
        if (!obstacle_holds(world, &columns, slot, &found, fault)) {
            return false;
        }
    }
    return census_holds(world, found, fault);
}

bool veer_bodies_check(const VeerWorld *world, VeerStateFault *fault)
{
    return veer_profiles_check(world, fault) && agents_hold(world, fault) &&
           veer_profiles_count(world, fault) && obstacles_hold(world, fault) &&
           veer_lifetimes_check(world, fault) && veer_behaviours_check(world, fault);
}

void veer_bodies_parts(const VeerWorld *world, VeerStateParts *parts)
{
    const VeerWorldDef *def = &world->def;
    veer_state_add_of_agents(parts, &agent_rules, &world->agent, 0, def->max_agents);
    veer_profiles_parts(world, parts);
    veer_state_add(parts, &obstacle_rules, &world->obstacle, 0, def->max_obstacles);
    veer_state_add_of_agents(parts, &matter_rules, world->matter, sizeof *world->matter,
                             veer_world_matter_capacity(def));
    veer_lifetimes_parts(world, parts);
    veer_state_add(parts, &vertex_rules, world->vertices, sizeof *world->vertices,
                   def->max_wall_vertices);
    veer_state_add(parts, &list_rules, world->behaviour_lists, sizeof *world->behaviour_lists,
                   def->max_behaviour_lists);
}
