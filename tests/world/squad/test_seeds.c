// Squads among random obstacles, sent to pinpoint goals: everyone has an answer, nobody is stuck,
// and at rest nobody touches anybody. What fails prints its seed.
#include "world/squad_maker.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>

#define SEEDS 100u
#define MEMBERS 12u
#define MAX_OBSTACLES 16u
#define MAX_SECONDS 150.0

typedef struct Scene {
    VeerWorld *world;
    VeerSquadId squad;
    VeerAgentId members[MEMBERS];
    VeerVec3 centres[MAX_OBSTACLES];
    float radii[MAX_OBSTACLES];
    uint32_t obstacle_count;
    uint64_t seed;
    uint32_t draws;
} Scene;

static float between(Scene *scene, float least, float most)
{
    float part = veer_random_unit(scene->seed, 7u, scene->draws++);
    return least + part * (most - least);
}

/// A rectangle that is turned.
static void add_block(Scene *scene, VeerVec3 centre, float radius)
{
    float angle = between(scene, 0.0f, 6.0f), part = between(scene, 0.2f, 0.8f);
    VeerVec2 ahead = {cosf(angle), sinf(angle)}, left = {-ahead.y, ahead.x};
    float x = radius * part, y = radius * sqrtf(1.0f - part * part);
    static const float signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    VeerVec3 corners[4];
    for (int i = 0; i < 4; ++i) {
        corners[i] = vec3(ahead.x * x * signs[i][0] + left.x * y * signs[i][1],
                          ahead.y * x * signs[i][0] + left.y * y * signs[i][1], 0.0f);
    }
    VeerObstacleDef def = veer_obstacle_def_default();
    def.shape = VEER_SHAPE_POLYGON;
    def.position = centre;
    def.vertices = corners;
    def.vertex_count = 4;
    add_obstacle(scene->world, &def);
}

/// An obstacle where there is room: between any two of them a body can pass.
static void add_random_obstacle(Scene *scene)
{
    VeerVec3 centre = {between(scene, -16, 16), between(scene, -16, 16), 0};
    float radius = between(scene, 0.5f, 3.0f);
    for (uint32_t i = 0; i < scene->obstacle_count; ++i) {
        if (flat_distance(centre, scene->centres[i]) < radius + scene->radii[i] + 1.5f) {
            return;
        }
    }
    scene->centres[scene->obstacle_count] = centre;
    scene->radii[scene->obstacle_count++] = radius;
    if (between(scene, 0, 1) < 0.5f) {
        add_block(scene, centre, radius);
        return;
    }
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position = centre;
    def.radius = radius;
    add_obstacle(scene->world, &def);
}

/// Half of the goals are pinpoints: places no further than a few metres, and to wait in a few more.
static Scene make_scene(uint64_t seed)
{
    static const VeerFormation shapes[] = {VEER_FORMATION_BOX, VEER_FORMATION_WEDGE,
                                           VEER_FORMATION_LINE, VEER_FORMATION_COLUMN,
                                           VEER_FORMATION_DISC};
    static const VeerVec3 pinpoint = {0};
    Scene scene = {.world = make_squad_world(VEER_PLANAR), .seed = seed};
    for (int i = 0; i < 40 && scene.obstacle_count < MAX_OBSTACLES; ++i) {
        add_random_obstacle(&scene);
    }
    VeerSquadDef def = veer_squad_def_default();
    def.mode = between(&scene, 0, 1) < 0.5f ? VEER_SQUAD_TOGETHER : VEER_SQUAD_LOOSE;
    def.formation.shape = shapes[(uint32_t)between(&scene, 0, 4.99f)];
    def.formation.spacing = between(&scene, 1.0f, 2.0f);
    if (between(&scene, 0, 1) < 0.5f) {
        def.reach = between(&scene, 0.0f, 3.0f);
        def.waiting_reach = between(&scene, 0, 1) < 0.5f ? 0.0f : 8.0f;
        def.formation.shape = VEER_FORMATION_OFFSETS;
        def.formation.offsets = &pinpoint;
        def.formation.offset_count = 1;
    }
    scene.squad = add_squad(scene.world, &def);
    add_members(scene.world, scene.squad, scene.members, MEMBERS, vec3(-26, -3, 0));
    VeerVec3 goal = {between(&scene, -12, 12), between(&scene, -12, 12), 0};
    order_to(scene.world, scene.squad, goal);
    return scene;
}

/// Who has a place is there; who has none stands still.
static bool is_settled(const Scene *scene, uint32_t member)
{
    VeerMemberState state = read_member(scene->world, scene->members[member]);
    VeerAgentState agent = read_agent(scene->world, scene->members[member]);
    VeerAgentStatus status = state.answer == VEER_PLACE_NONE ? VEER_AGENT_IDLE : VEER_AGENT_ARRIVED;
    return state.is_answered && agent.status == status && length3(agent.velocity) < 0.05f;
}

static bool is_touching(const Scene *scene, uint32_t member)
{
    for (uint32_t i = 0; i < member; ++i) {
        if (gap_of_agents(scene->world, scene->members[member], scene->members[i]) < -1e-3f) {
            return true;
        }
    }
    return false;
}

/// Steps until all are settled for a while.
static void play(const Scene *scene)
{
    uint32_t settled_ticks = 0;
    while (veer_world_time(scene->world) < MAX_SECONDS && settled_ticks < 120) {
        step_times(scene->world, 1, TICK);
        bool is_all = true;
        for (uint32_t i = 0; i < MEMBERS && is_all; ++i) {
            is_all = is_settled(scene, i);
        }
        settled_ticks = is_all ? settled_ticks + 1 : 0;
    }
}

static void squads_settle_among_random_obstacles(void **unused)
{
    (void)unused;
    uint32_t bad = 0;
    for (uint64_t seed = 1; seed <= suite_seeds(SEEDS); ++seed) {
        Scene scene = make_scene(seed);
        play(&scene);
        for (uint32_t i = 0; i < MEMBERS; ++i) {
            bool is_good = is_settled(&scene, i) && !is_touching(&scene, i);
            if (!is_good) {
                VeerAgentState agent = read_agent(scene.world, scene.members[i]);
                VeerMemberState state = read_member(scene.world, scene.members[i]);
                print_message("seed %u, member %u: at (%.2f, %.2f) of (%.2f, %.2f), answer %d, "
                              "status %d, after %.0f s%s\n",
                              (unsigned)seed, i, (double)agent.position.x, (double)agent.position.y,
                              (double)state.place.x, (double)state.place.y, (int)state.answer,
                              (int)agent.status, veer_world_time(scene.world),
                              is_touching(&scene, i) ? ", touches" : "");
                bad++;
            }
        }
        veer_world_destroy(scene.world);
    }
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squads_settle_among_random_obstacles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
