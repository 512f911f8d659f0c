/// Waits that end. MPI's own calls wait for a rank that is stopped, or lost with its machine, until
/// somebody ends the job.
#define _POSIX_C_SOURCE 200809L
#include "bridge/mpi/await.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#define SPINS 256u ///< looks before others may have the processor
#define GLANCE                                                                                     \
    0.25 ///< s that count between two looks at most: a job that is stopped as a whole,
         ///< and goes on, has not waited

/// A wait.
typedef struct Wait {
    VeerMpi *mpi;
    int rank; ///< that is waited for; MPI_ANY_SOURCE: not one alone
    unsigned looks;
    double last, waited; ///< s
} Wait;

static _Noreturn void give_up(const Wait *wait)
{
    VeerMpi *mpi = wait->mpi;
    char whom[32] = "the others";
    if (wait->rank != MPI_ANY_SOURCE) {
        snprintf(whom, sizeof whom, "rank %d", wait->rank);
    }
    fprintf(stderr,
            "veer_mpi: rank %d waited %.3g s for %s in tick %llu: a rank is stopped, lost or too "
            "slow; the job ends here\n",
            mpi->rank, wait->waited, whom, (unsigned long long)mpi->stats.ticks);
    MPI_Abort(mpi->comm, EXIT_FAILURE);
    abort();
}

/// Comes back to look again, or does not.
static void look_away(Wait *wait)
{
    if (++wait->looks % SPINS != 0) {
        return;
    }
    double now = MPI_Wtime();
    wait->waited += wait->looks > SPINS ? fmin(now - wait->last, GLANCE) : 0.0;
    wait->last = now;
    if (wait->waited > (double)wait->mpi->def.patience) {
        give_up(wait);
    }
    sched_yield();
}

void veer_mpi_await(VeerMpi *mpi, MPI_Request *requests, int count)
{
    Wait wait = {.mpi = mpi, .rank = MPI_ANY_SOURCE};
    int is_done = 0;
    while (MPI_Testall(count, requests, &is_done, MPI_STATUSES_IGNORE), !is_done) {
        look_away(&wait);
    }
}

int veer_mpi_await_message(VeerMpi *mpi, int rank, int tag)
{
    Wait wait = {.mpi = mpi, .rank = rank};
    MPI_Status status;
    int is_there = 0, size = 0;
    while (MPI_Iprobe(rank, tag, mpi->comm, &is_there, &status), !is_there) {
        look_away(&wait);
    }
    MPI_Get_count(&status, MPI_BYTE, &size);
    return size;
}
