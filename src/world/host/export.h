/// Exported states from within: for tests that forge them.
#ifndef VEER_WORLD_HOST_EXPORT_H
#define VEER_WORLD_HOST_EXPORT_H

#include <stddef.h>

#define VEER_EXPORT_HEAD 64u ///< bytes before the state

/// Sets the checksum of exported bytes to what it has to be; size is at least VEER_EXPORT_HEAD.
void veer_export_mend(void *exported, size_t size);

#endif
