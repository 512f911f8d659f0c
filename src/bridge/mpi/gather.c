/// What a rank tells of its agents, and all ranks of the whole.
#include "bridge/mpi/gather.h"
#include "bridge/mpi/agents.h"
#include "bridge/mpi/await.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/share.h"
#include "bridge/mpi/wire.h"

#include <stdlib.h>
#include <string.h>

/// An event, and what tells its place among those of other ranks.
typedef struct Told {
    VeerEvent event;
    uint32_t substep;
    uint32_t id, other; ///< ids; of an obstacle its slot
    bool has_obstacle;
} Told;

// --- Handles ---

VeerWorld *veer_mpi_world(VeerMpi *mpi)
{
    return mpi ? mpi->world : NULL;
}

/// An agent of a world that every rank has whole; null for none.
static VeerAgentId shared(const VeerMpi *mpi, VeerAgentId agent)
{
    bool is_there = agent.generation != 0 &&
                    veer_agent_at(mpi->world, agent.slot).generation == agent.generation;
    return is_there ? agent : (VeerAgentId){0, 0};
}

VeerAgentId veer_mpi_own(const VeerMpi *mpi, VeerAgentId agent)
{
    if (mpi && mpi->share) {
        return shared(mpi, agent);
    }
    bool is_known = mpi && agent.slot < mpi->whole_slots && agent.generation != 0 &&
                    mpi->generations[agent.slot] == agent.generation;
    uint32_t slot = is_known ? mpi->slots[agent.slot] : VEER_NO_SLOT;
    bool is_own = slot != VEER_NO_SLOT && mpi->kinds[slot] == VEER_SHARD_OWN;
    return is_own ? veer_agent_at(mpi->world, slot) : (VeerAgentId){0, 0};
}

VeerAgentId veer_mpi_name(const VeerMpi *mpi, VeerAgentId own)
{
    if (mpi && mpi->share) {
        return shared(mpi, own);
    }
    bool is_there = mpi && own.slot < mpi->capacity && own.generation != 0 &&
                    veer_agent_at(mpi->world, own.slot).generation == own.generation;
    return is_there ? mpi->names[own.slot] : (VeerAgentId){0, 0};
}

int veer_mpi_owner(VeerMpi *mpi, VeerAgentId agent)
{
    float rank = veer_mpi_own(mpi, agent).generation != 0 ? (float)mpi->rank : -1.0f;
    if (mpi->share) {
        return rank < 0.0f ? -1 : 0;
    }
    veer_mpi_greatest(mpi, &rank, 1);
    return (int)rank;
}

VeerStatus veer_mpi_agent_get(VeerMpi *mpi, VeerAgentId agent, VeerAgentState *out)
{
    int owner = veer_mpi_owner(mpi, agent);
    if (owner < 0 || !out) {
        return owner < 0 ? VEER_BAD_HANDLE : VEER_BAD_VALUE;
    }
    VeerAgentState state = {.id = 0};
    if (owner == mpi->rank || mpi->share) {
        (void)veer_agent_get(mpi->world, veer_mpi_own(mpi, agent), &state);
    }
    if (!mpi->share) {
        veer_mpi_tell_all(mpi, &state, sizeof state, owner);
    }
    *out = state;
    return VEER_OK;
}

// --- Hash ---

/// The hash of a world that every rank has whole, which must be the same.
static uint64_t hash_shared(VeerMpi *mpi)
{
    uint64_t hash = veer_world_hash(mpi->world), first = hash;
    veer_mpi_tell_all(mpi, &first, sizeof first, 0);
    if (hash != first) {
        veer_mpi_fail(mpi, "its world is not that of rank 0: a host's calls differ; tick",
                      (size_t)veer_world_tick(mpi->world));
    }
    return hash;
}

uint64_t veer_mpi_hash(VeerMpi *mpi)
{
    if (mpi->share) {
        return hash_shared(mpi);
    }
    uint32_t count = veer_agent_slot_count(mpi->world);
    uint64_t rest = veer_world_hash(mpi->world), own = 0;
    for (uint32_t slot = 0; slot < count; ++slot) {
        uint64_t hash = mpi->kinds[slot] ? mpi->door->hash(mpi->world, slot) : 0;
        own += mpi->kinds[slot] == VEER_SHARD_OWN ? hash : 0;
        rest -= hash;
    }
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, &own, 1, MPI_UINT64_T, MPI_SUM, mpi->comm, &request);
    veer_mpi_await(mpi, &request, 1);
    return own + rest;
}

// --- Events ---

static bool is_contact(const VeerEvent *event)
{
    return event->kind == VEER_EVENT_CONTACT_BEGUN || event->kind == VEER_EVENT_CONTACT_ENDED;
}

static Told told_of(const VeerMpi *mpi, const VeerEvent *event)
{
    Told told;
    memset(&told, 0, sizeof told);
    told.event = *event;
    told.substep = mpi->parts.substep.index;
    told.id = mpi->door->id(mpi->world, event->agent.slot);
    told.event.agent = mpi->names[event->agent.slot];
    if (is_contact(event) && event->other.generation != 0) {
        told.other = mpi->door->id(mpi->world, event->other.slot);
        told.event.other = mpi->names[event->other.slot];
    } else if (is_contact(event)) {
        told.other = event->obstacle.slot;
        told.has_obstacle = true;
    }
    return told;
}

static void keep(VeerMpi *mpi, const Told *told)
{
    memcpy(veer_mpi_bytes_add(mpi, &mpi->told, sizeof *told), told, sizeof *told);
    memcpy(veer_mpi_bytes_add(mpi, &mpi->events, sizeof told->event), &told->event,
           sizeof told->event);
}

/// Pairs whose worlds cannot name both any more have ended.
static void keep_parted(VeerMpi *mpi)
{
    for (size_t at = 0; at < mpi->parted.size; at += sizeof(VeerPair)) {
        VeerPair pair;
        memcpy(&pair, mpi->parted.data + at, sizeof pair);
        Told told;
        memset(&told, 0, sizeof told);
        told.event = (VeerEvent){.kind = VEER_EVENT_CONTACT_ENDED, .agent = pair.agent};
        told.event.other = (VeerAgentId){pair.other_slot, pair.other_generation};
        told.substep = mpi->parts.substep.index;
        told.id = pair.id;
        told.other = pair.other_id;
        keep(mpi, &told);
    }
    mpi->parted.size = 0;
}

void veer_mpi_keep_events(VeerMpi *mpi)
{
    uint32_t count = 0;
    const VeerEvent *events = veer_world_events(mpi->world, &count);
    if (mpi->parts.substep.index == 0) {
        mpi->events.size = mpi->told.size = 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (mpi->kinds[events[i].agent.slot] == VEER_SHARD_OWN) {
            Told told = told_of(mpi, &events[i]);
            keep(mpi, &told);
        }
    }
    keep_parted(mpi);
}

const VeerEvent *veer_mpi_events(const VeerMpi *mpi, uint32_t *count)
{
    if (!mpi || !count) {
        return NULL;
    }
    if (mpi->share) {
        return veer_world_events(mpi->world, count);
    }
    *count = (uint32_t)(mpi->events.size / sizeof(VeerEvent));
    return (const VeerEvent *)(const void *)mpi->events.data;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/// The order of veer_world_events.
static int compare_told(const void *a, const void *b)
{
    const Told *first = a, *second = b;
    int order = compare_numbers(first->substep, second->substep);
    order = order ? order : compare_numbers(first->event.kind, second->event.kind);
    order = order ? order
                  : compare_numbers((uint64_t)first->id << 1 | first->has_obstacle,
                                    (uint64_t)second->id << 1 | second->has_obstacle);
    return order ? order : compare_numbers(first->other, second->other);
}

// --- From all to one ---

const VeerEvent *veer_mpi_gather_events(VeerMpi *mpi, int root, uint32_t *count)
{
    *count = 0;
    if (mpi->share) {
        return mpi->rank == root ? veer_world_events(mpi->world, count) : NULL;
    }
    if (mpi->rank != root) {
        veer_mpi_send(mpi, root, &mpi->told);
        return NULL;
    }
    VeerMpiBytes all = {.size = 0};
    memcpy(veer_mpi_bytes_add(mpi, &all, mpi->told.size), mpi->told.data, mpi->told.size);
    for (int i = 0; i < mpi->ranks - 1; ++i) {
        veer_mpi_receive(mpi, mpi->peers[i].rank, &all);
    }
    uint32_t told_count = (uint32_t)(all.size / sizeof(Told));
    Told *told = (Told *)(void *)all.data;
    qsort(told, told_count, sizeof *told, compare_told);
    mpi->gathered.size = 0;
    VeerEvent *events = veer_mpi_bytes_add(mpi, &mpi->gathered, told_count * sizeof *events);
    for (uint32_t i = 0; i < told_count; ++i) {
        events[i] = told[i].event;
    }
    free(told);
    *count = told_count;
    return events;
}

/// All own agents and their pairs, behind how many there are.
static void write_all(VeerMpi *mpi, VeerMpiBytes *out)
{
    uint32_t count = veer_agent_slot_count(mpi->world), pair_count;
    VeerMpiHead head = {.near = 0};
    (void)veer_mpi_bytes_add(mpi, out, sizeof head);
    for (uint32_t slot = 0; slot < count; ++slot) {
        if (mpi->kinds[slot] == VEER_SHARD_OWN) {
            veer_mpi_add_agent(mpi, out, slot);
            head.agents++;
        }
    }
    const VeerPair *pairs = mpi->door->pairs(mpi->world, &pair_count);
    for (uint32_t i = 0; i < pair_count; ++i) {
        veer_mpi_add_pair(mpi, out, pairs[i]);
    }
    // Before the first tick they wait for their agents to be shown.
    memcpy(veer_mpi_bytes_add(mpi, out, mpi->pairs.size), mpi->pairs.data, mpi->pairs.size);
    head.pairs = pair_count + (uint32_t)(mpi->pairs.size / sizeof(VeerPair));
    memcpy(out->data, &head, sizeof head);
}

/// Puts the agents of a message into the whole, and keeps its pairs.
static void read_all(VeerMpi *mpi, VeerWorld *whole, const VeerMpiBytes *in, VeerMpiBytes *pairs)
{
    VeerMpiHead head;
    memcpy(&head, in->data, sizeof head);
    const unsigned char *at = in->data + sizeof head;
    for (uint32_t i = 0; i < head.agents; ++i, at += sizeof(VeerMpiPacket)) {
        VeerMpiPacket packet;
        memcpy(&packet, at, sizeof packet);
        (void)mpi->door->put(whole, packet.name.slot, &packet.agent);
    }
    memcpy(veer_mpi_bytes_add(mpi, pairs, head.pairs * sizeof(VeerPair)), at,
           head.pairs * sizeof(VeerPair));
}

static bool is_whole(const VeerMpi *mpi, const VeerWorld *whole)
{
    bool is_same = whole && veer_agent_slot_count(whole) == mpi->whole_slots;
    for (uint32_t slot = 0; is_same && slot < mpi->whole_slots; ++slot) {
        is_same = veer_agent_at(whole, slot).generation == mpi->generations[slot];
    }
    return is_same;
}

VeerStatus veer_mpi_gather(VeerMpi *mpi, int root, VeerWorld *whole)
{
    VeerMpiBytes all = {.size = 0}, pairs = {.size = 0};
    if (mpi->share) {
        return veer_mpi_share_gather(mpi, root, whole);
    }
    write_all(mpi, &all);
    if (mpi->rank != root) {
        veer_mpi_send(mpi, root, &all);
        free(all.data);
        return VEER_OK;
    }
    bool is_good = is_whole(mpi, whole);
    for (int i = 0; i < mpi->ranks; ++i) {
        if (i > 0) {
            all.size = 0;
            veer_mpi_receive(mpi, mpi->peers[i - 1].rank, &all);
        }
        if (is_good) {
            read_all(mpi, whole, &all, &pairs);
        }
    }
    free(all.data);
    if (is_good) {
        VeerPair *list = (VeerPair *)(void *)pairs.data;
        mpi->door->set_pairs(whole, list, (uint32_t)(pairs.size / sizeof *list));
        mpi->door->settle(whole);
        mpi->door->copy_rest(whole, mpi->world);
    }
    free(pairs.data);
    return is_good ? VEER_OK : VEER_BAD_VALUE;
}
