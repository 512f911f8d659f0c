/// What the world refuses while a scenario is started or goes on, call by call: the status comes
/// back, and the start says where.
#include "io/scenario/every_kind.h"
#include "io/scenario/scenario_maker.h"

enum { TICKS = 90 };

static size_t calls_left; ///< until one is refused; 0: none is

static bool is_refused(void)
{
    bool is_last = calls_left == 1;
    calls_left -= calls_left > 0;
    return is_last;
}

#define WRAP(name, declared, given)                                                                \
    VeerStatus __real_##name declared;                                                             \
    VeerStatus __wrap_##name declared;                                                             \
    VeerStatus __wrap_##name declared                                                              \
    {                                                                                              \
        return is_refused() ? VEER_BAD_VALUE : __real_##name given;                                \
    }
WRAP(veer_agent_create, (VeerWorld * world, const VeerAgentDef *def, VeerAgentId *out),
     (world, def, out))
WRAP(veer_agent_destroy, (VeerWorld * world, VeerAgentId agent), (world, agent))
WRAP(veer_agent_go_to, (VeerWorld * world, VeerAgentId agent, VeerVec3 point, float radius),
     (world, agent, point, radius))
WRAP(veer_agent_route_to, (VeerWorld * world, VeerAgentId agent, VeerVec3 point, float radius),
     (world, agent, point, radius))
WRAP(veer_agent_follow_agent,
     (VeerWorld * world, VeerAgentId agent, VeerAgentId target, float radius),
     (world, agent, target, radius))
WRAP(veer_agent_follow_obstacle,
     (VeerWorld * world, VeerAgentId agent, VeerObstacleId target, float radius),
     (world, agent, target, radius))
WRAP(veer_agent_set_preferred_velocity, (VeerWorld * world, VeerAgentId agent, VeerVec3 velocity),
     (world, agent, velocity))
WRAP(veer_behaviour_list_create,
     (VeerWorld * world, const VeerBehaviourList *list, VeerBehaviourListId *out),
     (world, list, out))
WRAP(veer_obstacle_create, (VeerWorld * world, const VeerObstacleDef *def, VeerObstacleId *out),
     (world, def, out))
WRAP(veer_obstacle_destroy, (VeerWorld * world, VeerObstacleId obstacle), (world, obstacle))
WRAP(veer_obstacle_set_position, (VeerWorld * world, VeerObstacleId obstacle, VeerVec3 to),
     (world, obstacle, to))
WRAP(veer_obstacle_set_velocity, (VeerWorld * world, VeerObstacleId obstacle, VeerVec3 to),
     (world, obstacle, to))
WRAP(veer_link_create, (VeerWorld * world, const VeerLinkDef *def, VeerLinkId *out),
     (world, def, out))
WRAP(veer_link_set_open, (VeerWorld * world, VeerLinkId link, bool is_open), (world, link, is_open))
WRAP(veer_squad_create, (VeerWorld * world, const VeerSquadDef *def, VeerSquadId *out),
     (world, def, out))
WRAP(veer_squad_add, (VeerWorld * world, VeerSquadId squad, VeerAgentId agent),
     (world, squad, agent))
WRAP(veer_squad_order,
     (VeerWorld * world, VeerSquadId squad, const VeerOrder *order, bool is_appended),
     (world, squad, order, is_appended))
WRAP(veer_world_grid_copy, (VeerWorld * world, const VeerGrid *from), (world, from))
WRAP(veer_world_voxels_copy, (VeerWorld * world, const VeerVoxels *from), (world, from))

/// Starts a scenario and plays it for some ticks, with one call refused.
/// @return whether that was one of those that it makes
static bool play_refused(const char *text, size_t call)
{
    VeerScenario *scenario = read_text(text);
    VeerWorld *world = NULL;
    VeerInputError error = {""};
    calls_left = call;
    VeerStatus status = veer_scenario_start(scenario, NULL, NULL, &world, &error);
    bool is_started = status == VEER_OK;
    for (int tick = 0; status == VEER_OK && tick < TICKS; ++tick) {
        status = veer_scenario_update(scenario, world);
        (void)veer_world_step(world, 1.0f / 30.0f);
    }
    bool was_refused = calls_left == 0;
    calls_left = 0;
    if (status != (was_refused ? VEER_BAD_VALUE : VEER_OK) ||
        (!is_started && !strstr(error.text, "test.json"))) {
        fail_msg("%.60s: call %zu: %d: %s", text, call, (int)status, error.text);
    }
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
    return was_refused;
}

/// Groups that come late, whose agents leave where they arrive.
static const char later[] =
    "{\"groups\": [{\"name\": \"a\", \"leaves\": true, \"place\": {\"kind\": \"points\", "
    "\"points\": [[0, 0], [0, 3]]}, \"goal\": {\"kind\": \"offset\", \"by\": [1, 0]}}], "
    "\"squads\": [{\"name\": \"s\"}], \"timeline\": [{\"kind\": \"spawn\", \"at\": 0.1, \"group\": "
    "{\"squad\": \"s\", \"behaviour_list\": {\"preset\": \"flock\"}, \"place\": {\"kind\": "
    "\"points\", \"points\": [[9, 0], [9, 3]]}, \"goal\": {\"kind\": \"offset\", \"by\": [1, "
    "0]}}}, "
    "{\"kind\": \"order\", \"at\": 0.2, \"squad\": \"s\", \"order\": {\"kind\": \"hold\"}}]}";

static void each_refusal_of_the_world_comes_back(void **unused)
{
    (void)unused;
    size_t calls = 0;
    for (int kind = 0; kind <= EVERY_KIND; ++kind) {
        const char *text = kind < EVERY_KIND ? every_kind[kind] : later;
        size_t call = 1;
        while (play_refused(text, call)) {
            ++call;
        }
        calls += call;
    }
    assert_true(calls > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_refusal_of_the_world_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
