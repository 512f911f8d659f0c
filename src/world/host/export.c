/// States from outside: a header that tells where they fit, and a check of all that they say.
#include "world/host/export.h"
#include "base/hash.h"
#include "world/base/checks.h"
#include "world/host/check.h"
#include "world/host/identity.h"
#include "world/host/pack.h"
#include "world/host/snapshot.h"
#include "world/traffic/traffic.h"

#include <string.h>

/// Grows when the same bytes begin to mean something else.
#define FORMAT 1u
/// The same with its runs of zeros told by their lengths: see world/host/pack.h.
#define PACKED 2u

/// As it reads on a machine whose words begin with their least byte; no other is supported.
#define BYTE_ORDER_MARK UINT32_C(0x01020304)

/// What comes before the state. The checksum is of all that comes after it.
typedef struct ExportHead {
    unsigned char magic[8];
    uint64_t checksum;
    uint32_t byte_order, format;
    uint32_t library, unused;
    uint64_t layout, def_hash, map_hash;
    uint64_t size; ///< bytes of the state, which follows
} ExportHead;

_Static_assert(sizeof(ExportHead) == VEER_EXPORT_HEAD,
               "the same on every machine, without padding");

static const unsigned char magic[8] = {'v', 'e', 'e', 'r', 's', 't', 'a', 't'};

#define AFTER_SUM (offsetof(ExportHead, checksum) + sizeof(uint64_t))

/// Of bytes at any place; four lanes, so that it is as fast as memory.
static uint64_t checksum_of(const unsigned char *bytes, size_t size)
{
    uint64_t lanes[4] = {1, 2, 3, 4}, words[4];
    size_t whole = size - size % sizeof words;
    for (size_t at = 0; at < whole; at += sizeof words) {
        memcpy(words, bytes + at, sizeof words);
        for (int i = 0; i < 4; i++) {
            lanes[i] = (lanes[i] ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
            lanes[i] ^= lanes[i] >> 32;
        }
    }
    uint64_t hash = veer_hash_words(size, lanes, sizeof lanes);
    return veer_hash_words(hash, bytes + whole, size - whole);
}

void veer_export_mend(void *exported, size_t size)
{
    uint64_t sum = checksum_of((unsigned char *)exported + AFTER_SUM, size - AFTER_SUM);
    memcpy((unsigned char *)exported + offsetof(ExportHead, checksum), &sum, sizeof sum);
}

static ExportHead head_of(const VeerWorld *world)
{
    ExportHead head = {.byte_order = BYTE_ORDER_MARK,
                       .format = FORMAT,
                       .library = VEER_VERSION,
                       .layout = veer_world_layout(world),
                       .def_hash = world->def_hash,
                       .map_hash = world->map_hash,
                       .size = world->state_size};
    memcpy(head.magic, magic, sizeof magic);
    return head;
}

size_t veer_world_export_size(const VeerWorld *world)
{
    return world ? sizeof(ExportHead) + world->state_size : 0;
}

VeerStatus veer_world_export(const VeerWorld *world, void *out, size_t size)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    veer_need_place(&refusal, out, "out");
    veer_need(&refusal, size >= veer_world_export_size(world), "size",
              "must be veer_world_export_size or more", (double)size);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    unsigned char *bytes = out;
    ExportHead head = head_of(world);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, world->state_block, world->state_size);
    veer_export_mend(bytes, sizeof head + world->state_size);
    return VEER_OK;
}

size_t veer_world_packed_size(const VeerWorld *world)
{
    bool has_state = world && !world->is_stepping;
    return has_state
               ? sizeof(ExportHead) + veer_zeros_pack(world->state_block, world->state_size, NULL)
               : 0;
}

VeerStatus veer_world_pack(const VeerWorld *world, void *out, size_t size)
{
    VeerRefusal refusal = {.function = __func__};
    size_t packed = veer_world_packed_size(world);
    veer_need_object(&refusal, world, "world");
    veer_need_place(&refusal, out, "out");
    veer_need(&refusal, size >= packed, "size", "must be veer_world_packed_size or more",
              (double)size);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    unsigned char *bytes = out;
    ExportHead head = head_of(world);
    head.format = PACKED;
    memcpy(bytes, &head, sizeof head);
    (void)veer_zeros_pack(world->state_block, world->state_size, bytes + sizeof head);
    veer_export_mend(bytes, packed);
    return VEER_OK;
}

/// Whether exported bytes are for a world, by their header.
/// @param is_packed  how the state behind it is stored
static VeerStatus check_head(const VeerWorld *world, const unsigned char *bytes, size_t size,
                             bool *is_packed)
{
    ExportHead head, own = head_of(world);
    if (size < sizeof head || memcmp(bytes, magic, sizeof magic) != 0) {
        return VEER_NO_STATE;
    }
    memcpy(&head, bytes, sizeof head);
    *is_packed = head.format == PACKED;
    if (head.byte_order != own.byte_order || (head.format != own.format && !*is_packed) ||
        head.library != own.library) {
        return VEER_WRONG_VERSION;
    }
    if (!*is_packed && head.size != size - sizeof head) {
        return VEER_NO_STATE;
    }
    if (head.checksum != checksum_of(bytes + AFTER_SUM, size - AFTER_SUM)) {
        return VEER_WRONG_SUM;
    }
    if (head.def_hash != own.def_hash) {
        return VEER_WRONG_DEF;
    }
    if (head.map_hash != own.map_hash) {
        return VEER_WRONG_MAP;
    }
    return head.layout == own.layout && head.size == own.size ? VEER_OK : VEER_WRONG_VERSION;
}

/// What a block of the state has where the world has a value of its own.
static const unsigned char *in_block(const VeerWorld *world, const void *block, const void *own)
{
    return (const unsigned char *)block + ((const unsigned char *)own - world->state_block);
}

static uint32_t word_in(const VeerWorld *world, const void *block, const uint32_t *own)
{
    uint32_t word;
    memcpy(&word, in_block(world, block, own), sizeof word);
    return word;
}

/// Where agents were at the start of the tick, when a state takes the place of another: where it
/// has them; but who is there in both is on its way, while the host moves the bodies.
static void put_poses(VeerWorld *world, const void *from, const void *to)
{
    const VeerAgentColumns *agent = &world->agent;
    bool is_steered = word_in(world, to, &world->head->is_steered) != 0;
    uint32_t count = word_in(world, to, &world->head->agent_slot_count);
    for (uint32_t slot = 0; slot < count; ++slot) {
        uint32_t generation = word_in(world, to, &agent->generation[slot]);
        if (!is_steered || generation != word_in(world, from, &agent->generation[slot])) {
            const unsigned char *position = in_block(world, to, &agent->position[slot]);
            const unsigned char *heading = in_block(world, to, &agent->heading[slot]);
            memcpy(&world->last_position[slot], position, sizeof(VeerVec3));
            memcpy(&world->last_heading[slot], heading, sizeof(VeerVec3));
        }
    }
}

/// Takes a state over if it holds; else all is as before.
/// @param before  room for the present state
static VeerStatus take_over(VeerWorld *world, const unsigned char *state, unsigned char *before,
                            VeerStateFault *fault)
{
    memcpy(before, world->state_block, world->state_size);
    memcpy(world->state_block, state, world->state_size);
    if (!veer_world_check(world, fault)) {
        memcpy(world->state_block, before, world->state_size);
        return VEER_BAD_STATE;
    }
    // Mazes are made from the map, which is made from the state.
    uint32_t events = world->event_count;
    veer_world_resume(world);
    if (!veer_maze_check(world, fault)) {
        memcpy(world->state_block, before, world->state_size);
        veer_world_resume(world);
        world->event_count = events;
        return VEER_BAD_STATE;
    }
    put_poses(world, before, state);
    return VEER_OK;
}

/// What of exported bytes is told of a status of check_head or take_over.
static const char *wrong_with(VeerStatus status)
{
    switch (status) {
    case VEER_NO_STATE:
        return "must be a whole exported state";
    case VEER_WRONG_VERSION:
        return "must be of this version of the library";
    case VEER_WRONG_SUM:
        return "must be as it was exported, has another checksum";
    case VEER_WRONG_DEF:
        return "must be of a world of the same def";
    case VEER_WRONG_MAP:
        return "must be of a world with the same map";
    default:
        return "must be a state that a world can be in; see the fault";
    }
}

/// As veer_world_import, of what is given.
static VeerStatus import(VeerWorld *world, const void *exported, size_t size, VeerStateFault *fault)
{
    bool is_packed;
    VeerStatus status = check_head(world, exported, size, &is_packed);
    if (status != VEER_OK) {
        return status;
    }
    const VeerAllocator *allocator = &world->def.allocator;
    const unsigned char *state = (const unsigned char *)exported + sizeof(ExportHead);
    size_t room = world->state_size * (is_packed ? 2u : 1u);
    unsigned char *before = allocator->allocate(allocator->user, room);
    if (!before) {
        return VEER_OUT_OF_MEMORY;
    }
    unsigned char *unpacked = before + world->state_size;
    bool is_whole = !is_packed || veer_zeros_unpack(state, size - sizeof(ExportHead), unpacked,
                                                    world->state_size);
    status =
        is_whole ? take_over(world, is_packed ? unpacked : state, before, fault) : VEER_NO_STATE;
    allocator->release(allocator->user, before, room);
    return status;
}

VeerStatus veer_world_import(VeerWorld *world, const void *exported, size_t size,
                             VeerStateFault *fault)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    veer_need_object(&refusal, exported, "exported");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    status = import(world, exported, size, fault);
    if (status == VEER_OUT_OF_MEMORY) {
        veer_need_as(&refusal, status, false, "world.allocator", "must have so many bytes",
                     (double)world->state_size);
    }
    veer_need_as(&refusal, status, status == VEER_OK, "exported", wrong_with(status), (double)NAN);
    return veer_world_check_read(world, &refusal);
}
