// The whole as a file, written and read by all ranks at once. Run by mpirun with 1 to 4 ranks.
#define _XOPEN_SOURCE 700
#include "bridge/press_maker.h"
#include "bridge/ranks.h"
#include "support/allocator.h"

#include "veer/mpi.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/// A folder that all ranks see, and a file in it.
typedef struct Place {
    char folder[64], file[96];
} Place;

static Place make_place(void)
{
    Place place = {.folder = "/tmp/veer_mpi_XXXXXX"};
    hold(own_rank() != 0 || mkdtemp(place.folder));
    MPI_Bcast(place.folder, sizeof place.folder, MPI_BYTE, 0, MPI_COMM_WORLD);
    (void)snprintf(place.file, sizeof place.file, "%s/kept", place.folder);
    return place;
}

static void remove_place(const Place *place)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (own_rank() == 0) {
        (void)unlink(place->file);
        hold(rmdir(place->folder) == 0); // nothing else is left in it
    }
}

static unsigned char *read_bytes(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    hold(file && fseek(file, 0, SEEK_END) == 0);
    *size = (size_t)ftell(file);
    unsigned char *bytes = malloc(*size);
    rewind(file);
    hold(bytes && fread(bytes, 1, *size, file) == *size);
    (void)fclose(file);
    return bytes;
}

/// Whether a file is what one process would write.
static void hold_packed(const char *path, const VeerWorld *whole)
{
    size_t size, expected = veer_world_packed_size(whole);
    unsigned char *packed = malloc(expected), *bytes = read_bytes(path, &size);
    hold(veer_world_pack(whole, packed, expected) == VEER_OK);
    hold(size == expected && memcmp(bytes, packed, size) == 0);
    free(packed);
    free(bytes);
}

static void step_both(VeerMpi *mpi, VeerWorld *alone, int ticks)
{
    for (int tick = 0; tick < ticks; ++tick) {
        hold(veer_mpi_step(mpi, 0.1f) == VEER_OK && veer_world_step(alone, 0.1f) == VEER_OK);
    }
}

/// Takes agents out, so that slots wait for others.
static void thin_out(VeerWorld *world)
{
    for (uint32_t slot = 1; slot < veer_agent_slot_count(world); slot += 5) {
        hold(veer_agent_destroy(world, veer_agent_at(world, slot)) == VEER_OK);
    }
    step_times(world, 1, 0.1f);
}

static VeerWorld *make_crowd(VeerSpace space, uint32_t count, bool is_thin)
{
    VeerWorld *world = make_press(space, count, count / 5, 11);
    add_surroundings(world);
    if (is_thin) {
        thin_out(world);
    }
    return world;
}

static VeerMpi *spread(VeerWorld *whole, bool is_shared)
{
    VeerMpiDef def = veer_mpi_def_default();
    VeerMpi *mpi = NULL;
    def.period = 3;
    def.imbalance = 0.0f;
    hold((is_shared ? veer_mpi_share(NULL, whole, &def, &mpi, NULL)
                    : veer_mpi_create(NULL, whole, &def, &mpi, NULL)) == VEER_OK);
    return mpi;
}

/// Before the first tick and after some a file has the bytes of one process; what is read from it
/// goes on to the same hash.
static void hold_files(VeerWorld *(*make)(bool), bool variant, bool is_shared)
{
    Place place = make_place();
    VeerWorld *whole = make(variant), *alone = make(variant), *again = make(variant);
    VeerMpi *mpi = spread(whole, is_shared);
    for (int round = 0; round < 2; ++round) {
        hold(veer_mpi_export(mpi, place.file, NULL) == VEER_OK);
        hold_packed(place.file, alone);
        step_both(mpi, alone, 7);
    }
    hold(veer_mpi_export(mpi, place.file, NULL) == VEER_OK);
    veer_mpi_destroy(mpi);
    veer_world_destroy(whole);
    hold(veer_mpi_import(NULL, again, place.file, NULL, NULL) == VEER_OK);
    hold(veer_world_hash(again) == veer_world_hash(alone));
    mpi = spread(again, is_shared);
    step_both(mpi, alone, 9);
    hold(veer_mpi_hash(mpi) == veer_world_hash(alone));
    hold(veer_mpi_export(mpi, place.file, NULL) == VEER_OK);
    hold_packed(place.file, alone);
    veer_mpi_destroy(mpi);
    veer_world_destroy(again);
    veer_world_destroy(alone);
    remove_place(&place);
}

static VeerWorld *make_planar(bool is_thin)
{
    return make_crowd(VEER_PLANAR, 300, is_thin);
}

static VeerWorld *make_spatial(bool is_thin)
{
    return make_crowd(VEER_SPATIAL, 200, is_thin);
}

/// Of more blocks of a state than there are ranks.
static VeerWorld *make_large(bool is_thin)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 20000;
    def.max_obstacles = 4000;
    VeerWorld *world = make_world_of(&def);
    for (uint32_t i = 0; i < 2500; ++i) {
        VeerAgentDef agent = veer_agent_def_default();
        agent.position = vec3(2.0f * (float)(i % 50), 2.0f * (float)(i / 50), 0.0f);
        agent.avoid.sense_range = 3.0f;
        VeerVec3 goal = vec3(90.0f + 0.5f * (float)(i % 7), agent.position.y, 0.0f);
        hold(veer_agent_go_to(world, add_agent(world, &agent), goal, 1.0f) == VEER_OK);
    }
    if (is_thin) {
        thin_out(world);
    }
    return world;
}

/// Nothing of it can be split by regions.
static VeerWorld *make_mapped(bool is_thin)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 80;
    def.map = veer_world_map_def_default(VEER_MAP_GRID);
    VeerWorld *world = make_world_of(&def);
    for (uint32_t i = 0; i < 60; ++i) {
        VeerAgentDef agent = veer_agent_def_default();
        agent.position = vec3(12.0f + (float)(i % 8), 12.0f + (float)(i / 8), 0.0f);
        VeerAgentId id = add_agent(world, &agent);
        hold(veer_agent_route_to(world, id, vec3(38.0f, 2.0f, 0.0f), 0.5f) == VEER_OK);
    }
    if (is_thin) {
        thin_out(world);
    }
    return world;
}

static void a_file_has_the_bytes_of_one_process_and_goes_on_as_it_does(void **unused)
{
    (void)unused;
    hold_files(make_planar, false, false);
    hold_files(make_planar, true, false);
    hold_files(make_spatial, false, false);
    hold_files(make_spatial, true, false);
}

static void so_has_one_of_many_blocks(void **unused)
{
    (void)unused;
    hold_files(make_large, false, false);
    hold_files(make_large, true, false);
}

static void so_has_one_of_a_shared_world(void **unused)
{
    (void)unused;
    hold_files(make_mapped, false, true);
    hold_files(make_mapped, true, true);
    hold_files(make_large, false, true);
}

static VeerWorld *make_none(bool has_room)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = has_room ? 8 : 0;
    return make_world_of(&def);
}

static void so_has_one_of_nobody(void **unused)
{
    (void)unused;
    hold_files(make_none, false, false);
    hold_files(make_none, true, false);
}

// --- What cannot be done ---

static void hold_not_written(VeerMpi *mpi, const char *path, const char *word)
{
    const char *why = "";
    hold(veer_mpi_export(mpi, path, &why) == VEER_BAD_VALUE && strstr(why, word));
    hold(veer_mpi_export(mpi, path, NULL) == VEER_BAD_VALUE);
}

/// No file of this process may be larger, as if the disk were full.
static void limit_files(rlim_t most)
{
    struct rlimit limit;
    hold(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
    hold(signal(SIGXFSZ, SIG_IGN) != SIG_ERR && setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

static void what_cannot_be_written_leaves_what_there_was(void **unused)
{
    (void)unused;
    Place place = make_place();
    VeerWorld *whole = make_planar(false), *alone = make_planar(false);
    VeerMpi *mpi = spread(whole, false);
    hold(veer_mpi_export(mpi, place.file, NULL) == VEER_OK);
    for (int i = 0; i < 3; ++i) {
        hold(veer_mpi_step(mpi, 0.1f) == VEER_OK);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    limit_files(8192);
    hold_not_written(mpi, place.file, "the disk is full");
    limit_files(RLIM_INFINITY);
    hold_packed(place.file, alone);
    char below[128];
    (void)snprintf(below, sizeof below, "%s/none", place.file);
    hold_not_written(mpi, below, "its folder is not there");
    hold_not_written(mpi, place.folder, "no regular file");
    hold_not_written(mpi, NULL, "no path");
    hold_not_written(mpi, "", "no path");
    hold(veer_mpi_export(NULL, place.file, NULL) == VEER_BAD_VALUE);
    veer_mpi_destroy(mpi);
    veer_world_destroy(whole);
    veer_world_destroy(alone);
    remove_place(&place);
}

static void hold_not_read(VeerWorld *whole, const char *path, VeerStatus status, const char *word)
{
    const char *why = "";
    uint64_t hash = whole ? veer_world_hash(whole) : 0;
    hold(veer_mpi_import(NULL, whole, path, NULL, &why) == status && strstr(why, word));
    hold(veer_mpi_import(NULL, whole, path, NULL, NULL) == status);
    hold(!whole || veer_world_hash(whole) == hash);
}

/// Writes some bytes as the file, of which one is another one.
static void spoil(const Place *place, const unsigned char *bytes, size_t size, size_t at)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (own_rank() == 0) {
        FILE *file = fopen(place->file, "wb");
        hold(file && fwrite(bytes, 1, size, file) == size);
        hold(at >= size ||
             (fseek(file, (long)at, SEEK_SET) == 0 && fputc(bytes[at] ^ 1, file) >= 0));
        hold(fclose(file) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void what_cannot_be_read_changes_nothing(void **unused)
{
    (void)unused;
    Place place = make_place();
    VeerWorld *whole = make_planar(false), *other = make_large(false);
    VeerMpi *mpi = spread(whole, false);
    hold_not_read(other, place.file, VEER_BAD_VALUE, "is not there");
    hold(veer_mpi_export(mpi, place.file, NULL) == VEER_OK);
    hold_not_read(other, place.file, VEER_WRONG_DEF, "another world");
    hold_not_read(NULL, place.file, VEER_BAD_VALUE, "cannot be read");
    hold_not_read(other, NULL, VEER_BAD_VALUE, "cannot be read");
    size_t size;
    unsigned char *bytes = read_bytes(place.file, &size);
    step_times(whole, 5, 0.1f);
    spoil(&place, bytes, size, size / 2);
    hold_not_read(whole, place.file, VEER_WRONG_SUM, "damaged");
    spoil(&place, bytes, size, 24);
    hold_not_read(whole, place.file, VEER_WRONG_VERSION, "version");
    spoil(&place, bytes, size / 2 / 8 * 8, size);
    hold_not_read(whole, place.file, VEER_WRONG_SUM, "damaged");
    spoil(&place, bytes, 40, size);
    hold_not_read(whole, place.file, VEER_NO_STATE, "no state");
    spoil(&place, bytes, size, size);
    hold(veer_mpi_import(NULL, whole, place.file, NULL, NULL) == VEER_OK);
    free(bytes);
    veer_mpi_destroy(mpi);
    veer_world_destroy(whole);
    veer_world_destroy(other);
    remove_place(&place);
}

static void memory_that_is_not_there_is_told_of(void **unused)
{
    (void)unused;
    Place place = make_place();
    VeerTestAllocator state = {0};
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = 8;
    def.allocator = veer_test_allocator(&state);
    VeerWorld *whole = make_world_of(&def);
    VeerMpi *mpi = spread(whole, false);
    hold(veer_mpi_export(mpi, place.file, NULL) == VEER_OK);
    veer_mpi_destroy(mpi);
    // On one rank: the others give back what they have begun.
    state.fail_at = own_rank() == 0 ? state.calls + 1 : 0;
    const char *why = "";
    size_t held = state.live_bytes;
    hold(veer_mpi_import(NULL, whole, place.file, NULL, &why) == VEER_OUT_OF_MEMORY);
    hold(strstr(why, "memory") && state.live_bytes == held);
    state.fail_at = 0;
    hold(veer_mpi_import(NULL, whole, place.file, NULL, NULL) == VEER_OK);
    veer_world_destroy(whole);
    remove_place(&place);
}

static void paths_may_be_short_and_have_colons(void **unused)
{
    (void)unused;
    const char *const names[] = {"e", "ufs:e"};
    Place place = make_place();
    VeerWorld *whole = make_none(true);
    VeerMpi *mpi = spread(whole, false);
    char before[512];
    hold(getcwd(before, sizeof before) && chdir(place.folder) == 0);
    for (int i = 0; i < 2; ++i) {
        hold(veer_mpi_export(mpi, names[i], NULL) == VEER_OK);
        hold(veer_mpi_import(NULL, whole, names[i], NULL, NULL) == VEER_OK);
        MPI_Barrier(MPI_COMM_WORLD);
        hold(own_rank() != 0 || unlink(names[i]) == 0);
    }
    hold(chdir(before) == 0);
    veer_mpi_destroy(mpi);
    veer_world_destroy(whole);
    remove_place(&place);
}

static void a_file_keeps_its_permissions(void **unused)
{
    (void)unused;
    Place place = make_place();
    VeerWorld *whole = make_none(true);
    VeerMpi *mpi = spread(whole, false);
    struct stat there;
    hold(veer_mpi_export(mpi, place.file, NULL) == VEER_OK);
    MPI_Barrier(MPI_COMM_WORLD);
    hold(own_rank() != 0 || chmod(place.file, 0600) == 0);
    hold(veer_mpi_export(mpi, place.file, NULL) == VEER_OK);
    hold(stat(place.file, &there) == 0 && (there.st_mode & 0777) == 0600);
    veer_mpi_destroy(mpi);
    veer_world_destroy(whole);
    remove_place(&place);
}

// --- Profiles ---

static void avoid_as(VeerWorld *world, VeerAgentId agent, float horizon)
{
    VeerAvoidParams params = veer_avoid_params_default();
    params.time_horizon = horizon;
    hold(agent.generation == 0 ||
         veer_agent_set_avoidance(world, agent, VEER_AVOID_CROWD, &params) == VEER_OK);
}

static void profiles_that_a_host_adds_have_the_rows_of_one_process(void **unused)
{
    (void)unused;
    Place place = make_place();
    VeerWorld *whole = make_planar(true), *alone = make_planar(true);
    VeerMpi *mpi = spread(whole, false);
    for (uint32_t slot = 0; slot < 300; slot += 37) {
        VeerAgentId agent = veer_agent_at(alone, slot);
        float horizon = 1.0f + 0.5f * (float)(slot % 4);
        avoid_as(alone, agent, horizon);
        avoid_as(veer_mpi_world(mpi), veer_mpi_own(mpi, agent), horizon);
    }
    hold(veer_mpi_export(mpi, place.file, NULL) == VEER_OK);
    hold_packed(place.file, alone);
    veer_mpi_destroy(mpi);
    veer_world_destroy(whole);
    veer_world_destroy(alone);
    remove_place(&place);
}

static void more_profiles_than_there_is_room_for_are_not_written(void **unused)
{
    (void)unused;
    Place place = make_place();
    VeerWorldDef def = veer_world_def_default();
    def.max_profiles = 2;
    VeerWorld *whole = make_world_of(&def);
    for (int i = 0; i < 40; ++i) {
        add_agent_at(whole, vec3(2.0f * (float)i, 0.0f, 0.0f));
    }
    VeerMpi *mpi = spread(whole, false);
    for (uint32_t slot = 0; slot < 40; slot += 2) { // the others keep theirs
        VeerAgentId own = veer_mpi_own(mpi, veer_agent_at(whole, slot));
        avoid_as(veer_mpi_world(mpi), own, 3.5f + (float)own_rank());
    }
    const char *why = "";
    VeerStatus status = veer_mpi_export(mpi, place.file, &why);
    hold(status == (rank_count() > 1 ? VEER_FULL : VEER_OK));
    hold(status == VEER_OK || strstr(why, "profiles"));
    veer_mpi_destroy(mpi);
    veer_world_destroy(whole);
    remove_place(&place);
}

int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_has_the_bytes_of_one_process_and_goes_on_as_it_does),
        cmocka_unit_test(so_has_one_of_many_blocks),
        cmocka_unit_test(so_has_one_of_a_shared_world),
        cmocka_unit_test(so_has_one_of_nobody),
        cmocka_unit_test(what_cannot_be_written_leaves_what_there_was),
        cmocka_unit_test(what_cannot_be_read_changes_nothing),
        cmocka_unit_test(memory_that_is_not_there_is_told_of),
        cmocka_unit_test(paths_may_be_short_and_have_colons),
        cmocka_unit_test(a_file_keeps_its_permissions),
        cmocka_unit_test(profiles_that_a_host_adds_have_the_rows_of_one_process),
        cmocka_unit_test(more_profiles_than_there_is_room_for_are_not_written),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    MPI_Finalize();
    return failed;
}
