// States for files and peers: what is exported is taken over bit for bit; what is not that is
// refused by name, and leaves nothing behind.
#include "states/subjects.h"
#include "support/allocator.h"
#include "world/busy_world.h"
#include "world/floor_maker.h"
#include "world/host/export.h"

enum { FUTURE = 40 };

/// Exported bytes of a world, one byte off any alignment; free the block.
typedef struct Exported {
    unsigned char *block, *bytes;
    size_t size;
} Exported;

static Exported export_of(const VeerWorld *world)
{
    Exported exported = {.size = veer_world_export_size(world)};
    exported.block = malloc(exported.size + 1);
    exported.bytes = exported.block + 1;
    assert_int_equal(veer_world_export(world, exported.bytes, exported.size), VEER_OK);
    return exported;
}

static void run_on(VeerWorld *world, uint64_t *hashes)
{
    for (int tick = 0; tick < FUTURE; ++tick) {
        step_times(world, 1, 1.0f / 30.0f);
        hashes[tick] = veer_world_hash(world);
    }
}

/// In the middle of searches, fields, jobs, marches and links, in worlds of every kind.
static void import_gives_the_same_future(void **unused)
{
    (void)unused;
    for (int i = 0; i < veer_state_subject_count; ++i) {
        VeerWorld *world = veer_state_subject_make(&veer_state_subjects[i]);
        VeerWorld *fresh = veer_state_subjects[i].make();
        Exported exported = export_of(world);
        uint64_t hashes[FUTURE], again[FUTURE], hash = veer_world_hash(world);
        VeerStateFault fault = {NULL, 0};
        assert_int_equal(veer_world_import(fresh, exported.bytes, exported.size, &fault), VEER_OK);
        assert_true(veer_world_hash(fresh) == hash);
        run_on(world, hashes);
        run_on(fresh, again);
        assert_memory_equal(hashes, again, sizeof hashes);
        // And in all that the hash says nothing of.
        VeerWorldDifference difference;
        assert_int_equal(veer_world_diff(world, fresh, &difference), VEER_OK);
        assert_null(difference.what);
        assert_int_equal(veer_world_import(world, exported.bytes, exported.size, &fault), VEER_OK);
        run_on(world, again);
        assert_memory_equal(hashes, again, sizeof hashes);
        free(exported.block);
        veer_world_destroy(world);
        veer_world_destroy(fresh);
    }
}

/// Refused with a status, and nothing has changed.
static void expect_refused(VeerWorld *world, const void *bytes, size_t size, VeerStatus status)
{
    Copy copy = copy_of(world);
    assert_int_equal(veer_world_import(world, bytes, size, NULL), status);
    assert_unchanged(world, copy);
}

/// Whether a change of one byte, with the sum mended or not, is refused so.
static void expect_byte(VeerWorld *world, size_t at, bool is_mended, VeerStatus status)
{
    Exported exported = export_of(world);
    exported.bytes[at] ^= 1u;
    if (is_mended) {
        veer_export_mend(exported.bytes, exported.size);
    }
    expect_refused(world, exported.bytes, exported.size, status);
    free(exported.block);
}

static void each_mistake_of_a_header_has_its_status(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR);
    step_times(busy.world, 10, TICK);
    expect_byte(busy.world, 0, true, VEER_NO_STATE);       // what it is
    expect_byte(busy.world, 8, false, VEER_WRONG_SUM);     // the sum
    expect_byte(busy.world, 16, true, VEER_WRONG_VERSION); // the order of bytes
    expect_byte(busy.world, 20, true, VEER_WRONG_VERSION); // the format
    expect_byte(busy.world, 24, true, VEER_WRONG_VERSION); // the library
    expect_byte(busy.world, 32, true, VEER_WRONG_VERSION); // the layout
    expect_byte(busy.world, 40, true, VEER_WRONG_DEF);
    expect_byte(busy.world, 48, true, VEER_WRONG_MAP);
    expect_byte(busy.world, 56, true, VEER_NO_STATE); // the size
    expect_byte(busy.world, 64, true, VEER_BAD_STATE);
    expect_byte(busy.world, 64, false, VEER_WRONG_SUM);
    veer_world_destroy(busy.world);
}

static void what_is_no_state_is_refused(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_SPATIAL);
    VeerWorld *world = busy.world;
    Exported exported = export_of(world);
    unsigned char zeros[64] = {0};
    expect_refused(world, NULL, 0, VEER_BAD_VALUE);
    expect_refused(world, NULL, exported.size, VEER_BAD_VALUE);
    expect_refused(world, zeros, sizeof zeros, VEER_NO_STATE);
    for (size_t size = 0; size < exported.size; size += size < 70 ? 1 : 997) {
        expect_refused(world, exported.bytes, size, VEER_NO_STATE);
    }
    assert_int_equal(veer_world_import(NULL, exported.bytes, exported.size, NULL), VEER_BAD_VALUE);
    assert_int_equal(veer_world_export(NULL, exported.bytes, exported.size), VEER_BAD_VALUE);
    assert_int_equal(veer_world_export(world, NULL, exported.size), VEER_BAD_VALUE);
    assert_int_equal(veer_world_export(world, exported.bytes, exported.size - 1), VEER_BAD_VALUE);
    assert_int_equal(veer_world_export_size(NULL), 0);
    free(exported.block);
    veer_world_destroy(world);
}

/// A state of a world of one def for a world of another.
static void expect_other(const VeerWorldDef *def, const VeerWorldDef *other, VeerStatus status)
{
    VeerWorld *from = make_world_of(def), *to = make_world_of(other);
    Exported exported = export_of(from);
    Copy copy = copy_of(from);
    assert_int_equal(veer_world_import(to, exported.bytes, exported.size, NULL), status);
    assert_int_equal(veer_world_restore(to, copy.block, copy.size), VEER_BAD_VALUE);
    free(copy.block);
    free(exported.block);
    veer_world_destroy(from);
    veer_world_destroy(to);
}

static void maps_are_told_apart_by_all_that_they_are(void **unused)
{
    (void)unused;
    VeerWorldDef def = veer_world_def_default(), other;
    def.max_agents = 4;
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    other = def;
    other.map.grid.origin.x = 1.0f;
    expect_other(&def, &other, VEER_WRONG_MAP);
    other = def;
    other.map.grid.cell_size = 0.5f;
    expect_other(&def, &other, VEER_WRONG_MAP);
    other = def;
    other.map.budget++;
    expect_other(&def, &other, VEER_WRONG_DEF);
    other = def;
    other.foresight.has_window = true;
    expect_other(&def, &other, VEER_WRONG_DEF);
    VeerWorldDef slower = other;
    slower.foresight.window.tick = 0.2f;
    expect_other(&other, &slower, VEER_WRONG_DEF);
    def.space = VEER_SPATIAL;
    def.map = veer_world_map_def_default(VEER_MAP_VOXELS);
    other = def;
    other.map.voxels.origin.z = -1.0f;
    expect_other(&def, &other, VEER_WRONG_MAP);
}

/// Two triangles on a square, one corner of which is somewhere else.
static VeerMesh *make_square(float corner)
{
    VeerVec3 vertices[] = {{0, 0, 0}, {4, 0, 0}, {corner, 4, 0}, {0, 4, 0}};
    static const uint32_t first[] = {0, 3, 6}, corners[] = {0, 1, 2, 0, 2, 3};
    return make_polygons(vertices, 4, first, corners, 2);
}

static void meshes_of_equal_counts_are_told_apart(void **unused)
{
    (void)unused;
    VeerMesh *meshes[] = {make_square(4.0f), make_square(4.5f)};
    VeerWorldDef def = veer_world_def_default(), other;
    def.max_agents = 4;
    def.map = veer_world_map_def_default(VEER_MAP_MESH);
    other = def;
    def.map.mesh.whole = meshes[0];
    other.map.mesh.whole = meshes[1];
    expect_other(&def, &other, VEER_WRONG_MAP);
    free(meshes[0]);
    free(meshes[1]);
}

static void a_bad_state_is_named(void **unused)
{
    (void)unused;
    Busy busy = make_busy(VEER_PLANAR);
    step_times(busy.world, 10, TICK);
    Exported exported = export_of(busy.world);
    float nan = NAN;
    VeerStateFault fault = {"nothing", 7};
    // The first column of agents is their positions, behind a head of 128 bytes.
    memcpy(exported.bytes + VEER_EXPORT_HEAD + 128 + 2 * sizeof(VeerVec3), &nan, sizeof nan);
    veer_export_mend(exported.bytes, exported.size);
    assert_int_equal(veer_world_import(busy.world, exported.bytes, exported.size, &fault),
                     VEER_BAD_STATE);
    assert_string_equal(fault.what, "agent.position");
    assert_int_equal(fault.slot, 2);
    free(exported.block);
    veer_world_destroy(busy.world);
}

static void import_without_memory_changes_nothing(void **unused)
{
    (void)unused;
    VeerTestAllocator state = {0};
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 8;
    def.allocator = veer_test_allocator(&state);
    VeerWorld *world = make_world_of(&def);
    add_agent_at(world, vec3(1.0f, 2.0f, 0.0f));
    Exported exported = export_of(world);
    size_t held = state.live_bytes;
    state.fail_at = state.calls + 1;
    expect_refused(world, exported.bytes, exported.size, VEER_OUT_OF_MEMORY);
    state.fail_at = 0;
    assert_int_equal(veer_world_import(world, exported.bytes, exported.size, NULL), VEER_OK);
    assert_int_equal(state.live_bytes, held);
    free(exported.block);
    veer_world_destroy(world);
}

/// Calls from within a step.
static void import_in_a_step(void *user, VeerStage stage)
{
    VeerWorld *world = user;
    unsigned char byte = 0;
    (void)stage;
    assert_int_equal(veer_world_import(world, &byte, 1, NULL), VEER_BUSY);
}

static void import_is_busy_in_a_step(void **unused)
{
    (void)unused;
    VeerWorld *world = make_world(VEER_PLANAR);
    assert_int_equal(veer_world_set_stage_callback(world, import_in_a_step, world), VEER_OK);
    step_times(world, 1, TICK);
    veer_world_destroy(world);
}

/// A world of so many agents at most, with a few in it.
static VeerWorld *roomy_world(uint32_t max_agents)
{
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    def.max_agents = max_agents;
    assert_int_equal(veer_world_create(&def, &world), VEER_OK);
    for (int i = 0; i < 5; i++) {
        VeerAgentDef agent = veer_agent_def_default();
        VeerAgentId id;
        agent.position = (VeerVec3){3.0f * (float)i, 0.0f, 0.0f};
        assert_int_equal(veer_agent_create(world, &agent, &id), VEER_OK);
        assert_int_equal(veer_agent_go_to(world, id, (VeerVec3){0, 9, 0}, 0.5f), VEER_OK);
    }
    step_times(world, 20, TICK);
    return world;
}

static void packed_states_are_as_large_as_what_is_used(void **unused)
{
    (void)unused;
    VeerWorld *small = roomy_world(100), *large = roomy_world(100000);
    size_t size = veer_world_packed_size(large);
    assert_true(size < 20000 && veer_world_export_size(large) > 10000000);
    assert_true(size < veer_world_packed_size(small) + 1000);
    unsigned char *bytes = malloc(size);
    assert_int_equal(veer_world_pack(large, bytes, size - 1), VEER_BAD_VALUE);
    assert_int_equal(veer_world_pack(large, bytes, size), VEER_OK);
    uint64_t hash = veer_world_hash(large);
    step_times(large, 20, TICK);
    uint64_t future = veer_world_hash(large);
    assert_int_equal(veer_world_import(large, bytes, size, NULL), VEER_OK);
    assert_int_equal(veer_world_hash(large), hash);
    step_times(large, 20, TICK);
    assert_int_equal(veer_world_hash(large), future);
    assert_int_equal(veer_world_import(small, bytes, size, NULL), VEER_WRONG_DEF);
    free(bytes);
    veer_world_destroy(small);
    veer_world_destroy(large);
}

/// Runs that lead beyond the state, or end before it does.
static void packed_states_are_trusted_no_more(void **unused)
{
    (void)unused;
    VeerWorld *world = roomy_world(40);
    size_t size = veer_world_packed_size(world);
    unsigned char *bytes = malloc(size), *spoilt = malloc(size);
    assert_int_equal(veer_world_pack(world, bytes, size), VEER_OK);
    for (size_t at = 0; at < size; at++) {
        memcpy(spoilt, bytes, size);
        spoilt[at] ^= (unsigned char)(1u + at % 255u);
        assert_int_not_equal(veer_world_import(world, spoilt, size, NULL), VEER_OK);
        veer_export_mend(spoilt, size);
        (void)veer_world_import(world, spoilt, size, NULL);
        assert_int_equal(veer_world_import(world, bytes, size, NULL), VEER_OK);
    }
    for (size_t cut = VEER_EXPORT_HEAD; cut < size; cut++) {
        memcpy(spoilt, bytes, cut);
        veer_export_mend(spoilt, cut);
        assert_int_equal(veer_world_import(world, spoilt, cut, NULL), VEER_NO_STATE);
    }
    free(bytes);
    free(spoilt);
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_states_are_as_large_as_what_is_used),
        cmocka_unit_test(packed_states_are_trusted_no_more),
        cmocka_unit_test(import_gives_the_same_future),
        cmocka_unit_test(each_mistake_of_a_header_has_its_status),
        cmocka_unit_test(what_is_no_state_is_refused),
        cmocka_unit_test(maps_are_told_apart_by_all_that_they_are),
        cmocka_unit_test(meshes_of_equal_counts_are_told_apart),
        cmocka_unit_test(a_bad_state_is_named),
        cmocka_unit_test(import_without_memory_changes_nothing),
        cmocka_unit_test(import_is_busy_in_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
