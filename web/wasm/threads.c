/// Threads of a page: workers with the same memory, that help the one that steps the world.
///
/// Helpers join a job and leave it by one counter, and take ranges of it until there are none left,
/// of their own part first: who sleeps, or is late, keeps nobody waiting (as in bridge/threads,
/// which says why it is right).
#include "web.h"

#ifdef __wasm_atomics__
#include <stdatomic.h>

/// Looks at a number before one sleeps: about 30 us, longer than most pauses between two stages.
/// With a fifteenth of it ticks of 10,000 take 3 to 10% longer (dense and crossing, one helper),
/// with three times as many no less.
#define SPINS 30000

/// Parts of a job; more threads than that share them.
#define MOST_PARTS 16u

typedef struct Part {
    atomic_uint next; ///< grain that is taken next
    uint32_t last;    ///< behind its last
    char apart[56];   ///< on a cache line of its own
} Part;

static struct {
    uint32_t helpers;
    VeerTaskFn *task; // these are written while no job is open and nobody has joined
    void *context;
    uint32_t count, grain;
    uint32_t part_count;
    Part parts[MOST_PARTS];
    _Atomic int32_t posted;  ///< counts jobs
    _Atomic int32_t is_open; ///< the job may be joined
    _Atomic int32_t joined;  ///< helpers that may be looking at the job
    _Atomic int32_t asleep;  ///< of all threads
} pool;

static void take_part(Part *part, uint32_t worker)
{
    for (uint32_t i; (i = atomic_fetch_add(&part->next, 1)) < part->last;) {
        uint32_t begin = i * pool.grain;
        uint32_t length = pool.count - begin < pool.grain ? pool.count - begin : pool.grain;
        pool.task(pool.context, begin, begin + length, worker);
    }
}

static void take_all(uint32_t worker)
{
    for (uint32_t i = 0; i < pool.part_count; i++) {
        take_part(&pool.parts[(worker + i) % pool.part_count], worker);
    }
}

/// Cuts a job into parts, the same for any of its length.
static void cut(void)
{
    uint32_t grains = (pool.count - 1) / pool.grain + 1, threads = pool.helpers + 1;
    pool.part_count = threads < MOST_PARTS ? threads : MOST_PARTS;
    for (uint32_t i = 0, first = 0; i < pool.part_count; i++) {
        uint32_t last = (uint32_t)((uint64_t)grains * (i + 1) / pool.part_count);
        atomic_store(&pool.parts[i].next, first);
        first = pool.parts[i].last = last;
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
    cut();
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
