// One world over the ranks of MPI: two armies that cross, to the hash of one process.
// usage: mpirun -n RANKS ranks [AGENTS] [TICKS]
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <veer/mpi.h>
#include <veer/veer.h>

#define DT 0.1f

enum { CHECKED = 20000 }; // of more agents one process is not asked, too

// Every rank makes the same world.
static VeerWorld *make_world(uint32_t count)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = count;
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return NULL;
    }
    uint32_t columns = 1;
    while (columns * columns < count) {
        columns++;
    }
    float side = 2.5f * (float)columns;
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentDef agent = veer_agent_def_default();
        agent.position.x = 2.5f * (float)(i % columns);
        agent.position.y = 2.5f * (float)(i / columns);
        agent.avoid.sense_range = 6.0f;
        VeerVec3 goal = agent.position;
        *(i % 2 ? &goal.x : &goal.y) += side;
        VeerAgentId id;
        if (veer_agent_create(world, &agent, &id) != VEER_OK ||
            veer_agent_go_to(world, id, goal, 0.5f) != VEER_OK) {
            return NULL;
        }
    }
    return world;
}

int main(int count, char **arguments)
{
    uint32_t agents = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 1000;
    int ticks = count > 2 ? atoi(arguments[2]) : 100, rank, ranks;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    VeerWorld *whole = make_world(agents);
    VeerMpi *mpi = NULL;
    const char *why = "";
    if (veer_mpi_create(NULL, whole, NULL, &mpi, &why) != VEER_OK) {
        fprintf(stderr, "rank %d: %s\n", rank, why);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (agents > CHECKED) {
        veer_world_destroy(whole); // its room is better used
        whole = NULL;
    }
    double begin = MPI_Wtime();
    for (int tick = 0; tick < ticks; tick++) {
        if (veer_mpi_step(mpi, DT) != VEER_OK) {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    double took = MPI_Wtime() - begin;
    uint64_t hash = veer_mpi_hash(mpi);
    for (int tick = 0; whole && tick < ticks; tick++) {
        veer_world_step(whole, DT);
    }
    bool is_same = !whole || veer_world_hash(whole) == hash;
    if (rank == 0) {
        printf("%" PRIu32 " agents on %d ranks: hash %016" PRIx64 ", %.2f ms a tick%s\n", agents,
               ranks, hash, 1e3 * took / ticks, is_same ? "" : ", which one process has not");
    }
    veer_mpi_destroy(mpi);
    veer_world_destroy(whole);
    MPI_Finalize();
    return is_same ? 0 : 1;
}
