/// Recording: what differs between the end of one tick and the begin of the next is what the host
/// did.
#include "io/base/array.h"
#include "io/replay/begin.h"
#include "io/replay/delta.h"
#include "io/replay/format.h"
#include "io/replay/pack.h"

#include <stdlib.h>
#include <string.h>

struct VeerRecorder {
    FILE *stream;
    VeerStatus status; ///< of the writing so far
    VeerPacker *packer;
    size_t size;                      ///< bytes of the state
    unsigned char *before, *exported; ///< after the last tick; before the next, behind its head
    size_t head;                      ///< bytes of that head
    VeerCodec delta, tick;
    float dt; ///< of the tick before
};

// --- Beginning ---

/// Whether what was written makes the world again.
static VeerStatus try_out(const VeerCodec *begin)
{
    VeerBudget budget = {UINT64_MAX};
    VeerCodec codec = veer_codec_of(begin->bytes, begin->size);
    VeerWorld *twin = NULL;
    const char *why;
    VeerStatus status = veer_begin_read(&codec, &budget, NULL, &twin, &why);
    veer_world_destroy(twin);
    return status;
}

/// Writes all. @return whether it could be
static bool put(FILE *stream, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, stream) == size;
}

static VeerStatus write_begin(const VeerCodec *begin, FILE *stream)
{
    VeerPacker *packer = veer_packer_create(false);
    VeerCodec packed = {.bytes = NULL};
    if (!packer || !veer_pack(packer, begin->bytes, begin->size, &packed)) {
        veer_packer_destroy(packer);
        veer_codec_clear(&packed);
        return VEER_OUT_OF_MEMORY;
    }
    veer_packer_destroy(packer);
    VeerReplayHead head = {.format = VEER_REPLAY_FORMAT,
                           .library = VEER_VERSION,
                           .size = begin->size,
                           .packed = packed.size,
                           .check = veer_pack_check(packed.bytes, packed.size)};
    memcpy(head.magic, VEER_REPLAY_MAGIC, sizeof head.magic);
    bool is_written = put(stream, &head, sizeof head) && put(stream, packed.bytes, packed.size) &&
                      fflush(stream) == 0;
    veer_codec_clear(&packed);
    return is_written ? VEER_OK : VEER_BAD_VALUE;
}

static void destroy(VeerRecorder *recorder)
{
    veer_packer_destroy(recorder->packer);
    veer_codec_clear(&recorder->delta);
    veer_codec_clear(&recorder->tick);
    free(recorder->before);
    free(recorder->exported);
    free(recorder);
}

static VeerRecorder *create(const VeerWorld *world, FILE *stream)
{
    VeerRecorder *recorder = calloc(1, sizeof *recorder);
    if (!recorder) {
        return NULL;
    }
    size_t size = veer_world_save_size(world), exported = veer_world_export_size(world);
    recorder->stream = stream;
    recorder->size = size;
    recorder->head = exported - size;
    recorder->before = malloc(size);
    recorder->exported = malloc(exported);
    recorder->packer = veer_packer_create(false);
    if (!recorder->before || !recorder->exported || !recorder->packer) {
        destroy(recorder);
        return NULL;
    }
    return recorder;
}

static VeerStatus begin(const VeerWorld *world, FILE *stream)
{
    VeerCodec codec = {.bytes = NULL};
    VeerStatus status = veer_begin_write(&codec, world);
    status = status == VEER_OK ? try_out(&codec) : status;
    status = status == VEER_OK ? write_begin(&codec, stream) : status;
    veer_codec_clear(&codec);
    return status;
}

VeerStatus veer_recorder_create(const VeerWorld *world, FILE *stream, VeerRecorder **out)
{
    if (!world || !stream || !out) {
        return VEER_BAD_VALUE;
    }
    VeerRecorder *recorder = create(world, stream);
    if (!recorder) {
        return VEER_OUT_OF_MEMORY;
    }
    VeerStatus status = begin(world, stream);
    status = status == VEER_OK ? veer_world_save(world, recorder->before, recorder->size) : status;
    if (status != VEER_OK) {
        destroy(recorder);
        return status;
    }
    *out = recorder;
    return VEER_OK;
}

// --- Ticks ---

/// Finds what the host did since the last tick. @return whether it did anything
static bool find_changes(VeerRecorder *recorder, const VeerWorld *world)
{
    unsigned char *state = recorder->exported + recorder->head;
    recorder->delta.size = 0;
    if (veer_world_save(world, state, recorder->size) != VEER_OK ||
        memcmp(state, recorder->before, recorder->size) == 0) {
        return false;
    }
    // The header of an exported state has a sum, by which a replay sees that it is the same.
    (void)veer_world_export(world, recorder->exported, recorder->head + recorder->size);
    uint64_t sum;
    memcpy(&sum, recorder->exported + sizeof sum, sizeof sum);
    veer_code(&recorder->delta, &sum, sizeof sum);
    (void)veer_delta_write(&recorder->delta, recorder->before, state, recorder->size);
    return true;
}

static void write_changes(VeerRecorder *recorder)
{
    VeerCodec packed = {.bytes = NULL};
    VeerCodec *tick = &recorder->tick;
    bool is_packed =
        veer_pack(recorder->packer, recorder->delta.bytes, recorder->delta.size, &packed);
    uint64_t size = packed.size;
    veer_code_count(tick, &size);
    veer_code(tick, packed.bytes, packed.size);
    tick->has_failed = tick->has_failed || !is_packed || recorder->delta.has_failed;
    veer_codec_clear(&packed);
}

/// Writes what was found, and how the world is now.
static void write_tick(VeerRecorder *recorder, const VeerWorld *world, unsigned flags, float dt)
{
    VeerCodec *tick = &recorder->tick;
    tick->size = 0;
    flags |= dt != recorder->dt ? VEER_TICK_HAS_DT : 0u;
    unsigned char first = (unsigned char)flags;
    veer_code(tick, &first, 1);
    veer_code(tick, &dt, flags & VEER_TICK_HAS_DT ? sizeof dt : 0);
    if (flags & VEER_TICK_HAS_CHANGES) {
        write_changes(recorder);
    }
    VeerWorldDigest digest = veer_world_digest(world);
    veer_code(tick, &digest, sizeof digest);
    uint32_t check = veer_pack_check(tick->bytes, tick->has_failed ? 0 : tick->size);
    veer_code(tick, &check, VEER_TICK_CHECK);
    recorder->dt = dt;
    if (tick->has_failed) {
        recorder->status = VEER_OUT_OF_MEMORY;
    } else if (!put(recorder->stream, tick->bytes, tick->size) || fflush(recorder->stream) != 0) {
        recorder->status = VEER_BAD_VALUE;
    }
}

VeerStatus veer_recorder_advance(VeerRecorder *recorder, VeerWorld *world, VeerAdvance advance,
                                 float dt)
{
    if (!recorder || !world || veer_world_save_size(world) != recorder->size) {
        return VEER_BAD_VALUE;
    }
    bool is_recording = recorder->status == VEER_OK;
    unsigned flags = (unsigned)advance;
    if (is_recording) {
        flags |= veer_world_has_callbacks(world) ? VEER_TICK_HAS_CALLBACKS : 0u;
        flags |= find_changes(recorder, world) ? VEER_TICK_HAS_CHANGES : 0u;
    }
    VeerStatus status = veer_advance_world(world, (unsigned)advance, dt);
    if (status == VEER_OK && is_recording) {
        write_tick(recorder, world, flags, dt);
        (void)veer_world_save(world, recorder->before, recorder->size);
    }
    return status;
}

VeerStatus veer_recorder_finish(VeerRecorder *recorder, const VeerWorld *world)
{
    if (!recorder || !world || veer_world_save_size(world) != recorder->size) {
        return VEER_BAD_VALUE;
    }
    if (recorder->status == VEER_OK) {
        unsigned changes = find_changes(recorder, world) ? VEER_TICK_HAS_CHANGES : 0u;
        write_tick(recorder, world, VEER_TICK_END | changes, recorder->dt);
    }
    VeerStatus status = recorder->status;
    destroy(recorder);
    return status;
}
