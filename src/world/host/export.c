/// States from outside: a header that tells where they fit, and a check of all that they say.
#include "world/host/export.h"
#include "base/hash.h"
#include "world/base/checks.h"
#include "world/host/check.h"
#include "world/host/identity.h"
#include "world/host/snapshot.h"
#include "world/traffic/traffic.h"

#include <string.h>

/// Grows when the same bytes begin to mean something else.
#define FORMAT 3u
/// The same with its runs of zeros told by their lengths: see world/host/pack.h.
#define PACKED 4u

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

_Static_assert(AFTER_SUM == VEER_EXPORT_SUM && AFTER_SUM % VEER_PACK_WORD == 0, "whole words");

uint64_t veer_export_sum(uint64_t at, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    uint64_t sum = 0, place = (at - AFTER_SUM) / VEER_PACK_WORD;
    for (size_t word = 0; word < size / VEER_PACK_WORD; word++) {
        uint64_t value;
        memcpy(&value, from + word * VEER_PACK_WORD, sizeof value);
        sum += veer_hash_mix(value + (place + word + 1u) * UINT64_C(0x9e3779b97f4a7c15));
    }
    return sum;
}

void veer_export_mend(void *exported, size_t size)
{
    unsigned char *bytes = exported;
    uint64_t sum = veer_export_sum(AFTER_SUM, bytes + AFTER_SUM, size - AFTER_SUM);
    memcpy(bytes + offsetof(ExportHead, checksum), &sum, sizeof sum);
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

void veer_export_head(const VeerWorld *world, void *out)
{
    ExportHead head = head_of(world);
    head.format = PACKED;
    memcpy(out, &head, sizeof head);
    veer_export_mend(out, sizeof head);
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
    veer_export_head(world, bytes);
    (void)veer_zeros_pack(world->state_block, world->state_size, bytes + sizeof(ExportHead));
    veer_export_mend(bytes, packed);
    return VEER_OK;
}

/// Whether exported bytes are a state of this library, by their header.
static VeerStatus check_form(const ExportHead *head, const ExportHead *own, uint64_t size)
{
    bool is_packed = head->format == PACKED;
    if (memcmp(head->magic, magic, sizeof magic) != 0) {
        return VEER_NO_STATE;
    }
    if (head->byte_order != own->byte_order || (head->format != own->format && !is_packed) ||
        head->library != own->library) {
        return VEER_WRONG_VERSION;
    }
    bool is_whole = size % VEER_PACK_WORD == 0 && (is_packed || head->size == size - sizeof *head);
    return is_whole ? VEER_OK : VEER_NO_STATE;
}

/// Whether a state is for a world, by its header.
static VeerStatus check_fit(const ExportHead *head, const ExportHead *own)
{
    if (head->def_hash != own->def_hash) {
        return VEER_WRONG_DEF;
    }
    if (head->map_hash != own->map_hash) {
        return VEER_WRONG_MAP;
    }
    return head->layout == own->layout && head->size == own->size ? VEER_OK : VEER_WRONG_VERSION;
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

/// Puts the state back that there was.
static void put_back(const VeerImport *import)
{
    memcpy(import->world->state_block, import->before, import->world->state_size);
}

/// Takes the state over that is in the block, if it holds.
static VeerStatus take_over(const VeerImport *import, VeerStateFault *fault)
{
    VeerWorld *world = import->world;
    if (!veer_world_check(world, fault)) {
        put_back(import);
        return VEER_BAD_STATE;
    }
    // Mazes are made from the map, which is made from the state.
    uint32_t events = world->event_count;
    veer_world_resume(world);
    if (!veer_maze_check(world, fault)) {
        put_back(import);
        veer_world_resume(world);
        world->event_count = events;
        return VEER_BAD_STATE;
    }
    put_poses(world, import->before, world->state_block);
    return VEER_OK;
}

VeerStatus veer_import_begin(VeerImport *import, VeerWorld *world, const void *bytes, uint64_t size)
{
    ExportHead head, own = head_of(world);
    const VeerAllocator *allocator = &world->def.allocator;
    memcpy(&head, bytes, sizeof head);
    VeerStatus status = check_form(&head, &own, size);
    if (status != VEER_OK) {
        return status;
    }
    size_t words = world->state_size / VEER_PACK_WORD;
    *import = (VeerImport){
        .world = world,
        .status = check_fit(&head, &own),
        .sum = veer_export_sum(AFTER_SUM, (const unsigned char *)bytes + AFTER_SUM,
                               sizeof head - AFTER_SUM),
        .wanted = head.checksum,
        .at = sizeof head,
        .before = allocator->allocate(allocator->user, world->state_size),
        .unpacking = {world->state_block, words, head.format == PACKED ? 0 : words},
    };
    if (!import->before) {
        return VEER_OUT_OF_MEMORY;
    }
    memcpy(import->before, world->state_block, world->state_size);
    return VEER_OK;
}

void veer_import_feed(VeerImport *import, const void *bytes, size_t size)
{
    import->sum += veer_export_sum(import->at, bytes, size);
    import->at += size;
    // What does not fit is looked at for its sum alone.
    if (import->status == VEER_OK && !veer_zeros_unpack(&import->unpacking, bytes, size)) {
        import->status = VEER_NO_STATE;
    }
}

VeerStatus veer_import_end(VeerImport *import, VeerStateFault *fault)
{
    const VeerAllocator *allocator = &import->world->def.allocator;
    VeerStatus status = import->status;
    if (import->sum != import->wanted) {
        status = VEER_WRONG_SUM;
    } else if (status == VEER_OK && import->unpacking.left > 0) {
        status = VEER_NO_STATE;
    }
    if (status == VEER_OK) {
        status = take_over(import, fault);
    } else {
        put_back(import);
    }
    allocator->release(allocator->user, import->before, import->world->state_size);
    return status;
}

/// What of exported bytes is told of a status of an import.
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
static VeerStatus take_whole(VeerWorld *world, const unsigned char *bytes, size_t size,
                             VeerStateFault *fault)
{
    VeerImport import;
    VeerStatus status =
        size < sizeof(ExportHead) ? VEER_NO_STATE : veer_import_begin(&import, world, bytes, size);
    if (status != VEER_OK) {
        return status;
    }
    veer_import_feed(&import, bytes + sizeof(ExportHead), size - sizeof(ExportHead));
    return veer_import_end(&import, fault);
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
    status = take_whole(world, exported, size, fault);
    if (status == VEER_OUT_OF_MEMORY) {
        veer_need_as(&refusal, status, false, "world.allocator", "must have so many bytes",
                     (double)world->state_size);
    }
    veer_need_as(&refusal, status, status == VEER_OK, "exported", wrong_with(status), (double)NAN);
    return veer_world_check_read(world, &refusal);
}
