/// Marching: a squad on its way, every member at its slot along a trail.
#include "world/squad/march/march.h"
#include "math/vec.h"
#include "veer/steer.h"
#include "world/squad/base/constants.h"
#include "world/squad/base/map.h"

#include <string.h>

float veer_march_chord_of(const VeerMarch *march, float side)
{
    // In a bend by a right angle the trail is shortened to 0.7 of its length and turns on a circle
    // of 0.7 chords. Rows at its inner end are apart by as much of their spacing as that circle is
    // longer there.
    float apart = 2.0f * MARGIN_RADII * march->run->radius / march->squad->rules.spacing;
    bool has_rows = march->front + march->back > 0.0f;
    float inner = has_rows ? VEER_ROOT_HALF - apart : VEER_ROOT_HALF;
    float chord = inner > 0.0f ? side / inner : INFINITY;
    return max_f(min_f(chord, MAX_CHORD_SIDES * side), march->squad->rules.spacing);
}

/// Lists the members that march: those that have a place to go to.
static void list_riders(VeerMarch *march)
{
    VeerSquadScratch *scratch = &march->run->world->squad_scratch;
    march->riders = scratch->subset;
    march->rider_count = 0;
    for (uint32_t i = 0; i < march->run->count; ++i) {
        uint32_t slot = march->run->members[i];
        if (march->run->world->member.answer[slot] != VEER_ANSWER_NONE) {
            scratch->subset[march->rider_count++] = slot;
        }
    }
}

/// How far slots reach from the leader.
static void measure(VeerMarch *march, const VeerVec3 *offsets)
{
    march->side = march->front = march->back = 0.0f;
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        march->side = max_f(march->side, fabsf(offsets[i].y));
        march->front = max_f(march->front, offsets[i].x);
        march->back = max_f(march->back, -offsets[i].x);
    }
}

void veer_march_shape(VeerMarch *march, uint32_t abreast)
{
    VeerFormationDef def = veer_squad_formation(march->squad);
    VeerVec3 *offsets = march->run->world->squad_scratch.wanted;
    if (abreast > 0) {
        def.shape = VEER_FORMATION_COLUMN;
        def.width = abreast;
    }
    veer_squad_offsets(&def, march->rider_count, offsets);
    measure(march, offsets);
    if (abreast == 0) {
        march->nose = march->front;
        return;
    }
    float back = march->front - march->nose;
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        offsets[i].x -= back;
    }
    measure(march, offsets);
}

/// Where a slot is when the leader is `further` along, m.
VeerVec3 veer_march_slot(const VeerMarch *march, VeerVec3 offset, float further)
{
    float along = march->here + offset.x * march->level + further;
    VeerVec3 up = march->squad->rules.up, fallback = march->squad->ahead;
    VeerVec3 heading = veer_trail_direction(&march->trail, along,
                                            veer_march_chord_of(march, march->side), fallback);
    VeerFrame frame = veer_formation_frame(heading, fallback, up, true);
    VeerVec3 place =
        along3(veer_trail_smooth(&march->trail, along, veer_march_chord_of(march, march->side)),
               frame.left, offset.y);
    // Where the path is steep, what is ahead in formation is not ahead on the way.
    place = along3(place, frame.ahead, offset.x * (1.0f - march->level));
    return along3(place, frame.up, offset.z);
}

static void give_seats(const VeerMarch *march)
{
    const VeerSquadScratch *scratch = &march->run->world->squad_scratch;
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        scratch->formation[i] = veer_march_slot(march, scratch->wanted[i], 0.0f);
    }
    veer_squad_give_seats(march->run, march->riders, march->rider_count);
}

/// What two riders save by the exchange of their seats, of the sum of squared distances, m²: at
/// least a share of the spacing's square, so that nobody turns round for nothing.
static bool should_swap(const VeerMarch *march, uint32_t i, uint32_t k)
{
    const VeerSquadScratch *scratch = &march->run->world->squad_scratch;
    VeerVec3 apart = sub3(scratch->positions[i], scratch->positions[k]);
    VeerVec3 seats = sub3(scratch->formation[k], scratch->formation[i]);
    float spacing = march->squad->rules.spacing;
    return 2.0f * dot3(apart, seats) > SWAP_PART * spacing * spacing;
}

/// Now and then members exchange their seats that came in another order than they are to go on in.
static void mend_seats(const VeerMarch *march)
{
    VeerWorld *world = march->run->world;
    VeerSquadScratch *scratch = &world->squad_scratch;
    float clock = march->squad->clock, next = clock + march->run->dt;
    if (floorf(clock / VEER_COMMITMENT_SECONDS) == floorf(next / VEER_COMMITMENT_SECONDS)) {
        return;
    }
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        uint32_t *own = &world->member.place_index[march->riders[i]];
        scratch->positions[i] = world->agent.position[march->riders[i]];
        scratch->formation[i] = veer_march_slot(march, scratch->wanted[*own], 0.0f);
        for (uint32_t k = 0; k < i; ++k) {
            if (should_swap(march, i, k)) {
                uint32_t *other = &world->member.place_index[march->riders[k]], seat = *own;
                VeerVec3 slot = scratch->formation[i];
                *own = *other;
                *other = seat;
                scratch->formation[i] = scratch->formation[k];
                scratch->formation[k] = slot;
            }
        }
    }
}

/// What the leader heeds of its riders.
typedef struct Pace {
    float lag;     ///< m, of the last of them
    float stretch; ///< how much faster than the leader the outermost has to be in a bend
    float worst;   ///< m, the farthest from its slot
    bool is_split;
} Pace;

/// Whether a member so far ahead of its slot, m, waits for it: not before a gap that others
/// hold, where it may take long.
static bool stays_for_slot(const VeerMarch *march, float ahead, float most)
{
    return ahead > most && march->squad->gap_claim != VEER_GAP_WAITED;
}

/// Where the link ends that a rider's slot is on. @return false: it is on none
static bool slot_link(const VeerMarch *march, uint32_t rider, VeerVec3 *end)
{
    const VeerWorld *world = march->run->world;
    float offset = world->squad_scratch.wanted[world->member.place_index[rider]].x;
    return veer_march_is_on_link(march, march->here + offset * march->level, end);
}

/// By how much a member so far behind its slot, and off it, holds up the leader, m: one ahead of
/// it waits for it, as do those that are over the link that it is on.
static float lag_of(const VeerMarch *march, uint32_t rider, float behind, float distance)
{
    VeerVec3 end;
    if (slot_link(march, rider, &end)) {
        return max_f(behind, 0.0f);
    }
    bool waits = stays_for_slot(march, -behind, march->squad->rules.spacing);
    return waits ? 0.0f : max_f(behind, 0.5f * distance);
}

/// Places every rider's slot: scratch's slots, m, and positions, m by the metre of the leader.
static Pace place_slots(const VeerMarch *march)
{
    VeerWorld *world = march->run->world;
    VeerSquadScratch *scratch = &world->squad_scratch;
    Pace pace = {0.0f, 1.0f, 0.0f, false};
    float part = max_f(SLOT_PART * march->squad->rules.spacing, VEER_LENGTH_SLOP);
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        uint32_t rider = march->riders[i];
        VeerVec3 offset = scratch->wanted[world->member.place_index[rider]];
        bool is_shifted = veer_march_shift(march, rider, &offset);
        VeerVec3 slot = veer_march_slot(march, offset, 0.0f);
        VeerVec3 change = scale3(sub3(veer_march_slot(march, offset, part), slot), 1.0f / part);
        VeerVec3 error = sub3(slot, world->agent.position[rider]);
        error = veer_world_flat(world, error);
        float behind = dot3(error, unit3(change, march->squad->ahead));
        float distance = length3(error);
        pace.lag = is_shifted ? pace.lag : max_f(pace.lag, lag_of(march, rider, behind, distance));
        pace.is_split |= is_shifted;
        pace.stretch = max_f(pace.stretch, length3(change));
        pace.worst = max_f(pace.worst, distance);
        scratch->formation[i] = slot;
        scratch->positions[i] = veer_world_flat(world, change);
    }
    return pace;
}

/// The speed of the leader: that of the slowest, less where the formation turns, where somebody
/// lags behind, and before the goal.
static float leader_speed(const VeerMarch *march, const Pace *pace)
{
    VeerSquadSlot *squad = march->squad;
    const VeerSquadRun *run = march->run;
    float spacing = squad->rules.spacing;
    float excess = (pace->lag - run->radius) / spacing;
    float part = clamp_f(1.0f - excess, 0.0f, 1.0f);
    squad->held = part < IMPATIENT_PART ? squad->held + run->dt : 0.0f;
    if (squad->held > PATIENCE_SECONDS) {
        part = IMPATIENT_PART;
    }
    float speed = run->slowest * part / pace->stretch;
    if (isfinite(march->remaining)) {
        float stopping = veer_steer_stopping_speed(march->remaining, run->braking, run->dt);
        speed = min_f(speed, stopping);
    }
    if (isfinite(march->hold)) {
        float room = max_f(march->hold, 0.0f);
        speed = min_f(speed, veer_steer_stopping_speed(room, run->braking, EASE_SECONDS));
    }
    return speed;
}

/// Where a member goes to its slot: one ahead of it does not go back, but stays where it is till
/// the slot comes, and joins the others as it passes.
/// @param change  m by the metre of the leader
static VeerVec3 meeting_place(const VeerMarch *march, uint32_t rider, VeerVec3 slot,
                              VeerVec3 change)
{
    const VeerWorld *world = march->run->world;
    VeerVec3 error = veer_world_flat(world, sub3(slot, world->agent.position[rider]));
    VeerVec3 heading = unit3(change, march->squad->ahead);
    float ahead = -dot3(error, heading);
    float most = march->run->radius;
    if (!stays_for_slot(march, ahead, most)) {
        return slot;
    }
    VeerVec3 aside = along3(error, heading, ahead);
    float apart = length3(aside), left = ahead - march->squad->rules.spacing;
    float part = left > 0.0f && apart > 0.0f ? min_f(left / apart, 1.0f) : 0.0f;
    return along3(along3(slot, heading, ahead - most), aside, -part);
}

static void lead_riders(const VeerMarch *march)
{
    VeerWorld *world = march->run->world;
    const VeerSquadScratch *scratch = &world->squad_scratch;
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        uint32_t rider = march->riders[i];
        VeerVec3 velocity = scale3(scratch->positions[i], march->squad->speed), over;
        VeerVec3 place = meeting_place(march, rider, scratch->formation[i], scratch->positions[i]);
        if (slot_link(march, rider, &over)) {
            place = over; // nobody stays on a link
            velocity = (VeerVec3){0};
        }
        veer_squad_lead(march->run, rider, place, velocity);
        world->agent.status[rider] = VEER_AGENT_MOVING;
    }
}

static void note_form(const VeerMarch *march, const Pace *pace)
{
    VeerSquadSlot *squad = march->squad;
    bool is_formed = squad->gap_claim != VEER_GAP_WAITED && squad->abreast == 0 &&
                     !pace->is_split && pace->worst <= FORMED_RADII * march->run->radius;
    squad->formed = is_formed ? squad->formed + march->run->dt : 0.0f;
}

/// Where the leader sets out: in the middle of its riders, or, where that is blocked, with the one
/// nearest to it. Where nobody has a place to ride to yet, in the middle of the members.
static VeerVec3 outset(const VeerMarch *march)
{
    const VeerSquadRun *run = march->run;
    const VeerVec3 *positions = run->world->agent.position;
    if (march->rider_count == 0) {
        return veer_squad_middle(run, run->members, run->count);
    }
    VeerVec3 middle = veer_squad_middle(run, march->riders, march->rider_count);
    if (!veer_squad_map_blocks(run, middle)) {
        return middle;
    }
    VeerVec3 nearest = positions[march->riders[0]];
    for (uint32_t i = 1; i < march->rider_count; ++i) {
        VeerVec3 at = positions[march->riders[i]];
        bool is_nearer = length3(sub3(at, middle)) < length3(sub3(nearest, middle));
        nearest = is_nearer ? at : nearest;
    }
    return nearest;
}

void veer_squad_march_begin(VeerSquadRun *run)
{
    VeerSquadSlot *squad = run->squad;
    VeerMarch march = {.run = run, .squad = squad};
    list_riders(&march);
    squad->lead = outset(&march);
    veer_march_shape(&march, 0);
    veer_march_plan(&march);
    bool is_last;
    VeerVec3 offset = sub3(veer_march_next(&march, &is_last), squad->lead);
    squad->ahead = veer_formation_frame(offset, squad->ahead, squad->rules.up, true).ahead;
    VeerVec3 behind = unit3(offset, squad->ahead);
    memset(squad->crumbs, 0, sizeof squad->crumbs);
    memset(squad->crossings.crumbs, 0, sizeof squad->crossings.crumbs);
    squad->crumbs[0] = along3(squad->lead, behind, -1.0f);
    squad->crumb_count = 1;
    squad->abreast = 0;
    squad->gap_claim = VEER_GAP_NONE;
    squad->open = squad->held = squad->speed = 0.0f;
}

bool veer_squad_march(VeerSquadRun *run)
{
    VeerSquadSlot *squad = run->squad;
    VeerMarch march = {.run = run, .squad = squad};
    list_riders(&march);
    if (march.rider_count == 0) {
        squad->gap_claim = VEER_GAP_NONE;
        return true;
    }
    veer_march_shape(&march, 0);
    veer_march_keep_path(&march);
    veer_march_lay_trail(&march);
    uint32_t abreast = veer_march_choose(&march);
    bool has_changed =
        abreast != squad->abreast || !veer_squad_is_seated(run, march.riders, march.rider_count);
    squad->abreast = abreast;
    // In file a squad goes along the path, however steep it is.
    march.level = abreast == 1 ? 1.0f : march.level;
    veer_march_shape(&march, abreast);
    if (has_changed) {
        give_seats(&march);
    }
    mend_seats(&march);
    VeerVec3 heading = veer_trail_direction(&march.trail, march.here,
                                            veer_march_chord_of(&march, march.side), squad->ahead);
    squad->ahead = veer_formation_frame(heading, squad->ahead, squad->rules.up, true).ahead;
    Pace pace = place_slots(&march);
    squad->speed = leader_speed(&march, &pace);
    lead_riders(&march);
    note_form(&march, &pace);
    veer_march_advance(&march);
    bool is_landing = squad->rules.max_drop > 0.0f && march.level < VEER_STEEP_LEVEL;
    float near = is_landing ? NEAR_SPACINGS * squad->rules.spacing : VEER_LENGTH_SLOP;
    bool is_last;
    VeerVec3 end = veer_march_next(&march, &is_last);
    return squad->orders[0].kind == VEER_ORDER_GO && is_last &&
           length3(sub3(end, squad->lead)) <= near;
}
