#define _POSIX_C_SOURCE 200809L
#include "wait.h"

#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

_Noreturn void rank_fail(const char *what, const char *why)
{
    fprintf(stderr, "veer-mpi: %s: %s\n", what, why);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

double rank_over_all(double value, MPI_Op how, float patience)
{
    MPI_Request request;
    double begin = MPI_Wtime();
    int is_done = 0;
    MPI_Iallreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, how, MPI_COMM_WORLD, &request);
    while (MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), !is_done) {
        if (MPI_Wtime() - begin > (double)patience) {
            rank_fail("other ranks", "are stopped, lost or too slow (--patience)");
        }
        sched_yield();
    }
    return value;
}

static void give_up(int signal)
{
    static const char words[] = "veer-mpi: other ranks do not begin, or do not end (--patience)\n";
    (void)signal;
    (void)!write(STDERR_FILENO, words, sizeof words - 1);
    _exit(EXIT_FAILURE);
}

void rank_bound(float patience)
{
    signal(SIGALRM, give_up);
    alarm((unsigned)fminf(ceilf(patience), 1e9f));
}
