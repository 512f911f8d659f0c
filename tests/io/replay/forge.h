/// Recordings that are changed and made sound again: what somebody would write who means harm.
#ifndef VEER_TESTS_FORGE_H
#define VEER_TESTS_FORGE_H

#include "io/replay/format.h"
#include "io/replay/pack.h"

#include <stdlib.h>
#include <string.h>

/// A recording by its parts.
typedef struct Forge {
    VeerCodec begin;    ///< what it begins with, unpacked
    VeerCodec file;     ///< what was forged so far
    VeerPacker *packer; ///< of the ticks
} Forge;

/// Takes the beginning of a recording apart. @return false: it is none
static inline bool open_forge(Forge *forge, const void *bytes, size_t size)
{
    VeerReplayHead head;
    *forge = (Forge){.packer = veer_packer_create(false)};
    VeerPacker *packer = veer_packer_create(true);
    bool is_one = size >= sizeof head;
    if (is_one) {
        memcpy(&head, bytes, sizeof head);
        is_one = veer_unpack(packer, (const char *)bytes + sizeof head, (size_t)head.packed,
                             (size_t)head.size, &forge->begin);
    }
    veer_packer_destroy(packer);
    return is_one;
}

/// Writes the beginning as it is now.
static inline void forge_begin(Forge *forge)
{
    VeerPacker *packer = veer_packer_create(false);
    VeerCodec packed = {.bytes = NULL};
    (void)veer_pack(packer, forge->begin.bytes, forge->begin.size, &packed);
    VeerReplayHead head = {.format = VEER_REPLAY_FORMAT,
                           .library = VEER_VERSION,
                           .size = forge->begin.size,
                           .packed = packed.size,
                           .check = veer_pack_check(packed.bytes, packed.size)};
    memcpy(head.magic, VEER_REPLAY_MAGIC, sizeof head.magic);
    veer_code(&forge->file, &head, sizeof head);
    veer_code(&forge->file, packed.bytes, packed.size);
    veer_codec_clear(&packed);
    veer_packer_destroy(packer);
}

/// Writes a tick with any changes: changes[size].
static inline void forge_tick(Forge *forge, unsigned char flags, float dt, const void *changes,
                              size_t size, VeerWorldDigest digest)
{
    VeerCodec *file = &forge->file;
    size_t begin = file->size;
    veer_code(file, &flags, 1);
    veer_code(file, &dt, flags & VEER_TICK_HAS_DT ? sizeof dt : 0);
    if (flags & VEER_TICK_HAS_CHANGES) {
        VeerCodec packed = {.bytes = NULL};
        (void)veer_pack(forge->packer, changes, size, &packed);
        uint64_t length = packed.size;
        veer_code_count(file, &length);
        veer_code(file, packed.bytes, packed.size);
        veer_codec_clear(&packed);
    }
    veer_code(file, &digest, sizeof digest);
    uint32_t check = veer_pack_check(file->bytes + begin, file->size - begin);
    veer_code(file, &check, VEER_TICK_CHECK);
}

static inline void close_forge(Forge *forge)
{
    veer_codec_clear(&forge->begin);
    veer_codec_clear(&forge->file);
    veer_packer_destroy(forge->packer);
}

#endif
