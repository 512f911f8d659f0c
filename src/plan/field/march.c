/// Marching: cells spread their distances in nearly the order of these.
/// Source: the buckets in place of a heap are those of Yatziv, Bartesaghi and Sapiro, "O(N)
/// implementation of the fast marching algorithm", 2006. Unlike theirs, a cell that turns out to be
/// nearer after it has spread spreads again, so that no error is left (see update.h).
#include "plan/field/field.h"
#include "plan/field/update.h"

#define BUCKETS_PER_CELL 16.0f
#define MAX_BUCKET 2.0e9f
#define FAR_STEP (VEER_FIELD_RING / 2u)

#define BATCH 56u ///< cells that spread together

/// Cells that spread, and those that they spread to.
typedef struct MarchBatch {
    uint32_t taken; ///< entries out of the queue
    uint32_t count;
    uint32_t from[BATCH];
    uint32_t to[6 * BATCH + 1];
    float cost[2][6 * BATCH], beside[3][6 * BATCH], found[6 * BATCH];
} MarchBatch;

static uint32_t *heads_of(const VeerFieldSolver *solver)
{
    return veer_field_part(solver, solver->heads_at);
}

static VeerFieldChunk *chunks_of(const VeerFieldSolver *solver)
{
    return veer_field_part(solver, solver->chunks_at);
}

void veer_field_queue_clear(VeerFieldSolver *solver)
{
    uint32_t *heads = heads_of(solver);
    for (uint32_t i = 0; i < VEER_FIELD_RING; i++) {
        heads[i] = VEER_FIELD_NO_CHUNK;
    }
    solver->cursor = 0;
    solver->open = solver->far = solver->free = VEER_FIELD_NO_CHUNK;
    solver->fresh = solver->stale_count = 0;
}

static uint32_t bucket_of(float value)
{
    return (uint32_t)veer_lesser(value * BUCKETS_PER_CELL, MAX_BUCKET);
}

static uint32_t take_chunk(VeerFieldSolver *solver)
{
    uint32_t taken = solver->free;
    if (taken == VEER_FIELD_NO_CHUNK) {
        return solver->fresh++;
    }
    solver->free = chunks_of(solver)[taken].next;
    return taken;
}

static void give_chunk(VeerFieldSolver *solver, uint32_t chunk)
{
    chunks_of(solver)[chunk].next = solver->free;
    solver->free = chunk;
}

static void put(VeerFieldSolver *solver, uint32_t *head, uint32_t cell)
{
    VeerFieldChunk *chunks = chunks_of(solver);
    if (*head == VEER_FIELD_NO_CHUNK || chunks[*head].count == VEER_FIELD_PER_CHUNK) {
        uint32_t chunk = take_chunk(solver);
        chunks[chunk].next = *head;
        chunks[chunk].count = 0;
        *head = chunk;
    }
    VeerFieldChunk *chunk = &chunks[*head];
    chunk->cells[chunk->count++] = cell;
}

/// Lets a cell wait in the bucket of its value, or of the one that is being emptied if that is
/// past.
static void enqueue(VeerFieldSolver *solver, uint32_t cell, uint32_t bucket)
{
    bucket = bucket > solver->cursor ? bucket : solver->cursor;
    bool is_far = bucket - solver->cursor >= FAR_STEP;
    put(solver, is_far ? &solver->far : &heads_of(solver)[bucket % VEER_FIELD_RING], cell);
}

/// Keeps a value, and lets the cell wait. A cell that waits already is entered once more where that
/// is sooner; its older entry is stale then, and there is room for only so many of these: without
/// room it is computed later, which costs time and changes nothing else.
static inline void keep(VeerFieldSolver *solver, float *value, uint32_t cell, float found)
{
    uint32_t bucket = bucket_of(found);
    bool is_waiting = signbit(*value);
    bool is_sooner = is_waiting && bucket < bucket_of(-*value);
    *value = -found;
    if (is_sooner && solver->stale_count < solver->shape.count / 4u) {
        solver->stale_count++;
        enqueue(solver, cell, bucket);
    } else if (!is_waiting) {
        enqueue(solver, cell, bucket);
    }
}

void veer_field_keep(VeerFieldSolver *solver, VeerField *field, uint32_t cell, float value)
{
    keep(solver, &veer_field_values(field)[cell], cell, value);
}

static inline float least_beside(const float *value, uint32_t step)
{
    return veer_lesser(fabsf(value[-(ptrdiff_t)step]), fabsf(value[step]));
}

static inline float weight_of(uint16_t weight)
{
    return (float)weight * (1.0f / (float)VEER_FIELD_UNIT);
}

void veer_field_improve(VeerFieldSolver *solver, VeerField *field, uint32_t cell)
{
    const uint32_t *step = solver->shape.step;
    float *value = veer_field_values(field) + cell, h = weight_of(veer_field_weights(solver)[cell]);
    if (h > 0.0f) {
        float a = least_beside(value, step[0]), b = least_beside(value, step[1]);
        float found = solver->shape.side[2] > 1
                          ? veer_eikonal3(a, b, least_beside(value, step[2]), h)
                          : veer_eikonal2(a, b, h);
        if (found < fabsf(*value)) {
            keep(solver, value, cell, found);
        }
    }
}

/// Takes cells out of the open bucket and marks them as no longer waiting.
static void take_batch(VeerFieldSolver *solver, float *values, MarchBatch *batch)
{
    batch->taken = batch->count = 0;
    while (batch->taken + VEER_FIELD_PER_CHUNK <= BATCH && solver->open != VEER_FIELD_NO_CHUNK) {
        const VeerFieldChunk *chunk = &chunks_of(solver)[solver->open];
        uint32_t taken = solver->open;
        for (uint32_t i = 0; i < chunk->count; i++) {
            uint32_t cell = chunk->cells[i];
            batch->from[batch->count] = cell;
            batch->count += signbit(values[cell]) != 0;
            values[cell] = fabsf(values[cell]);
        }
        batch->taken += chunk->count;
        solver->open = chunk->next;
        give_chunk(solver, taken);
    }
    solver->stale_count -= batch->taken - batch->count;
}

/// The cells beside those of a batch that are further off. One that was seen first as the
/// neighbour of another cell is computed twice: that does no harm, and asking would cost more.
static inline void find_further(const VeerFieldSolver *solver, const float *values,
                                MarchBatch *batch, int axes)
{
    const uint16_t *weights = veer_field_weights(solver);
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->count; i++) {
        uint32_t cell = batch->from[i];
        float value = values[cell];
        for (int side = 0; side < 2 * axes; side++) {
            uint32_t step = solver->shape.step[side / 2];
            uint32_t beside = side % 2 ? cell + step : cell - step;
            batch->to[count] = beside;
            count += (weights[beside] > 0) & (fabsf(values[beside]) > value);
        }
    }
    batch->count = count;
}

static inline void compute(const VeerFieldSolver *solver, const float *values, MarchBatch *batch,
                           int axes)
{
    const uint16_t *weights = veer_field_weights(solver);
    const float *a = batch->beside[0], *b = batch->beside[1], *c = batch->beside[2];
    for (uint32_t i = 0; i < batch->count; i++) {
        const float *value = values + batch->to[i];
        batch->cost[0][i] = weight_of(weights[batch->to[i]]);
        for (int axis = 0; axis < axes; axis++) {
            batch->beside[axis][i] = least_beside(value, solver->shape.step[axis]);
        }
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        batch->found[i] = axes == 3 ? veer_eikonal3(a[i], b[i], c[i], batch->cost[0][i])
                                    : veer_eikonal2(a[i], b[i], batch->cost[0][i]);
    }
}

/// As compute, where it costs differently to go to one side and to the other.
static void compute_faces(const VeerFieldSolver *solver, const float *values, MarchBatch *batch)
{
    const VeerFieldFaces *faces = veer_field_faces(solver);
    for (uint32_t i = 0; i < batch->count; i++) {
        const float *value = values + batch->to[i], *cost = faces[batch->to[i]].cost;
        for (int axis = 0; axis < 2; axis++) {
            uint32_t step = solver->shape.step[axis];
            float before = fabsf(value[-(ptrdiff_t)step]), after = fabsf(value[step]);
            const float *both = cost + 2 * (size_t)axis;
            bool is_after = after + both[1] < before + both[0];
            batch->beside[axis][i] = is_after ? after : before;
            batch->cost[axis][i] = both[is_after];
        }
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        batch->found[i] = veer_eikonal_faces(batch->beside[0][i], batch->cost[0][i],
                                             batch->beside[1][i], batch->cost[1][i]);
    }
}

/// Enters those again that waited beyond the ring; with an empty ring, from the nearest of them on.
/// @return whether some of them are in the ring now
static bool bring_near(VeerFieldSolver *solver, const float *values, bool is_empty)
{
    VeerFieldChunk *chunks = chunks_of(solver);
    uint32_t least = UINT32_MAX, from = solver->far;
    bool is_near = false;
    for (uint32_t at = from; is_empty && at != VEER_FIELD_NO_CHUNK; at = chunks[at].next) {
        for (uint32_t i = 0; i < chunks[at].count; i++) {
            uint32_t bucket = bucket_of(fabsf(values[chunks[at].cells[i]]));
            least = bucket < least ? bucket : least;
        }
    }
    if (is_empty && least > solver->cursor) {
        solver->cursor = least;
    }
    solver->far = VEER_FIELD_NO_CHUNK;
    while (from != VEER_FIELD_NO_CHUNK) {
        VeerFieldChunk chunk = chunks[from];
        give_chunk(solver, from);
        from = chunk.next;
        for (uint32_t i = 0; i < chunk.count; i++) {
            uint32_t bucket = bucket_of(fabsf(values[chunk.cells[i]]));
            is_near = is_near || bucket < solver->cursor + FAR_STEP;
            enqueue(solver, chunk.cells[i], bucket);
        }
    }
    return is_near;
}

/// Opens the next bucket in which cells wait. @return false: none waits
static bool open_next(VeerFieldSolver *solver, const float *values)
{
    uint32_t *heads = heads_of(solver);
    for (uint32_t tried = 0; solver->open == VEER_FIELD_NO_CHUNK; tried++) {
        uint32_t *head = &heads[solver->cursor % VEER_FIELD_RING];
        if (*head != VEER_FIELD_NO_CHUNK) {
            solver->open = *head;
            *head = VEER_FIELD_NO_CHUNK;
            break;
        }
        bool is_empty = tried == VEER_FIELD_RING;
        if (is_empty && solver->far == VEER_FIELD_NO_CHUNK) {
            return false;
        }
        solver->cursor += !is_empty;
        if ((is_empty || solver->cursor % FAR_STEP == 0) && bring_near(solver, values, is_empty)) {
            tried = 0; // the ring is not empty any more
        }
    }
    return true;
}

/// Spreads cells of the open bucket, one stage for many of them after the other: so their loads and
/// roots overlap. @return how many
static uint32_t spread(VeerFieldSolver *solver, float *values, MarchBatch *batch)
{
    take_batch(solver, values, batch);
    // Copies in which the number of axes is known.
    if (solver->shape.side[2] > 1) {
        find_further(solver, values, batch, 3);
        compute(solver, values, batch, 3);
    } else {
        find_further(solver, values, batch, 2);
        if (solver->is_crowd) {
            compute_faces(solver, values, batch);
        } else {
            compute(solver, values, batch, 2);
        }
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        float *value = values + batch->to[i];
        if (batch->found[i] < fabsf(*value)) {
            keep(solver, value, batch->to[i], batch->found[i]);
        }
    }
    return batch->taken;
}

uint32_t veer_field_march(VeerFieldSolver *solver, VeerField *field, uint32_t budget)
{
    float *values = veer_field_values(field);
    MarchBatch batch;
    uint32_t count = 0;
    while (count < budget && open_next(solver, values)) {
        count += spread(solver, values, &batch);
    }
    return count;
}
