/// A world over ranks: making it, and its tick.
#include "bridge/mpi/agents.h"
#include "bridge/mpi/await.h"
#include "bridge/mpi/cuts.h"
#include "bridge/mpi/delta.h"
#include "bridge/mpi/gather.h"
#include "bridge/mpi/image.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/share.h"
#include "bridge/mpi/wire.h"

#include "veer/version.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COOKIE 0x7EE2000Bu

VeerMpiDef veer_mpi_def_default(void)
{
    return (VeerMpiDef){.period = 64, .imbalance = 1.15f, .patience = 60.0f, .cookie = COOKIE};
}

// --- Making it ---

static int compare_ids(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

static bool have_equal_ids(VeerMpi *mpi, const VeerWorld *whole)
{
    uint32_t count = veer_agent_slot_count(whole), kept = 0;
    uint32_t *ids = veer_mpi_memory(mpi, NULL, count, sizeof *ids);
    for (uint32_t slot = 0; slot < count; ++slot) {
        ids[kept] = mpi->door->id(whole, slot);
        kept += veer_agent_at(whole, slot).generation != 0;
    }
    qsort(ids, kept, sizeof *ids, compare_ids);
    bool are_equal = false;
    for (uint32_t i = 1; i < kept; ++i) {
        are_equal = are_equal || ids[i] == ids[i - 1];
    }
    free(ids);
    return are_equal;
}

static const char *reason_against(const VeerWorld *whole, const VeerMpiDef *def)
{
    if (!whole) {
        return "no world";
    }
    bool is_good = def->cookie == COOKIE && def->period > 0 && def->patience > 0.0f &&
                   (def->imbalance == 0.0f || def->imbalance >= 1.0f);
    return is_good ? NULL : "a def that is not of veer_mpi_def_default, or out of range";
}

static const char *reason_against_regions(VeerMpi *mpi, const VeerWorld *whole)
{
    const char *refusal = mpi->door->refusal(whole);
    if (!refusal && veer_world_has_callbacks(whole)) {
        refusal = "models of the host's: callbacks are not replicated";
    }
    return !refusal && have_equal_ids(mpi, whole) ? "two agents with one id" : refusal;
}

/// The worst status of all ranks: the greatest.
static VeerStatus agree(VeerMpi *mpi, VeerStatus status)
{
    float worst = (float)status;
    veer_mpi_greatest(mpi, &worst, 1);
    return (VeerStatus)worst;
}

/// Whether a number is the same on all ranks.
static bool is_same(VeerMpi *mpi, uint64_t number)
{
    uint64_t first = number;
    veer_mpi_tell_all(mpi, &first, sizeof first, 0);
    float differs = first != number ? 1.0f : 0.0f;
    veer_mpi_greatest(mpi, &differs, 1);
    return differs == 0.0f;
}

static VeerStatus compare(VeerMpi *mpi, const VeerWorld *whole)
{
    VeerWorldStats stats = veer_world_stats(whole);
    uint64_t build = (uint64_t)VEER_VERSION << 32 | sizeof(VeerShardAgent);
    if (!is_same(mpi, build ^ strtoull(veer_mpi_build(), NULL, 16))) {
        return VEER_WRONG_VERSION;
    }
    uint32_t imbalance;
    memcpy(&imbalance, &mpi->def.imbalance, sizeof imbalance);
    bool is_alike = is_same(mpi, veer_world_hash(whole));
    is_alike = is_same(mpi, (uint64_t)mpi->def.period << 32 | imbalance) && is_alike;
    return is_same(mpi, stats.bytes) && is_alike ? VEER_OK : VEER_WRONG_DEF;
}

static void make_ranks(VeerMpi *mpi)
{
    size_t ranks = (size_t)mpi->ranks;
    mpi->regions = veer_mpi_memory(mpi, NULL, ranks, sizeof *mpi->regions);
    mpi->peers = veer_mpi_memory(mpi, NULL, ranks, sizeof *mpi->peers);
    mpi->peer_of = veer_mpi_memory(mpi, NULL, ranks, sizeof *mpi->peer_of);
    mpi->requests = veer_mpi_memory(mpi, NULL, 2 * ranks, sizeof(MPI_Request));
    memset(mpi->peers, 0, ranks * sizeof *mpi->peers);
    for (int i = 0, rank = 0; rank < mpi->ranks; ++rank) {
        if (rank != mpi->rank) {
            mpi->peers[i++].rank = rank;
        }
    }
}

/// Cuts regions by agents that are where a rank has them.
/// @param first, step  slots that this rank counts
static void cut(VeerMpi *mpi, const VeerWorld *world, uint32_t first, uint32_t step, double load)
{
    uint32_t count = veer_agent_slot_count(world), kept = 0;
    bool is_whole = world != mpi->world;
    VeerVec3 *points = veer_mpi_memory(mpi, NULL, count, sizeof *points);
    for (uint32_t slot = first; slot < count; slot += step) {
        points[kept] = veer_mpi_place(mpi, world, slot);
        kept += is_whole ? veer_agent_at(world, slot).generation != 0
                         : mpi->kinds[slot] == VEER_SHARD_OWN;
    }
    veer_mpi_cut(mpi, points, kept, kept > 0 ? load / kept : 0.0);
    free(points);
}

static void count_agents(VeerMpi *mpi)
{
    uint32_t count = veer_agent_slot_count(mpi->world);
    mpi->stats.own = mpi->stats.ghosts = 0;
    for (uint32_t slot = 0; slot < count; ++slot) {
        mpi->stats.own += mpi->kinds[slot] == VEER_SHARD_OWN;
        mpi->stats.ghosts += mpi->kinds[slot] == VEER_SHARD_GHOST;
    }
}

static void spread(VeerMpi *mpi, const VeerWorld *whole)
{
    mpi->whole_slots = veer_agent_slot_count(whole);
    mpi->slots = veer_mpi_memory(mpi, NULL, mpi->whole_slots, sizeof *mpi->slots);
    mpi->generations = veer_mpi_memory(mpi, NULL, mpi->whole_slots, sizeof *mpi->generations);
    make_ranks(mpi);
    veer_mpi_cut_evenly(mpi);
    cut(mpi, whole, (uint32_t)mpi->rank, (uint32_t)mpi->ranks, 1.0);
    veer_mpi_take(mpi, whole);
    veer_mpi_image_make(mpi, whole);
}

/// @param with_regions  what cannot be spread is refused
static VeerStatus check(VeerMpi *plan, const VeerWorld *whole, bool with_regions, const char **why)
{
    const char *reason = reason_against(whole, &plan->def);
    MPI_Comm_rank(plan->comm, &plan->rank);
    MPI_Comm_size(plan->comm, &plan->ranks);
    plan->def.patience = reason ? veer_mpi_def_default().patience : plan->def.patience;
    reason = !reason && with_regions ? reason_against_regions(plan, whole) : reason;
    VeerStatus status = agree(plan, reason ? VEER_BAD_VALUE : VEER_OK);
    status = status == VEER_OK ? compare(plan, whole) : status;
    if (status != VEER_OK && why) {
        *why = reason                         ? reason
               : status == VEER_WRONG_VERSION ? "ranks run different builds of veer"
                                              : "ranks have different worlds";
    }
    return status;
}

static VeerStatus begin(const void *comm, const VeerWorld *whole, const VeerMpiDef *def,
                        bool with_regions, VeerMpi **out, const char **why)
{
    VeerMpi plan = {.comm = comm ? *(const MPI_Comm *)comm : MPI_COMM_WORLD,
                    .def = def ? *def : veer_mpi_def_default(),
                    .door = veer_shard_door()};
    VeerStatus status = out ? check(&plan, whole, with_regions, why) : VEER_BAD_VALUE;
    if (status == VEER_OK) {
        MPI_Comm own; // its messages are apart from the host's
        MPI_Request request;
        MPI_Comm_idup(plan.comm, &own, &request);
        veer_mpi_await(&plan, &request, 1);
        plan.comm = own;
        *out = veer_mpi_memory(&plan, NULL, 1, sizeof **out);
        plan.stats = (VeerMpiStats){.is_shared = !with_regions};
        **out = plan;
    }
    return status;
}

VeerStatus veer_mpi_create(const void *comm, const VeerWorld *whole, const VeerMpiDef *def,
                           VeerMpi **out, const char **why)
{
    VeerStatus status = begin(comm, whole, def, true, out, why);
    if (status == VEER_OK) {
        spread(*out, whole);
        count_agents(*out);
    }
    return status;
}

VeerStatus veer_mpi_share(const void *comm, VeerWorld *whole, const VeerMpiDef *def, VeerMpi **out,
                          const char **why)
{
    VeerStatus status = begin(comm, whole, def, false, out, why);
    if (status == VEER_OK) {
        (*out)->world = whole;
        veer_mpi_share_begin(*out);
    }
    return status;
}

static void free_view(VeerMpiView *view)
{
    free(view->slots.all);
    free(view->copies.data);
    free(view->velocities.data);
    free(view->moves.data);
}

static void free_peer(VeerMpiPeer *peer)
{
    free(peer->out.data);
    free(peer->in.data);
    free(peer->packets.data);
    free(peer->pairs.data);
    free(peer->flags.data);
    free(peer->values.data);
    free_view(&peer->shown);
    free_view(&peer->shown_before);
    free_view(&peer->seen);
    free_view(&peer->seen_before);
}

void veer_mpi_destroy(VeerMpi *mpi)
{
    if (!mpi) {
        return;
    }
    for (int i = 0; mpi->peers && i < mpi->ranks - 1; ++i) {
        free_peer(&mpi->peers[i]);
    }
    free(mpi->names);
    free(mpi->kinds);
    free(mpi->is_fresh);
    free(mpi->goes);
    free(mpi->slots);
    free(mpi->generations);
    free(mpi->regions);
    free(mpi->peers);
    free(mpi->peer_of);
    free(mpi->requests);
    free(mpi->pairs.data);
    free(mpi->parted.data);
    free(mpi->events.data);
    free(mpi->told.data);
    free(mpi->gathered.data);
    veer_world_destroy(mpi->share ? NULL : mpi->world);
    veer_mpi_share_end(mpi);
    veer_mpi_image_free(mpi);
    MPI_Comm_free(&mpi->comm);
    free(mpi);
}

// --- A tick ---

/// What all ranks tell each other before a tick: the greatest of each counts.
typedef struct Survey {
    float sense_range, radius, speed, far, quickness;
    float stray;           ///< m, that an agent is outside its rank's region
    float is_bad;          ///< there is what cannot be spread
    float dt, opposite_dt; ///< s: where they are not opposite, ranks differ
    float load;            ///< s
} Survey;

static float stray_of(const VeerMpi *mpi)
{
    double most = 0.0;
    uint32_t count = veer_agent_slot_count(mpi->world);
    for (uint32_t slot = 0; slot < count; ++slot) {
        if (mpi->kinds[slot] == VEER_SHARD_OWN) {
            VeerVec3 at = veer_mpi_place(mpi, mpi->world, slot);
            most = fmax(most, veer_mpi_box_distance(&mpi->regions[mpi->rank], at));
        }
    }
    return (float)most;
}

static Survey survey(VeerMpi *mpi, float dt)
{
    VeerShardReach reach;
    mpi->door->reach(mpi->world, mpi->kinds, &reach);
    bool is_tick = dt >= VEER_MIN_DT && dt <= VEER_MAX_DT;
    bool has_left = reach.count != mpi->stats.own;
    bool is_bad = !is_tick || has_left || mpi->door->refusal(mpi->world) != NULL;
    Survey found = {reach.sense_range, reach.radius, reach.speed, reach.far, reach.quickness,
                    stray_of(mpi),     is_bad,       dt,          -dt,       (float)mpi->load};
    veer_mpi_greatest(mpi, &found.sense_range, (int)(sizeof found / sizeof(float)));
    return found;
}

/// Whether regions are to be cut anew: the busiest rank takes too much more than the mean.
static bool is_unbalanced(VeerMpi *mpi, float most)
{
    if (mpi->parts.substep.index > 0 || mpi->stats.ticks == 0 ||
        mpi->stats.ticks % mpi->def.period != 0) {
        return false;
    }
    double all = mpi->load;
    veer_mpi_sum_all(mpi, &all, 1);
    return (double)most * mpi->ranks >= (double)mpi->def.imbalance * all;
}

static void rebalance(VeerMpi *mpi)
{
    cut(mpi, mpi->world, 0, 1, mpi->load > 0.0 ? mpi->load : 1.0);
    mpi->stats.cuts++;
}

static VeerShardReach greatest(const Survey *found)
{
    return (VeerShardReach){found->sense_range, found->radius,    found->speed,
                            found->far,         found->quickness, 0};
}

/// All agents are where they are owned, and seen where they matter.
static void arrange(VeerMpi *mpi, const Survey *found)
{
    VeerShardReach most = greatest(found);
    mpi->halo = mpi->door->halo(&most, mpi->parts.dt);
    bool is_cut = is_unbalanced(mpi, found->load);
    if (is_cut) {
        rebalance(mpi);
    }
    if (mpi->parts.substep.index == 0 && mpi->stats.ticks % mpi->def.period == 0) {
        mpi->load = 0.0;
    }
    veer_mpi_find_peers(mpi, is_cut || found->stray > mpi->halo);
    veer_mpi_migrate(mpi);
    veer_mpi_show(mpi);
}

/// One of the substeps of a step; how many there are is known with the first.
static VeerStatus step_part(VeerMpi *mpi, float step, VeerSubstep *substep)
{
    Survey found = survey(mpi, step);
    if (found.is_bad > 0.0f || found.dt != -found.opposite_dt) {
        return VEER_BAD_VALUE;
    }
    VeerShardReach most = greatest(&found);
    substep->count = substep->index > 0 ? substep->count : mpi->door->substeps(&most, step);
    mpi->parts.substep = *substep;
    mpi->parts.step = step;
    mpi->parts.dt = step / (float)substep->count;
    arrange(mpi, &found);
    mpi->parts.kinds = mpi->kinds; // which may lie elsewhere now
    VeerStatus status = mpi->door->substep(mpi->world, &mpi->parts);
    veer_mpi_foresee(mpi);
    veer_mpi_keep_events(mpi);
    count_agents(mpi);
    return status;
}

static VeerStatus step_regions(VeerMpi *mpi, float dt)
{
    mpi->parts.ask = veer_mpi_ask;
    mpi->parts.user = mpi;
    VeerSubstep substep = {0, 1};
    VeerStatus status = VEER_OK;
    for (; status == VEER_OK && substep.index < substep.count; ++substep.index) {
        status = step_part(mpi, dt, &substep);
    }
    return status;
}

VeerStatus veer_mpi_step(VeerMpi *mpi, float dt)
{
    if (!mpi) {
        return VEER_BAD_VALUE;
    }
    double begin = MPI_Wtime();
    mpi->wait = 0.0;
    VeerStatus status = mpi->share ? veer_mpi_share_step(mpi, dt) : step_regions(mpi, dt);
    if (status == VEER_OK) {
        double took = MPI_Wtime() - begin;
        mpi->load += took - mpi->wait;
        mpi->stats.ticks++;
        mpi->stats.seconds += took;
        mpi->stats.waited += mpi->wait;
    }
    return status;
}

VeerMpiStats veer_mpi_stats(const VeerMpi *mpi)
{
    return mpi ? mpi->stats : (VeerMpiStats){.own = 0};
}
