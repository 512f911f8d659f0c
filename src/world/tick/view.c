/// Views: what one agent senses.
#include "math/vec.h"
#include "world/behave/behave.h"
#include "world/body/body.h"
#include "world/outline/outline.h"
#include "world/predict/predict.h"
#include "world/tick/batch.h"

#include "world/tick/deciding.h"
#include "world/traffic/traffic.h"

/// The agent that looks, as far as it matters to how it sees each other body.
typedef struct Looker {
    const VeerWorld *world;
    uint32_t slot;
    float weight;                       ///< see veer_yield_share, with its lead
    uint32_t layer, group;              ///< as the agent's
    uint32_t target_agent, target_ball; ///< slots of what it follows, and so does not avoid
    bool is_immovable;
    bool has_targets;   ///< agents of its list's groups, which it does not avoid either
    bool is_far;        ///< see VEER_FAR
    bool is_on_path;    ///< it goes by route, and is not there yet
    float radius;       ///< m
    VeerOutlineGap gap; ///< see veer_outline_gap
} Looker;

/// Whether an agent avoids the target that it follows: once it is there, where it need not touch
/// it to be there.
static bool keeps_off_target(const VeerWorld *world, uint32_t slot, float target_radius)
{
    const VeerAgentColumns *agent = &world->agent;
    return agent->status[slot] == VEER_AGENT_ARRIVED &&
           agent->goal_radius[slot] > agent->radius[slot] + target_radius;
}

/// The slot of the agent, or of the ball, that it follows and so does not avoid.
static uint32_t target_of(const VeerWorld *world, uint32_t slot, VeerGoalKind kind,
                          const uint32_t *generations, const float *radii)
{
    VeerAgentId target = world->agent.goal_target[slot];
    bool is_sought = world->agent.goal_kind[slot] == (uint8_t)kind &&
                     generations[target.slot] == target.generation &&
                     !keeps_off_target(world, slot, radii[target.slot]);
    return is_sought ? target.slot : VEER_NO_SLOT;
}

/// Fills *out field by field: a neighbour is made some ten times for each agent.
static void see_agent(const Looker *looker, uint32_t entry, VeerNeighbour *out)
{
    const VeerSeenAgent *other = &looker->world->scratch.seen[entry];
    const VeerCrowdBody *body = &looker->world->scratch.bodies[entry];
    // An agent that does not avoid it leaves all of the evasion to it, as does what cannot move.
    bool is_heeded = (looker->layer & body->heed) || looker->is_immovable;
    out->offset = veer_world_to_seen(looker->world, looker->slot, entry, looker->is_far);
    out->velocity =
        vec3(body->velocity_x, body->velocity_y, veer_world_seen_climb(looker->world, entry));
    out->radius = body->radius;
    out->share = is_heeded ? veer_yield_share(looker->weight, body->weight) : 1.0f;
    out->id = body->id;
    out->mass = 0.0f;
    out->is_obstacle = false;
    out->is_friend = looker->group == other->group && other->group != 0;
    out->is_avoiding = other->signal.is_avoiding;
    out->side = other->signal.side;
}

static VeerNeighbour ball_neighbour(const Looker *looker, uint32_t ball)
{
    const VeerObstacleColumns *obstacle = &looker->world->obstacle;
    return (VeerNeighbour){
        .offset = veer_world_to_ball(looker->world, looker->slot, ball, looker->is_far),
        .velocity = obstacle->velocity[ball],
        .radius = obstacle->radius[ball],
        .mass = obstacle->motion[ball] == VEER_MOTION_FREE ? obstacle->mass[ball] : 0.0f,
        .share = 1.0f,
        .id = ball,
        .is_obstacle = true,
    };
}

/// Whether nothing leads an agent past walls: no map, no squad.
static bool finds_path(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerGoalKind goal = (VeerGoalKind)agent->goal_kind[slot];
    return world->wall_count > 0 && !world->map.traits && world->def.space == VEER_PLANAR &&
           veer_goal_is_place(goal) && goal != VEER_GOAL_FORMATION &&
           !veer_agent_rests(agent, slot);
}

static Looker looker_of(const VeerWorld *world, uint32_t slot, const VeerSensed *sensed)
{
    const VeerAgentColumns *agent = &world->agent;
    return (Looker){
        .world = world,
        .slot = slot,
        .is_far = veer_is_far(agent->position[slot]),
        .weight = world->scratch.weight[slot] * veer_crowd_priority(world, slot),
        .layer = agent->layer[slot],
        .group = agent->group[slot],
        .target_agent = target_of(world, slot, VEER_GOAL_AGENT, agent->generation, agent->radius),
        .target_ball = target_of(world, slot, VEER_GOAL_OBSTACLE, world->obstacle.generation,
                                 world->obstacle.radius),
        .is_immovable = agent->is_immovable[slot],
        .has_targets = veer_world_has_targets(world, slot),
        .is_on_path = (world->map.head && world->map.routes.all[slot].remaining >= 0.0f) ||
                      veer_maze_has(world, slot),
        .radius = agent->radius[slot],
        .gap = sensed->gap,
    };
}

/// The one ahead on the same path yields less, the one behind more.
static void queue(const Looker *looker, uint32_t other, VeerNeighbour *place, VeerSensed *sensed)
{
    float share = veer_yield_share_on_routes(looker->world, looker->slot, other, place->share);
    sensed->is_queuing |= share > place->share;
    place->share = share;
}

static void add_agent(const Looker *looker, uint32_t entry, VeerSensed *sensed)
{
    const VeerSeenAgent *other = &looker->world->scratch.seen[entry];
    uint32_t slot = looker->world->agent_index->order[entry];
    VeerNeighbour *place = &sensed->neighbours[sensed->neighbour_count];
    see_agent(looker, entry, place);
    if (looker->is_on_path) {
        queue(looker, slot, place, sensed);
    }
    if (sensed->finds_path) {
        place->share = veer_yield_share_off_routes(&looker->gap, looker->radius + place->radius,
                                                   other, place->offset, place->share);
    }
    bool is_sought =
        slot == looker->target_agent ||
        (looker->has_targets && veer_world_is_target(looker->world, looker->slot, slot));
    sensed->neighbour_count += place->share > 0.0f && !is_sought;
}

/// A kinematic obstacle, as what its nearest point is: a ball without a radius.
static VeerNeighbour kinematic_neighbour(const Looker *looker, uint32_t slot,
                                         const VeerSensed *sensed)
{
    const VeerWorld *world = looker->world;
    uint32_t place = 0;
    while (sensed->kinematic[place] != slot) {
        place++;
    }
    VeerVec3 offset = sensed->nearest_points[place];
    VeerVec3 point = add3(world->agent.position[looker->slot], offset);
    return (VeerNeighbour){.offset = offset,
                           .velocity = veer_obstacle_velocity_at(world, slot, point),
                           .share = 1.0f,
                           .id = slot,
                           .is_obstacle = true};
}

static void add_ball(const Looker *looker, uint32_t ball, VeerSensed *sensed)
{
    sensed->neighbours[sensed->neighbour_count] = looker->world->obstacle.is_ball[ball]
                                                      ? ball_neighbour(looker, ball)
                                                      : kinematic_neighbour(looker, ball, sensed);
    sensed->neighbour_count += ball != looker->target_ball;
}

static VeerNearQuery sense_query(const VeerWorld *world, uint32_t slot, uint32_t except)
{
    const VeerAvoidParams *avoid = &veer_profile(world, slot)->avoid;
    return near_query(world, slot, except, avoid->sense_range, avoid->max_neighbours);
}

/// Where to look first: the answer is the same, and most of the search is saved.
static float first_range(const VeerAvoidParams *avoid, float reach)
{
    return reach != 0.0f && reach < avoid->sense_range ? reach : avoid->sense_range;
}

/// The nearest of what an agent senses, one at least.
static VeerSensedNear nearest_of(const VeerAvoidParams *avoid, const VeerNearFound *found)
{
    uint32_t count = found->count;
    bool is_full = count == avoid->max_neighbours;
    VeerSensedNear nearest = {.range = is_full ? found->farthest : avoid->sense_range};
    uint32_t kept = count < VEER_MAX_CONTACTS ? count : VEER_MAX_CONTACTS;
    for (uint32_t i = 0; i < kept; ++i) {
        nearest.entries[i] = found->entries[i * found->stride];
    }
    if (kept < VEER_MAX_CONTACTS) {
        nearest.entries[kept] = VEER_NO_SLOT;
    } else {
        nearest.range = INFINITY;
    }
    return nearest;
}

void veer_world_note_near(const VeerAvoidParams *avoid, const VeerNearFound *found,
                          const VeerNearNotes *notes)
{
    uint32_t count = found->count;
    bool is_full = count == avoid->max_neighbours && count > 0;
    *notes->reach = is_full ? max_f(found->farthest * 1.05f + 0.01f, 0.0f) : 0.0f;
    float range = avoid->max_neighbours > 0 ? avoid->sense_range : 0.0f;
    *notes->clearance = min_f(count > 0 ? found->nearest : range, notes->off);
    notes->nearest->range = 0.0f;
    if (count > 0 && found->nearest <= 2.0f * found->radius) {
        *notes->nearest = nearest_of(avoid, found);
    }
}

/// With the range that held enough of them in the last tick, and with the whole range where it
/// does not now.
uint32_t veer_world_find_near(const VeerWorld *world, uint32_t slot, const VeerVicinity *vicinity,
                              VeerNear near[VEER_MAX_NEIGHBOURS], const VeerNearNotes *notes)
{
    const VeerAvoidParams *avoid = &veer_profile(world, slot)->avoid;
    VeerNearQuery query = sense_query(world, slot, slot);
    float range = query.range;
    uint32_t count = VEER_VICINITY_CROWDED;
    query.range = first_range(avoid, *notes->reach);
    if (vicinity) {
        count = veer_vicinity_nearest(vicinity, &query, near);
    }
    if (count == VEER_VICINITY_CROWDED) {
        count = veer_index_nearest_entries(world->agent_index, &query, near);
    }
    if (count < query.limit && query.range < range) {
        query.range = range;
        count = veer_index_nearest_entries(world->agent_index, &query, near);
    }
    uint32_t entries[VEER_MAX_CONTACTS];
    for (uint32_t i = 0; i < count && i < VEER_MAX_CONTACTS; ++i) {
        entries[i] = near[i].index;
    }
    VeerNearFound found = {.count = count,
                           .nearest = count > 0 ? near[0].gap : 0.0f,
                           .farthest = count > 0 ? near[count - 1].gap : 0.0f,
                           .radius = world->agent.radius[slot],
                           .entries = entries,
                           .stride = 1};
    veer_world_note_near(avoid, &found, notes);
    return count;
}

bool veer_world_list_near(const VeerWorld *world, uint32_t own, const VeerVicinity *vicinity,
                          double *keys, uint32_t *count)
{
    const VeerDeciding *notes = &world->deciding[own];
    const VeerProfile *profile = &world->profiles[notes->profile];
    float range = profile->avoid.sense_range;
    VeerNearQuery query = {.centre = veer_world_seen_at(world, own),
                           .limit = profile->avoid.max_neighbours,
                           .mask = profile->avoid_mask,
                           .except = world->agent_index->order[own],
                           .height = notes->height};
    query.range = first_range(&profile->avoid, notes->reach);
    *count = veer_vicinity_list(vicinity, &query, own, keys);
    return *count != VEER_VICINITY_CROWDED && query.limit <= VEER_ORDER_MOST &&
           (*count >= query.limit || query.range >= range);
}

bool veer_world_gather(const VeerWorld *world, uint32_t begin, uint32_t end, VeerVicinity *vicinity)
{
    uint32_t limit = 0;
    float ranges[VEER_VICINITY_RUN];
    for (uint32_t i = begin; i < end; ++i) {
        const VeerDeciding *notes = &world->deciding[i];
        const VeerAvoidParams *avoid = &world->profiles[notes->profile].avoid;
        uint32_t most = avoid->max_neighbours;
        ranges[i - begin] = first_range(avoid, notes->reach);
        limit = most > limit ? most : limit;
    }
    if (!veer_vicinity_gather(vicinity, world->agent_index, begin, end, ranges, limit)) {
        return false;
    }
    for (uint32_t i = begin; i < end; ++i) {
        world->deciding[i].reach = ranges[i - begin];
    }
    return true;
}

/// Merges agents and balls, each near to far, into one list near to far.
static void sense_bodies(const VeerWorld *world, uint32_t slot, const VeerVicinity *vicinity,
                         VeerSensed *sensed)
{
    VeerNear agents[VEER_MAX_NEIGHBOURS];
    const VeerNear *balls = sensed->balls;
    Looker looker = looker_of(world, slot, sensed);
    VeerNearNotes notes = {&world->scratch.reach[slot], &world->scratch.clearance[slot],
                           &sensed->nearest, sensed->off};
    uint32_t agent_count = veer_world_find_near(world, slot, vicinity, agents, &notes);
    uint32_t ball = 0, ball_count = sensed->ball_count;
    sensed->neighbour_count = 0;
    sensed->is_queuing = false;
    for (uint32_t i = 0; i < agent_count; ++i) {
        for (; ball < ball_count && balls[ball].gap < agents[i].gap; ++ball) {
            add_ball(&looker, balls[ball].index, sensed);
        }
        add_agent(&looker, agents[i].index, sensed);
    }
    for (; ball < ball_count; ++ball) {
        add_ball(&looker, balls[ball].index, sensed);
    }
}

/// How far away an agent sees walls, m: as far as they can matter to its next velocity.
static float wall_range(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    float speed = agent->max_speed[slot] + world->wall_speed;
    return agent->radius[slot] + speed * veer_profile(world, slot)->avoid.time_horizon_obstacles;
}

/// Adds an obstacle to the balls that are sensed, where its nearest point has its place.
static void sense_kinematic(VeerSensed *sensed, const VeerNearWall *wall)
{
    for (uint32_t i = 0; i < sensed->kinematic_count; ++i) {
        if (sensed->kinematic[i] == wall->obstacle) {
            return;
        }
    }
    sensed->kinematic[sensed->kinematic_count] = wall->obstacle;
    sensed->nearest_points[sensed->kinematic_count++] = wall->offset;
    bool is_full = sensed->ball_count == VEER_MAX_NEIGHBOURS;
    if (is_full && sensed->balls[VEER_MAX_NEIGHBOURS - 1u].gap <= wall->distance) {
        return;
    }
    uint32_t place = is_full ? VEER_MAX_NEIGHBOURS - 1u : sensed->ball_count++;
    for (; place > 0 && sensed->balls[place - 1].gap > wall->distance; --place) {
        sensed->balls[place] = sensed->balls[place - 1];
    }
    sensed->balls[place] = (VeerNear){wall->obstacle, wall->distance};
}

static void sense_walls(const VeerWorld *world, uint32_t slot, VeerGridEdgeList *edges,
                        VeerSensed *sensed)
{
    VeerWallQuery query = wall_query(world, slot, wall_range(world, slot));
    query.edges = edges;
    VeerNearWall near[VEER_MAX_WALLS];
    sensed->wall_count = veer_walls_near(world, &query, near);
    sensed->off = min_f(sensed->off, sensed->wall_count > 0 ? near[0].distance : query.range);
    VeerVec3 centre = veer_world_flat(world, query.point);
    for (uint32_t i = 0; i < sensed->wall_count; ++i) {
        sensed->walls[i] = query.is_far
                               ? veer_walls_from(world, &query, &near[i])
                               : (VeerWall){sub3(near[i].a, centre), sub3(near[i].b, centre)};
    }
    for (uint32_t i = 0; i < sensed->wall_count && world->wall_speed > 0.0f; ++i) {
        uint32_t obstacle = near[i].obstacle;
        if (obstacle != VEER_NO_SLOT && veer_obstacle_is_kinematic(world, obstacle)) {
            sense_kinematic(sensed, &near[i]);
        }
    }
    if (world->map.head && world->map.routes.all[slot].opposed > 0) {
        sensed->wall_count = veer_keep_right_walls(world, slot, sensed->walls, sensed->wall_count);
    }
    if (sensed->wall_count < VEER_MAX_WALLS) {
        sensed->wall_count += veer_outline_middle(world, slot, &sensed->walls[sensed->wall_count]);
    }
}

/// From the agent to the place, or to the body, that it goes to; zero where it has no goal.
static VeerVec3 goal_offset(const VeerWorld *world, uint32_t slot, bool *has_goal)
{
    const VeerAgentColumns *agent = &world->agent;
    *has_goal = veer_goal_is_place((VeerGoalKind)agent->goal_kind[slot]);
    if (!*has_goal) {
        return (VeerVec3){0};
    }
    VeerVec3 goal =
        veer_route_is_on(world, slot) ? world->map.routes.all[slot].aim : agent->goal_point[slot];
    return veer_world_offset(world, slot, goal);
}

static VeerView view_of(const VeerWorld *world, uint32_t slot, const VeerSensed *sensed, float dt)
{
    const VeerAgentColumns *agent = &world->agent;
    bool has_goal;
    bool is_led = agent->behaviour_list[slot] == 0 && veer_outline_leads(world, slot);
    VeerVec3 goal = goal_offset(world, slot, &has_goal);
    return (VeerView){
        .space = world->def.space,
        .dt = dt,
        .id = agent->id[slot],
        .velocity = agent->velocity[slot],
        .heading = agent->heading[slot],
        .spin = agent->spin[slot],
        .radius = agent->radius[slot],
        .max_speed = agent->max_speed[slot],
        .preferred_speed = veer_agent_speed(world, slot),
        .stalled = agent->goal_stalled[slot],
        .max_acceleration = veer_profile(world, slot)->max_acceleration,
        .max_braking = veer_profile(world, slot)->max_braking,
        .max_turn_rate = veer_profile(world, slot)->max_turn_rate,
        .vehicle = veer_agent_vehicle(world, slot),
        .bounds = {sub3(world->def.bounds.lower, agent->position[slot]),
                   sub3(world->def.bounds.upper, agent->position[slot])},
        .neighbours = sensed->neighbours,
        .walls = sensed->walls,
        .targets = sensed->targets,
        .neighbour_count = sensed->neighbour_count,
        .wall_count = sensed->wall_count,
        .isa = world->def.isa,
        .memory = agent->memory[slot],
        .goal = goal,
        .bottleneck = sensed->bottleneck,
        .has_goal = has_goal,
        .has_path = is_led || veer_route_is_on(world, slot) || veer_foresight_is_on(world, slot),
        .finds_path = is_led,
    };
}

void veer_world_sense_obstacles(const VeerWorld *world, uint32_t slot, VeerGridEdgeList *edges,
                                VeerSensed *sensed)
{
    uint32_t balls;
    (void)veer_index_order(world->ball_index, &balls);
    sensed->ball_count = sensed->wall_count = sensed->kinematic_count = 0;
    sensed->finds_path = false;
    sensed->gap = (VeerOutlineGap){.side = 0};
    sensed->off = INFINITY;
    if (balls > 0) {
        VeerNearQuery query = sense_query(world, slot, VEER_NO_SLOT);
        sensed->ball_count = veer_index_nearest(world->ball_index, &query, sensed->balls);
        float range = query.limit > 0 ? query.range : 0.0f;
        sensed->off = sensed->ball_count > 0 ? sensed->balls[0].gap : range;
    }
    if (!veer_walls_are_none(world)) {
        sensed->finds_path = finds_path(world, slot);
        sensed->gap = veer_outline_gap_ahead(world, slot);
        sense_walls(world, slot, edges, sensed);
    }
    VeerVec2 bare = sensed->gap.offset;
    sensed->bottleneck =
        world->map.head ? veer_passage_ahead(world, slot) : vec3(bare.x, bare.y, 0.0f);
}

VeerView veer_world_view(const VeerWorld *world, uint32_t slot, float dt,
                         const VeerVicinity *vicinity, VeerSensed *sensed)
{
    sense_bodies(world, slot, vicinity, sensed);
    VeerView view = view_of(world, slot, sensed, dt);
    view.target_count = veer_world_targets(world, slot, &view, sensed->targets);
    return view;
}

VeerView veer_world_view_walls(const VeerWorld *world, uint32_t slot, float dt, VeerSensed *sensed)
{
    sensed->neighbour_count = 0;
    return view_of(world, slot, sensed, dt);
}
