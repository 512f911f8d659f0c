/// Linkage, statuses and the plain types that every other header shares.
#ifndef VEER_API_H
#define VEER_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define VEER_API extern "C"
#else
#define VEER_API extern
#endif

/// What a call that can fail returns. A call that fails changes nothing.
typedef enum VeerStatus {
    VEER_OK = 0,
    VEER_PARTIAL,       ///< a result, not an error: as near as one can get
    VEER_FULL,          ///< a capacity of the world's def is used up
    VEER_BAD_VALUE,     ///< not finite, out of range, or a def that did not come from its default
    VEER_BAD_HANDLE,    ///< null, or what it named is gone
    VEER_OUT_OF_MEMORY, ///< the allocator returned NULL
    VEER_BUSY,          ///< not during a step
    VEER_STATUS_COUNT
} VeerStatus;

/// The name of a status as in the header ("VEER_OK"); "VEER_UNKNOWN" for any other number.
VEER_API const char *veer_status_name(VeerStatus status);

/// The instruction set that the wide phases of this build use: "scalar", "sse2", "avx" or "avx512".
/// The bits are the same for all of them.
VEER_API const char *veer_isa_name(void);

/// A point or a vector. In a planar world z is height only.
typedef struct VeerVec3 {
    float x, y, z;
} VeerVec3;

/// No coordinate may lie further from the origin than this, m.
#define VEER_WORLD_LIMIT 1.0e6f

/// How many dimensions a world has.
typedef enum VeerSpace {
    VEER_PLANAR = 0, ///< discs in the plane; z is height only
    VEER_SPATIAL,    ///< spheres in full 3-D
} VeerSpace;

/// An axis-aligned box, lower <= upper on each axis.
typedef struct VeerBounds {
    VeerVec3 lower, upper;
} VeerBounds;

/// Names one agent of a world; all zero names none. Safe to keep after the agent is gone.
typedef struct VeerAgentId {
    uint32_t slot, generation;
} VeerAgentId;

/// Names one obstacle of a world; all zero names none. Safe to keep after the obstacle is gone.
typedef struct VeerObstacleId {
    uint32_t slot, generation;
} VeerObstacleId;

/// A read-only column of values, one an agent: element i is at (const char *)data + i * stride.
typedef struct VeerSpan {
    const void *data;
    size_t stride; ///< bytes from one element to the next
    uint32_t count;
} VeerSpan;

/// Where memory comes from. All zero: the C library's.
typedef struct VeerAllocator {
    /// Returns `size` bytes aligned to 64, or NULL.
    void *(*allocate)(void *user, size_t size);
    /// Gives back what allocate returned, with the size that was asked for. Never called with NULL.
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} VeerAllocator;

/// Work on the elements [begin, end) of a range. `worker` is below VeerTasks.worker_count, and no
/// two calls that run at the same time share it.
typedef void VeerTaskFn(void *context, uint32_t begin, uint32_t end, uint32_t worker);

/// A host's job system. All zero: everything runs on the calling thread.
typedef struct VeerTasks {
    uint32_t worker_count; ///< most calls at one time, 0 (as 1) to 64
    /// Calls `task` on ranges that cover [0, count) exactly once, each at most `grain` long and
    /// starting at a multiple of `grain`, and returns when all are done.
    void (*run)(void *user, uint32_t count, uint32_t grain, VeerTaskFn *task, void *context);
    void *user;
} VeerTasks;

#endif
