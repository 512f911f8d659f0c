/// A ready-made job system for VeerWorldDef.tasks (target veer_threads, on pthreads).
#ifndef VEER_THREADS_H
#define VEER_THREADS_H

#include "veer/api.h"

/// A pool of threads. One world at a time may use it.
typedef struct VeerThreads VeerThreads;

/// Starts worker_count - 1 threads; the caller of a step is the last worker.
///
/// @param worker_count  1 to 64; 0: as many as the machine has cores
/// @return VEER_OK, VEER_BAD_VALUE, VEER_OUT_OF_MEMORY (also when a thread cannot be started)
VEER_API VeerStatus veer_threads_create(uint32_t worker_count, VeerThreads **out);

/// Ends the threads. NULL is fine. No world may step with it any more.
VEER_API void veer_threads_destroy(VeerThreads *threads);

/// What to put in VeerWorldDef.tasks. Idle workers spin briefly, then block.
VEER_API VeerTasks veer_threads_tasks(VeerThreads *threads);

#endif
