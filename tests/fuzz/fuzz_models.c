// Any view and any constants that are taken, for every model: the answer is finite and within the
// max speed, and a trace changes nothing of it.
#include "input.h"

#include "veer/avoid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BODIES = 16, MAX_WALLS = 8, MAX_TARGETS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Round numbers, which make ties, and powers of two of any size within the world.
static float number(Input *input)
{
    int mantissa = (int)byte(input) - 128;
    int kind = byte(input);
    if (kind < 160) {
        return (float)mantissa / 16.0f;
    }
    return ldexpf((float)mantissa, kind < 250 ? (kind - 160) / 8 - 8 : -140);
}

static VeerVec3 vector(Input *input, VeerSpace space)
{
    float x = number(input), y = number(input), z = number(input);
    return (VeerVec3){x, y, space == VEER_SPATIAL ? z : 0.0f};
}

static void fill_bodies(Input *input, VeerSpace space, VeerNeighbour bodies[], uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint8_t kind = byte(input);
        bodies[i] = (VeerNeighbour){.offset = vector(input, space),
                                    .velocity = vector(input, space),
                                    .radius = fabsf(number(input)),
                                    .share = (float)(kind % 5) / 4.0f,
                                    .id = byte(input),
                                    .is_obstacle = kind > 200,
                                    .is_friend = kind < 50,
                                    .side = (int8_t)(kind % 3 - 1)};
    }
}

static void fill_walls(Input *input, VeerSpace space, VeerWall walls[], uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 a = vector(input, space), b = vector(input, space);
        if (space == VEER_SPATIAL) {
            VeerWall box = {{fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)},
                            {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}};
            walls[i] = box;
        } else {
            walls[i] = (VeerWall){a, b};
        }
    }
}

static void check(const VeerView *view, VeerAvoidResult result)
{
    VeerVec3 v = result.velocity;
    float speed = view->space == VEER_SPATIAL ? sqrtf(v.x * v.x + v.y * v.y + v.z * v.z)
                                              : sqrtf(v.x * v.x + v.y * v.y);
    if (!(speed <= view->max_speed)) { // not a number too
        abort();
    }
    for (int i = 0; i < 4; ++i) {
        if (!isfinite(result.memory.value[i])) {
            abort();
        }
    }
}

// The model's own constants, one of them changed; as they were where that is refused.
static VeerAvoidParams constants(Input *input, VeerAvoidModel model)
{
    VeerAvoidParams params = veer_avoid_params_for(model), changed = params;
    size_t index = byte(input) % 6;
    float value = number(input);
    memcpy((char *)&changed + offsetof(VeerAvoidParams, magnets) + index * sizeof value, &value,
           sizeof value);
    return veer_avoid_params_are_valid(model, &changed) ? changed : params;
}

// The answer with a trace that has room for some of the marks must be the one without.
static void check_trace(VeerAvoidModel model, VeerView view, const VeerAvoidParams *params,
                        VeerVec3 wish, VeerAvoidResult plain)
{
    VeerTraceMark marks[8];
    VeerAvoidTrace trace = {.marks = marks, .capacity = 8};
    view.trace = &trace;
    VeerAvoidResult traced = veer_avoid_decide(model, &view, params, wish);
    if (memcmp(&traced.velocity, &plain.velocity, sizeof traced.velocity) != 0 ||
        trace.count > trace.capacity) {
        abort();
    }
}

static void fill_targets(Input *input, VeerSpace space, VeerTarget targets[], uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        targets[i] = (VeerTarget){vector(input, space), fabsf(number(input)), fabsf(number(input))};
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = {data, size};
    VeerNeighbour bodies[MAX_BODIES];
    VeerWall walls[MAX_WALLS];
    VeerTarget targets[MAX_TARGETS];
    VeerSpace space = byte(&input) & 1 ? VEER_SPATIAL : VEER_PLANAR;
    VeerView view = {.space = space,
                     .dt = 1.0f / 60.0f,
                     .id = byte(&input),
                     .velocity = vector(&input, space),
                     .heading = {1.0f, 0.0f, 0.0f},
                     .radius = fabsf(number(&input)),
                     .max_speed = fabsf(number(&input)),
                     .max_acceleration = INFINITY,
                     .max_braking = INFINITY,
                     .max_turn_rate = INFINITY,
                     .neighbours = bodies,
                     .walls = walls,
                     .targets = targets,
                     .neighbour_count = byte(&input) % (MAX_BODIES + 1),
                     .wall_count = byte(&input) % (MAX_WALLS + 1)};
    VeerVec3 wish = vector(&input, space);
    VeerAvoidModel model = (VeerAvoidModel)(byte(&input) % VEER_AVOID_MODEL_COUNT);
    VeerAvoidParams params = constants(&input, model);
    view.preferred_speed = view.max_speed;
    fill_bodies(&input, space, bodies, view.neighbour_count);
    fill_walls(&input, space, walls, view.wall_count);
    view.target_count = byte(&input) % (MAX_TARGETS + 1);
    fill_targets(&input, space, targets, view.target_count);
    for (int tick = 0; tick < 3; ++tick) {
        VeerAvoidResult result = veer_avoid_decide(model, &view, &params, wish);
        check(&view, result);
        check_trace(model, view, &params, wish, result);
        view.velocity = result.velocity;
        view.memory = result.memory;
    }
    return 0;
}
