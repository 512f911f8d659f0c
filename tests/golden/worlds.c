#include "golden/golden.h"

#include <math.h>

// Numbers that look random and are the same everywhere.
typedef struct Dice {
    uint32_t state;
} Dice;

static float roll(Dice *dice, float lower, float upper)
{
    dice->state = dice->state * 1664525u + 1013904223u;
    return lower + (upper - lower) * ((float)(dice->state >> 8) * 0x1p-24f);
}

static void be_spatial(VeerWorldDef *def)
{
    def->space = VEER_SPATIAL;
}

static void be_walled(VeerWorldDef *def)
{
    def->bounds = (VeerBounds){{-40.0f, -40.0f, -40.0f}, {40.0f, 40.0f, 40.0f}};
}

static void be_walled_and_spatial(VeerWorldDef *def)
{
    be_walled(def);
    be_spatial(def);
}

static void add_agent(VeerWorld *world, const VeerAgentDef *def, VeerVec3 goal)
{
    VeerAgentId agent;
    if (veer_agent_create(world, def, &agent) == VEER_OK) {
        veer_agent_go_to(world, agent, goal, 0.5f);
    }
}

static void add_ball(VeerWorld *world, const VeerObstacleDef *def)
{
    VeerObstacleId obstacle;
    veer_obstacle_create(world, def, &obstacle);
}

// Agents on the corners of a square lattice, to the mirrored point.
static void fill_crossing(VeerWorld *world, int layers)
{
    for (int i = 0; i < 36 * layers; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        float side = (i & 1) != 0 ? 1.0f : -1.0f;
        def.position.x = side * (8.0f + 2.0f * (float)(i / 2 % 6));
        def.position.y = 1.5f * (float)(i / 12 % 3) - 1.5f;
        def.position.z = layers > 1 ? 1.5f * (float)(i / 36) : 0.0f;
        def.max_speed = 2.0f;
        VeerVec3 goal = {-def.position.x, def.position.y, def.position.z};
        add_agent(world, &def, goal);
    }
}

static void fill_planar_crossing(VeerWorld *world)
{
    fill_crossing(world, 1);
}

static void fill_spatial_crossing(VeerWorld *world)
{
    fill_crossing(world, 3);
}

// All at one spot, exactly, with no way to tell them apart but their ids.
static void fill_coincident(VeerWorld *world)
{
    for (int i = 0; i < 12; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        def.radius = i % 4 == 0 ? 0.0f : 0.4f;
        add_agent(world, &def, (VeerVec3){10.0f, 0.0f, 0.0f});
    }
}

static VeerAgentDef random_agent(Dice *dice)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position.x = roll(dice, -30.0f, 30.0f);
    def.position.y = roll(dice, -30.0f, 30.0f);
    def.position.z = roll(dice, -30.0f, 30.0f);
    def.radius = roll(dice, 0.2f, 1.2f);
    def.max_speed = roll(dice, 1.0f, 6.0f);
    def.preferred_speed = 0.8f * def.max_speed;
    def.priority = roll(dice, 0.0f, 3.0f);
    return def;
}

static void set_limits(VeerAgentDef *def, Dice *dice)
{
    def->max_acceleration = roll(dice, 1.0f, 8.0f);
    def->max_braking = roll(dice, 2.0f, 12.0f);
    def->max_turn_rate = roll(dice, 0.5f, 3.0f);
    def->heading = (VeerVec3){roll(dice, -1.0f, 1.0f), roll(dice, -1.0f, 1.0f), 0.0f};
}

// Every kind of ball that moves, and agents with every kind of limit among them.
static void fill_balls_and_agents(VeerWorld *world, VeerAvoidModel model)
{
    Dice dice = {7};
    for (int i = 0; i < 60; ++i) {
        VeerObstacleDef def = veer_obstacle_def_default();
        def.motion = (VeerObstacleMotion)(i % 4);
        def.position = (VeerVec3){roll(&dice, -38.0f, 38.0f), roll(&dice, -38.0f, 38.0f),
                                  roll(&dice, -38.0f, 38.0f)};
        def.velocity = (VeerVec3){roll(&dice, -3.0f, 3.0f), roll(&dice, -3.0f, 3.0f), 0.0f};
        if (i % 4 == VEER_MOTION_STATIC) {
            def.velocity = (VeerVec3){0.0f, 0.0f, 0.0f};
        }
        def.radius = roll(&dice, 0.3f, 2.5f);
        def.orbit = (VeerOrbit){.centre = {0.0f, 0.0f, 0.0f},
                                .semi_major = roll(&dice, 5.0f, 30.0f),
                                .semi_minor = roll(&dice, 5.0f, 30.0f),
                                .rate = roll(&dice, -0.5f, 0.5f),
                                .phase = roll(&dice, 0.0f, 6.0f)};
        add_ball(world, &def);
    }
    for (int i = 0; i < 40; ++i) {
        VeerAgentDef def = random_agent(&dice);
        if (i % 2 == 0) {
            set_limits(&def, &dice);
            def.model = model;
        }
        add_agent(world, &def, (VeerVec3){-def.position.x, -def.position.y, -def.position.z});
    }
}

static void fill_field(VeerWorld *world)
{
    fill_balls_and_agents(world, VEER_AVOID_CROWD);
}

static void fill_limits(VeerWorld *world)
{
    fill_balls_and_agents(world, VEER_AVOID_DEFAULT);
}

static void add_shape(VeerWorld *world, VeerObstacleShape shape, const VeerVec3 *vertices,
                      uint32_t count)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = shape;
    def.vertices = vertices;
    def.vertex_count = count;
    add_ball(world, &def);
}

// A corridor with a pillar in it, and two lines of agents against each other.
static void fill_corridor(VeerWorld *world)
{
    const VeerVec3 lower[] = {{-20.0f, -3.0f, 0.0f}, {0.0f, -3.0f, 0.0f}, {20.0f, -2.5f, 0.0f}};
    const VeerVec3 upper[] = {{-20.0f, 3.0f, 0.0f}, {20.0f, 3.0f, 0.0f}};
    const VeerVec3 pillar[] = {
        {-1.0f, -0.7f, 0.0f}, {1.0f, -0.7f, 0.0f}, {1.3f, 0.4f, 0.0f}, {-1.0f, 0.7f, 0.0f}};
    add_shape(world, VEER_SHAPE_CHAIN, lower, 3);
    add_shape(world, VEER_SHAPE_CHAIN, upper, 2);
    add_shape(world, VEER_SHAPE_POLYGON, pillar, 4);
    for (int i = 0; i < 16; ++i) {
        VeerAgentDef def = veer_agent_def_default();
        float side = (i & 1) != 0 ? 1.0f : -1.0f;
        def.position.x = side * (6.0f + 1.5f * (float)(i / 4));
        def.position.y = (i & 2) != 0 ? 1.2f : -1.2f;
        add_agent(world, &def, (VeerVec3){-side * 15.0f, def.position.y, 0.0f});
    }
}

// Agents that follow agents and an orbiting ball round boxes.
static void fill_pursuit(VeerWorld *world)
{
    Dice dice = {11};
    VeerObstacleDef ball = veer_obstacle_def_default();
    VeerObstacleId target;
    ball.motion = VEER_MOTION_ORBIT;
    ball.orbit = (VeerOrbit){
        .semi_major = 20.0f, .semi_minor = 15.0f, .rate = 0.2f, .inclination = 0.5f, .node = 0.3f};
    veer_obstacle_create(world, &ball, &target);
    for (int i = 0; i < 6; ++i) {
        VeerObstacleDef box = veer_obstacle_def_default();
        box.shape = VEER_SHAPE_BOX;
        box.position = (VeerVec3){roll(&dice, -15.0f, 15.0f), roll(&dice, -15.0f, 15.0f), 0.0f};
        box.half_extents = (VeerVec3){roll(&dice, 0.5f, 2.0f), roll(&dice, 0.5f, 2.0f), 3.0f};
        add_ball(world, &box);
    }
    VeerAgentId last = {0, 0};
    for (int i = 0; i < 12; ++i) {
        VeerAgentDef def = random_agent(&dice);
        VeerAgentId agent;
        veer_agent_create(world, &def, &agent);
        if (i % 3 == 0) {
            veer_agent_follow_obstacle(world, agent, target, 3.0f);
        } else {
            veer_agent_follow_agent(world, agent, last, 1.0f);
        }
        last = agent;
    }
}

// Every model among balls and boxes, in three groups; the whiskers in both of their forms.
static void fill_models(VeerWorld *world)
{
    Dice dice = {13};
    for (int i = 0; i < 20; ++i) {
        VeerObstacleDef def = veer_obstacle_def_default();
        def.motion = i % 2 == 0 ? VEER_MOTION_FREE : VEER_MOTION_STATIC;
        def.position = (VeerVec3){roll(&dice, -30.0f, 30.0f), roll(&dice, -30.0f, 30.0f),
                                  roll(&dice, -30.0f, 30.0f)};
        def.velocity.x = i % 2 == 0 ? roll(&dice, -3.0f, 3.0f) : 0.0f;
        def.radius = roll(&dice, 0.5f, 3.0f);
        def.is_ghost = i % 3 == 0;
        add_ball(world, &def);
    }
    for (int i = 0; i < 80; ++i) {
        VeerAgentDef def = random_agent(&dice);
        VeerShipClass ship = {def.max_speed, 8.0f, 2.0f, def.radius};
        def.model = (VeerAvoidModel)(i % VEER_AVOID_CUSTOM);
        def.group = (uint32_t)(i % 3);
        def.avoid = i % 4 == 0 ? veer_avoid_params_for(def.model)
                               : veer_avoid_params_for_ship(def.model, &ship);
        if (def.model == VEER_AVOID_WHISKERS && i % 2 == 0) {
            def.avoid.whiskers.probe_step = 1.0f;
        }
        if (i % 5 == 0) {
            set_limits(&def, &dice);
        }
        add_agent(world, &def, (VeerVec3){-def.position.x, -def.position.y, -def.position.z});
    }
}

const VeerGoldenWorld veer_golden_worlds[] = {
    {"crossing", NULL, fill_planar_crossing, 1.0f / 60.0f, 400},
    {"crossing-spatial", be_spatial, fill_spatial_crossing, 1.0f / 60.0f, 300},
    {"coincident", NULL, fill_coincident, 1.0f / 60.0f, 200},
    {"coincident-spatial", be_spatial, fill_coincident, 1.0f / 30.0f, 200},
    {"field", be_walled, fill_field, 1.0f / 30.0f, 300},
    {"field-spatial", be_walled_and_spatial, fill_field, 1.0f / 30.0f, 300},
    {"limits", be_walled, fill_limits, 1.0f / 30.0f, 300},
    {"limits-spatial", be_walled_and_spatial, fill_limits, 1.0f / 30.0f, 300},
    {"corridor", NULL, fill_corridor, 1.0f / 60.0f, 600},
    {"models", be_walled, fill_models, 1.0f / 60.0f, 300},
    {"models-spatial", be_walled_and_spatial, fill_models, 1.0f / 60.0f, 300},
    {"pursuit-spatial", be_spatial, fill_pursuit, 1.0f / 60.0f, 300},
};
const int veer_golden_world_count = sizeof veer_golden_worlds / sizeof *veer_golden_worlds;

uint64_t veer_golden_fold(uint64_t hash, const VeerWorld *world)
{
    return (hash ^ veer_world_hash(world)) * UINT64_C(0x9e3779b97f4a7c15);
}

uint64_t veer_golden_run(const VeerGoldenWorld *golden, const VeerTasks *tasks)
{
    VeerWorldDef def = veer_world_def_default();
    def.tasks = *tasks;
    if (golden->prepare != NULL) {
        golden->prepare(&def);
    }
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 0;
    }
    golden->fill(world);
    uint64_t hash = veer_golden_fold(0, world);
    for (int tick = 1; tick <= golden->ticks; ++tick) {
        veer_world_step(world, golden->dt);
        hash = tick % VEER_GOLDEN_TICKS_A_SAMPLE == 0 ? veer_golden_fold(hash, world) : hash;
    }
    veer_world_destroy(world);
    return hash;
}
