/// Threads of a page: workers with the same memory, that help the one that steps the world.
///
/// Helpers sleep until there is a job, and take ranges of it until there are none left. The job is
/// over when all of them have said so: none looks at the next one's before.
#include "web.h"

#ifdef __wasm_atomics__
#include <stdatomic.h>

#define SPINS 2000 ///< looks at a number before one sleeps: about 10 us, less than a waking takes

static struct {
    uint32_t helpers;
    VeerTaskFn *task;
    void *context;
    uint32_t count, grain;
    atomic_uint next;        ///< grain that is taken next
    _Atomic int32_t round;   ///< of the job
    _Atomic int32_t working; ///< helpers that are not done with it
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
    while (atomic_load(number) == value) {
        __builtin_wasm_memory_atomic_wait32((int32_t *)number, value, -1);
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
        atomic_store(&pool.working, (int32_t)pool.helpers);
        atomic_fetch_add(&pool.round, 1);
        __builtin_wasm_memory_atomic_notify((int32_t *)&pool.round, pool.helpers);
    }
    take_all(0);
    for (int32_t left; (left = atomic_load(&pool.working)) > 0;) {
        wait_while(&pool.working, left);
    }
}

void web_help(uint32_t worker)
{
    for (int32_t round = 0;; round++) {
        wait_while(&pool.round, round);
        take_all(worker);
        if (atomic_fetch_sub(&pool.working, 1) == 1) {
            __builtin_wasm_memory_atomic_notify((int32_t *)&pool.working, 1);
        }
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
