/// Exported states from within: as they are read and written part by part, and for tests that forge
/// them.
#ifndef VEER_WORLD_HOST_EXPORT_H
#define VEER_WORLD_HOST_EXPORT_H

#include "world/base/state.h"
#include "world/host/pack.h"

#define VEER_EXPORT_HEAD 64u ///< bytes before the state
#define VEER_EXPORT_SUM 16u  ///< bytes up to where those begin that the checksum is of

/// What bytes add to the checksum of the exported state that they are of: parts may come in any
/// order.
/// @param at     where they begin in it, at least VEER_EXPORT_SUM; whole words from there on
/// @param bytes  at any place; of a last one that is no whole word nothing is told
uint64_t veer_export_sum(uint64_t at, const void *bytes, size_t size);
/// Sets the checksum of exported bytes to what it has to be; size is at least VEER_EXPORT_HEAD.
void veer_export_mend(void *exported, size_t size);
/// The head of a packed state, but for what the state adds to its checksum.
/// @param out  VEER_EXPORT_HEAD bytes
void veer_export_head(const VeerWorld *world, void *out);

/// An exported state that is taken over part by part.
typedef struct VeerImport {
    VeerWorld *world; ///< its state is no such between begin and end
    VeerStatus status;
    uint64_t sum, wanted;
    uint64_t at;           ///< bytes that there were
    unsigned char *before; ///< its state
    VeerUnpacking unpacking;
} VeerImport;

/// @param head  the first VEER_EXPORT_HEAD of `size` bytes
/// @return VEER_OK: the others are to be fed, and veer_import_end is to be called; else as
///         veer_world_import, and nothing has changed
VeerStatus veer_import_begin(VeerImport *import, VeerWorld *world, const void *head, uint64_t size);
/// Whole words, in their order.
void veer_import_feed(VeerImport *import, const void *bytes, size_t size);
/// @return as veer_world_import
VeerStatus veer_import_end(VeerImport *import, VeerStateFault *fault);

#endif
