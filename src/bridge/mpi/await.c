/// Waits that end. MPI's own calls wait for a rank that is stopped, or lost with its machine, until
/// somebody ends the job; so do those of what is built upon them.
#define _POSIX_C_SOURCE 200809L
#include "bridge/mpi/await.h"
#include "bridge/mpi/memory.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

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

static void say_why(const Wait *wait)
{
    const VeerMpi *mpi = wait->mpi;
    char whom[32] = "the others";
    if (wait->rank != MPI_ANY_SOURCE) {
        snprintf(whom, sizeof whom, "rank %d", wait->rank);
    }
    fprintf(stderr,
            "veer_mpi: rank %d waited %.3g s for %s in tick %llu: a rank is stopped, lost or too "
            "slow; the job ends here\n",
            mpi->rank, wait->waited, whom, (unsigned long long)mpi->stats.ticks);
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
        say_why(wait);
        MPI_Abort(wait->mpi->comm, EXIT_FAILURE);
        abort();
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

// --- Calls that wait by themselves ---

/// A thread that looks at how long another one takes.
typedef struct Watch {
    Wait wait;
    pthread_mutex_t lock;
    pthread_cond_t over;
    bool is_over;
} Watch;

/// @return whether a call was over within GLANCE
static bool is_over_soon(Watch *watch)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(GLANCE * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    int status = 0;
    while (!watch->is_over && status == 0) {
        status = pthread_cond_timedwait(&watch->over, &watch->lock, &until);
    }
    return watch->is_over;
}

/// MPI may be called by one thread alone, which waits: this one ends its process, and so the job.
static void *look_on(void *user)
{
    Watch *watch = user;
    pthread_mutex_lock(&watch->lock);
    while (!is_over_soon(watch)) {
        watch->wait.waited += GLANCE;
        if (watch->wait.waited > (double)watch->wait.mpi->def.patience) {
            say_why(&watch->wait);
            _exit(EXIT_FAILURE);
        }
    }
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

/// Signals are for the host's threads.
static bool begin_thread(pthread_t *thread, Watch *watch)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool has_begun = pthread_create(thread, NULL, look_on, watch) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return has_begun;
}

void veer_mpi_await_call(VeerMpi *mpi, void (*call)(void *user), void *user)
{
    Watch watch = {.wait = {.mpi = mpi, .rank = MPI_ANY_SOURCE}};
    pthread_condattr_t clock;
    pthread_t thread;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&watch.over, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&watch.lock, NULL);
    if (!begin_thread(&thread, &watch)) {
        veer_mpi_fail(mpi, "no thread to watch a call of so many ranks", (size_t)mpi->ranks);
    }
    call(user);
    pthread_mutex_lock(&watch.lock);
    watch.is_over = true;
    pthread_cond_signal(&watch.over);
    pthread_mutex_unlock(&watch.lock);
    pthread_join(thread, NULL);
    pthread_cond_destroy(&watch.over);
    pthread_mutex_destroy(&watch.lock);
}
