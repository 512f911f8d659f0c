/// Marching: a squad on its way, every member at its slot along a trail.
#include "world/squad_march.h"
#include "math/vec.h"
#include "veer/steer.h"

#include <string.h>

/// In a bend rows keep so many radii from centre to centre at their inner ends, if that does not
/// take a wider bend than half widths of the formation allow.
#define BEND_RADII 2.2f
#define MOST_BEND 0.95f
#define MOST_CHORD_SIDES 4.0f
#define ROOT_HALF 0.70710678f
/// Members behind by more than this part of their radius slow the leader; behind by a spacing more
/// they stop it.
#define LAG_RADII 0.5f
/// A formation has come together when everyone is so near to its slot, in radii.
#define FORMED_RADII 2.0f
/// For so long the leader waits for stragglers, s; then it goes on, at this part of its speed.
#define PATIENCE_SECONDS 5.0f
#define IMPATIENT_PART 0.3f
/// The leader is at its goal within this part of the spacing.
#define AT_SPACINGS 1e-3f
/// Those who come down on a floor go their own ways from so far above it, in spacings; they come
/// down where less than this part of the way is level.
#define LANDING_SPACINGS 2.0f
#define STEEP_LEVEL 0.5f
/// Before a gap that is held by others it slows down gently, over so long, s.
#define HOLD_SECONDS 1.0f

/// A point of an order as the trail has it: planar squads keep their own height.
static VeerVec3 on_level(const VeerMarch *march, VeerVec3 point)
{
    bool is_planar = march->run->world->def.space == VEER_PLANAR;
    return is_planar ? vec3(point.x, point.y, march->squad->lead.z) : point;
}

float veer_march_chord(const VeerMarch *march)
{
    // In a bend by a right angle the trail is shortened to 0.7 of its length and turns on a circle
    // of 0.7 chords. Rows at its inner end are apart by as much of their spacing as that circle is
    // longer there.
    float apart = BEND_RADII * march->run->radius / march->squad->rules.spacing;
    bool has_rows = march->front + march->back > 0.0f;
    float inner = has_rows ? min_f(apart / ROOT_HALF, MOST_BEND) : 0.0f;
    float chord = march->side / (ROOT_HALF * (1.0f - inner));
    return max_f(min_f(chord, MOST_CHORD_SIDES * march->side), march->squad->rules.spacing);
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

/// The slots about the leader, offsets[rider_count] in the scratch's wishes.
/// @param abreast  0: the squad's own formation
void veer_march_shape(VeerMarch *march, uint32_t abreast)
{
    VeerFormationDef def = veer_squad_formation(march->squad);
    VeerVec3 *offsets = march->run->world->squad_scratch.wishes;
    uint32_t count = march->rider_count, known = count;
    if (abreast > 0) {
        def.shape = VEER_FORMATION_COLUMN;
        def.width = abreast;
    } else if (def.shape == VEER_FORMATION_OFFSETS && def.offset_count < count) {
        known = def.offset_count;
    }
    (void)veer_formation_offsets(&def, known, offsets);
    for (uint32_t i = known; i < count; ++i) {
        offsets[i] = (VeerVec3){-def.spacing * (float)(i - known + 1), 0.0f, 0.0f};
    }
    march->side = march->front = march->back = 0.0f;
    for (uint32_t i = 0; i < count; ++i) {
        march->side = max_f(march->side, fabsf(offsets[i].y));
        march->front = max_f(march->front, offsets[i].x);
        march->back = max_f(march->back, -offsets[i].x);
    }
}

/// Adds what lies ahead of the leader to the trail.
static void add_way(VeerMarch *march)
{
    const VeerSquadSlot *squad = march->squad;
    const VeerOrder *order = &squad->orders[0];
    if (order->kind == VEER_ORDER_FOLLOW) {
        VeerVec3 position, velocity, heading;
        veer_trail_add(&march->trail, on_level(march, squad->goal));
        if (veer_squad_target(march->run->world, order, &position, &velocity, &heading)) {
            veer_trail_add(&march->trail, on_level(march, position));
        }
        return;
    }
    bool is_loop = order->kind == VEER_ORDER_PATROL;
    uint32_t end = is_loop ? squad->leg + order->point_count : order->point_count;
    for (uint32_t leg = squad->leg; leg < end; ++leg) {
        VeerVec3 point = order->points[leg % order->point_count];
        veer_trail_add(&march->trail, on_level(march, point));
    }
}

static float way_to_goal(const VeerMarch *march)
{
    const VeerTrail *trail = &march->trail;
    switch (march->squad->orders[0].kind) {
    case VEER_ORDER_PATROL:
        return INFINITY;
    case VEER_ORDER_FOLLOW:
        return length3(sub3(on_level(march, march->squad->goal), march->squad->lead));
    default:
        return trail->along[trail->count - 1] - march->here;
    }
}

static void lay_trail(VeerMarch *march)
{
    const VeerSquadSlot *squad = march->squad;
    march->trail.count = 0;
    for (uint32_t i = 0; i < squad->crumb_count; ++i) {
        veer_trail_add(&march->trail, squad->crumbs[i]);
    }
    veer_trail_add(&march->trail, squad->lead);
    march->here = march->trail.along[march->trail.count - 1];
    add_way(march);
    march->remaining = way_to_goal(march);
    VeerVec3 up = unit3(squad->rules.up, vec3(0.0f, 0.0f, 1.0f));
    VeerVec3 way =
        veer_trail_direction(&march->trail, march->here, veer_march_chord(march), squad->ahead);
    float steep = dot3(way, up);
    march->level = sqrtf(max_f(1.0f - steep * steep, 0.0f));
}

/// Where a slot is when the leader is `further` along, m.
VeerVec3 veer_march_slot(const VeerMarch *march, VeerVec3 offset, float further)
{
    float along = march->here + offset.x * march->level + further;
    VeerVec3 up = march->squad->rules.up, fallback = march->squad->ahead;
    VeerVec3 way = veer_trail_direction(&march->trail, along, veer_march_chord(march), fallback);
    VeerFrame frame = veer_formation_frame(way, fallback, up, true);
    VeerVec3 place = along3(veer_trail_smooth(&march->trail, along, veer_march_chord(march)),
                            frame.left, offset.y);
    // Where the way is steep, what is ahead in formation is not ahead on the way.
    place = along3(place, frame.ahead, offset.x * (1.0f - march->level));
    return along3(place, frame.up, offset.z);
}

/// Gives each rider the seat that makes the sum of squared ways the least.
static void give_seats(const VeerMarch *march)
{
    VeerWorld *world = march->run->world;
    VeerSquadScratch *scratch = &world->squad_scratch;
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        scratch->positions[i] = world->agent.position[march->riders[i]];
        scratch->slots[i] = veer_march_slot(march, scratch->wishes[i], 0.0f);
    }
    VeerAssignDef def = veer_assign_def_default();
    def.agents = scratch->positions;
    def.slots = scratch->slots;
    def.agent_count = def.slot_count = march->rider_count;
    (void)veer_assign(&def, scratch->assign_memory, scratch->assign_size, scratch->seats, NULL);
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        world->member.seat[march->riders[i]] = scratch->seats[i];
    }
    march->squad->rider_count = march->rider_count;
}

/// What the leader heeds of its riders.
typedef struct Pace {
    float lag;     ///< m, of the last of them
    float stretch; ///< how much faster than the leader the outermost has to be in a bend
    float worst;   ///< m, the farthest from its slot
    bool is_split;
} Pace;

/// Places every rider's slot: scratch's slots, m, and positions, m by the metre of the leader.
static Pace place_slots(const VeerMarch *march)
{
    VeerWorld *world = march->run->world;
    VeerSquadScratch *scratch = &world->squad_scratch;
    Pace pace = {0.0f, 1.0f, 0.0f, false};
    float part = 0.1f * march->squad->rules.spacing;
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        uint32_t rider = march->riders[i];
        VeerVec3 offset = scratch->wishes[world->member.seat[rider]];
        bool is_shifted = veer_march_shift(march, rider, &offset);
        VeerVec3 slot = veer_march_slot(march, offset, 0.0f);
        VeerVec3 change = scale3(sub3(veer_march_slot(march, offset, part), slot), 1.0f / part);
        VeerVec3 error = sub3(slot, world->agent.position[rider]);
        error = veer_world_flat(world, error);
        float behind = dot3(error, unit3(change, march->squad->ahead));
        float distance = length3(error);
        if (!is_shifted) {
            pace.lag = max_f(pace.lag, max_f(behind, 0.5f * distance));
        }
        pace.is_split |= is_shifted;
        pace.stretch = max_f(pace.stretch, length3(change));
        pace.worst = max_f(pace.worst, distance);
        scratch->slots[i] = slot;
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
    float excess = (pace->lag - LAG_RADII * run->radius) / spacing;
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
        float way = max_f(march->hold, 0.0f);
        speed = min_f(speed, veer_steer_stopping_speed(way, run->braking, HOLD_SECONDS));
    }
    return speed;
}

static void add_crumb(VeerSquadSlot *squad, VeerVec3 point)
{
    if (squad->crumb_count == VEER_SQUAD_CRUMBS) {
        squad->crumb_count--;
        memmove(squad->crumbs, squad->crumbs + 1, squad->crumb_count * sizeof *squad->crumbs);
    }
    squad->crumbs[squad->crumb_count++] = point;
}

/// Passes the points of the order that the leader comes by.
static float pass_points(VeerMarch *march, float way)
{
    VeerSquadSlot *squad = march->squad;
    const VeerOrder *order = &squad->orders[0];
    bool is_route = order->kind == VEER_ORDER_GO || order->kind == VEER_ORDER_PATROL;
    for (uint32_t i = 0; is_route && i < order->point_count; ++i) {
        bool is_last = order->kind == VEER_ORDER_GO && squad->leg + 1 >= order->point_count;
        VeerVec3 point = on_level(march, order->points[squad->leg]);
        float distance = length3(sub3(point, squad->lead));
        if (is_last || distance > way) {
            break;
        }
        way -= distance;
        squad->lead = point;
        add_crumb(squad, point);
        squad->leg = (squad->leg + 1) % order->point_count;
    }
    return way;
}

/// Takes the leader on by its speed.
static void advance(VeerMarch *march)
{
    VeerSquadSlot *squad = march->squad;
    float way = squad->speed * march->run->dt;
    way = min_f(pass_points(march, way), march->remaining);
    lay_trail(march);
    squad->lead = veer_trail_at(&march->trail, march->here + way);
    float length = march->front + march->back;
    float apart = max_f(squad->rules.spacing, length / (float)(VEER_SQUAD_CRUMBS - 4));
    VeerVec3 last = squad->crumbs[squad->crumb_count - 1];
    if (length3(sub3(squad->lead, last)) >= apart) {
        add_crumb(squad, squad->lead);
    }
}

static void lead_riders(const VeerMarch *march)
{
    VeerWorld *world = march->run->world;
    const VeerSquadScratch *scratch = &world->squad_scratch;
    for (uint32_t i = 0; i < march->rider_count; ++i) {
        uint32_t rider = march->riders[i];
        VeerVec3 velocity = scale3(scratch->positions[i], march->squad->speed);
        veer_squad_lead(march->run, rider, scratch->slots[i], velocity);
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

void veer_squad_march_begin(VeerSquadRun *run)
{
    VeerSquadSlot *squad = run->squad;
    VeerMarch march = {.run = run, .squad = squad};
    list_riders(&march);
    double x = 0.0, y = 0.0, z = 0.0;
    for (uint32_t i = 0; i < march.rider_count; ++i) {
        VeerVec3 at = run->world->agent.position[march.riders[i]];
        x += (double)at.x;
        y += (double)at.y;
        z += (double)at.z;
    }
    double n = march.rider_count;
    squad->lead = vec3((float)(x / n), (float)(y / n), (float)(z / n));
    VeerVec3 first = squad->orders[0].kind == VEER_ORDER_FOLLOW
                         ? squad->goal
                         : squad->orders[0].points[squad->leg];
    VeerVec3 way = sub3(on_level(&march, first), squad->lead);
    squad->ahead = veer_formation_frame(way, squad->ahead, squad->rules.up, true).ahead;
    VeerVec3 behind = unit3(way, squad->ahead);
    memset(squad->crumbs, 0, sizeof squad->crumbs);
    squad->crumbs[0] = along3(squad->lead, behind, -1.0f);
    squad->crumb_count = 1;
    squad->rider_count = 0;
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
    lay_trail(&march);
    uint32_t abreast = veer_march_choose(&march);
    bool has_changed = abreast != squad->abreast || march.rider_count != squad->rider_count;
    squad->abreast = abreast;
    veer_march_shape(&march, abreast);
    if (has_changed) {
        give_seats(&march);
    }
    VeerVec3 way =
        veer_trail_direction(&march.trail, march.here, veer_march_chord(&march), squad->ahead);
    squad->ahead = veer_formation_frame(way, squad->ahead, squad->rules.up, true).ahead;
    Pace pace = place_slots(&march);
    squad->speed = leader_speed(&march, &pace);
    lead_riders(&march);
    note_form(&march, &pace);
    advance(&march);
    bool is_landing = squad->rules.max_drop > 0.0f && march.level < STEEP_LEVEL;
    float near = (is_landing ? LANDING_SPACINGS : AT_SPACINGS) * squad->rules.spacing;
    return squad->orders[0].kind == VEER_ORDER_GO &&
           length3(sub3(on_level(&march, squad->goal), squad->lead)) <= near;
}
