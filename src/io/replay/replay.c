/// Replaying: what the host did is done again, the world taken on, and compared.
#include "io/base/input.h"
#include "io/replay/begin.h"
#include "io/replay/delta.h"
#include "io/replay/format.h"
#include "io/replay/pack.h"

#include <stdlib.h>
#include <string.h>

struct VeerReplay {
    VeerInputPath name;
    VeerBudget budget;
    VeerWorld *world;
    VeerPacker *packer;
    unsigned char *data; ///< the file
    VeerCodec ticks;     ///< what is left of it
    VeerCodec delta;
    unsigned char *exported; ///< a state of the world
    size_t size;             ///< its bytes
    float dt;                ///< of the tick before
    bool is_over;
    VeerReplayOutcome end; ///< what follows then
};

/// A tick as it is stored.
typedef struct StoredTick {
    unsigned char flags;
    float dt;
    const unsigned char *packed; ///< packed[packed_size]: what changed
    uint64_t packed_size;
    VeerWorldDigest digest;
} StoredTick;

// --- Opening ---

static VeerStatus fail(const VeerReplay *replay, VeerInputError *error, const char *what,
                       const char *why)
{
    return veer_input_fail(replay->name.text, error, what, why);
}

static VeerStatus fail_memory(const VeerReplay *replay, VeerInputError *error)
{
    (void)fail(replay, error, "out of memory", "");
    return VEER_OUT_OF_MEMORY;
}

static VeerStatus read_head(VeerReplay *replay, const VeerInputLimits *limits, VeerReplayHead *head,
                            VeerInputError *error)
{
    veer_code(&replay->ticks, head, sizeof *head);
    if (replay->ticks.has_failed ||
        memcmp(head->magic, VEER_REPLAY_MAGIC, sizeof head->magic) != 0) {
        return fail(replay, error, "is no recording of a host's calls", "");
    }
    if (head->format != VEER_REPLAY_FORMAT || head->library != VEER_VERSION) {
        return fail(replay, error, "is a recording of another version", "");
    }
    if (head->packed > replay->ticks.size - replay->ticks.at) {
        return fail(replay, error, "is cut off before its first tick", "");
    }
    uint64_t most = veer_limit(limits, VEER_LIMIT_MEMORY);
    if (head->size > most || head->size > SIZE_MAX / 2u) {
        return fail(replay, error, "has a state that is larger than the limits allow", "");
    }
    const unsigned char *packed = replay->ticks.bytes + replay->ticks.at;
    bool is_whole = veer_pack_check(packed, (size_t)head->packed) == head->check;
    return is_whole ? VEER_OK : fail(replay, error, "is damaged before its first tick", "");
}

/// Makes the world out of what the recording begins with.
static VeerStatus make_world(VeerReplay *replay, const VeerReplayHead *head, const VeerTasks *tasks,
                             VeerInputError *error)
{
    VeerPacker *packer = veer_packer_create(true);
    VeerCodec begin = {.bytes = NULL};
    const unsigned char *packed = replay->ticks.bytes + replay->ticks.at;
    bool is_unpacked =
        packer && veer_unpack(packer, packed, (size_t)head->packed, (size_t)head->size, &begin);
    veer_packer_destroy(packer);
    VeerStatus status = !packer || begin.has_failed ? VEER_OUT_OF_MEMORY : VEER_BAD_VALUE;
    const char *why = "is damaged before its first tick";
    if (is_unpacked && begin.size == head->size) {
        VeerCodec codec = veer_codec_of(begin.bytes, begin.size);
        status = veer_begin_read(&codec, &replay->budget, tasks, &replay->world, &why);
    }
    veer_codec_clear(&begin);
    replay->ticks.at += (size_t)head->packed;
    if (status != VEER_OK && status != VEER_OUT_OF_MEMORY) {
        return fail(replay, error, "its world cannot be made: ", why);
    }
    return status == VEER_OK ? VEER_OK : fail_memory(replay, error);
}

static VeerStatus open_replay(VeerReplay *replay, const VeerInputLimits *limits,
                              const VeerTasks *tasks, VeerInputError *error)
{
    VeerReplayHead head;
    VeerStatus status = read_head(replay, limits, &head, error);
    status = status == VEER_OK ? make_world(replay, &head, tasks, error) : status;
    if (status != VEER_OK) {
        return status;
    }
    replay->size = veer_world_export_size(replay->world);
    replay->exported = malloc(replay->size);
    replay->packer = veer_packer_create(true);
    return replay->exported && replay->packer ? VEER_OK : fail_memory(replay, error);
}

/// Opens data[length], which becomes the replay's.
static VeerStatus open_data(const char *name, char *data, size_t length,
                            const VeerInputLimits *limits, const VeerTasks *tasks, VeerReplay **out,
                            VeerInputError *error)
{
    VeerReplay *replay = calloc(1, sizeof *replay);
    if (!replay) {
        free(data);
        (void)veer_input_fail(name, error, "out of memory", "");
        return VEER_OUT_OF_MEMORY;
    }
    snprintf(replay->name.text, sizeof replay->name.text, "%s", name);
    replay->budget.left = veer_limit(limits, VEER_LIMIT_MEMORY);
    replay->end = VEER_REPLAY_CUT;
    replay->data = (unsigned char *)data;
    replay->ticks = veer_codec_of(data, length);
    VeerStatus status = open_replay(replay, limits, tasks, error);
    if (status != VEER_OK) {
        veer_replay_close(replay);
        return status;
    }
    *out = replay;
    return VEER_OK;
}

VeerStatus veer_replay_read(const char *name, const void *data, size_t length,
                            const VeerInputLimits *limits, const VeerTasks *tasks, VeerReplay **out,
                            VeerInputError *error)
{
    VeerInputError own;
    if (!veer_input_is_given(name, data, length, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    char *copy = malloc(length + 1u);
    if (!copy) {
        (void)veer_input_fail(name, error, "out of memory", "");
        return VEER_OUT_OF_MEMORY;
    }
    memcpy(copy, length > 0 ? data : "", length);
    return open_data(name, copy, length, limits, tasks, out, error);
}

VeerStatus veer_replay_open(const char *path, const VeerInputLimits *limits, const VeerTasks *tasks,
                            VeerReplay **out, VeerInputError *error)
{
    VeerInputError own;
    char *data = NULL;
    size_t length = 0;
    if (!veer_input_is_given(path, "", 0, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = veer_input_read(path, limits, &data, &length, error);
    return status == VEER_OK ? open_data(path, data, length, limits, tasks, out, error) : status;
}

VeerWorld *veer_replay_world(VeerReplay *replay)
{
    return replay ? replay->world : NULL;
}

void veer_replay_close(VeerReplay *replay)
{
    if (replay) {
        veer_world_destroy(replay->world);
        veer_packer_destroy(replay->packer);
        veer_codec_clear(&replay->delta);
        free(replay->exported);
        free(replay->data);
        free(replay);
    }
}

// --- Ticks ---

/// Takes the next tick from the file. @return false: it is not there, or not whole
static bool take_tick(VeerReplay *replay, StoredTick *tick, bool *is_sound)
{
    VeerCodec *codec = &replay->ticks;
    size_t begin = codec->at;
    *tick = (StoredTick){.dt = replay->dt};
    veer_code(codec, &tick->flags, 1);
    veer_code(codec, &tick->dt, tick->flags & VEER_TICK_HAS_DT ? sizeof tick->dt : 0);
    if (tick->flags & VEER_TICK_HAS_CHANGES) {
        veer_code_count(codec, &tick->packed_size);
        codec->has_failed = codec->has_failed || tick->packed_size > codec->size - codec->at;
        tick->packed = codec->bytes + codec->at;
        codec->at += codec->has_failed ? 0 : (size_t)tick->packed_size;
    }
    veer_code(codec, &tick->digest, sizeof tick->digest);
    uint32_t check =
        codec->has_failed ? 0 : veer_pack_check(codec->bytes + begin, codec->at - begin);
    uint32_t stored = 0;
    veer_code(codec, &stored, VEER_TICK_CHECK);
    *is_sound = (check & 0xffffu) == stored;
    return !codec->has_failed;
}

/// Does to the world what the host did.
static VeerStatus apply(VeerReplay *replay, const StoredTick *stored, VeerReplayTick *tick,
                        VeerInputError *error)
{
    size_t head = replay->size - veer_world_save_size(replay->world), sum = sizeof(uint64_t);
    size_t most = veer_delta_most(replay->size);
    if (!veer_unpack(replay->packer, stored->packed, (size_t)stored->packed_size, most,
                     &replay->delta)) {
        return replay->delta.has_failed ? fail_memory(replay, error)
                                        : fail(replay, error, "is damaged: ", "no changes");
    }
    VeerStatus status = veer_world_export(replay->world, replay->exported, replay->size);
    if (status != VEER_OK) {
        return fail(replay, error, "its world is in a step", "");
    }
    VeerCodec delta = veer_codec_of(replay->delta.bytes, replay->delta.size);
    veer_code(&delta, replay->exported + sum, sum);
    tick->changed = veer_delta_read(&delta, replay->exported + head, replay->size - head);
    if (delta.has_failed || delta.at != delta.size) {
        return fail(replay, error, "is damaged: ", "changes of no state");
    }
    VeerStateFault fault = {"", 0};
    status = veer_world_import(replay->world, replay->exported, replay->size, &fault);
    if (status == VEER_BAD_STATE) {
        return fail(replay, error, "no world can be in its state: ", fault.what);
    }
    tick->is_before = status == VEER_WRONG_SUM;
    return status == VEER_OUT_OF_MEMORY ? fail_memory(replay, error) : VEER_OK;
}

/// Compares the world with what it was.
static void compare(VeerReplay *replay, const StoredTick *stored, VeerReplayTick *tick)
{
    bool is_end = (stored->flags & VEER_TICK_KIND) == VEER_TICK_END;
    tick->part = veer_world_locate(replay->world, stored->digest);
    bool has_diverged = tick->part.kind != VEER_PART_NONE;
    tick->is_before = has_diverged && is_end;
    tick->outcome = has_diverged ? VEER_REPLAY_DIVERGED
                    : is_end     ? VEER_REPLAY_END
                                 : VEER_REPLAY_SAME;
}

/// One whole tick.
static VeerStatus run_tick(VeerReplay *replay, const StoredTick *stored, VeerReplayTick *tick,
                           VeerInputError *error)
{
    unsigned kind = stored->flags & VEER_TICK_KIND;
    replay->is_over = kind == VEER_TICK_END;
    replay->end = kind == VEER_TICK_END ? VEER_REPLAY_END : VEER_REPLAY_CUT;
    tick->advance = kind == VEER_TICK_END ? VEER_ADVANCE_STEP : (VeerAdvance)kind;
    tick->dt = replay->dt = stored->dt;
    tick->has_callbacks = (stored->flags & VEER_TICK_HAS_CALLBACKS) != 0;
    VeerStatus status = stored->packed ? apply(replay, stored, tick, error) : VEER_OK;
    if (status != VEER_OK || tick->is_before) {
        replay->is_over = true;
        tick->outcome = VEER_REPLAY_DIVERGED;
        tick->part = (VeerWorldPart){VEER_PART_SEVERAL, 0};
        return status;
    }
    if (kind != VEER_TICK_END && veer_advance_world(replay->world, kind, stored->dt) != VEER_OK) {
        replay->is_over = true;
        return fail(replay, error, "is damaged: ", "a tick that no world does");
    }
    compare(replay, stored, tick);
    return VEER_OK;
}

VeerStatus veer_replay_next(VeerReplay *replay, VeerReplayTick *out, VeerInputError *error)
{
    VeerInputError own;
    error = error ? error : &own;
    if (!replay || !out) {
        return veer_input_fail("", error, "cannot be read: NULL was given", "");
    }
    VeerReplayTick tick = {.outcome = VEER_REPLAY_END, .tick = veer_world_tick(replay->world)};
    StoredTick stored;
    bool is_sound = false;
    if (replay->is_over) {
        tick.outcome = replay->end;
        *out = tick;
        return VEER_OK;
    }
    VeerStatus status = VEER_OK;
    if (!take_tick(replay, &stored, &is_sound)) {
        tick.outcome = VEER_REPLAY_CUT;
        replay->is_over = true;
    } else if (is_sound) {
        status = run_tick(replay, &stored, &tick, error);
    } else {
        replay->is_over = true;
        char number[32];
        snprintf(number, sizeof number, "%llu", (unsigned long long)tick.tick);
        status = fail(replay, error, "is damaged in tick ", number);
    }
    if (status == VEER_OK) {
        *out = tick;
    }
    return status;
}
