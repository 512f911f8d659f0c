// Threads and a host's job system: the same crowd on one thread, on veer's pool, and on the jobs of
// an engine. The bits are the same.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <veer/threads.h>
#include <veer/veer.h>

enum { AGENTS = 600, WORKERS = 3 };

// The engine's own: here a thread for each worker, as long as the call lasts. A real one keeps
// them.
typedef struct Jobs {
    VeerTaskFn *task;
    void *context;
    uint32_t count, grain;
    atomic_uint next_grain, next_worker;
} Jobs;

// Takes one grain after the other, until there are no more.
static void *work(void *user)
{
    Jobs *jobs = user;
    uint32_t worker = atomic_fetch_add(&jobs->next_worker, 1);
    for (;;) {
        uint32_t begin = atomic_fetch_add(&jobs->next_grain, 1) * jobs->grain;
        if (begin >= jobs->count) {
            return NULL;
        }
        uint32_t end = jobs->count - begin < jobs->grain ? jobs->count : begin + jobs->grain;
        jobs->task(jobs->context, begin, end, worker);
    }
}

static void engine_run(void *user, uint32_t count, uint32_t grain, VeerTaskFn *task, void *context)
{
    (void)user;
    Jobs jobs = {.task = task, .context = context, .count = count, .grain = grain};
    pthread_t threads[WORKERS - 1];
    uint32_t started = 0;
    while (started < WORKERS - 1 && pthread_create(&threads[started], NULL, work, &jobs) == 0) {
        started++;
    }
    work(&jobs); // the caller is a worker too
    while (started > 0) {
        pthread_join(threads[--started], NULL);
    }
}

// A crowd that crosses another one, for 60 ticks. @return the world's hash
static uint64_t run_crowd(VeerTasks tasks)
{
    VeerWorldDef def = veer_world_def_default();
    def.max_agents = AGENTS;
    def.tasks = tasks;
    VeerWorld *world = NULL;
    if (veer_world_create(&def, &world) != VEER_OK) {
        return 0;
    }
    for (int i = 0; i < AGENTS; i++) {
        float side = i % 2 == 0 ? -1.0f : 1.0f;
        VeerAgentDef agent = veer_agent_def_default();
        VeerAgentId id;
        agent.position =
            (VeerVec3){side * (5.0f + 1.5f * (float)(i / 50)), 1.5f * (float)(i % 50), 0};
        veer_agent_create(world, &agent, &id);
        veer_agent_go_to(world, id, (VeerVec3){-agent.position.x, agent.position.y, 0}, 0.3f);
    }
    for (int tick = 0; tick < 60; tick++) {
        veer_world_step(world, 1.0f / 20.0f);
    }
    uint64_t hash = veer_world_hash(world);
    veer_world_destroy(world);
    return hash;
}

int main(void)
{
    VeerThreads *threads = NULL;
    if (veer_threads_create(2, &threads) != VEER_OK) {
        return 1;
    }
    uint64_t alone = run_crowd((VeerTasks){0});
    uint64_t pool = run_crowd(veer_threads_tasks(threads));
    uint64_t engine = run_crowd((VeerTasks){.run = engine_run, .worker_count = WORKERS});
    veer_threads_destroy(threads);
    printf("alone %016llx, veer's pool %016llx, the engine's jobs %016llx\n",
           (unsigned long long)alone, (unsigned long long)pool, (unsigned long long)engine);
    return alone != 0 && alone == pool && alone == engine ? 0 : 1;
}
