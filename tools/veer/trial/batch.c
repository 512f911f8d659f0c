#define _POSIX_C_SOURCE 200809L
#include "batch.h"

#include "veer/threads.h"

#include <pthread.h>
#include <stdatomic.h>

#define MAX_WORKERS 64u

/// What the workers share.
typedef struct BatchWork {
    const VeerBatch *batch;
    VeerProgress progress; ///< shown by the first worker, which is the calling thread
    atomic_uint done;
    atomic_bool has_failed;
    pthread_mutex_t lock; ///< of what follows
    uint32_t failed_job;
    VeerInputError error;
} BatchWork;

/// Keeps the error of the first job: all before it have begun, so none of them is missed.
static void note_failure(BatchWork *work, uint32_t job, const VeerInputError *error)
{
    pthread_mutex_lock(&work->lock);
    if (!atomic_load(&work->has_failed) || job < work->failed_job) {
        work->failed_job = job;
        work->error = *error;
    }
    atomic_store(&work->has_failed, true);
    pthread_mutex_unlock(&work->lock);
}

/// A VeerTaskFn.
static void do_jobs(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    BatchWork *work = context;
    for (uint32_t job = begin; job < end && !atomic_load(&work->has_failed); job++) {
        VeerInputError error = {""};
        if (!work->batch->run(work->batch->user, job, &error)) {
            note_failure(work, job, &error);
        }
        double done = (double)(atomic_fetch_add(&work->done, 1) + 1);
        if (worker == 0) {
            veer_progress_show(&work->progress, done / (double)work->batch->count);
        }
    }
}

bool veer_batch_run(const VeerBatch *batch, VeerInputError *error)
{
    BatchWork work = {.batch = batch,
                      .progress = veer_progress_begin(batch->label, batch->is_quiet),
                      .lock = PTHREAD_MUTEX_INITIALIZER};
    uint32_t workers = batch->workers < MAX_WORKERS ? batch->workers : MAX_WORKERS;
    VeerThreads *threads = NULL;
    // Where no threads can be had, one does the same.
    if (veer_threads_create(workers, &threads) == VEER_OK) {
        VeerTasks tasks = veer_threads_tasks(threads);
        tasks.run(tasks.user, batch->count, 1, do_jobs, &work);
    } else {
        do_jobs(&work, 0, batch->count, 0);
    }
    veer_threads_destroy(threads);
    veer_progress_end(&work.progress);
    pthread_mutex_destroy(&work.lock);
    if (atomic_load(&work.has_failed)) {
        *error = work.error;
    }
    return !atomic_load(&work.has_failed);
}
