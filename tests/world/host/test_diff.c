// Telling worlds apart: the first field that differs, and by digests whose it is.
#include "states/subjects.h"
#include "veer/diff.h"
#include "world/base/state.h"
#include "world/busy_world.h"
#include "world/floor_maker.h"

static VeerWorldDifference diff_of(const VeerWorld *a, const VeerWorld *b)
{
    VeerWorldDifference difference = {"untouched", 7, 7, 7, 7.0, 7.0};
    assert_int_equal(veer_world_diff(a, b, &difference), VEER_OK);
    return difference;
}

static void worlds_that_did_the_same_do_not_differ(void **unused)
{
    (void)unused;
    for (int i = 0; i < veer_state_subject_count; ++i) {
        VeerWorld *a = veer_state_subject_make(&veer_state_subjects[i]);
        VeerWorld *b = veer_state_subject_make(&veer_state_subjects[i]);
        VeerWorldDifference difference = diff_of(a, b);
        assert_null(difference.what);
        assert_int_equal(veer_world_locate(a, veer_world_digest(b)).kind, VEER_PART_NONE);
        veer_world_destroy(a);
        veer_world_destroy(b);
    }
}

/// Bytes between arrays are 0, so each that is not is of a field.
static void every_field_of_the_state_has_a_name(void **unused)
{
    (void)unused;
    for (int i = 0; i < veer_state_subject_count; ++i) {
        VeerWorld *a = veer_state_subject_make(&veer_state_subjects[i]);
        VeerWorld *b = veer_state_subject_make(&veer_state_subjects[i]);
        for (size_t at = 0; at < b->state_size; at += 1 + at % 61) {
            unsigned char byte = b->state_block[at];
            b->state_block[at] ^= 0x10;
            VeerWorldDifference difference = diff_of(a, b);
            assert_non_null(difference.what);
            assert_true(byte == 0 || strcmp(difference.what, "state") != 0);
            b->state_block[at] = byte;
        }
        veer_world_destroy(a);
        veer_world_destroy(b);
    }
}

typedef struct Twins {
    Busy a, b;
} Twins;

static Twins make_twins(void)
{
    Twins twins = {make_busy(VEER_PLANAR), make_busy(VEER_PLANAR)};
    step_times(twins.a.world, 5, TICK);
    step_times(twins.b.world, 5, TICK);
    return twins;
}

static void destroy_twins(Twins twins)
{
    veer_world_destroy(twins.a.world);
    veer_world_destroy(twins.b.world);
}

static VeerWorldPart located(const Twins *twins)
{
    return veer_world_locate(twins->a.world, veer_world_digest(twins->b.world));
}

static void expect_part(VeerWorldPart part, VeerPartKind kind, uint32_t name)
{
    assert_int_equal(part.kind, kind);
    assert_int_equal(part.name, name);
}

static void a_difference_has_field_owner_and_both_values(void **unused)
{
    (void)unused;
    Twins twins = make_twins();
    VeerVec3 at = read_agent(twins.a.world, twins.a.agents[41]).position;
    VeerVec3 other = vec3(at.x, at.y + 2.0f, at.z);
    assert_int_equal(veer_agent_set_position(twins.b.world, twins.b.agents[41], other), VEER_OK);
    VeerWorldDifference difference = diff_of(twins.a.world, twins.b.world);
    assert_string_equal(difference.what, "agent.position");
    assert_int_equal(difference.slot, twins.a.agents[41].slot);
    assert_int_equal(difference.id, 42);
    assert_int_equal(difference.number, 1);
    assert_true(difference.a == (double)at.y && difference.b == (double)other.y);
    expect_part(located(&twins), VEER_PART_AGENT, 42);
    // What is told of a is told of b, the other way round.
    difference = diff_of(twins.b.world, twins.a.world);
    assert_true(difference.a == (double)other.y && difference.b == (double)at.y);
    destroy_twins(twins);
}

static void who_is_gone_is_named_so(void **unused)
{
    (void)unused;
    Twins twins = make_twins();
    assert_int_equal(veer_agent_destroy(twins.b.world, twins.b.agents[100]), VEER_OK);
    VeerWorldDifference difference = diff_of(twins.a.world, twins.b.world);
    assert_string_equal(difference.what, "agent.is_alive");
    assert_int_equal(difference.id, 101);
    assert_true(difference.a == 1.0 && difference.b == 0.0);
    difference = diff_of(twins.b.world, twins.a.world);
    assert_int_equal(difference.id, 101);
    expect_part(located(&twins), VEER_PART_AGENT, 101);
    // The other way round it is none that the world has.
    VeerWorldDigest digest = veer_world_digest(twins.a.world);
    expect_part(veer_world_locate(twins.b.world, digest), VEER_PART_SEVERAL, 0);
    destroy_twins(twins);
}

static void ticks_come_first(void **unused)
{
    (void)unused;
    Twins twins = make_twins();
    step_times(twins.b.world, 1, TICK);
    VeerWorldDifference difference = diff_of(twins.a.world, twins.b.world);
    assert_string_equal(difference.what, "head.tick");
    assert_true(difference.a == 5.0 && difference.b == 6.0);
    step_times(twins.a.world, 1, TICK * 1.5f);
    assert_string_equal(diff_of(twins.a.world, twins.b.world).what, "head.time");
    destroy_twins(twins);
}

static void parts_of_each_kind_are_located(void **unused)
{
    (void)unused;
    Twins twins = make_twins();
    VeerObstacleId ball = veer_obstacle_at(twins.b.world, 3);
    assert_int_equal(veer_obstacle_set_position(twins.b.world, ball, vec3(20, 20, 0)), VEER_OK);
    expect_part(located(&twins), VEER_PART_OBSTACLE, 3);
    assert_string_equal(diff_of(twins.a.world, twins.b.world).what, "obstacle.position");
    assert_int_equal(veer_agent_set_priority(twins.b.world, twins.b.agents[0], 9.0f), VEER_OK);
    expect_part(located(&twins), VEER_PART_SEVERAL, 0);
    assert_string_equal(diff_of(twins.a.world, twins.b.world).what, "agent.priority");
    destroy_twins(twins);

    twins = make_twins();
    twins.b.world->head->time += 1.0;
    expect_part(located(&twins), VEER_PART_CLOCK, 0);
    destroy_twins(twins);
}

/// Each agent in turn.
static void any_agent_is_located(void **unused)
{
    (void)unused;
    Twins twins = make_twins();
    for (uint32_t i = 0; i < BUSY_AGENTS; ++i) {
        VeerAgentId agent = twins.b.agents[i];
        assert_int_equal(veer_agent_set_user_data(twins.b.world, agent, i + 1u), VEER_OK);
        expect_part(located(&twins), VEER_PART_AGENT, i + 1u);
        assert_int_equal(veer_agent_set_user_data(twins.b.world, agent, 0), VEER_OK);
    }
    destroy_twins(twins);
}

static void maps_are_located_and_those_of_other_worlds_refused(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default();
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    VeerWorld *a = make_world_of(&def), *b = make_world_of(&def);
    assert_int_equal(veer_world_grid_fill(b, (VeerCellRect){{3, 4}, {4, 5}}, true), VEER_OK);
    VeerWorldDifference difference = diff_of(a, b);
    assert_string_equal(difference.what, "map.blocked");
    expect_part(veer_world_locate(a, veer_world_digest(b)), VEER_PART_MAP, 0);
    veer_world_destroy(b);

    def.seed++;
    b = make_world_of(&def);
    difference.what = "untouched";
    assert_int_equal(veer_world_diff(a, b, &difference), VEER_WRONG_DEF);
    veer_world_destroy(b);
    def.seed--;
    def.map.grid.origin.x += 1.0f;
    b = make_world_of(&def);
    assert_int_equal(veer_world_diff(a, b, &difference), VEER_WRONG_MAP);
    assert_string_equal(difference.what, "untouched");
    assert_int_equal(veer_world_diff(a, NULL, &difference), VEER_BAD_VALUE);
    assert_int_equal(veer_world_diff(a, b, NULL), VEER_BAD_VALUE);
    veer_world_destroy(a);
    veer_world_destroy(b);
}

static void a_digest_begins_with_the_hash(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_SPATIAL);
    VeerWorldDigest digest = veer_world_digest(busy.world);
    assert_int_equal(digest.hash, (uint32_t)veer_world_hash(busy.world));
    veer_world_destroy(busy.world);
    digest = veer_world_digest(NULL);
    assert_true(digest.hash == 0 && digest.weighted == 0);
    assert_int_equal(veer_world_locate(NULL, digest).kind, VEER_PART_NONE);
    for (int kind = 0; kind < VEER_PART_KIND_COUNT; ++kind) {
        assert_non_null(veer_part_kind_name((VeerPartKind)kind));
    }
    assert_null(veer_part_kind_name(VEER_PART_KIND_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_that_did_the_same_do_not_differ),
        cmocka_unit_test(every_field_of_the_state_has_a_name),
        cmocka_unit_test(a_difference_has_field_owner_and_both_values),
        cmocka_unit_test(who_is_gone_is_named_so),
        cmocka_unit_test(ticks_come_first),
        cmocka_unit_test(parts_of_each_kind_are_located),
        cmocka_unit_test(any_agent_is_located),
        cmocka_unit_test(maps_are_located_and_those_of_other_worlds_refused),
        cmocka_unit_test(a_digest_begins_with_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
