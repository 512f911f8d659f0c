/// Contact: bodies do not pass through each other; they slide.
///
/// Every body's displacement is corrected against the displacements of those near it, all at once
/// and a few times over (Jacobi): no order of agents is preferred, and workers need not agree on
/// one.
#include "math/vec.h"
#include "space/index.h"
#include "world/body/body.h"
#include "world/tick/tick.h"

#define GRAIN 128u
/// Rounds, and how often so many again for those that still move after them. Measured with 4, 6 and
/// 8 iterations, worst penetration of circle at dt .25: 1000 agents 3.3, 1.3, 0.8%; 250: 1.0, -,
/// 0.2%.
#define ROUNDS 8u
#define ITERATIONS 8u
/// A displacement that changes by less than this part of the radius is settled.
#define SETTLED 5e-5f
/// Times that contacts are solved anew after balls have turned back: those behind press next.
#define MAX_AGAIN 3u
/// Agents that are asked for to find those that avoid one which does not avoid them.
#define MAX_ASKED 32u
/// Agents may have their centres within others, and their contacts solved in rounds as all do. Of
/// more, all that do so are pushed once a tick: rounds cannot agree on a way out among bodies that
/// lie in each other, and a heap of them would take all rounds of all. Agents, by cost: of 32 at
/// one point each takes 47,000 instructions a tick, of 33 20,000. Halved, those of 17 to 32 cost
/// less than half; doubled, those of 33 to 64 cost 46,000 each.
#define MAX_BURIED 32u
/// An overlap is undone at this rate, 1/s: at once would burst what was spawned overlapping.
#define RECOVERY_RATE 10.0f

typedef struct Contacting {
    VeerWorld *world;
    const uint32_t *order;
    uint32_t *touching; ///< those of order[] that have contacts to solve
    bool *has_moved;    ///< has_moved[VEER_MAX_WORKERS]: whether any that it accepted changed
    float recovery;     ///< of an overlap in this tick, 0 to 1
    float dt;
    bool is_sensed;   ///< what sensing found is where contacts look for it
    bool has_heap;    ///< more than MAX_BURIED are buried
    float longest;    ///< longest displacement of an agent or a ball before contacts, m
    float top_travel; ///< longest that any agent may be made to go, m
} Contacting;

/// A part of what is done, of one agent.
typedef void ContactVisit(const Contacting *contacting, uint32_t slot, uint32_t worker);

typedef struct ContactList {
    const Contacting *contacting;
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
static void visit(const Contacting *contacting, const uint32_t *slots, uint32_t count,
                  ContactVisit *function)
{
    ContactList list = {contacting, slots, function};
    veer_world_run(contacting->world, count, GRAIN, visit_range, &list);
}

/// Whether two agents are solid to each other: one of them at least avoids the other's layer.
static bool are_solid(const VeerAgentColumns *agent, uint32_t i, uint32_t j)
{
    return (agent->layer[i] & agent->avoid_mask[j]) || (agent->layer[j] & agent->avoid_mask[i]);
}

/// m from the middle of an agent that goes so far: what it could touch begins within that.
static float touch_range(const VeerWorld *world, uint32_t slot, float travel)
{
    float radius = world->agent.radius[slot];
    return radius + radius * VEER_CONTACT_SLACK + travel;
}

uint32_t veer_contact_walls(const VeerWorld *world, uint32_t slot, float travel,
                            VeerNearWall near[VEER_MAX_WALLS])
{
    VeerWallQuery query = wall_query(world, slot, touch_range(world, slot, travel));
    return veer_walls_near(world, &query, near);
}

/// The first balls of found[count] that are no ghosts. @return how many
static uint32_t keep_solid_balls(const VeerWorld *world, const VeerNear *found, uint32_t count,
                                 VeerNear near[VEER_MAX_CONTACTS])
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept < VEER_MAX_CONTACTS; ++i) {
        if (!world->obstacle.is_ghost[found[i].index]) {
            near[kept++] = found[i];
        }
    }
    return kept;
}

uint32_t veer_contact_balls(const VeerWorld *world, uint32_t slot, float travel,
                            VeerNear near[VEER_MAX_CONTACTS])
{
    float range = touch_range(world, slot, travel) + world->top_ball_shift;
    VeerNearQuery query = near_query(world, slot, VEER_NO_SLOT, range, VEER_MAX_CONTACTS);
    if (world->head->ghost_count == 0) {
        return veer_index_nearest(world->ball_index, &query, near);
    }
    VeerNear found[VEER_MAX_NEIGHBOURS];
    query.limit = VEER_MAX_NEIGHBOURS;
    return keep_solid_balls(world, found, veer_index_nearest(world->ball_index, &query, found),
                            near);
}

/// m, the longest displacement of an agent in this tick: by its limit, or, of one that was thrown,
/// by its velocity.
static float longest_shift(const Contacting *contacting, uint32_t slot)
{
    const VeerWorld *world = contacting->world;
    float limit = world->agent.max_speed[slot];
    VeerVec3 velocity = world->scratch.next_velocity[slot];
    return (veer_motion_is_thrown(velocity, limit) ? length3(velocity) : limit) * contacting->dt;
}

/// The longest path that an agent may be made to go in this tick, by itself and by what pushes it.
static float travel_of(const Contacting *contacting, uint32_t slot)
{
    const VeerWorld *world = contacting->world;
    float pushed = contacting->longest + world->agent.radius[slot] * contacting->recovery;
    return min_f(longest_shift(contacting, slot), length3(world->scratch.shift[slot]) + pushed);
}

static float longest_travel(const Contacting *contacting)
{
    const VeerWorld *world = contacting->world;
    float travel = 0.0f;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        travel = world->agent.is_alive[slot] ? max_f(travel, travel_of(contacting, slot)) : travel;
    }
    return travel;
}

/// Merges solid agents into a list, near to far.
static void keep_solid(const VeerWorld *world, uint32_t slot, const VeerNear *found, uint32_t count,
                       VeerNearContacts *contacts, float *gaps)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t place = contacts->agent_count;
        while (place > 0 && gaps[place - 1] > found[i].gap) {
            --place;
        }
        if (place == VEER_MAX_CONTACTS || !are_solid(&world->agent, slot, found[i].index)) {
            continue;
        }
        uint32_t last = contacts->agent_count < VEER_MAX_CONTACTS ? contacts->agent_count++
                                                                  : VEER_MAX_CONTACTS - 1u;
        for (; last > place; --last) {
            gaps[last] = gaps[last - 1];
            contacts->slots[last] = contacts->slots[last - 1];
        }
        gaps[place] = found[i].gap;
        contacts->slots[place] = found[i].index;
        contacts->is_buried |= found[i].gap <= 0.0f;
    }
}

/// The nearest agents that one avoids: sensing has found them, if it looked so far.
static uint32_t find_avoided(const Contacting *contacting, uint32_t slot,
                             const VeerNearQuery *query, VeerNear *near)
{
    const VeerWorld *world = contacting->world;
    const VeerSensedNear *sensed = &world->sensed_near[slot];
    if (world->scratch.clearance[slot] > query->range) {
        return 0;
    }
    if (!contacting->is_sensed || !(query->range < sensed->range)) {
        return query->mask ? veer_index_nearest(world->agent_index, query, near) : 0;
    }
    uint32_t count = 0;
    for (; count < VEER_MAX_CONTACTS && sensed->entries[count] != VEER_NO_SLOT; ++count) {
        uint32_t entry = sensed->entries[count];
        float gap = veer_index_gap(world->agent_index, entry, query->centre);
        if (gap > query->range) {
            break;
        }
        near[count] = (VeerNear){world->agent_index->order[entry], gap};
    }
    return count;
}

/// The agents solid to one that it may touch in this tick: those that it avoids first, so that
/// others, however many, cannot crowd them out.
static void find_agents(const Contacting *contacting, uint32_t slot, VeerNearContacts *contacts)
{
    const VeerWorld *world = contacting->world;
    const VeerAgentColumns *agent = &world->agent;
    VeerNear near[MAX_ASKED];
    float gaps[VEER_MAX_CONTACTS] = {0};
    uint32_t mask = agent->avoid_mask[slot];
    float range = touch_range(world, slot, contacts->travel) + contacting->top_travel;
    VeerNearQuery query = near_query(world, slot, slot, range, VEER_MAX_CONTACTS);
    uint32_t count = find_avoided(contacting, slot, &query, near);
    keep_solid(world, slot, near, count, contacts, gaps);
    if (~mask) {
        query.mask = ~mask;
        query.limit = MAX_ASKED;
        count = veer_index_nearest(world->agent_index, &query, near);
        uint32_t fresh = 0;
        for (uint32_t i = 0; i < count; ++i) {
            near[fresh] = near[i];
            fresh += !(agent->layer[near[i].index] & mask);
        }
        keep_solid(world, slot, near, fresh, contacts, gaps);
    }
}

static void find_contacts(const Contacting *contacting, uint32_t slot, uint32_t worker)
{
    (void)worker;
    VeerWorld *world = contacting->world;
    VeerNearContacts *contacts = &world->scratch.contacts[slot];
    VeerNear balls[VEER_MAX_CONTACTS];
    VeerNearWall walls[VEER_MAX_WALLS];
    float travel = travel_of(contacting, slot);
    *contacts = (VeerNearContacts){.travel = travel};
    find_agents(contacting, slot, contacts);
    contacts->is_near_obstacle = veer_contact_balls(world, slot, travel, balls) > 0 ||
                                 veer_contact_walls(world, slot, travel, walls) > 0;
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
    bool is_moving = contacts[slot].is_moving;
    for (uint32_t i = 0; i < contacts[slot].agent_count && !is_moving; ++i) {
        is_moving = contacts[contacts[slot].slots[i]].is_moving;
    }
    return !is_moving;
}

static void solve(const Contacting *contacting, uint32_t slot, uint32_t worker)
{
    (void)worker;
    const VeerWorld *world = contacting->world;
    VeerVec3 shift = world->scratch.shift[slot];
    if (!is_settled(world, slot)) {
        shift = clamp_length3(veer_contact_solve(world, slot, contacting->recovery),
                              longest_shift(contacting, slot));
    }
    world->scratch.next_shift[slot] = shift;
}

static void accept(const Contacting *contacting, uint32_t slot, uint32_t worker)
{
    VeerScratchColumns *scratch = &contacting->world->scratch;
    VeerVec3 change = sub3(scratch->next_shift[slot], scratch->shift[slot]);
    scratch->contacts[slot].is_changed |= dot3(change, change) > 0.0f;
    float least = SETTLED * contacting->world->agent.radius[slot];
    bool is_moving = dot3(change, change) > least * least;
    scratch->contacts[slot].is_moving = is_moving;
    contacting->has_moved[worker] |= is_moving;
    scratch->shift[slot] = scratch->next_shift[slot];
}

/// Fills touching[]. @return how many
static uint32_t gather_touching(const Contacting *contacting, uint32_t count)
{
    uint32_t touching = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t slot = contacting->order[i];
        bool is_touching = has_contacts(contacting->world, slot);
        contacting->world->scratch.contacts[slot].is_moving = is_touching;
        contacting->touching[touching] = slot;
        touching += is_touching;
    }
    return touching;
}

/// Leaves those of touching[] that are not settled; the others stay where they are for a while.
static uint32_t keep_unsettled(const Contacting *contacting, uint32_t count)
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
static uint32_t keep_unburied(const Contacting *contacting, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t slot = contacting->touching[i];
        VeerNearContacts *contacts = &contacting->world->scratch.contacts[slot];
        contacts->is_moving &= !contacts->is_buried;
        contacting->touching[kept] = slot;
        kept += !contacts->is_buried;
    }
    return kept;
}

static bool has_heap(const Contacting *contacting, uint32_t count)
{
    uint32_t buried = 0;
    for (uint32_t i = 0; i < count; ++i) {
        buried += contacting->world->scratch.contacts[contacting->order[i]].is_buried;
    }
    return buried > MAX_BURIED;
}

static float longest(const VeerVec3 *shifts, uint32_t count)
{
    float square = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        square = max_f(square, dot3(shifts[i], shifts[i]));
    }
    return sqrtf(square);
}

/// One round. @return whether any displacement changed
static bool run_round(Contacting *contacting, uint32_t touching)
{
    bool has_moved[VEER_MAX_WORKERS] = {false};
    contacting->has_moved = has_moved;
    visit(contacting, contacting->touching, touching, solve);
    visit(contacting, contacting->touching, touching, accept);
    bool has_any = false;
    for (uint32_t i = 0; i < VEER_MAX_WORKERS; ++i) {
        has_any |= has_moved[i];
    }
    return has_any;
}

/// @return how many near obstacles were moved, or cannot be
static uint32_t count_held(const Contacting *contacting, uint32_t count)
{
    const VeerAgentColumns *agent = &contacting->world->agent;
    uint32_t held = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t slot = contacting->order[i];
        const VeerNearContacts *contacts = &contacting->world->scratch.contacts[slot];
        bool is_fixed = agent->is_immovable[slot] || agent->max_speed[slot] == 0.0f;
        held += contacts->is_near_obstacle && (contacts->is_changed || is_fixed);
    }
    return held;
}

/// Solves the contacts of order[count]. @return as count_held
static uint32_t settle(Contacting *contacting, uint32_t count)
{
    uint32_t touching = gather_touching(contacting, count);
    bool has_moved = touching > 0;
    for (uint32_t round = 0; round < ROUNDS * ITERATIONS && has_moved; ++round) {
        if (round > 0 && round % ROUNDS == 0) {
            touching = keep_unsettled(contacting, touching);
        } else if (round == 1 && contacting->has_heap) {
            touching = keep_unburied(contacting, touching);
        }
        has_moved = run_round(contacting, touching);
    }
    return contacting->world->head->obstacle_slot_count > 0 ? count_held(contacting, count) : 0;
}

/// Settles them from the displacements before contacts.
static uint32_t settle_anew(Contacting *contacting, uint32_t count)
{
    VeerScratchColumns *scratch = &contacting->world->scratch;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t slot = contacting->order[i];
        scratch->contacts[slot].is_changed = false;
        scratch->shift[slot] = scale3(scratch->next_velocity[slot], contacting->dt);
    }
    return settle(contacting, count);
}

/// What each agent may touch in this tick.
/// @param is_sensed  the agents have sensed each other where they are
/// @param count      becomes how many agents there are
static Contacting find_all(VeerWorld *world, float dt, bool is_sensed, uint32_t *count)
{
    world->top_ball_shift = longest(world->ball_shift, world->head->obstacle_slot_count);
    Contacting contacting = {
        .world = world,
        .order = veer_index_order(world->agent_index, count),
        .touching = world->touching,
        .recovery = min_f(RECOVERY_RATE * dt, 1.0f),
        .dt = dt,
        .is_sensed = is_sensed,
        .longest = max_f(longest(world->scratch.shift, world->head->agent_slot_count),
                         world->top_ball_shift),
    };
    contacting.top_travel = longest_travel(&contacting);
    visit(&contacting, contacting.order, *count, find_contacts);
    return contacting;
}

void veer_stage_touch(VeerWorld *world, float dt)
{
    uint32_t count;
    Contacting contacting = find_all(world, dt, false, &count);
    (void)veer_obstacles_turn_back(world, contacting.recovery, dt, contacting.top_travel);
}

void veer_stage_contact(VeerWorld *world, float dt)
{
    uint32_t count;
    Contacting contacting = find_all(world, dt, true, &count);
    contacting.has_heap = has_heap(&contacting, count);
    uint32_t held = settle(&contacting, count);
    for (uint32_t again = 0; again < MAX_AGAIN && held > 0; ++again) {
        bool is_freed =
            veer_obstacles_turn_back(world, contacting.recovery, dt, contacting.top_travel);
        held = is_freed ? settle_anew(&contacting, count) : 0;
    }
}
