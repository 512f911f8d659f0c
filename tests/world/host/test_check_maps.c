// The invariants of maps, and of what is on them: each damage is named, in worlds in the middle of
// things.
#include "plan/field/field.h"
#include "states/subjects.h"
#include "world/host/check.h"
#include "world/host/export.h"
#include "world/map_maker.h"
#include "world/squad/base/base.h"
#include "world/squad/places/places.h"

/// One damage: in which subject, what it is called, and how it is done.
typedef struct Damage {
    const char *subject, *what;
    void (*harm)(VeerWorld *world);
} Damage;

static VeerWorld *make_subject(const char *name)
{
    int i = 0;
    while (strcmp(veer_state_subjects[i].name, name) != 0) {
        ++i;
    }
    return veer_state_subject_make(&veer_state_subjects[i]);
}

/// The first agent that goes by a route of its own.
static uint32_t routed(const VeerWorld *world)
{
    uint32_t slot = 0;
    while (world->map.routes.all[slot].status == VEER_ROUTE_NONE ||
           world->map.routes.all[slot].chunk == VEER_NO_SLOT) {
        ++slot;
    }
    return slot;
}

/// The first agent that goes by none.
static uint32_t unrouted(const VeerWorld *world)
{
    uint32_t slot = 0;
    while (!world->agent.is_alive[slot] || world->map.routes.all[slot].status != VEER_ROUTE_NONE) {
        ++slot;
    }
    return slot;
}

/// X(name, subject, what it is called, how it is done).
#define DAMAGES(X)                                                                                 \
    /* The map */                                                                                  \
    X(class_count, "grid", "map.class_count", head->class_count = 3)                               \
    X(is_edited, "grid", "map.is_edited", head->is_edited = 2)                                     \
    X(chunk_count, "grid", "map.chunk_count", head->chunk_count = 1000000)                         \
    X(chunk_free, "grid", "map.chunk_free", head->chunk_free = 1000000)                            \
    X(routed_count, "grid", "map.routed_count", head->routed_count++)                              \
    X(costs, "links", "map.costs", world->map.grid.costs[5] = 0)                                   \
    X(link_end, "links", "link.from", world->map.links.all[0].from.x = -50.0f)                     \
    X(link_other_end, "links", "link.from", world->map.links.all[0].to.y = 1e6f)                   \
    X(link_flag, "links", "link.is_one_way", world->map.links.all[0].is_one_way = 2)               \
    /* The search */                                                                               \
    X(job_slot, "search", "plan_job.slot", head->job.slot = 500)                                   \
    X(job_class, "search", "plan_job.class", head->job.class = 2)                                  \
    X(job_flag, "search", "plan_job.is_urgent", head->job.is_urgent = 2)                           \
    X(job_left, "search", "plan_job.start", head->job.start.x = -1)                                \
    X(job_low, "search", "plan_job.start", head->job.start.y = -1)                                 \
    X(job_below, "search", "plan_job.start", head->job.start.z = -1)                               \
    X(job_right, "search", "plan_job.goal", head->job.goal.x = 22)                                 \
    X(job_high, "search", "plan_job.goal", head->job.goal.y = 16)                                  \
    X(job_above, "search", "plan_job.goal", head->job.goal.z = 1)                                  \
    /* Covers */                                                                                   \
    X(cover_x, "grid", "cover.disc", world->map.covers.obstacles[0].disc.x = 1e14f)                \
    X(cover_y, "grid", "cover.disc", world->map.covers.obstacles[0].disc.y = NAN)                  \
    X(cover_radius, "grid", "cover.disc", world->map.covers.obstacles[0].disc.radius = -1.0f)      \
    X(cover_wide, "grid", "cover.disc", world->map.covers.obstacles[0].disc.radius = 1e14f)        \
    X(cover_flag, "grid", "cover.is_asked", world->map.covers.obstacles[0].is_asked = 2)           \
    X(cover_none, "grid", "cover.disc", world->map.covers.agents[1].disc.radius = 1.0f)            \
    X(cover_none_x, "grid", "cover.disc", world->map.covers.agents[1].disc.x = 1.0f)               \
    X(cover_none_y, "grid", "cover.disc", world->map.covers.agents[1].disc.y = 1.0f)               \
    X(cover_none_z, "grid", "cover.disc", world->map.covers.agents[1].z = 1.0f)                    \
    X(cover_asked, "mesh-squads", "cover.disc", world->map.covers.agents[1].is_asked = 1)          \
    X(cover_counted, "mesh-squads", "cover.disc", world->map.covers.agents[1].is_counted = 1)      \
    /* Routes */                                                                                   \
    X(route_none, "grid", "route.status", world->map.routes.all[unrouted(world)].skip = 1)         \
    X(route_none_count, "grid", "route.status", world->map.routes.all[unrouted(world)].count = 1)  \
    X(route_none_field, "grid", "route.status", world->map.routes.all[unrouted(world)].field = 1)  \
    X(route_none_waits, "grid", "route.status",                                                    \
      world->map.routes.all[unrouted(world)].is_waiting = 1)                                       \
    X(route_none_chunk, "grid", "route.status", world->map.routes.all[unrouted(world)].chunk = 0)  \
    X(route_sent, "grid", "route.status", world->agent.goal_kind[routed(world)] = VEER_GOAL_NONE)  \
    X(route_field, "grid", "route.field", route->field = 1)                                        \
    X(route_unready, "links", "route.field", route->field = 3;                                     \
      world->map.fields.head->shared[2].state = VEER_SHARED_WANTED)                                \
    X(route_fields, "links", "route.field", route->field = 9)                                      \
    X(route_point_x, "grid", "route.chunk",                                                        \
      world->map.routes.chunks[route->chunk].points[0].x = 9e6f)                                   \
    X(route_point_y, "grid", "route.chunk",                                                        \
      world->map.routes.chunks[route->chunk].points[0].y = -9e6f)                                  \
    X(route_point_z, "grid", "route.chunk",                                                        \
      world->map.routes.chunks[route->chunk].points[0].z = NAN)                                    \
    X(route_chunk, "grid", "route.chunk", route->chunk = head->chunk_free)                         \
    X(route_long, "grid", "route.chunk", route->count += 100)                                      \
    X(use_dead, "links", "link_use.crossing", world->map.links.use[3].crossing = 7)                \
    X(use_beyond, "links", "link_use.crossing", world->map.links.use[3].crossing = 99)             \
    X(use_ahead, "links", "link_use.crossing",                                                     \
      world->map.links.use[3].crossings[3] = (VeerRouteLink){1, 6})                                \
    X(use_flag, "links", "link_use.is_held", world->map.links.use[3].is_held = 2)                  \
    /* Traffic */                                                                                  \
    X(gate_left, "grid", "gate.enter", world->map.traffic.gates[2].enter.x = -VEER_GATE_CELLS - 1) \
    X(gate_right, "grid", "gate.enter", world->map.traffic.gates[2].enter.x = VEER_GATE_CELLS + 1) \
    X(gate_low, "grid", "gate.leave", world->map.traffic.gates[2].leave.y = -VEER_GATE_CELLS - 1)  \
    X(gate_high, "grid", "gate.leave", world->map.traffic.gates[2].leave.y = VEER_GATE_CELLS + 1)  \
    X(gate_state, "grid", "gate.state", world->map.traffic.gates[2].state = 3)                     \
    X(node_ahead, "grid", "reservation.nodes",                                                     \
      world->map.traffic.reservations[1] = (VeerReservation){.nodes = {0, 1}})                     \
    X(node_goal, "grid", "reservation.nodes",                                                      \
      world->map.traffic.reservations[1] = (VeerReservation){.goal = 1})                           \
    X(node_count, "grid", "reservation.nodes",                                                     \
      world->map.traffic.reservations[1] = (VeerReservation){.ahead = 1})                          \
    X(node_many, "grid", "reservation.ahead",                                                      \
      world->map.traffic.reservations[1].ahead = VEER_MAZE_AHEAD + 1)                              \
    X(node_inside, "grid", "reservation.nodes",                                                    \
      world->map.traffic.reservations[1] = (VeerReservation){.is_goal_inside = 1})                 \
    X(node_flag, "grid", "reservation.is_waiting",                                                 \
      world->map.traffic.reservations[1].is_waiting = 2)                                           \
    X(node_unrouted, "grid", "reservation.nodes",                                                  \
      world->map.traffic.reservations[unrouted(world)] =                                           \
          (VeerReservation){.nodes = {1}, .goal = 1})                                              \
    /* Fields */                                                                                   \
    X(field_done, "links", "fields.done", world->map.fields.head->done = UINT64_C(1) << 40)        \
    X(field_job, "links", "fields.job", world->map.fields.head->job = 2)                           \
    X(field_free_job, "links", "fields.job", world->map.fields.head->job = 2;                      \
      world->map.fields.head->shared[2].state = 0)                                                 \
    X(field_memory, "links", "shared_field.memory", world->map.fields.head->shared[0].memory = 90) \
    X(field_twice, "links", "shared_field.memory",                                                 \
      world->map.fields.head->spare = world->map.fields.head->shared[0].memory)                    \
    X(field_goal, "links", "shared_field.goal", world->map.fields.head->shared[0].goal.x = -1)     \
    X(field_radius, "links", "shared_field.radius",                                                \
      world->map.fields.head->shared[0].radius = -1.0f)                                            \
    X(field_unused, "links", "shared_field.state", world->map.fields.head->shared[7].begun = 1)    \
    /* Bodies, contacts, foresight */                                                              \
    X(pair_order, "planar", "pair", world->head->pair_count = 2;                                   \
      world->pairs[0] = world->pairs[1] = (VeerPair){0})                                           \
    X(pair_agent, "planar", "pair", world->head->pair_count = 1;                                   \
      world->pairs[0] = (VeerPair){.agent = {90, 1}})                                              \
    X(pair_other, "planar", "pair", world->head->pair_count = 1;                                   \
      world->pairs[0] = (VeerPair){.other_slot = 90})                                              \
    X(removal, "planar", "removal", world->head->removal_count = 1;                                \
      world->removals[0].is_obstacle = 2)                                                          \
    X(fingerprint, "planar", "head.fingerprint", world->head->fingerprint++)                       \
    X(vertex_count, "planar", "obstacle.vertex_count", world->head->vertex_count--)                \
    X(obstacle_count, "planar", "obstacle_count", world->head->obstacle_count--)                   \
    X(target_self, "planar", "agent.goal_target", world->agent.goal_target[0].slot = 0)            \
    X(target_ball, "planar", "agent.goal_target", world->agent.goal_target[1].slot = 99)           \
    X(goal_flat, "planar", "agent.goal_point", world->agent.goal_point[2].z = 1.0f)                \
    X(velocity_flat, "planar", "agent.velocity", world->agent.velocity[2].z = 1e-9f)               \
    X(ball_flat, "planar", "obstacle.velocity", world->obstacle.velocity[5].z = 1.0f)              \
    X(ball_kind, "planar", "obstacle.is_ball", world->obstacle.is_ball[0] = 1)                     \
    X(ghost_kind, "planar", "obstacle.is_ghost", world->obstacle.is_ghost[0] = 1)                  \
    X(list_flag, "planar", "behaviour_list", world->behaviour_lists[1].is_alive = 2)               \
    X(list_empty, "planar", "behaviour_list", world->behaviour_lists[0].list.path_count = 1)       \
    X(list_loop, "planar", "behaviour_list",                                                       \
      memset(&world->behaviour_lists[1].list.is_loop, 2, 1))                                       \
    X(list_generation, "planar", "behaviour_list", world->behaviour_lists[1].generation = 0)       \
    X(list_cookie, "planar", "behaviour_list", world->behaviour_lists[1].list.cookie = 0)          \
    X(plan_begun, "foresight", "foresight.begun", world->foresight.agents[0].begun = -1.0)         \
    X(plan_late, "foresight", "foresight.begun", world->foresight.agents[0].begun = 1e9)           \
    X(plan_dead, "foresight", "foresight.is_on", world->foresight.agents[19].is_on = 1)            \
    X(plan_count, "foresight", "foresight.count",                                                  \
      world->foresight.agents[0].count = VEER_FORESIGHT_POINTS + 1u)                               \
    X(plan_empty, "foresight", "foresight.points", world->foresight.agents[0].count = 0)           \
    X(plan_x, "foresight", "foresight.points",                                                     \
      world->foresight.agents[0].points[1].position.x = 9e6f)                                      \
    X(plan_y, "foresight", "foresight.points",                                                     \
      world->foresight.agents[0].points[1].position.y = NAN)                                       \
    X(plan_z, "foresight", "foresight.points",                                                     \
      world->foresight.agents[0].points[1].position.z = -9e6f)                                     \
    X(plan_order, "foresight", "foresight.points",                                                 \
      world->foresight.agents[0].points[1].time = -1.0f)                                           \
    X(plan_endless, "foresight", "foresight.points",                                               \
      world->foresight.agents[0].points[1].time = INFINITY)                                        \
    /* Squads */                                                                                   \
    X(squad_generation, "squads", "squad.generation", world->squads[0].generation = 0)             \
    X(squad_separation, "squads", "squad.rules", world->squads[0].rules.separation = 0.0f)         \
    X(squad_step, "squads", "squad.rules", world->squads[0].rules.step = 0.0f)                     \
    X(squad_ahead, "squads", "squad.ahead", world->squads[0].ahead = vec3(0.5f, 0.0f, 0.0f))       \
    X(squad_crossings, "squads", "squad.crossings", memset(&world->squads[0].crossings, 2, 1))     \
    X(squad_order, "squads", "squad.orders", world->squads[0].orders[0].kind = (VeerOrderKind)77)  \
    X(squad_unused, "squads", "squad.orders",                                                      \
      world->squads[0].orders[VEER_MAX_ORDERS - 1].point_count = 1)                                \
    X(squad_crumbs, "squads", "squad.phase", world->squads[0].phase = VEER_SQUAD_MARCHING;         \
      world->squads[0].crumb_count = 0)                                                            \
    X(squad_leg, "squads", "squad.phase", world->squads[0].phase = VEER_SQUAD_MARCHING;            \
      world->squads[0].leg = 1)                                                                    \
    X(squad_march, "squads", "squad.phase", world->squads[0].phase = VEER_SQUAD_MARCHING;          \
      world->squads[0].orders[0].kind = VEER_ORDER_QUEUE)                                          \
    X(member_news, "squads", "member.news", world->member.news[0] = 8)

#define DEFINE(name, subject, what, ...)                                                           \
    static void harm_##name(VeerWorld *world)                                                      \
    {                                                                                              \
        VeerMapHead *head = world->map.head;                                                       \
        VeerRoute *route = head ? &world->map.routes.all[routed(world)] : NULL;                    \
        (void)route;                                                                               \
        __VA_ARGS__;                                                                               \
    }
DAMAGES(DEFINE)
#define LIST(name, subject, what, ...) {subject, what, harm_##name},
static const Damage damages[] = {DAMAGES(LIST)};

static void check_names_what_is_damaged(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; ++i) {
        VeerWorld *world = make_subject(damages[i].subject);
        VeerStateFault fault = {"nothing", 0};
        assert_true(veer_world_check(world, &fault));
        damages[i].harm(world);
        if (veer_world_check(world, &fault) || strcmp(fault.what, damages[i].what) != 0) {
            fail_msg("%s, %s: %s", damages[i].subject, damages[i].what, fault.what);
        }
        veer_world_destroy(world);
    }
}

static void squads_are_full_at_their_most_members(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = VEER_MAX_SQUAD_MEMBERS + 1u;
    def.max_obstacles = 0;
    def.max_squads = 1;
    VeerWorld *world = make_world_of(&def);
    VeerSquadDef squad_def = veer_squad_def_default();
    VeerSquadId squad = {0, 0};
    assert_int_equal(veer_squad_create(world, &squad_def, &squad), VEER_OK);
    VeerAgentId agent = {0, 0};
    for (uint32_t i = 0; i <= VEER_MAX_SQUAD_MEMBERS; ++i) {
        agent = add_agent_at(world, vec3((float)(i % 256u), (float)(i / 256u), 0.0f));
        // As veer_squad_add, which counts members in each call.
        world->member.squad[i] = i < VEER_MAX_SQUAD_MEMBERS ? 1u : 0u;
    }
    assert_true(veer_world_check(world, NULL));
    assert_int_equal(veer_squad_add(world, squad, agent), VEER_FULL);
    world->member.squad[VEER_MAX_SQUAD_MEMBERS] = 1u;
    VeerStateFault fault = {"", 0};
    assert_false(veer_world_check(world, &fault));
    assert_string_equal(fault.what, "member.squad");
    world->member.squad[7] = 0u;
    assert_true(veer_world_check(world, NULL));
    assert_int_equal(veer_squad_add(world, squad, veer_agent_at(world, 7)), VEER_FULL);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_names_what_is_damaged),
        cmocka_unit_test(squads_are_full_at_their_most_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
