/// Checks of values and of the world, and parallel loops, used by every room.
#include "world/base/checks.h"
#include "geom/box.h"
#include "math/vec.h"

#include <string.h>

void veer_world_tell(const VeerWorld *world, const VeerRefusal *refusal)
{
    if (world && world->def.diagnostics.tell) {
        VeerRefusal told = *refusal;
        told.index = strstr(told.what, "[]") ? told.index : 0;
        world->def.diagnostics.tell(world->def.diagnostics.user, &told);
    }
}

bool veer_world_is_length(float value)
{
    return value >= 0.0f && value <= VEER_WORLD_LIMIT;
}

VeerVec3 veer_world_clamp(VeerVec3 point)
{
    VeerVec3 most = {VEER_WORLD_LIMIT, VEER_WORLD_LIMIT, VEER_WORLD_LIMIT};
    return veer_box_nearest((VeerBounds){scale3(most, -1.0f), most}, point);
}

static bool is_shared(const VeerTasks *tasks, uint32_t count, uint32_t grain)
{
    return tasks->worker_count > 1 && count > grain;
}

void veer_world_run(const VeerWorld *world, uint32_t count, uint32_t grain, VeerTaskFn *task,
                    void *context)
{
    const VeerTasks *tasks = &world->def.tasks;
    if (is_shared(tasks, count, grain)) {
        tasks->run(tasks->user, count, grain, task, context);
    } else if (count > 0) {
        task(context, 0, count, 0);
    }
}

/// The greatest that each worker has found.
typedef struct Most {
    VeerMostFn *function;
    void *context;
    float of[VEER_MAX_WORKERS];
} Most;

static void find_most(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Most *most = context;
    most->of[worker] = max_f(most->of[worker], most->function(most->context, begin, end));
}

float veer_world_most(const VeerWorld *world, uint32_t count, uint32_t grain, VeerMostFn *function,
                      void *context)
{
    const VeerTasks *tasks = &world->def.tasks;
    if (!is_shared(tasks, count, grain)) {
        return max_f(function(context, 0, count), 0.0f);
    }
    Most most = {function, context, {0}};
    tasks->run(tasks->user, count, grain, find_most, &most);
    for (uint32_t i = 1; i < VEER_MAX_WORKERS; ++i) {
        most.of[0] = max_f(most.of[0], most.of[i]);
    }
    return most.of[0];
}
