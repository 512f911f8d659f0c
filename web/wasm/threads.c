/// Threads of a page: workers with the same memory, that help the one that steps the world.
///
/// Helpers join a job and leave it by one counter, and take ranges of it until there are none left:
/// who sleeps, or is late, keeps nobody waiting (as in bridge/threads, which says why it is right).
#include "web.h"

#ifdef __wasm_atomics__
#include <stdatomic.h>

/// Looks at a number before one sleeps: about 10 us. Five times as many change nothing that was
/// measured (dense and crossing of 10,000, one helper).
#define SPINS 2000

static struct {
    uint32_t helpers;
    VeerTaskFn *task; // these four are written while no job is open and nobody has joined
    void *context;
    uint32_t count, grain;
    atomic_uint next;        ///< grain that is taken next
    _Atomic int32_t posted;  ///< counts jobs
    _Atomic int32_t is_open; ///< the job may be joined
    _Atomic int32_t joined;  ///< helpers that may be looking at the job
    _Atomic int32_t asleep;  ///< of all threads
} pool;

static void take_all(uint32_t worker)
{
    uint32_t grains = (pool.count - 1) / pool.grain + 1;
    for (uint32_t i; (i = atomic_fetch_add(&pool.next, 1)) < grains;) {
        uint32_t begin = i * pool.grain;
        uint32_t length = pool.count - begin < pool.grain ? pool.count - begin : pool.grain;
        pool.task(pool.context, begin, begin + length, worker);
    }
}

/// Until a number is another one.
static void wait_while(_Atomic int32_t *number, int32_t value)
{
    for (uint32_t i = 0; i < SPINS; i++) {
        if (atomic_load(number) != value) {
            return;
        }
    }
    atomic_fetch_add(&pool.asleep, 1);
    while (atomic_load(number) == value) {
        __builtin_wasm_memory_atomic_wait32((int32_t *)number, value, -1);
    }
    atomic_fetch_sub(&pool.asleep, 1);
}

/// A number has changed.
static void wake(_Atomic int32_t *number)
{
    if (atomic_load(&pool.asleep) > 0) {
        __builtin_wasm_memory_atomic_notify((int32_t *)number, pool.helpers);
    }
}

static void run(void *user, uint32_t count, uint32_t grain, VeerTaskFn *task, void *context)
{
    (void)user;
    if (count == 0) {
        return;
    }
    pool.task = task;
    pool.context = context;
    pool.count = count;
    pool.grain = grain;
    atomic_store(&pool.next, 0);
    if (count > grain) {
        atomic_store(&pool.is_open, 1);
        atomic_fetch_add(&pool.posted, 1);
        wake(&pool.posted);
    }
    take_all(0);
    atomic_store(&pool.is_open, 0);
    for (int32_t left; (left = atomic_load(&pool.joined)) > 0;) {
        wait_while(&pool.joined, left);
    }
}

void web_help(uint32_t worker)
{
    for (int32_t seen = 0;;) {
        wait_while(&pool.posted, seen);
        seen = atomic_load(&pool.posted);
        atomic_fetch_add(&pool.joined, 1);
        if (atomic_load(&pool.is_open)) {
            take_all(worker);
        }
        atomic_fetch_sub(&pool.joined, 1);
        wake(&pool.joined);
    }
}

void web_set_helpers(uint32_t helpers)
{
    pool.helpers = helpers;
}

const VeerTasks *web_tasks(void)
{
    static VeerTasks tasks = {.run = run};
    tasks.worker_count = pool.helpers + 1;
    return pool.helpers > 0 ? &tasks : NULL;
}

#else

void web_help(uint32_t worker)
{
    (void)worker;
}

void web_set_helpers(uint32_t helpers)
{
    (void)helpers;
}

const VeerTasks *web_tasks(void)
{
    return NULL;
}
#endif
