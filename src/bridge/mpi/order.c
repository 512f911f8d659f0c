#include "bridge/mpi/order.h"
#include "bridge/mpi/agents.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/wire.h"

#include <stdlib.h>
#include <string.h>

// --- Profiles ---

/// A profile, by whom it is first.
typedef struct ProfileEntry {
    VeerProfile profile;
    uint32_t first; ///< slot of the whole
    uint32_t row;   ///< in this rank's world; then in the whole
} ProfileEntry;

static int compare_values(const void *a, const void *b)
{
    const ProfileEntry *first = a, *second = b;
    return memcmp(&first->profile, &second->profile, offsetof(VeerProfile, users));
}

static int compare_firsts(const void *a, const void *b)
{
    const ProfileEntry *first = a, *second = b;
    return first->first < second->first ? -1 : first->first > second->first;
}

static uint32_t entry_count(const VeerMpiBytes *entries)
{
    return (uint32_t)(entries->size / sizeof(ProfileEntry));
}

static void add_entry(VeerMpi *mpi, VeerMpiBytes *entries, const ProfileEntry *entry)
{
    memcpy(veer_mpi_bytes_add(mpi, entries, sizeof *entry), entry, sizeof *entry);
}

static void sort_by_values(const VeerMpiBytes *entries)
{
    if (entries->size > 0) {
        qsort(entries->data, entry_count(entries), sizeof(ProfileEntry), compare_values);
    }
}

/// Those of this rank's own agents, by their values.
static void list_own(VeerMpi *mpi, const VeerMpiImage *image, VeerMpiBytes *out)
{
    uint32_t room;
    const VeerShardSection *section = veer_mpi_section(image, VEER_SECTION_PROFILES, &room);
    const uint16_t *rows = veer_mpi_section(image, VEER_SECTION_ROWS, &room)->base;
    ProfileEntry *entries = veer_mpi_memory(mpi, NULL, section->count, sizeof *entries);
    memset(entries, 0, section->count * sizeof *entries);
    for (uint32_t i = 0; i < image->places[VEER_MPI_OWN].count; ++i) {
        uint32_t slot = image->places[VEER_MPI_OWN].all[i], row = rows[mpi->slots[slot]];
        ProfileEntry *entry = &entries[row];
        if (entry->profile.users++ == 0) {
            entry->profile = ((const VeerProfile *)section->base)[row];
            entry->profile.users = 1;
            entry->first = slot;
            entry->row = row;
        }
    }
    for (uint32_t row = 0; row < section->count; ++row) {
        if (entries[row].profile.users > 0) {
            add_entry(mpi, out, &entries[row]);
        }
    }
    free(entries);
    sort_by_values(out);
}

/// Two lists by values as one, in which equal ones are one. @param most  that matter
static void merge(VeerMpi *mpi, const VeerMpiBytes *a, const VeerMpiBytes *b, uint32_t most,
                  VeerMpiBytes *out)
{
    const ProfileEntry *left = (const ProfileEntry *)(const void *)a->data;
    const ProfileEntry *right = (const ProfileEntry *)(const void *)b->data;
    const ProfileEntry *left_end = left + entry_count(a), *right_end = right + entry_count(b);
    while ((left < left_end || right < right_end) && entry_count(out) < most) {
        int order = left == left_end ? 1 : right == right_end ? -1 : compare_values(left, right);
        ProfileEntry entry = order <= 0 ? *left : *right;
        if (order == 0) {
            entry.profile.users += right->profile.users;
            entry.first = right->first < entry.first ? right->first : entry.first;
        }
        left += order <= 0;
        right += order >= 0;
        add_entry(mpi, out, &entry);
    }
}

/// Rank by rank, so that none has more of them than there may be; then all get them.
static void list_all(VeerMpi *mpi, const VeerMpiBytes *own, uint32_t most, VeerMpiBytes *all)
{
    VeerMpiBytes before = {.size = 0};
    int last = mpi->ranks - 1;
    if (mpi->rank > 0) {
        veer_mpi_receive(mpi, mpi->rank - 1, &before);
    }
    merge(mpi, &before, own, most, all);
    if (mpi->rank < last) {
        veer_mpi_send(mpi, mpi->rank + 1, all);
    }
    free(before.data);
    uint64_t size = all->size;
    veer_mpi_tell_all(mpi, &size, sizeof size, last);
    all->size = 0;
    (void)veer_mpi_bytes_add(mpi, all, (size_t)size);
    veer_mpi_tell_all(mpi, all->data, (size_t)size, last);
}

/// Those that the whole had when it was spread keep their rows. @param all  by values
static void keep_rows(const VeerMpiImage *image, const VeerMpiBytes *all)
{
    const ProfileEntry *known = (const ProfileEntry *)(const void *)image->known.data;
    const ProfileEntry *end = known + entry_count(&image->known);
    ProfileEntry *entries = (ProfileEntry *)(void *)all->data;
    for (uint32_t i = 0; i < entry_count(all); ++i) {
        while (known < end && compare_values(known, &entries[i]) < 0) {
            ++known;
        }
        bool is_known = known < end && compare_values(known, &entries[i]) == 0;
        entries[i].row = is_known ? known->row : VEER_NO_SLOT;
    }
}

/// Puts profiles into their rows; others get the first free ones, as those that have them come by
/// slots.
static void put_rows(VeerMpi *mpi, VeerMpiImage *image, const VeerMpiBytes *all, uint32_t room)
{
    size_t size = room * sizeof(VeerProfile);
    VeerProfile *rows = veer_mpi_bytes_add(mpi, &image->profiles, size);
    ProfileEntry *entries = (ProfileEntry *)(void *)all->data;
    memset(rows, 0, size);
    for (uint32_t i = 0; i < entry_count(all); ++i) {
        if (entries[i].row != VEER_NO_SLOT) {
            rows[entries[i].row] = entries[i].profile;
        }
    }
    if (all->size > 0) {
        qsort(entries, entry_count(all), sizeof *entries, compare_firsts);
    }
    for (uint32_t i = 0, row = 0; i < entry_count(all); ++i) {
        if (entries[i].row == VEER_NO_SLOT) {
            while (rows[row].users > 0) {
                ++row;
            }
            entries[i].row = row;
            rows[row] = entries[i].profile;
        }
    }
    sort_by_values(all);
}

static void number_profiles(VeerMpi *mpi, VeerMpiImage *image, const VeerMpiBytes *own,
                            const VeerMpiBytes *all, uint32_t room)
{
    keep_rows(image, all);
    put_rows(mpi, image, all, room);
    const ProfileEntry *at = (const ProfileEntry *)(const void *)all->data;
    const ProfileEntry *list = (const ProfileEntry *)(const void *)own->data;
    for (uint32_t i = 0; i < entry_count(own); ++i) {
        while (compare_values(at, &list[i]) != 0) {
            ++at;
        }
        image->rows[list[i].row] = (uint16_t)at->row;
    }
}

void veer_mpi_note_profiles(VeerMpi *mpi, VeerMpiImage *image, const VeerProfile *rows,
                            uint32_t count)
{
    for (uint32_t row = 0; row < count; ++row) {
        if (rows[row].users > 0) {
            add_entry(mpi, &image->known, &(ProfileEntry){.profile = rows[row], .row = row});
        }
    }
    sort_by_values(&image->known);
}

bool veer_mpi_take_profiles(VeerMpi *mpi, VeerMpiImage *image)
{
    uint32_t room;
    const VeerShardSection *section = veer_mpi_section(image, VEER_SECTION_PROFILES, &room);
    VeerMpiBytes own = {.size = 0}, all = {.size = 0};
    image->rows = veer_mpi_memory(mpi, NULL, section->count, sizeof *image->rows);
    list_own(mpi, image, &own);
    list_all(mpi, &own, room + 1u, &all);
    bool has_room = entry_count(&all) <= room;
    if (has_room) {
        number_profiles(mpi, image, &own, &all, room);
    }
    free(own.data);
    free(all.data);
    return has_room;
}

// --- Pairs ---

/// Which rank sorts the pairs of an agent: each those of as many ids.
static int sorter_of(const VeerMpi *mpi, uint32_t id, float greatest)
{
    double rank = (double)mpi->ranks * (double)id / ((double)greatest + 1.0);
    return rank < (double)mpi->ranks ? (int)rank : mpi->ranks - 1;
}

/// Sends this rank's pairs to those that sort them.
static void send_pairs(VeerMpi *mpi, VeerMpiImage *image)
{
    uint32_t count;
    const VeerPair *pairs = mpi->door->pairs(mpi->world, &count);
    image->out.size = 0;
    for (uint32_t i = 0; i < count; ++i) {
        veer_mpi_add_pair(mpi, &image->out, pairs[i]);
    }
    // Before the first tick they wait for their agents to be shown.
    memcpy(veer_mpi_bytes_add(mpi, &image->out, mpi->pairs.size), mpi->pairs.data, mpi->pairs.size);
    VeerPair *all = (VeerPair *)(void *)image->out.data;
    count = (uint32_t)(image->out.size / sizeof *all);
    mpi->door->sort_pairs(all, count);
    float greatest = count > 0 ? (float)all[count - 1u].id : 0.0f;
    veer_mpi_greatest(mpi, &greatest, 1);
    memset(image->counts, 0, (size_t)mpi->ranks * sizeof *image->counts);
    for (uint32_t i = 0; i < count; ++i) {
        image->counts[sorter_of(mpi, all[i].id, greatest)] += (int)sizeof *all;
    }
    veer_mpi_exchange(mpi, image);
}

uint32_t veer_mpi_take_pairs(VeerMpi *mpi, VeerMpiImage *image)
{
    send_pairs(mpi, image);
    memcpy(veer_mpi_bytes_add(mpi, &image->pairs, image->in.size), image->in.data, image->in.size);
    uint32_t count = (uint32_t)(image->pairs.size / sizeof(VeerPair));
    mpi->door->sort_pairs((VeerPair *)(void *)image->pairs.data, count);
    uint64_t all, first = veer_mpi_before(mpi, count, &all);
    for (uint32_t i = 0; i < count; ++i) {
        veer_mpi_slots_add(mpi, &image->places[VEER_MPI_PAIRS], (uint32_t)first + i);
    }
    uint32_t room;
    (void)veer_mpi_section(image, VEER_SECTION_PAIRS, &room);
    return all < room ? (uint32_t)all : room;
}
