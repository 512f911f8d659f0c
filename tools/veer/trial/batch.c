#define _POSIX_C_SOURCE 200809L
#include "batch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#define MAX_WORKERS 64u

/// What the workers share.
typedef struct Shared {
    const VeerBatch *batch;
    atomic_uint next, done;
    atomic_bool has_failed;
    pthread_mutex_t lock; ///< of what follows
    uint32_t failed_job;
    VeerInputError error;
} Shared;

/// Keeps the error of the first job: all before it have begun, so none of them is missed.
static void note_failure(Shared *shared, uint32_t job, const VeerInputError *error)
{
    pthread_mutex_lock(&shared->lock);
    if (!atomic_load(&shared->has_failed) || job < shared->failed_job) {
        shared->failed_job = job;
        shared->error = *error;
    }
    atomic_store(&shared->has_failed, true);
    pthread_mutex_unlock(&shared->lock);
}

/// @param progress  NULL: another thread shows it
static void work(Shared *shared, VeerProgress *progress)
{
    const VeerBatch *batch = shared->batch;
    while (!atomic_load(&shared->has_failed)) {
        uint32_t job = atomic_fetch_add(&shared->next, 1);
        if (job >= batch->count) {
            return;
        }
        VeerInputError error = {""};
        if (!batch->run(batch->user, job, &error)) {
            note_failure(shared, job, &error);
        }
        double done = (double)(atomic_fetch_add(&shared->done, 1) + 1);
        if (progress) {
            veer_progress_show(progress, done / (double)batch->count);
        }
    }
}

static void *work_aside(void *shared)
{
    work(shared, NULL);
    return NULL;
}

static uint32_t worker_count(const VeerBatch *batch)
{
    long cores = batch->workers > 0 ? (long)batch->workers : sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t count = cores < 1 ? 1 : cores > (long)MAX_WORKERS ? MAX_WORKERS : (uint32_t)cores;
    return count < batch->count ? count : batch->count;
}

bool veer_batch_run(const VeerBatch *batch, VeerProgress *progress, VeerInputError *error)
{
    Shared shared = {.batch = batch, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t threads[MAX_WORKERS];
    uint32_t workers = worker_count(batch), started = 0;
    // Where no more threads can be had, fewer do the same.
    while (started + 1 < workers &&
           pthread_create(&threads[started], NULL, work_aside, &shared) == 0) {
        started++;
    }
    work(&shared, progress);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    pthread_mutex_destroy(&shared.lock);
    if (atomic_load(&shared.has_failed)) {
        *error = shared.error;
        return false;
    }
    return true;
}
