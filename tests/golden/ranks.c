// Prints the golden table from worlds over the ranks of MPI: by regions where a world can be spread
// so, else with shared decisions, and on standard error how many of each. Run by mpirun.
// usage: golden_ranks
#include "golden/golden.h"
#include "golden/scene.h"

#include "veer/mpi.h"
#include "veer/scenario.h"

#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCENE_TICKS = 150 };

static int own_rank;
static int spread_count, shared_count;

static _Noreturn void die(const char *what, const char *why)
{
    fprintf(stderr, "golden_ranks: %s: %s\n", what, why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

/// @param changes  a host changes it while it runs: by regions that would have to come from all
static VeerMpi *over_ranks(const char *name, VeerWorld *world, bool changes)
{
    VeerMpi *mpi = NULL;
    VeerMpiDef def = veer_mpi_def_default();
    const char *why = "ranks differ";
    def.imbalance = 0.0f; // cut anew in each second tick, by whatever it took
    def.period = 2;
    VeerStatus status = changes ? VEER_BAD_VALUE : veer_mpi_create(NULL, world, &def, &mpi, NULL);
    if (status != VEER_OK && veer_mpi_share(NULL, world, &def, &mpi, &why) != VEER_OK) {
        die(name, why);
    }
    *(veer_mpi_stats(mpi).is_shared ? &shared_count : &spread_count) += 1;
    return mpi;
}

static uint64_t fold(uint64_t hash, VeerMpi *mpi)
{
    return (hash ^ veer_mpi_hash(mpi)) * UINT64_C(0x9e3779b97f4a7c15);
}

static void step(const char *name, VeerMpi *mpi, float dt)
{
    if (veer_mpi_step(mpi, dt) != VEER_OK) {
        die(name, "a step was refused");
    }
}

static void print(const char *before, const char *name, uint64_t hash)
{
    if (own_rank == 0) {
        printf("%s%s %016" PRIx64 "\n", before, name, hash);
    }
}

static void run_world(const VeerGoldenWorld *golden)
{
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    if (golden->prepare != NULL) {
        golden->prepare(&def);
    }
    if (veer_world_create(&def, &world) != VEER_OK) {
        die(golden->name, "cannot be made");
    }
    golden->fill(world);
    VeerMpi *mpi = over_ranks(golden->name, world, false);
    uint64_t hash = fold(0, mpi);
    for (int tick = 1; tick <= golden->ticks; ++tick) {
        step(golden->name, mpi, golden->dt);
        hash = tick % VEER_GOLDEN_TICKS_A_SAMPLE == 0 ? fold(hash, mpi) : hash;
    }
    print("", golden->name, hash);
    veer_mpi_destroy(mpi);
    veer_world_destroy(world);
}

/// Whether a scene does things to its world while that runs.
static bool changes_its_world(const VeerScenario *scenario)
{
    const char *text = veer_scenario_text(scenario);
    return veer_scenario_info(scenario).last_event > 0.0f || strstr(text, "\"leaves\"") ||
           strstr(text, "\"timeline\"");
}

static void run_scene(const char *name)
{
    VeerScenario *scenario = NULL;
    VeerWorld *world = NULL;
    VeerInputError error = {""};
    if (veer_golden_scene(name, &scenario, &error) != VEER_OK ||
        veer_scenario_start(scenario, NULL, NULL, &world, &error) != VEER_OK) {
        die(name, error.text);
    }
    float dt = veer_scenario_info(scenario).dt;
    bool changes = changes_its_world(scenario);
    VeerMpi *mpi = over_ranks(name, world, changes);
    uint64_t hash = fold(0, mpi);
    for (int tick = 1; tick <= SCENE_TICKS; ++tick) {
        if (changes) {
            veer_scenario_update(scenario, world);
        }
        step(name, mpi, dt);
        hash = tick % VEER_GOLDEN_TICKS_A_SAMPLE == 0 ? fold(hash, mpi) : hash;
    }
    print("scene:", name, hash);
    veer_mpi_destroy(mpi);
    veer_world_destroy(world);
    veer_scenario_destroy(scenario);
}

int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    for (int i = 0; i < veer_golden_world_count; ++i) {
        run_world(&veer_golden_worlds[i]);
    }
    for (uint32_t i = 0; veer_scene_name(i) != NULL; ++i) {
        run_scene(veer_scene_name(i));
    }
    if (own_rank == 0) {
        fprintf(stderr, "by regions %d, with shared decisions %d\n", spread_count, shared_count);
    }
    MPI_Finalize();
    return 0;
}
