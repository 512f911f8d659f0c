// The invariants of shared fields, and of their solver in the middle of its work: each damage is
// refused, and named.
#include "plan/field/field.h"
#include "states/subjects.h"
#include "world/field/field.h"
#include "world/field_worlds.h"
#include "world/host/check.h"

enum { WIDE = 130, MAX_TICKS = 200 };

/// A world whose solver is at work, and the field that it computes.
typedef struct Work {
    VeerWorld *world;
    VeerFieldHead *head;
    VeerField *field;
    VeerFieldSolver *solver;
} Work;

static Work work_of(VeerWorld *world)
{
    VeerFieldHead *head = world->map.fields.head;
    return (Work){world, head, veer_field_in(world, head->spare), world->map.fields.solver};
}

static bool is_in_phase(const Work *work, VeerFieldPhase phase)
{
    return work->head->job != VEER_NO_SLOT && work->solver->phase == phase;
}

/// Steps until the solver is in a phase of its work.
static Work step_to(VeerWorld *world, VeerFieldPhase phase)
{
    Work work = work_of(world);
    int ticks = 0;
    for (; ticks < MAX_TICKS && !is_in_phase(&work, phase); ++ticks) {
        step_times(world, 1, TICK);
        work = work_of(world);
    }
    assert_true(ticks < MAX_TICKS);
    return work;
}

/// A wide floor with pillars, where lines of sight take a while; agents of one goal.
static VeerWorld *make_floor(void)
{
    VeerWorldDef def = fields_def(WIDE, WIDE, 2);
    def.map.budget = 12;
    VeerWorld *world = make_world_of(&def);
    for (int32_t at = 10; at < WIDE; at += 12) {
        VeerCellRect pillar = {{at, at / 2}, {at + 2, at / 2 + 3}};
        assert_int_equal(veer_world_grid_fill(world, pillar, true), VEER_OK);
    }
    for (uint32_t i = 0; i < 8; ++i) {
        add_traveller(world, vec3(2.5f, 20.5f + (float)i * 2.0f, 0), vec3(60.5f, 70.5f, 0), 0.3f);
    }
    return world;
}

/// In the middle of a sweep, above the goal's row, or below it.
static Work make_sweep(int direction)
{
    Work work = step_to(make_floor(), VEER_FIELD_SIGHT);
    while (is_in_phase(&work, VEER_FIELD_SIGHT) &&
           (work.solver->direction != direction || work.solver->span_count == 0)) {
        step_times(work.world, 1, TICK);
        work = work_of(work.world);
    }
    assert_true(is_in_phase(&work, VEER_FIELD_SIGHT));
    return work;
}

static Work make_sweep_up(void)
{
    return make_sweep(1);
}

static Work make_sweep_down(void)
{
    return make_sweep(-1);
}

static Work make_of(const char *name)
{
    int i = 0;
    while (strcmp(veer_state_subjects[i].name, name) != 0) {
        ++i;
    }
    return work_of(veer_state_subject_make(&veer_state_subjects[i]));
}

static Work make_march(void)
{
    Work work = make_of("fields");
    return step_to(work.world, VEER_FIELD_MARCH);
}

static Work make_fill(void)
{
    return step_to(make_floor(), VEER_FIELD_FILL);
}

static Work make_sphere(void)
{
    Work work = make_of("voxels");
    return step_to(work.world, VEER_FIELD_SIGHT);
}

static VeerSightSpan *first_span(const Work *work)
{
    VeerSightSpan *spans = veer_field_part(work->solver, work->solver->spans_at);
    return spans + work->solver->which * (work->solver->shape.side[0] + 2u);
}

static VeerFieldChunk *chunks_of(const Work *work)
{
    return veer_field_part(work->solver, work->solver->chunks_at);
}

/// The head of a list of the queue that has cells.
static uint32_t *list_of(const Work *work)
{
    uint32_t *heads = veer_field_part(work->solver, work->solver->heads_at);
    while (*heads == VEER_FIELD_NO_CHUNK) {
        ++heads;
    }
    return heads;
}

/// X(name, how the world is made, what it is called, how it is done).
#define DAMAGES(X)                                                                                 \
    /* Fields */                                                                                   \
    X(shape, march, "field", field->shape.count++)                                                 \
    X(values_at, march, "field", field->values_at += 64)                                           \
    X(seen_at, march, "field", field->seen_at += 64)                                               \
    X(state, march, "field", field->state = 9)                                                     \
    X(idle, march, "field", field->state = VEER_FIELD_IDLE)                                        \
    X(done, march, "field", field->state = VEER_FIELD_DONE)                                        \
    X(past, march, "field", other->past = 1)                                                       \
    X(running, march, "field", other->state = VEER_FIELD_RUNNING)                                  \
    X(goal_count, march, "field", field->goal_count = VEER_MAX_FIELD_GOALS + 1u)                   \
    X(no_goal, march, "field", field->goal_count = 0)                                              \
    X(blind, march, "field", memset(&field->is_blind, 2, 1))                                       \
    X(costs, march, "field", memset(&field->has_costs, 2, 1))                                      \
    X(goal_low, march, "field", field->goals[0].at[0] = -1)                                        \
    X(goal_even, march, "field", field->goals[0].at[1] = 2)                                        \
    X(goal_high, march, "field", field->goals[0].at[2] = 2 * VEER_FIELD_STEPS + 1)                 \
    X(cell_size, march, "field", field->cell_size = 2.0f)                                          \
    X(origin_x, march, "field", field->origin.x = 1.0f)                                            \
    X(origin_y, march, "field", field->origin.y = 1.0f)                                            \
    X(origin_z, march, "field", field->origin.z = 1.0f)                                            \
    X(bits, march, "field", veer_field_seen(field)[0] |= UINT64_C(1) << 63)                        \
    X(value, march, "field", veer_field_values(field)[30] = 1e13f)                                 \
    X(waiting, march, "field", veer_field_values(other)[30] = -1.0f)                               \
    X(margin_left, march, "field", veer_field_values(field)[24] = 1.0f)                            \
    X(margin_below, march, "field", veer_field_values(field)[3] = 1.0f)                            \
    X(margin_right, march, "field", veer_field_values(field)[47] = 1.0f)                           \
    X(margin_above, march, "field", veer_field_values(field)[24 * 17 + 3] = 1.0f)                  \
    X(margin_floor, sphere, "field", veer_field_values(field)[45] = 1.0f)                          \
    X(margin_ceiling, sphere, "field", veer_field_values(field)[20 * 16 * 9 + 45] = 1.0f)          \
    /* What solvers are */                                                                         \
    X(solver_shape, march, "field_solver", solver->shape.count++)                                  \
    X(places, march, "field_solver", solver->heads_at += 64)                                       \
    X(faces, march, "field_solver", memset(&solver->has_faces, 2, 1))                              \
    X(no_faces, march, "field_solver", memset(&solver->has_faces, 0, 1))                           \
    X(crowd, march, "field_solver", memset(&solver->is_crowd, 2, 1))                               \
    X(no_crowd, sweep_up, "field_solver", memset(&solver->is_crowd, 1, 1))                         \
    X(work, march, "field_solver", solver->work = UINT64_MAX)                                      \
    X(which_last, march, "field_solver", solver->which = 2)                                        \
    X(spans_last, march, "field_solver", solver->span_count = 1000)                                \
    X(other_field, march, "field_solver", solver->past++)                                          \
    X(goal, march, "field_solver", solver->goal = field->goal_count + 1u)                          \
    X(phase, march, "field_solver", solver->phase = VEER_FIELD_MARCH + 1)                          \
    X(row_low, fill, "field_solver", solver->row = -1)                                             \
    X(row_high, fill, "field_solver", solver->row = WIDE + 1)                                      \
    X(weight, march, "field_solver", veer_field_weights(solver)[3] = 256)                          \
    X(face, march, "field_solver", solver->is_crowd = true; solver->past = field->past;            \
      veer_field_faces(solver)[*chunks_of(&work)[*list_of(&work)].cells].cost[2] = NAN)            \
    X(sight, march, "field_solver", veer_field_sight(solver)[2] |= UINT64_C(1) << 63)              \
    /* The sweep of sights */                                                                      \
    X(which, sweep_up, "field_solver", solver->which = 2)                                          \
    X(spans, sweep_up, "field_solver", solver->span_count = WIDE + 3)                              \
    X(sweep_low, sweep_up, "field_solver", solver->row = -2)                                       \
    X(sweep_high, sweep_up, "field_solver", solver->row = WIDE + 1)                                \
    X(backward, sweep_up, "field_solver", solver->direction = -2)                                  \
    X(forward, sweep_up, "field_solver", solver->direction = 2)                                    \
    X(before, sweep_up, "field_solver", solver->row = 0)                                           \
    X(behind, sweep_down, "field_solver", solver->row = WIDE - 1)                                  \
    X(flat, sweep_up, "field_solver", first_span(&work)->left.down = 0)                            \
    X(steep, sweep_up, "field_solver", first_span(&work)->left.down = 1 << 26)                     \
    X(far_left, sweep_up, "field_solver", first_span(&work)->left.over = -(1 << 26))               \
    X(far_right, sweep_down, "field_solver", first_span(&work)->right.over = 1 << 26)              \
    X(off_left, sweep_up, "field_solver", first_span(&work)->left = (VeerSlope){-100000, 1})       \
    X(off_right, sweep_down, "field_solver", first_span(&work)->right = (VeerSlope){100000, 1})    \
    X(sphere_low, sphere, "field_solver", solver->row = -1)                                        \
    X(sphere_high, sphere, "field_solver", solver->row = 1000000)                                  \
    /* The queue */                                                                                \
    X(fresh, march, "field_solver", solver->fresh = UINT32_MAX)                                    \
    X(stale, march, "field_solver", solver->stale_count = UINT32_MAX)                              \
    X(cursor, march, "field_solver", solver->cursor = UINT32_MAX)                                  \
    X(no_chunk, march, "field_solver", *list_of(&work) = 100000)                                   \
    X(cycle, march, "field_solver", chunks_of(&work)[*list_of(&work)].next = *list_of(&work))      \
    X(chunk_empty, march, "field_solver", chunks_of(&work)[*list_of(&work)].count = 0)             \
    X(chunk_over, march, "field_solver", chunks_of(&work)[*list_of(&work)].count = 15)             \
    X(chunk_cell, march, "field_solver", chunks_of(&work)[*list_of(&work)].cells[0] = 1u << 30)    \
    X(chunk_wall, march, "field_solver", chunks_of(&work)[*list_of(&work)].cells[0] = 0)           \
    X(open, march, "field_solver", solver->open = 100000)                                          \
    X(beyond, march, "field_solver", solver->far = 100000)                                         \
    X(free, march, "field_solver", solver->free = 100000)                                          \
    X(unlisted, march, "field_solver", solver->fresh++)                                            \
    X(uncounted, march, "field_solver", solver->stale_count++)

typedef struct Damage {
    const char *name, *what;
    Work (*make)(void);
    void (*harm)(Work work, VeerField *field, VeerField *other, VeerFieldSolver *solver);
} Damage;

#define DEFINE(name, maker, what, ...)                                                             \
    static void harm_##name(Work work, VeerField *field, VeerField *other,                         \
                            VeerFieldSolver *solver)                                               \
    {                                                                                              \
        (void)work, (void)field, (void)other, (void)solver;                                        \
        __VA_ARGS__;                                                                               \
    }
DAMAGES(DEFINE)
#define LIST(name, maker, what, ...) {#name, what, make_##maker, harm_##name},
static const Damage damages[] = {DAMAGES(LIST)};

static void check_names_what_is_damaged(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; ++i) {
        Work work = damages[i].make();
        VeerField *other = veer_field_in(work.world, work.head->shared[0].memory);
        VeerStateFault fault = {"nothing", 0};
        assert_true(veer_world_check(work.world, &fault));
        damages[i].harm(work, work.field, other, work.solver);
        if (veer_world_check(work.world, &fault) || strcmp(fault.what, damages[i].what) != 0) {
            fail_msg("%s, %s: %s", damages[i].name, damages[i].what, fault.what);
        }
        veer_world_destroy(work.world);
    }
}

/// Whose solver is in the middle of a sweep goes on with it where it is imported.
static void a_sweep_goes_on_after_an_import(void **unused)
{
    (void)unused;
    for (int direction = -1; direction <= 1; direction += 2) {
        Work work = make_sweep(direction);
        VeerWorld *fresh = make_floor();
        size_t size = veer_world_export_size(work.world);
        void *exported = malloc(size);
        assert_int_equal(veer_world_export(work.world, exported, size), VEER_OK);
        assert_int_equal(veer_world_import(fresh, exported, size, NULL), VEER_OK);
        expect_same_steps(work.world, fresh, 40);
        free(exported);
        veer_world_destroy(work.world);
        veer_world_destroy(fresh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_names_what_is_damaged),
        cmocka_unit_test(a_sweep_goes_on_after_an_import),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
