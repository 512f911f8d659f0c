/// Linkage, statuses and the plain types that every other header shares.
///
/// No argument makes a function crash, hang or change what it should not. Whatever it cannot work
/// with is a bad value, and unless a function's own text says otherwise this is what it answers:
///
/// - A function that returns a status says VEER_BAD_VALUE; where the bad value is a handle, or a
///   handle is of a world that is NULL, VEER_BAD_HANDLE. Nothing changes, and no result is written.
/// - Any other returns nothing: 0, false, NULL, a null handle, a point at the origin, an empty
///   span, a struct of zeros. One that returns nothing at all does nothing.
/// - Bad are: NULL for an object, a def, a callback, a place for a result or an array of which more
///   than 0 elements are asked for, wherever the text does not say that it may be NULL; numbers
///   that are NaN, infinite or out of the range that the text gives; numbers that name no
///   enumerator, cell, node, edge, polygon or slot; a def that did not come from its default
///   function; objects that do not fit each other, in size or because one was not made, built,
///   committed or begun yet.
/// - Functions that copy up to `capacity` elements and return how many there are tell that without
///   a place for them, too.
/// - The `_size` of a bad def is 0, and `_init` of one, or in memory that is NULL, is NULL. Sizes
///   never overflow: one that does not fit a size_t is SIZE_MAX, which no allocator has.
/// - Where a number without a stated range is so great that a result exceeds what a float has room
///   for, that result is infinite or NaN.
///
/// A world tells whoever its def names why a call of it is refused: veer/refusal.h.
///
/// What cannot be checked is the host's part: that a pointer which is not NULL leads to what its
/// type says, alive and as long as its count, and that no two threads use one object while either
/// changes it.
#ifndef VEER_API_H
#define VEER_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "veer/version.h"

/// Where a shared library's functions are seen from: VEER_SHARED is defined for what links one,
/// VEER_BUILDING for what goes into one. Of an archive neither is.
#if defined(_WIN32) && defined(VEER_BUILDING)
#define VEER_LINKAGE __declspec(dllexport)
#elif defined(_WIN32) && defined(VEER_SHARED)
#define VEER_LINKAGE __declspec(dllimport)
#elif defined(_WIN32)
#define VEER_LINKAGE
#else
#define VEER_LINKAGE __attribute__((visibility("default")))
#endif

/// What the library gives to others.
#ifdef __cplusplus
#define VEER_API extern "C" VEER_LINKAGE
#else
#define VEER_API extern VEER_LINKAGE
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
    // Of a state from outside (veer_world_import).
    VEER_NO_STATE,      ///< it is none, or is cut short
    VEER_WRONG_VERSION, ///< it is of another version of the library, or is laid out otherwise
    VEER_WRONG_SUM,     ///< its checksum is not that of its bytes
    VEER_WRONG_DEF,     ///< it is of a world of another def
    VEER_WRONG_MAP,     ///< it is of a world with another map
    VEER_BAD_STATE,     ///< no world can be in it
    VEER_STATUS_COUNT
} VeerStatus;

/// The name of a status as in the header ("VEER_OK"); "VEER_UNKNOWN" for any other number.
VEER_API const char *veer_status_name(VeerStatus status);

/// The version of the library that is linked, as VEER_VERSION is that of the headers.
VEER_API uint32_t veer_version(void);

/// The instructions that wide steps use, several agents or bodies at a time. The bits are the same
/// for all of them.
typedef enum VeerIsa {
    VEER_ISA_WIDEST = 0, ///< the widest that the machine has
    VEER_ISA_BASE,       ///< those that the library is compiled for
    VEER_ISA_AVX2,       ///< x86-64
    VEER_ISA_AVX512,     ///< x86-64
    VEER_ISA_COUNT
} VeerIsa;

/// The name of what wide steps use on this machine: "scalar", "sse2", "avx2" or "avx512". NULL: the
/// machine, or the library, does not have it.
VEER_API const char *veer_isa_name(VeerIsa isa);

/// A point or a vector. In a planar world z is height only.
typedef struct VeerVec3 {
    float x, y, z; ///< components; z is up
} VeerVec3;

/// No coordinate may lie further from the origin than this, m: worlds of a thousand kilometres
/// about a place a thousand kilometres away.
#define VEER_WORLD_LIMIT 2.0e6f

/// A tick is no shorter, s: an hour of ticks can then be counted in 32 bits, and the speed that
/// crosses the whole world in one, squared, is a float.
#define VEER_MIN_DT 1.0e-6f
/// A tick is no longer, s: behaviour and contacts are made for some ticks a second at the least.
#define VEER_MAX_DT 1.0f

/// How many dimensions a world has.
typedef enum VeerSpace {
    VEER_PLANAR = 0, ///< discs in the plane; z is height only
    VEER_SPATIAL,    ///< spheres in full 3-D
} VeerSpace;

/// An axis-aligned box, lower <= upper on each axis.
typedef struct VeerBounds {
    VeerVec3 lower, upper; ///< corners, m
} VeerBounds;

/// Names one agent of a world; all zero names none. Safe to keep after the agent is gone.
typedef struct VeerAgentId {
    uint32_t slot; ///< its place, below veer_agent_slot_count: a host's own tables may go by it
    uint32_t generation; ///< private: tells it from those that were there before
} VeerAgentId;

/// Names one obstacle of a world; all zero names none. Safe to keep after the obstacle is gone.
typedef struct VeerObstacleId {
    uint32_t slot; ///< its place, below veer_obstacle_slot_count: a host's own tables may go by it
    uint32_t generation; ///< private: tells it from those that were there before
} VeerObstacleId;

/// A read-only column of values, one an agent: element i is at (const char *)data + i * stride.
typedef struct VeerSpan {
    const void *data; ///< the first element
    size_t stride;    ///< bytes from one element to the next
    uint32_t count;   ///< of elements
} VeerSpan;

/// Where memory comes from. All zero: the C library's.
typedef struct VeerAllocator {
    /// Returns `size` bytes aligned to 64, or NULL.
    void *(*allocate)(void *user, size_t size);
    /// Gives back what allocate returned, with the size that was asked for. Never called with NULL.
    void (*release)(void *user, void *memory, size_t size);
    void *user; ///< handed to both functions
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
    void *user; ///< handed to the function
} VeerTasks;

#endif
