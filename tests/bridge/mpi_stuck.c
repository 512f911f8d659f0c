// A rank that never comes out of what other ranks wait for within Zoltan, where no wait has a bound
// of its own: the job ends with a message. Run by mpirun with 2 ranks; see CMakeLists.txt.
#include "veer/mpi.h"

#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

/// In the place of MPI's own, which veer does not call, and Zoltan does.
int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while (rank == 1) {
        pause();
    }
    return PMPI_Allreduce(from, to, count, type, op, comm);
}

int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    VeerWorldDef world_def = veer_world_def_default();
    VeerMpiDef def = veer_mpi_def_default();
    VeerWorld *world = NULL;
    VeerMpi *mpi = NULL;
    def.patience = 1.0f;
    VeerStatus status = veer_world_create(&world_def, &world);
    for (int i = 0; i < 4 && status == VEER_OK; ++i) {
        VeerAgentDef agent = veer_agent_def_default();
        VeerAgentId id;
        agent.position.x = 3.0f * (float)i;
        status = veer_agent_create(world, &agent, &id);
    }
    status = status == VEER_OK ? veer_mpi_create(NULL, world, &def, &mpi, NULL) : status;
    printf("went on: %d\n", (int)status);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 1);
}
