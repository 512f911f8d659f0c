/// Contact: bodies do not pass through each other; they slide.
///
/// Every body's displacement is corrected against the displacements of those near it, all at once
/// and a few times over (Jacobi): no order of agents is preferred, and workers need not agree on
/// one.
#include "world/contact/contact.h"
#include "base/wide_bits.h"
#include "math/vec.h"
#include "space/index.h"
#include "world/body/body.h"

#define GRAIN 128u
/// Rounds, and how often so many again for those that still move after them. Measured with 4, 6 and
/// 8 iterations, worst penetration of circle at dt .25: 1000 agents 3.3, 1.3, 0.8%; 250: 1.0, -,
/// 0.2%.
#define ROUNDS 8u
#define ITERATIONS 8u
/// Times that contacts are solved anew after balls have turned back: those behind press next.
#define MAX_AGAIN 3u
/// Agents may have their centres within others, and their contacts solved in rounds as all do. Of
/// more, all that do so are pushed once a tick: rounds cannot agree on a way out among bodies that
/// lie in each other, and a heap of them would take all rounds of all. Agents, by cost: of 32 at
/// one point each takes 47,000 instructions a tick, of 33 20,000. Halved, those of 17 to 32 cost
/// less than half; doubled, those of 33 to 64 cost 46,000 each.
#define MAX_BURIED 32u
/// An overlap is undone at this rate, 1/s: at once would burst what was spawned overlapping.
#define RECOVERY_RATE 10.0f

float veer_contact_share(VeerWorld *world, VeerShardStage stage, float value)
{
    const VeerParts *parts = world->parts;
    return parts ? parts->ask(parts->user, world, stage, value) : value;
}

/// A part of what is done, of one agent.
typedef void ContactVisit(const VeerContacting *contacting, uint32_t slot, uint32_t worker);

typedef struct ContactList {
    const VeerContacting *contacting;
    const uint32_t *slots;
    ContactVisit *visit;
} ContactList;

static void visit_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const ContactList *list = context;
    for (uint32_t i = begin; i < end; ++i) {
        list->visit(list->contacting, list->slots[i], worker);
    }
}

/// Visits slots[count], on the host's workers.
static void visit(const VeerContacting *contacting, const uint32_t *slots, uint32_t count,
                  ContactVisit *function)
{
    ContactList list = {contacting, slots, function};
    veer_world_run(contacting->world, count, GRAIN, visit_range, &list);
}

/// Slots without an agent touch nothing; what a ghost touches its own part finds.
static void find_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const VeerContacting *contacting = context;
    for (uint32_t first = begin; first < end; first += VEER_ROW) {
        uint32_t left = veer_contact_unclear(contacting, first, end);
        for (; left; left &= left - 1u) {
            uint32_t slot = first + veer_bits_lowest(left);
            if (veer_world_decides(contacting->world, slot)) {
                veer_contact_find(contacting, slot);
            }
        }
    }
}

static bool has_contacts(const VeerWorld *world, uint32_t slot)
{
    const VeerNearContacts *contacts = &world->scratch.contacts[slot];
    bool is_touching = contacts->agent_count > 0 || contacts->is_near_obstacle;
    return is_touching && !world->agent.is_immovable[slot];
}

/// Whether nothing that an agent looks at changed in the last round: it would change nothing again.
static bool is_settled(const VeerWorld *world, uint32_t slot)
{
    const VeerNearContacts *contacts = world->scratch.contacts;
    const VeerTouchable *near = &world->scratch.touchable[slot];
    bool is_moving = contacts[slot].is_moving;
    for (uint32_t i = 0; i < contacts[slot].agent_count && !is_moving; ++i) {
        is_moving = contacts[near->slots[i]].is_moving;
    }
    return !is_moving;
}

static void solve(const VeerContacting *contacting, uint32_t slot, uint32_t worker)
{
    (void)worker;
    const VeerWorld *world = contacting->world;
    VeerVec3 shift = world->scratch.shift[slot];
    if (!is_settled(world, slot)) {
        shift = clamp_length3(veer_contact_solve(world, slot, contacting->recovery),
                              veer_contact_longest(contacting, slot));
    }
    world->next_shift[slot] = shift;
}

static void accept(const VeerContacting *contacting, uint32_t slot, uint32_t worker)
{
    VeerScratchColumns *scratch = &contacting->world->scratch;
    VeerVec3 next = contacting->world->next_shift[slot];
    VeerVec3 change = sub3(next, scratch->shift[slot]);
    scratch->contacts[slot].is_changed |= dot3(change, change) > 0.0f;
    float least = 0.5f * VEER_CONTACT_SLOP * contacting->world->agent.radius[slot];
    bool is_moving = dot3(change, change) > least * least;
    scratch->contacts[slot].is_moving = is_moving;
    contacting->has_moved[worker] |= is_moving;
    scratch->shift[slot] = next;
}

/// Fills touching[]. @return how many
static uint32_t gather_touching(const VeerContacting *contacting)
{
    uint32_t touching = 0;
    for (uint32_t slot = 0; slot < contacting->count; ++slot) {
        bool is_touching = has_contacts(contacting->world, slot);
        contacting->world->scratch.contacts[slot].is_moving = is_touching;
        contacting->touching[touching] = slot;
        touching += is_touching;
    }
    return touching;
}

/// Leaves those of touching[] that are not settled; the others stay where they are for a while.
static uint32_t keep_unsettled(const VeerContacting *contacting, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t slot = contacting->touching[i];
        contacting->touching[kept] = slot;
        kept += !is_settled(contacting->world, slot);
    }
    return kept;
}

/// Leaves those of touching[] that are not buried; the others have had their push.
static uint32_t keep_unburied(const VeerContacting *contacting, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t slot = contacting->touching[i];
        VeerNearContacts *contacts = &contacting->world->scratch.contacts[slot];
        contacts->is_moving &= !contacts->is_buried;
        contacting->touching[kept] = slot;
        kept += !contacts->is_buried;
    }
    (void)veer_contact_share(contacting->world, VEER_SHARD_ROUND, 0.0f);
    return kept;
}

static bool has_heap(const VeerContacting *contacting)
{
    uint32_t buried = 0;
    for (uint32_t slot = 0; slot < contacting->count; ++slot) {
        buried += contacting->world->scratch.contacts[slot].is_buried;
    }
    return veer_contact_share(contacting->world, VEER_SHARD_FOUND, (float)buried) >
           (float)MAX_BURIED;
}

/// One round. @return whether any displacement changed
static bool run_round(VeerContacting *contacting, uint32_t touching)
{
    bool has_moved[VEER_MAX_WORKERS] = {false};
    contacting->has_moved = has_moved;
    visit(contacting, contacting->touching, touching, solve);
    visit(contacting, contacting->touching, touching, accept);
    bool has_any = false;
    for (uint32_t i = 0; i < VEER_MAX_WORKERS; ++i) {
        has_any |= has_moved[i];
    }
    return veer_contact_share(contacting->world, VEER_SHARD_ROUND, has_any) > 0.0f;
}

/// @return how many near obstacles were moved, or cannot be
static uint32_t count_held(const VeerContacting *contacting)
{
    const VeerAgentColumns *agent = &contacting->world->agent;
    uint32_t held = 0;
    for (uint32_t slot = 0; slot < contacting->count; ++slot) {
        const VeerNearContacts *contacts = &contacting->world->scratch.contacts[slot];
        bool is_fixed = agent->is_immovable[slot] || agent->max_speed[slot] == 0.0f;
        held += contacts->is_near_obstacle && (contacts->is_changed || is_fixed);
    }
    return held;
}

/// Solves the contacts of all. @return as count_held
static uint32_t settle(VeerContacting *contacting)
{
    uint32_t touching = gather_touching(contacting);
    float has_any = touching > 0 ? 1.0f : 0.0f;
    bool has_moved = veer_contact_share(contacting->world, VEER_SHARD_ROUND, has_any) > 0.0f;
    for (uint32_t round = 0; round < ROUNDS * ITERATIONS && has_moved; ++round) {
        if (round > 0 && round % ROUNDS == 0) {
            touching = keep_unsettled(contacting, touching);
        } else if (round == 1 && contacting->has_heap) {
            touching = keep_unburied(contacting, touching);
        }
        has_moved = run_round(contacting, touching);
    }
    return contacting->world->head->obstacle_slot_count > 0 ? count_held(contacting) : 0;
}

/// Settles them from the displacements before contacts.
static uint32_t settle_anew(VeerContacting *contacting)
{
    VeerScratchColumns *scratch = &contacting->world->scratch;
    for (uint32_t slot = 0; slot < contacting->count; ++slot) {
        if (!contacting->world->agent.is_alive[slot]) {
            continue;
        }
        scratch->contacts[slot].is_changed = false;
        scratch->shift[slot] = contacting->world->has_impacts
                                   ? contacting->world->knock[slot].shift
                                   : scale3(scratch->next_velocity[slot], contacting->dt);
    }
    return settle(contacting);
}

/// What each agent may touch in this tick.
/// @param is_sensed  the agents have sensed each other where they are
static VeerContacting find_all(VeerWorld *world, float dt, bool is_sensed)
{
    world->top_ball_shift =
        veer_contact_top_shift(world, world->ball_shift, world->head->obstacle_slot_count);
    (void)veer_contact_share(world, VEER_SHARD_MOVED, 0.0f);
    VeerContacting contacting = {
        .world = world,
        .count = world->head->agent_slot_count,
        .touching = world->touching,
        .recovery = min_f(RECOVERY_RATE * dt, 1.0f),
        .dt = dt,
        .is_sensed = is_sensed,
    };
    float most = veer_contact_top_shift(world, world->scratch.shift, world->head->agent_slot_count);
    most = veer_contact_share(world, VEER_SHARD_MOST, most);
    contacting.longest = max_f(most, world->top_ball_shift);
    float travel = veer_contact_top_travel(&contacting);
    contacting.top_travel = veer_contact_share(world, VEER_SHARD_MOST, travel);
    veer_world_run(world, contacting.count, GRAIN, find_range, &contacting);
    return contacting;
}

/// Whether all that may have pushed an agent exchanges momentum with it.
static bool is_among_masses(const VeerWorld *world, uint32_t slot)
{
    const VeerNearContacts *contacts = &world->scratch.contacts[slot];
    bool are = contacts->agent_count == 0 || veer_agent_has_mass(world, slot);
    for (uint32_t i = 0; i < contacts->agent_count; ++i) {
        are &= veer_agent_has_mass(world, world->scratch.touchable[slot].slots[i]);
    }
    return are;
}

VeerVec3 veer_contact_stopped(const VeerWorld *world, uint32_t slot, float dt)
{
    VeerVec3 velocity = world->scratch.next_velocity[slot];
    // Who is squeezed faster than it could go by itself, and has no room to, loses that.
    bool is_squeezed = world->knock[slot].is_tired &&
                       veer_motion_is_thrown(velocity, world->agent.max_speed[slot]);
    if (is_among_masses(world, slot) && !is_squeezed) {
        return velocity;
    }
    VeerVec3 push = sub3(world->scratch.shift[slot], world->knock[slot].shift);
    VeerVec3 off = unit3(push, (VeerVec3){0});
    float into = max_f(-dot3(velocity, off), 0.0f);
    return along3(velocity, off, min_f(into, length3(push) / dt));
}

void veer_stage_touch(VeerWorld *world, float dt)
{
    VeerContacting contacting = find_all(world, dt, false);
    (void)veer_obstacles_turn_back(world, contacting.recovery, dt, contacting.top_travel);
}

void veer_stage_contact(VeerWorld *world, float dt)
{
    VeerContacting contacting = find_all(world, dt, true);
    contacting.has_heap = has_heap(&contacting);
    uint32_t held = settle(&contacting);
    for (uint32_t again = 0; again < MAX_AGAIN && held > 0; ++again) {
        bool is_freed =
            veer_obstacles_turn_back(world, contacting.recovery, dt, contacting.top_travel);
        held = is_freed ? settle_anew(&contacting) : 0;
    }
    veer_contact_cut(&contacting);
}
