// Any sequence of calls to a world: every status is one of the list, every state stays finite and
// within its limits, and a rollback repeats the same bits.
#include "input.h"

#include "veer/event.h"
#include "veer/veer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 12, OBSTACLES = 8, VERTICES = 24, MAX_STEPS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Session {
    Input input;
    VeerWorld *world;
    VeerAgentId agents[AGENTS];
    VeerObstacleId obstacles[OBSTACLES];
    int steps;
} Session;

static void require(bool is_true)
{
    if (!is_true) {
        abort();
    }
}

static uint32_t word(Input *input)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        value = value << 8 | byte(input);
    }
    return value;
}

// Mostly numbers of the size that worlds are made of; sometimes any bits at all.
static float number(Input *input)
{
    uint8_t kind = byte(input);
    if (kind < 200) {
        return (float)((int)byte(input) - 128) / (kind < 100 ? 16.0f : 1.0f);
    }
    uint32_t bits = word(input);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float size_number(Input *input)
{
    uint8_t kind = byte(input);
    return kind < 230 ? (float)kind / 32.0f : number(input);
}

static VeerVec3 vector(Input *input)
{
    float x = number(input), y = number(input), z = number(input);
    return (VeerVec3){x, y, z};
}

static VeerAgentId any_agent(Session *session)
{
    return session->agents[byte(&session->input) % AGENTS];
}

static VeerObstacleId any_obstacle(Session *session)
{
    return session->obstacles[byte(&session->input) % OBSTACLES];
}

static void create_agent(Session *session)
{
    Input *input = &session->input;
    VeerAgentDef def = veer_agent_def_default();
    uint8_t parts = byte(input);
    def.position = vector(input);
    def.radius = size_number(input);
    def.max_speed = size_number(input);
    if (parts & 1) {
        def.velocity = vector(input);
        def.heading = vector(input);
    }
    if (parts & 2) {
        def.max_acceleration = size_number(input);
        def.max_braking = size_number(input);
        def.max_turn_rate = size_number(input);
    }
    if (parts & 4) {
        def.layer = word(input);
        def.avoid_mask = word(input);
        def.priority = size_number(input);
        def.id = byte(input);
    }
    if (parts & 8) {
        def.avoid.sense_range = size_number(input);
        def.avoid.time_horizon = size_number(input);
        def.avoid.time_horizon_obstacles = size_number(input);
        def.avoid.max_neighbours = byte(input) % 40;
        def.height = size_number(input);
    }
    def.is_immovable = (parts & 48) == 48;
    veer_agent_create(session->world, &def, &session->agents[byte(input) % AGENTS]);
}

static void create_obstacle(Session *session)
{
    Input *input = &session->input;
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerVec3 vertices[8];
    uint8_t kind = byte(input);
    def.shape = (VeerObstacleShape)(kind % 5);
    def.motion = (VeerObstacleMotion)(kind / 5 % 5);
    def.position = vector(input);
    def.velocity = vector(input);
    def.radius = size_number(input);
    def.mass = size_number(input);
    def.half_extents = (VeerVec3){size_number(input), size_number(input), size_number(input)};
    def.orbit = (VeerOrbit){.centre = vector(input),
                            .semi_major = size_number(input),
                            .semi_minor = size_number(input),
                            .rate = number(input),
                            .phase = number(input)};
    def.is_closed = (kind & 64) != 0;
    def.vertices = vertices;
    def.vertex_count = byte(input) % 9;
    for (uint32_t i = 0; i < def.vertex_count; ++i) {
        vertices[i] = vector(input);
    }
    veer_obstacle_create(session->world, &def, &session->obstacles[byte(input) % OBSTACLES]);
}

static void set_goal(Session *session)
{
    Input *input = &session->input;
    VeerWorld *world = session->world;
    VeerAgentId agent = any_agent(session);
    switch (byte(input) % 5) {
    case 0:
        veer_agent_go_to(world, agent, vector(input), size_number(input));
        break;
    case 1:
        veer_agent_follow_agent(world, agent, any_agent(session), size_number(input));
        break;
    case 2:
        veer_agent_follow_obstacle(world, agent, any_obstacle(session), size_number(input));
        break;
    case 3:
        veer_agent_set_preferred_velocity(world, agent, vector(input));
        break;
    default:
        veer_agent_stop(world, agent);
    }
}

static void set_motion(Session *session)
{
    Input *input = &session->input;
    VeerWorld *world = session->world;
    VeerAgentId agent = any_agent(session);
    switch (byte(input) % 6) {
    case 0:
        veer_agent_set_position(world, agent, vector(input));
        break;
    case 1:
        veer_agent_set_velocity(world, agent, vector(input));
        break;
    case 2:
        veer_agent_set_heading(world, agent, vector(input));
        break;
    case 3:
        veer_agent_set_max_speed(world, agent, size_number(input));
        break;
    case 4:
        veer_agent_set_preferred_speed(world, agent, size_number(input));
        break;
    default:
        veer_agent_set_limits(world, agent, size_number(input), size_number(input),
                              size_number(input));
    }
}

static void set_traits(Session *session)
{
    Input *input = &session->input;
    VeerWorld *world = session->world;
    VeerAgentId agent = any_agent(session);
    switch (byte(input) % 5) {
    case 0:
        veer_agent_set_radius(world, agent, size_number(input));
        break;
    case 1:
        veer_agent_set_layers(world, agent, word(input), word(input));
        break;
    case 2:
        veer_agent_set_priority(world, agent, size_number(input));
        break;
    case 3:
        veer_agent_set_immovable(world, agent, byte(input) & 1);
        break;
    default:
        veer_agent_set_group(world, agent, byte(input));
    }
}

static void set_obstacle(Session *session)
{
    Input *input = &session->input;
    VeerWorld *world = session->world;
    VeerObstacleId obstacle = any_obstacle(session);
    switch (byte(input) % 4) {
    case 0:
        veer_obstacle_set_position(world, obstacle, vector(input));
        break;
    case 1:
        veer_obstacle_set_velocity(world, obstacle, vector(input));
        break;
    case 2:
        veer_obstacle_set_radius(world, obstacle, size_number(input));
        break;
    default:
        veer_obstacle_set_layer(world, obstacle, word(input));
    }
}

static bool is_sound(VeerVec3 v, float limit)
{
    return fabsf(v.x) <= limit && fabsf(v.y) <= limit && fabsf(v.z) <= limit;
}

static float length(VeerVec3 v)
{
    return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

static void check_agents(const VeerWorld *world)
{
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); ++slot) {
        VeerAgentState state;
        if (veer_agent_get(world, veer_agent_at(world, slot), &state) != VEER_OK) {
            continue;
        }
        require(is_sound(state.position, VEER_WORLD_LIMIT));
        require(length(state.velocity) <= state.max_speed * 1.000001f);
        require(length(state.safe_velocity) <= state.max_speed * 1.000001f);
        require(fabsf(length(state.heading) - 1.0f) < 1e-4f);
    }
}

static void check_obstacles(const VeerWorld *world)
{
    for (uint32_t slot = 0; slot < veer_obstacle_slot_count(world); ++slot) {
        VeerObstacleState state;
        if (veer_obstacle_get(world, veer_obstacle_at(world, slot), &state) == VEER_OK) {
            require(is_sound(state.position, VEER_WORLD_LIMIT));
            require(is_sound(state.velocity, INFINITY));
        }
    }
}

static void step(Session *session)
{
    if (session->steps++ >= MAX_STEPS) {
        return;
    }
    uint8_t pace = byte(&session->input);
    float dt = pace < 200 ? 1.0f / 60.0f : number(&session->input);
    veer_world_step(session->world, dt);
    check_agents(session->world);
    check_obstacles(session->world);
}

static void roll_back(Session *session)
{
    VeerWorld *world = session->world;
    size_t size = veer_world_save_size(world);
    void *saved = malloc(size);
    require(saved != NULL && veer_world_save(world, saved, size) == VEER_OK);
    uint64_t hashes[2];
    for (int run = 0; run < 2; ++run) {
        require(veer_world_restore(world, saved, size) == VEER_OK);
        for (int tick = 0; tick < 3; ++tick) {
            veer_world_step(world, 1.0f / 30.0f);
        }
        hashes[run] = veer_world_hash(world);
    }
    require(hashes[0] == hashes[1]);
    free(saved);
}

static void do_something(Session *session)
{
    switch (byte(&session->input) % 12) {
    case 0:
    case 1:
        create_agent(session);
        break;
    case 2:
        create_obstacle(session);
        break;
    case 3:
        set_goal(session);
        break;
    case 4:
        set_motion(session);
        break;
    case 5:
        set_traits(session);
        break;
    case 6:
        set_obstacle(session);
        break;
    case 7:
        veer_agent_destroy(session->world, any_agent(session));
        break;
    case 8:
        veer_obstacle_destroy(session->world, any_obstacle(session));
        break;
    case 9:
        veer_world_steer(session->world, 1.0f / 60.0f);
        break;
    case 10:
        roll_back(session);
        break;
    default:
        step(session);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Session session = {.input = {data, size}};
    VeerWorldDef def = veer_world_def_default();
    uint8_t kind = byte(&session.input);
    def.space = kind & 1 ? VEER_SPATIAL : VEER_PLANAR;
    def.max_agents = AGENTS;
    def.max_obstacles = OBSTACLES;
    def.max_wall_vertices = VERTICES;
    if (kind & 2) {
        def.bounds = (VeerBounds){{-20.0f, -20.0f, -20.0f}, {20.0f, 20.0f, 20.0f}};
    }
    require(veer_world_create(&def, &session.world) == VEER_OK);
    for (int calls = 0; calls < 400 && session.input.size > 0; ++calls) {
        do_something(&session);
    }
    step(&session);
    veer_world_destroy(session.world);
    return 0;
}
