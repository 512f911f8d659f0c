/// Claims of suites that run on every rank of MPI: what does not hold on one of them ends all,
/// since the others would wait.
#ifndef VEER_TEST_RANKS_H
#define VEER_TEST_RANKS_H

#include <mpi.h>
#include <stdio.h>

#define hold(claim)                                                                                \
    do {                                                                                           \
        if (!(claim)) {                                                                            \
            fprintf(stderr, "%s:%d: rank %d: does not hold: %s\n", __FILE__, __LINE__, own_rank(), \
                    #claim);                                                                       \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                          \
        }                                                                                          \
    } while (0)

static inline int own_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static inline int rank_count(void)
{
    int count;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

#endif
