// The invariants of the state: worlds that calls made hold them, and what is damaged is named.
#include "world/base/state.h"
#include "world/host/check.h"
#include "world/squad/base/base.h"
#include "world/squad_maker.h"

/// Agents, two of them gone, obstacles of all kinds in the plane, a squad with an order.
static VeerWorld *make_busy(void)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 32;
    def.max_obstacles = 16;
    def.max_squads = 4;
    VeerWorld *world = make_world_of(&def);
    VeerSquadDef squad_def = veer_squad_def_default();
    VeerSquadId squad;
    assert_int_equal(veer_squad_create(world, &squad_def, &squad), VEER_OK);
    VeerAgentId agents[12];
    for (uint32_t i = 0; i < 12; ++i) {
        agents[i] = add_agent_at(world, vec3((float)i * 2.0f, 0.0f, 0.0f));
    }
    for (uint32_t i = 0; i < 6; ++i) {
        assert_int_equal(veer_squad_add(world, squad, agents[i]), VEER_OK);
    }
    VeerOrder order = veer_order_go(vec3(50.0f, 20.0f, 0.0f));
    assert_int_equal(veer_squad_order(world, squad, &order, false), VEER_OK);
    assert_int_equal(veer_agent_destroy(world, agents[8]), VEER_OK);
    assert_int_equal(veer_agent_destroy(world, agents[10]), VEER_OK);
    VeerVec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}};
    VeerObstacleDef wall = veer_obstacle_def_default();
    wall.vertices = corners;
    wall.vertex_count = 3;
    wall.position = vec3(30.0f, 30.0f, 0.0f);
    for (uint32_t i = 0; i < 3; ++i) {
        wall.shape = i == 1 ? VEER_SHAPE_POLYGON : VEER_SHAPE_CHAIN;
        VeerObstacleId id = add_obstacle(world, &wall);
        if (i == 0) {
            assert_int_equal(veer_obstacle_destroy(world, id), VEER_OK);
        }
    }
    VeerObstacleDef ball = veer_obstacle_def_default();
    ball.position = vec3(60.0f, 60.0f, 0.0f);
    ball.is_ghost = true;
    add_obstacle(world, &ball);
    assert_int_equal(veer_world_step(world, TICK), VEER_OK);
    return world;
}

static void check_holds_of_what_calls_made(void **unused)
{
    (void)unused;
    VeerWorld *world = make_busy();
    VeerStateFault fault = {NULL, 0};
    for (int tick = 0; tick < 120; ++tick) {
        assert_int_equal(veer_world_step(world, TICK), VEER_OK);
        assert_true(veer_world_check(world, &fault));
    }
    assert_null(fault.what);
    veer_world_destroy(world);
}

/// One damage, and what it is called.
typedef struct Damage {
    const char *what;
    void (*harm)(VeerWorld *world);
} Damage;

#define HARM(name, code)                                                                           \
    static void harm_##name(VeerWorld *world)                                                      \
    {                                                                                              \
        code;                                                                                      \
    }
HARM(position, world->agent.position[3].x = NAN)
HARM(heading, world->agent.heading[3] = vec3(2.0f, 0.0f, 0.0f))
HARM(velocity, world->agent.velocity[3] = vec3(5e6f, 0.0f, 0.0f))
HARM(radius, world->agent.radius[4] = -1.0f)
HARM(priority, world->agent.priority[4] = NAN)
HARM(tilted, world->agent.heading[3].z = 1e-40f)
HARM(target, world->agent.goal_kind[9] = VEER_GOAL_AGENT; world->agent.goal_target[9].slot = 99)
HARM(mass, world->obstacle.mass[2] = INFINITY)
HARM(epoch, world->obstacle.orbit_epoch[2] = -1e300)
HARM(flag, world->agent.is_avoiding[0] = 2)
HARM(kind, world->agent.goal_kind[0] = 9)
HARM(formation, world->agent.goal_kind[9] = VEER_GOAL_FORMATION)
HARM(model, world->profiles[world->agent.profile[0]].model = 77)
HARM(list, world->agent.behaviour_list[0] = 3)
HARM(count, world->head->agent_count++)
HARM(slots, world->head->agent_slot_count = 33)
HARM(cycle, world->agent.goal_target[8].slot = 8)
HARM(alive, world->head->agent_free = 3)
HARM(empty, world->agent.radius[8] = 1.0f)
HARM(generation, world->agent.generation[3] = 0)
HARM(squad, world->member.squad[2] = 4)
HARM(answer, world->member.answer[2] = 9)
HARM(order, world->squads[0].orders[0].cookie = 0)
HARM(order_count, world->squads[0].order_count = 3)
HARM(phase, world->squads[0].phase = VEER_SQUAD_ATTENDING)
HARM(crumbs, world->squads[0].crumb_count = 77)
HARM(path_at, world->squads[0].path_at = 1)
HARM(spacing, world->squads[0].rules.spacing = 0.0f)
HARM(lead, world->squads[0].lead.x = 1e30f)
HARM(clock, world->squads[0].clock = NAN)
HARM(ghost_squad, world->squads[2].generation = 3; world->squads[2].abreast = 1)
HARM(goal_stalled, world->agent.goal_stalled[0] = 1e30f)
HARM(vertices, world->obstacle.vertex_count[1] = 4)
HARM(first, world->obstacle.first_vertex[1] = world->obstacle.first_vertex[0])
HARM(shape, world->obstacle.shape[2] = 7)
HARM(concave, world->vertices[world->obstacle.first_vertex[0] + 1u].y = 9.0f)
HARM(ghosts, world->head->ghost_count = 0)
HARM(time, world->head->time = -1.0)

static const Damage damages[] = {
    {"agent.position", harm_position},
    {"agent.heading", harm_heading},
    {"agent.velocity", harm_velocity},
    {"agent.radius", harm_radius},
    {"agent.priority", harm_priority},
    {"agent.heading", harm_tilted},
    {"agent.goal_target", harm_target},
    {"obstacle.mass", harm_mass},
    {"obstacle.orbit_epoch", harm_epoch},
    {"agent.is_avoiding", harm_flag},
    {"agent.goal_kind", harm_kind},
    {"agent.goal_kind", harm_formation},
    {"agent.model", harm_model},
    {"agent.behaviour_list", harm_list},
    {"agent_count", harm_count},
    {"head.agent_slot_count", harm_slots},
    {"agent_free", harm_cycle},
    {"agent_free", harm_alive},
    {"agent.is_alive", harm_empty},
    {"agent.generation", harm_generation},
    {"member.squad", harm_squad},
    {"member.answer", harm_answer},
    {"squad.orders", harm_order},
    {"squad.orders", harm_order_count},
    {"squad.phase", harm_phase},
    {"squad.crumb_count", harm_crumbs},
    {"squad.path_at", harm_path_at},
    {"squad.rules", harm_spacing},
    {"squad.lead", harm_lead},
    {"squad.clock", harm_clock},
    {"squad.is_alive", harm_ghost_squad},
    {"agent.goal_stalled", harm_goal_stalled},
    {"obstacle.vertex_count", harm_vertices},
    {"obstacle.first_vertex", harm_first},
    {"obstacle.shape", harm_shape},
    {"obstacle.first_vertex", harm_concave},
    {"ghost_count", harm_ghosts},
    {"head.time", harm_time},
};

static void check_names_what_is_damaged(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; ++i) {
        VeerWorld *world = make_busy();
        VeerStateFault fault = {"nothing", 0};
        damages[i].harm(world);
        assert_false(veer_world_check(world, NULL));
        assert_false(veer_world_check(world, &fault));
        assert_string_equal(fault.what, damages[i].what);
        veer_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_holds_of_what_calls_made),
        cmocka_unit_test(check_names_what_is_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
