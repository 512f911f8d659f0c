/// What all rooms of the command use.
#ifndef VEER_TOOLS_BASE_H
#define VEER_TOOLS_BASE_H

#include "args.h"
#include "clock.h"
#include "json.h"
#include "merge.h"
#include "names.h"
#include "outputs.h"
#include "progress.h"
#include "results.h"
#include "text.h"

#include <stdlib.h>

/// Memory aligned to 64 bytes; NULL if there is none.
static inline void *veer_memory_take(size_t size)
{
    return aligned_alloc(64, (size + 63u) / 64u * 64u);
}

#endif
