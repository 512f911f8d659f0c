// A job is a range cut into chunks, of which each worker has a part, the same from job to job of
// one length: what it has written lies in its core's cache. It takes them by an atomic counter of
// the part, and then what is left of the others' parts. Workers join a job and leave it by one
// counter, so that a caller waits only for those that joined: one that is asleep or not scheduled
// keeps nobody waiting, as it would with a barrier.
//
// All atomics are sequentially consistent. Two pairs need it: a worker joins and then looks whether
// the job is open, while the caller closes it and then looks which joined; and a worker that goes
// to sleep says so and then looks for work, while the caller posts work and then looks which sleep.
// In each pair at least one of the two sees the other.
#define _POSIX_C_SOURCE 200809L

#include "veer/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef _WIN32
#include <unistd.h>
#endif

enum {
    MAX_WORKERS = 64,
    LINE = 64, // bytes of a cache line
    // About 30 µs in all: longer than the pause between two stages of a step, shorter than one
    // between two frames. Yielding meanwhile lets others run on a busy machine.
    SPIN_ROUNDS = 64,
    LOADS_A_ROUND = 64,
};

typedef struct Job {
    VeerTaskFn *task;
    void *context;
    uint32_t count, grain;
} Job;

typedef struct Worker {
    struct VeerThreads *pool;
    pthread_t thread;
    uint32_t index;
} Worker;

// The chunk of a worker's part that is taken next.
typedef struct Part {
    atomic_uint_fast64_t next;
    char apart[LINE - sizeof(atomic_uint_fast64_t)];
} Part;

// What is written by many lies on cache lines of its own, wherever the block begins.
struct VeerThreads {
    uint32_t worker_count;
    Job job;             // written while no job is open and nobody has joined
    atomic_bool is_busy; // from the start of run to its end
    char apart_from_job[LINE];
    Part parts[MAX_WORKERS];
    char apart_from_parts[LINE];
    atomic_uint_fast32_t joined; // workers that may be looking at the job
    atomic_bool is_open;         // the job may be joined
    char apart_from_joined[LINE];
    atomic_uint_fast64_t posted;   // counts jobs, and the end of the pool
    atomic_uint_fast32_t sleepers; // workers on or near `wake`
    atomic_bool is_caller_asleep;  // the caller on or near `done`
    atomic_bool is_ending;
    pthread_mutex_t mutex;
    pthread_cond_t wake, done;
    Worker workers[MAX_WORKERS]; // [0] is the caller, and has no thread
};

static uint64_t chunk_count(const Job *job)
{
    return ((uint64_t)job->count + job->grain - 1) / job->grain;
}

// The first chunk of a worker's part; of the worker behind the last one, the end of all.
static uint64_t first_chunk(const VeerThreads *pool, const Job *job, uint32_t worker)
{
    return chunk_count(job) * worker / pool->worker_count;
}

// Does what is left of the part of `owner`.
static void work_on_part(VeerThreads *pool, const Job *job, uint32_t owner, uint32_t worker)
{
    uint64_t last = first_chunk(pool, job, owner + 1), chunk;
    while ((chunk = atomic_fetch_add(&pool->parts[owner].next, 1)) < last) {
        uint64_t begin = chunk * job->grain, end = begin + job->grain;
        job->task(job->context, (uint32_t)begin, end < job->count ? (uint32_t)end : job->count,
                  worker);
    }
}

static void work_on(VeerThreads *pool, uint32_t worker)
{
    const Job job = pool->job;
    for (uint32_t i = 0; i < pool->worker_count; ++i) {
        work_on_part(pool, &job, (worker + i) % pool->worker_count, worker);
    }
}

// What one thread does with a whole range alone.
static void run_alone(const Job *job, uint32_t worker)
{
    for (uint64_t begin = 0; begin < job->count; begin += job->grain) {
        uint64_t end = begin + job->grain;
        job->task(job->context, (uint32_t)begin, end < job->count ? (uint32_t)end : job->count,
                  worker);
    }
}

static void leave(VeerThreads *pool)
{
    if (atomic_fetch_sub(&pool->joined, 1) == 1 && atomic_load(&pool->is_caller_asleep)) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->mutex);
    }
}

static void join_job(VeerThreads *pool, uint32_t worker)
{
    atomic_fetch_add(&pool->joined, 1);
    if (atomic_load(&pool->is_open)) {
        work_on(pool, worker);
    }
    leave(pool);
}

// Whether something was posted after `seen`.
static bool has_post(VeerThreads *pool, uint64_t seen)
{
    return atomic_load_explicit(&pool->posted, memory_order_relaxed) != seen;
}

// Whether all workers have left the job.
static bool is_left(VeerThreads *pool, uint64_t unused)
{
    (void)unused;
    return atomic_load(&pool->joined) == 0;
}

// Whether that comes true within a bounded time.
static bool spin(VeerThreads *pool, bool (*is_true)(VeerThreads *, uint64_t), uint64_t seen)
{
    for (int i = 0; i < SPIN_ROUNDS * LOADS_A_ROUND; ++i) {
        if (is_true(pool, seen)) {
            return true;
        }
        if (i % LOADS_A_ROUND == LOADS_A_ROUND - 1) {
            sched_yield();
        }
    }
    return false;
}

static void sleep_until_post(VeerThreads *pool, uint64_t seen)
{
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    while (atomic_load(&pool->posted) == seen) {
        pthread_cond_wait(&pool->wake, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
}

static void *worker_main(void *argument)
{
    const Worker *self = argument;
    VeerThreads *pool = self->pool;
    uint64_t seen = 0;
    for (;;) {
        if (!spin(pool, has_post, seen)) {
            sleep_until_post(pool, seen);
        }
        seen = atomic_load(&pool->posted);
        if (atomic_load(&pool->is_ending)) {
            return NULL;
        }
        join_job(pool, self->index);
    }
}

static void post(VeerThreads *pool)
{
    atomic_fetch_add(&pool->posted, 1);
    if (atomic_load(&pool->sleepers) > 0) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->mutex);
    }
}

static void wait_until_left(VeerThreads *pool)
{
    if (spin(pool, is_left, 0)) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->is_caller_asleep, true);
    while (atomic_load(&pool->joined) != 0) {
        pthread_cond_wait(&pool->done, &pool->mutex);
    }
    atomic_store(&pool->is_caller_asleep, false);
    pthread_mutex_unlock(&pool->mutex);
}

static void run_together(VeerThreads *pool, const Job *job)
{
    pool->job = *job;
    for (uint32_t i = 0; i < pool->worker_count; ++i) {
        atomic_store(&pool->parts[i].next, first_chunk(pool, job, i));
    }
    atomic_store(&pool->is_open, true);
    post(pool);
    work_on(pool, 0);
    atomic_store(&pool->is_open, false);
    wait_until_left(pool);
}

// The worker that this thread is: that of the pool's own threads, else the caller's.
static uint32_t own_index(const VeerThreads *pool)
{
    for (uint32_t i = 1; i < pool->worker_count; ++i) {
        if (pthread_equal(pool->workers[i].thread, pthread_self())) {
            return i;
        }
    }
    return 0;
}

static void run(void *user, uint32_t count, uint32_t grain, VeerTaskFn *task, void *context)
{
    VeerThreads *pool = user;
    const Job job = {task, context, count, grain > 0 ? grain : 1};
    if (atomic_exchange(&pool->is_busy, true)) {
        run_alone(&job, own_index(pool)); // called from within a task
        return;
    }
    if (pool->worker_count == 1 || count <= job.grain) {
        run_alone(&job, 0);
    } else {
        run_together(pool, &job);
    }
    atomic_store(&pool->is_busy, false);
}

static uint32_t core_count(void)
{
#ifdef _WIN32
    long cores = pthread_num_processors_np();
#else
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    if (cores < 1) {
        return 1;
    }
    return cores < MAX_WORKERS ? (uint32_t)cores : MAX_WORKERS;
}

static VeerThreads *make_pool(void)
{
    VeerThreads *pool = malloc(sizeof(VeerThreads));
    if (pool == NULL) {
        return NULL;
    }
    *pool = (VeerThreads){.worker_count = 1};
    // Neither can fail where mutexes and conditions are plain memory, as on Linux.
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->done, NULL);
    return pool;
}

// Raises worker_count by each thread that runs, so that destroy ends just those.
static bool start_threads(VeerThreads *pool, uint32_t worker_count)
{
    for (uint32_t i = 1; i < worker_count; ++i) {
        Worker *worker = &pool->workers[i];
        worker->pool = pool;
        worker->index = i;
        if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0) {
            return false;
        }
        pool->worker_count = i + 1;
    }
    return true;
}

VeerStatus veer_threads_create(uint32_t worker_count, VeerThreads **out)
{
    if (out == NULL || worker_count > MAX_WORKERS) {
        return VEER_BAD_VALUE;
    }
    VeerThreads *pool = make_pool();
    if (pool == NULL) {
        return VEER_OUT_OF_MEMORY;
    }
    if (!start_threads(pool, worker_count > 0 ? worker_count : core_count())) {
        veer_threads_destroy(pool);
        return VEER_OUT_OF_MEMORY;
    }
    *out = pool;
    return VEER_OK;
}

void veer_threads_destroy(VeerThreads *threads)
{
    if (threads == NULL) {
        return;
    }
    atomic_store(&threads->is_ending, true);
    post(threads);
    for (uint32_t i = 1; i < threads->worker_count; ++i) {
        pthread_join(threads->workers[i].thread, NULL);
    }
    pthread_cond_destroy(&threads->done);
    pthread_cond_destroy(&threads->wake);
    pthread_mutex_destroy(&threads->mutex);
    free(threads);
}

VeerTasks veer_threads_tasks(VeerThreads *threads)
{
    return threads ? (VeerTasks){threads->worker_count, run, threads} : (VeerTasks){0, NULL, NULL};
}
