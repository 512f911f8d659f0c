/// Each rank puts a block of the state together from what the owners of its agents send: what is
/// in flight, and held, is a block for each rank, however large the whole is.
#include "bridge/mpi/image.h"
#include "bridge/mpi/await.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/order.h"
#include "bridge/mpi/wire.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of the whole's state.
typedef struct Range {
    size_t begin, end;
} Range;

/// Elements of a section in a message: their places there, then they themselves follow.
typedef struct Group {
    uint32_t section, count;
} Group;

// --- What the whole is like ---

static const VeerShardSection *find(const VeerShardSection *sections, uint32_t count,
                                    VeerSectionKind kind)
{
    uint32_t i = 0;
    while (i + 1u < count && sections[i].kind != kind) {
        ++i;
    }
    return &sections[i];
}

const VeerShardSection *veer_mpi_section(const VeerMpiImage *image, VeerSectionKind kind,
                                         uint32_t *room)
{
    const VeerShardSection *section = find(image->of_own, image->section_count, kind);
    *room = image->of_whole[section - image->of_own].count;
    return section;
}

/// Slots that nobody is in: each rank keeps those of a part.
static void note_dead(VeerMpi *mpi, VeerMpiImage *image)
{
    uint64_t slots = mpi->whole_slots, ranks = (uint64_t)mpi->ranks, rank = (uint64_t)mpi->rank;
    const VeerShardSection *of = image->of_whole;
    const VeerAgentId *links = find(of, image->section_count, VEER_SECTION_LINKS)->base;
    const uint32_t *generations = find(of, image->section_count, VEER_SECTION_GENERATIONS)->base;
    VeerMpiSlots *places = &image->places[VEER_MPI_DEAD];
    for (uint64_t slot = slots * rank / ranks; slot < slots * (rank + 1) / ranks; ++slot) {
        if (mpi->generations[slot] == 0) {
            veer_mpi_slots_add(mpi, places, (uint32_t)slot);
        }
    }
    image->dead = veer_mpi_memory(mpi, NULL, places->count, sizeof *image->dead);
    for (uint32_t i = 0; i < places->count; ++i) {
        uint32_t slot = places->all[i];
        image->dead[i] = (VeerMpiDead){links[slot], generations[slot]};
    }
}

void veer_mpi_image_make(VeerMpi *mpi, const VeerWorld *whole)
{
    VeerMpiImage *image = veer_mpi_memory(mpi, NULL, 1, sizeof *image);
    memset(image, 0, sizeof *image);
    mpi->image = image;
    (void)mpi->door->state(whole, &image->size);
    mpi->door->export_head(whole, image->file_head);
    image->section_count = mpi->door->sections(whole, image->of_whole);
    image->before =
        *(const VeerStateHead *)find(image->of_whole, image->section_count, VEER_SECTION_HEAD)
             ->base;
    image->counts = veer_mpi_memory(mpi, NULL, 4 * (size_t)mpi->ranks, sizeof *image->counts);
    note_dead(mpi, image);
    const VeerShardSection *rows =
        find(image->of_whole, image->section_count, VEER_SECTION_PROFILES);
    if (rows->kind == VEER_SECTION_PROFILES) { // there are agents
        veer_mpi_note_profiles(mpi, image, rows->base, rows->count);
    }
}

void veer_mpi_image_free(VeerMpi *mpi)
{
    VeerMpiImage *image = mpi->image;
    if (image) {
        free(image->dead);
        free(image->known.data);
        free(image->places[VEER_MPI_DEAD].all);
        free(image->counts);
        free(image);
    }
}

// --- Between ranks ---

/// Where what counts tell begins. @return of all
static size_t lay_out(VeerMpi *mpi, const int *counts, int *offsets)
{
    size_t all = 0;
    for (int rank = 0; rank < mpi->ranks; ++rank) {
        offsets[rank] = (int)all;
        all += (size_t)counts[rank];
        if (all > INT_MAX) {
            veer_mpi_fail(mpi, "parts of a state of more than 2 GiB, bytes", all);
        }
    }
    return all;
}

void veer_mpi_exchange(VeerMpi *mpi, VeerMpiImage *image)
{
    int *goes = image->counts, *comes = goes + mpi->ranks, *from = comes + mpi->ranks,
        *to = from + mpi->ranks;
    MPI_Request request;
    MPI_Ialltoall(goes, 1, MPI_INT, comes, 1, MPI_INT, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
    (void)lay_out(mpi, goes, from);
    size_t all = lay_out(mpi, comes, to);
    image->in.size = 0;
    (void)veer_mpi_bytes_add(mpi, &image->in, all);
    MPI_Ialltoallv(image->out.data, goes, from, MPI_BYTE, image->in.data, comes, to, MPI_BYTE,
                   mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
}

// --- Beginning and end ---

static void list_own(VeerMpi *mpi, VeerMpiImage *image)
{
    image->places[VEER_MPI_OWN] = (VeerMpiSlots){.count = 0};
    for (uint32_t slot = 0; slot < mpi->whole_slots; ++slot) {
        uint32_t own = mpi->slots[slot];
        if (own != VEER_NO_SLOT && mpi->kinds[own] == VEER_SHARD_OWN) {
            veer_mpi_slots_add(mpi, &image->places[VEER_MPI_OWN], slot);
        }
    }
}

/// The head of the whole: of this rank's, what all have, and what has stayed.
static void take_head(VeerMpi *mpi, VeerMpiImage *image)
{
    uint32_t room;
    const VeerStateHead *own = veer_mpi_section(image, VEER_SECTION_HEAD, &room)->base;
    uint64_t dropped;
    (void)veer_mpi_before(mpi, own->dropped, &dropped);
    image->head = *own;
    image->head.fingerprint = image->before.fingerprint;
    image->head.dropped = image->before.dropped + dropped;
    image->head.agent_slot_count = image->before.agent_slot_count;
    image->head.agent_count = image->before.agent_count;
    image->head.agent_free = image->before.agent_free;
}

/// Every rank has it.
static size_t open_shared(const VeerMpi *mpi, void *head)
{
    size_t size;
    mpi->door->export_head(mpi->world, head);
    (void)mpi->door->state(mpi->world, &size);
    return size;
}

size_t veer_mpi_image_open(VeerMpi *mpi, void *head)
{
    VeerMpiImage *image = mpi->image;
    if (mpi->share) {
        return open_shared(mpi, head);
    }
    memcpy(head, image->file_head, sizeof image->file_head);
    (void)mpi->door->sections(mpi->world, image->of_own);
    (void)veer_mpi_bytes_add(mpi, &image->block, VEER_PACK_BLOCK);
    list_own(mpi, image);
    take_head(mpi, image);
    image->head.pair_count = veer_mpi_take_pairs(mpi, image);
    return veer_mpi_take_profiles(mpi, image) ? image->size : 0;
}

static void give_back(VeerMpiBytes *bytes)
{
    free(bytes->data);
    *bytes = (VeerMpiBytes){.size = 0};
}

void veer_mpi_image_close(VeerMpi *mpi)
{
    VeerMpiImage *image = mpi->image;
    if (mpi->share) {
        return;
    }
    give_back(&image->profiles);
    give_back(&image->pairs);
    give_back(&image->out);
    give_back(&image->in);
    give_back(&image->block);
    free(image->rows);
    free(image->places[VEER_MPI_OWN].all);
    free(image->places[VEER_MPI_PAIRS].all);
    image->places[VEER_MPI_PAIRS] = (VeerMpiSlots){.count = 0};
}

// --- Blocks ---

/// @param size  of the state
static Range range_of_block(const VeerMpi *mpi, size_t size, size_t windows, int rank)
{
    size_t begin = (windows * (size_t)mpi->ranks + (size_t)rank) * VEER_PACK_BLOCK;
    begin = begin < size ? begin : size;
    return (Range){begin, size - begin < VEER_PACK_BLOCK ? size : begin + VEER_PACK_BLOCK};
}

/// How many places are below one.
static uint32_t count_below(const VeerMpiSlots *places, uint64_t place)
{
    uint32_t lower = 0, upper = places->count;
    while (lower < upper) {
        uint32_t middle = lower + (upper - lower) / 2;
        bool is_below = places->all[middle] < place;
        lower = is_below ? middle + 1 : lower;
        upper = is_below ? upper : middle;
    }
    return lower;
}

/// An element of a section as the whole has it.
static const void *element(const VeerMpi *mpi, VeerMpiSource source, uint32_t at,
                           const VeerShardSection *section)
{
    const VeerMpiImage *image = mpi->image;
    if (source == VEER_MPI_PAIRS) {
        return image->pairs.data + at * sizeof(VeerPair);
    }
    if (source == VEER_MPI_DEAD) {
        bool is_link = section->kind == VEER_SECTION_LINKS;
        return is_link ? (const void *)&image->dead[at].next : &image->dead[at].generation;
    }
    uint32_t slot = mpi->slots[image->places[VEER_MPI_OWN].all[at]];
    if (section->kind == VEER_SECTION_GENERATIONS) {
        return &mpi->names[slot].generation;
    }
    if (section->kind == VEER_SECTION_ROWS) {
        return &image->rows[((const uint16_t *)section->base)[slot]];
    }
    return (const unsigned char *)section->base + (size_t)slot * section->size;
}

/// Adds the elements of a section that are in a range.
static void add_group(VeerMpi *mpi, VeerMpiSource source, uint32_t number, Range range)
{
    VeerMpiImage *image = mpi->image;
    const VeerShardSection *whole = &image->of_whole[number], *own = &image->of_own[number];
    size_t end = whole->offset + (size_t)whole->size * whole->count;
    size_t from = range.begin > whole->offset ? range.begin : whole->offset;
    size_t to = range.end < end ? range.end : end;
    if (from >= to) {
        return;
    }
    const VeerMpiSlots *places = &image->places[source];
    uint32_t first = count_below(places, (from - whole->offset) / whole->size);
    uint32_t behind = count_below(places, (to - whole->offset + whole->size - 1u) / whole->size);
    Group group = {number, behind - first};
    if (group.count == 0) {
        return;
    }
    memcpy(veer_mpi_bytes_add(mpi, &image->out, sizeof group), &group, sizeof group);
    size_t size = group.count * sizeof *places->all;
    memcpy(veer_mpi_bytes_add(mpi, &image->out, size), places->all + first, size);
    unsigned char *to_bytes =
        veer_mpi_bytes_add(mpi, &image->out, (size_t)group.count * whole->size);
    for (uint32_t i = 0; i < group.count; ++i) {
        memcpy(to_bytes + (size_t)i * whole->size, element(mpi, source, first + i, own),
               whole->size);
    }
}

/// Adds what this rank has of a range.
static void add_groups(VeerMpi *mpi, Range range)
{
    for (uint32_t i = 0; i < mpi->image->section_count; ++i) {
        VeerSectionKind kind = mpi->image->of_own[i].kind;
        bool has_dead = kind == VEER_SECTION_LINKS || kind == VEER_SECTION_GENERATIONS;
        if (has_dead || kind == VEER_SECTION_AGENTS || kind == VEER_SECTION_ROWS) {
            add_group(mpi, VEER_MPI_OWN, i, range);
        }
        if (has_dead) {
            add_group(mpi, VEER_MPI_DEAD, i, range);
        }
        if (kind == VEER_SECTION_PAIRS) {
            add_group(mpi, VEER_MPI_PAIRS, i, range);
        }
    }
}

/// Puts what of some bytes is in a range into the block.
static void put(VeerMpiImage *image, Range range, size_t at, const void *bytes, size_t size)
{
    size_t from = at > range.begin ? at : range.begin;
    size_t to = at + size < range.end ? at + size : range.end;
    if (from < to) {
        memcpy(image->block.data + (from - range.begin), (const unsigned char *)bytes + (from - at),
               to - from);
    }
}

/// Puts what each rank has.
static void put_alike(VeerMpiImage *image, Range range)
{
    for (uint32_t i = 0; i < image->section_count; ++i) {
        const VeerShardSection *whole = &image->of_whole[i], *own = &image->of_own[i];
        if (own->kind == VEER_SECTION_ALIKE) {
            put(image, range, whole->offset, own->base, (size_t)whole->size * whole->count);
        } else if (own->kind == VEER_SECTION_PROFILES) {
            put(image, range, whole->offset, image->profiles.data, image->profiles.size);
        } else if (own->kind == VEER_SECTION_HEAD) {
            put(image, range, whole->offset, &image->head, sizeof image->head);
        }
    }
}

static void put_groups(VeerMpiImage *image, Range range)
{
    const unsigned char *at = image->in.data, *end = at + image->in.size;
    while (at < end) {
        Group group;
        memcpy(&group, at, sizeof group);
        const VeerShardSection *section = &image->of_whole[group.section];
        const unsigned char *places = at + sizeof group;
        at = places + group.count * sizeof(uint32_t);
        for (uint32_t i = 0; i < group.count; ++i, at += section->size) {
            uint32_t place;
            memcpy(&place, places + i * sizeof place, sizeof place);
            put(image, range, section->offset + (size_t)place * section->size, at, section->size);
        }
    }
}

const unsigned char *veer_mpi_image_block(VeerMpi *mpi, size_t windows, size_t *size)
{
    VeerMpiImage *image = mpi->image;
    if (mpi->share) {
        const unsigned char *state = mpi->door->state(mpi->world, size);
        Range range = range_of_block(mpi, *size, windows, mpi->rank);
        *size = range.end - range.begin;
        return state + range.begin;
    }
    image->out.size = 0;
    for (int rank = 0; rank < mpi->ranks; ++rank) {
        size_t before = image->out.size;
        add_groups(mpi, range_of_block(mpi, image->size, windows, rank));
        image->counts[rank] = (int)(image->out.size - before);
    }
    veer_mpi_exchange(mpi, image);
    Range range = range_of_block(mpi, image->size, windows, mpi->rank);
    *size = range.end - range.begin;
    memset(image->block.data, 0, *size);
    put_alike(image, range);
    put_groups(image, range);
    return image->block.data;
}
