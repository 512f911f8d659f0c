/// Gaps: what stands in the way of a formation, and which squad goes through first.
#include "math/vec.h"
#include "world/squad/base/constants.h"
#include "world/squad/base/map.h"
#include "world/squad/march/march.h"

/// The nearest that is blocked on a side (1 left, -1 right) of a slice, m; INFINITY: nothing is.
static float first_blocked(const VeerSlice *slice, float side)
{
    float first = INFINITY;
    for (uint32_t i = 0; i < slice->count; ++i) {
        float near = side > 0.0f ? slice->lower[i] : -slice->upper[i];
        first = near >= 0.0f ? min_f(first, near) : first;
    }
    return first;
}

/// What lies behind a wall that goes along with the path is another room: it is blocked too. What
/// lies behind a pillar is not.
static void close_side(VeerMarch *march, float side, float limit)
{
    float first[VEER_MARCH_SLICES];
    for (uint32_t i = 0; i < VEER_MARCH_SLICES; ++i) {
        first[i] = first_blocked(&march->slices[i], side);
    }
    uint32_t reach = 1u + (uint32_t)(NEAR_SPACINGS * march->squad->rules.spacing / march->step);
    for (uint32_t i = 0; i < VEER_MARCH_SLICES; ++i) {
        uint32_t end = i + reach < VEER_MARCH_SLICES ? i + reach : VEER_MARCH_SLICES - 1u;
        float least = 0.0f;
        for (uint32_t k = i > reach ? i - reach : 0u; k <= end; ++k) {
            least = max_f(least, first[k]);
        }
        if (least < limit) {
            veer_slice_block(&march->slices[i], side > 0.0f ? least : -VEER_WORLD_LIMIT,
                             side > 0.0f ? VEER_WORLD_LIMIT : -least);
        }
    }
}

/// Whether a column that reaches so far aside, m, can wheel on the way: its middle stays in what is
/// free.
static bool can_wheel(const VeerMarch *march, float along, float side)
{
    const VeerSquadRun *run = march->run;
    VeerVec3 spot = veer_trail_at(&march->trail, along);
    VeerVec3 middle = veer_trail_smooth(&march->trail, along, veer_march_chord_of(march, side));
    bool is_bend = length3(sub3(middle, spot)) > (MARGIN_RADII - 1.0f) * run->radius;
    VeerVec3 there = veer_squad_map_on_floor(run, middle);
    return !is_bend || (veer_squad_map_is_clear(run, spot, there, run->radius) &&
                        veer_squad_is_seen(run, spot, there));
}

/// Whether the path goes up or down there more than along: a level formation has no room in shafts.
static bool is_shaft(const VeerMarch *march, float along)
{
    float spacing = march->squad->rules.spacing;
    VeerVec3 up = unit3(march->squad->rules.up, vec3(0.0f, 0.0f, 1.0f));
    VeerVec3 heading = veer_trail_direction(&march->trail, along, spacing, march->squad->ahead);
    float steep = dot3(heading, up);
    return 1.0f - steep * steep < VEER_STEEP_LEVEL * VEER_STEEP_LEVEL;
}

/// Blocks what lies beside a link: one after the other goes over it.
static void close_link(const VeerMarch *march, VeerSlice *slice)
{
    float beside = 0.25f * march->squad->rules.spacing;
    slice->count = 0;
    veer_slice_block(slice, beside, VEER_WORLD_LIMIT);
    veer_slice_block(slice, -VEER_WORLD_LIMIT, -beside);
}

/// How many abreast can wheel there; 0: the formation can.
static uint8_t bend_at(const VeerMarch *march, float along)
{
    VeerVec3 end;
    if (veer_squad_map(march->run) &&
        (is_shaft(march, along) || veer_march_is_on_link(march, along, &end))) {
        return 1;
    }
    if (can_wheel(march, along, march->side)) {
        return 0;
    }
    float spacing = march->squad->rules.spacing;
    uint8_t abreast = (uint8_t)min_f(2.0f * march->side / spacing, (float)UINT8_MAX);
    while (abreast > 1 && !can_wheel(march, along, 0.5f * spacing * (float)(abreast - 1))) {
        --abreast;
    }
    return abreast > 1 ? abreast : 1;
}

/// Cuts the path into slices from the last member to `ahead` of the leader.
static void look(VeerMarch *march, float back, float ahead, float side)
{
    float margin = MARGIN_RADII * march->run->radius;
    // The path itself keeps off the walls; where it is smoothed it may not.
    float half = march->squad->rules.spacing;
    march->first = march->here - back;
    march->step = (back + ahead) / (float)VEER_MARCH_SLICES;
    // What stands beyond the goal is in nobody's path.
    float end = march->here + march->remaining - 0.5f * march->step;
    for (uint32_t i = 0; i < VEER_MARCH_SLICES; ++i) {
        float along = march->first + ((float)i + 0.5f) * march->step;
        VeerVec3 heading = veer_trail_direction(&march->trail, along, half, march->squad->ahead);
        VeerVec3 up = march->squad->rules.up;
        VeerFrame frame = veer_formation_frame(heading, march->squad->ahead, up, true);
        VeerPathPiece piece = {
            .middle = veer_trail_smooth(&march->trail, along, half),
            .ahead = frame.ahead,
            .left = frame.left,
            .half_length = 0.5f * march->step + margin,
            .half_width = side + margin,
        };
        march->slices[i].count = 0;
        if (along <= end) {
            veer_squad_slice(march->run, &piece, margin, &march->slices[i]);
        }
        march->bends[i] = along <= end ? bend_at(march, along) : 0;
        VeerVec3 over;
        if (along <= end && veer_march_is_on_link(march, along, &over)) {
            close_link(march, &march->slices[i]);
        }
    }
    close_side(march, 1.0f, 2.0f * side + margin);
    close_side(march, -1.0f, 2.0f * side + margin);
}

/// How many can go abreast through a slice; 0: as many as the formation has.
static uint32_t room_in(const VeerMarch *march, uint32_t index)
{
    float lower, upper;
    const VeerSlice *slice = &march->slices[index];
    float limit = max_f(march->side, 0.5f * march->squad->rules.spacing);
    if (!veer_slice_is_free(slice, 0.0f)) {
        return 0;
    }
    veer_slice_room(slice, 0.0f, limit, &lower, &upper);
    bool is_between = lower > -limit && upper < limit;
    bool is_tight = veer_slice_free(slice, limit) < SPLIT_PART * 2.0f * limit;
    if (!is_between && !is_tight) {
        return 0;
    }
    return 1u + (uint32_t)(2.0f * min_f(-lower, upper) / march->squad->rules.spacing);
}

/// The column that the next `ahead` (m) of the path ask for; 0: none.
static uint32_t narrowest(const VeerMarch *march, float ahead)
{
    uint32_t abreast = 0;
    for (uint32_t i = 0; i < VEER_MARCH_SLICES; ++i) {
        float along = march->first + (float)i * march->step - march->here;
        uint32_t room = along <= ahead ? room_in(march, i) : 0;
        if (along <= ahead && march->bends[i] > 0) {
            room = room > 0 && room < march->bends[i] ? room : march->bends[i];
        }
        if (room > 0 && (abreast == 0 || room < abreast)) {
            abreast = room;
        }
    }
    return abreast;
}

/// Finds the first gap on the way of a squad that reaches so far back, m. @return false: there is
/// none
static bool find_gap(VeerMarch *march, float back)
{
    uint32_t first = 0;
    while (first < VEER_MARCH_SLICES && room_in(march, first) == 0) {
        ++first;
    }
    if (first == VEER_MARCH_SLICES) {
        return false;
    }
    uint32_t end = first;
    while (end < VEER_MARCH_SLICES && room_in(march, end) > 0) {
        ++end;
    }
    float begin = march->first + (float)first * march->step;
    float middle = march->first + 0.5f * (float)(first + end) * march->step;
    march->squad->gap = veer_trail_at(&march->trail, middle);
    march->squad->gap_distance = begin - march->here - march->front;
    march->squad->gap_rear = begin - march->here + back;
    return true;
}

/// Whether another squad comes to the same gap.
static bool is_rival(const VeerMarch *march, uint32_t index)
{
    const VeerSquadSlot *own = march->squad, *other = &march->run->world->squads[index];
    VeerVec3 apart = veer_world_flat(march->run->world, sub3(own->gap, other->gap));
    return other != own && other->is_alive && other->gap_claim != VEER_GAP_NONE &&
           length3(apart) < NEAR_SPACINGS * max_f(own->rules.spacing, other->rules.spacing);
}

/// Whether a rival that does not hold the gap either goes first: the nearer one does.
static bool goes_first(const VeerMarch *march, uint32_t index)
{
    float own = march->squad->gap_distance, other = march->run->world->squads[index].gap_distance;
    return other < own || (other == own && index < march->run->index);
}

/// Whether a squad that holds the gap has gone ahead, the same way, so that one can follow.
static bool can_follow(const VeerMarch *march, uint32_t index)
{
    const VeerSquadSlot *own = march->squad, *other = &march->run->world->squads[index];
    float spacing = max_f(own->rules.spacing, other->rules.spacing);
    return dot3(own->ahead, other->ahead) > 0.0f && other->gap_rear < NEAR_SPACINGS * spacing;
}

/// How far before the gap the squad has to wait, m: behind all that go first. < 0: it need not
static float waiting_room(const VeerMarch *march)
{
    const VeerWorld *world = march->run->world;
    float room = NEAR_SPACINGS * march->squad->rules.spacing, before = -1.0f;
    for (uint32_t i = 0; i < world->def.max_squads; ++i) {
        if (!is_rival(march, i)) {
            continue;
        }
        if (world->squads[i].gap_claim == VEER_GAP_HELD) {
            before = can_follow(march, i) ? before : max_f(before, 0.0f);
        } else if (goes_first(march, i)) {
            before = max_f(before, 0.0f) + 2.0f * world->squads[i].extent;
        }
    }
    return before < 0.0f ? -1.0f : room + before;
}

/// Whether the gap is another than that before, and well ahead: a squad that held that one queues
/// anew.
static bool is_next_gap(const VeerSquadSlot *squad, VeerVec3 before)
{
    float spacing = squad->rules.spacing;
    return squad->gap_distance > NEAR_SPACINGS * spacing &&
           length3(sub3(squad->gap, before)) > NEAR_SPACINGS * spacing;
}

/// Takes the gap, or queues for it. @param back  m: how far the squad reaches back now
static void queue_up(VeerMarch *march, float back)
{
    VeerSquadSlot *squad = march->squad;
    squad->extent = max_f(march->side, max_f(march->front, march->back)) + squad->rules.spacing;
    march->hold = INFINITY;
    VeerVec3 before = squad->gap;
    bool is_through = !find_gap(march, back) && squad->abreast == 0;
    if (is_through) {
        squad->gap_claim = VEER_GAP_NONE;
        return;
    }
    if (squad->gap_claim == VEER_GAP_HELD && !is_next_gap(squad, before)) {
        return;
    }
    // It says that it comes before it takes the gap: of those that come at once the nearest goes.
    bool is_new = squad->gap_claim == VEER_GAP_NONE;
    squad->gap_claim = VEER_GAP_WAITED;
    if (is_new) {
        return;
    }
    float room = waiting_room(march);
    if (room < 0.0f) {
        squad->gap_claim = VEER_GAP_HELD;
        return;
    }
    march->hold = squad->gap_distance - room;
}

/// The column that is asked for from here on; 0: none.
static uint32_t next_column(const VeerMarch *march, float near, float back)
{
    const VeerSquadSlot *squad = march->squad;
    float spacing = squad->rules.spacing;
    bool is_waiting = squad->gap_claim == VEER_GAP_WAITED;
    if (squad->abreast > 0) {
        // To form up is not worth it for less path than the column is long.
        return narrowest(march, near + min_f(back, QUEUE_SPACINGS * spacing));
    }
    // Once it narrows it does so for all that follows soon.
    bool is_near = !is_waiting && narrowest(march, near) > 0;
    return is_near ? narrowest(march, near + NEAR_SPACINGS * spacing) : 0;
}

uint32_t veer_march_choose(VeerMarch *march)
{
    VeerSquadSlot *squad = march->squad;
    float spacing = squad->rules.spacing;
    veer_march_shape(march, squad->abreast);
    float back = march->back;
    veer_march_shape(march, 0);
    float near = march->front + NEAR_SPACINGS * spacing;
    look(march, max_f(back, march->back) + spacing, near + QUEUE_SPACINGS * spacing, march->side);
    queue_up(march, back);
    uint32_t abreast = next_column(march, near, back);
    // What is no wider than the column need not become one.
    bool is_slim = march->side <= 0.5f * spacing * ((float)abreast - 1.0f) + march->run->radius;
    abreast = is_slim ? 0 : abreast;
    squad->open = abreast == 0 ? squad->open + march->run->dt : 0.0f;
    if (abreast > 0) {
        bool is_narrower = squad->abreast == 0 || abreast < squad->abreast;
        return is_narrower ? abreast : squad->abreast;
    }
    return squad->open >= VEER_COMMITMENT_SECONDS ? 0 : squad->abreast;
}

/// Whether a slot is on the leader's own path through rock, which has room for a body: slices,
/// which are level, tell less of it.
static bool is_on_path(const VeerMarch *march, VeerVec3 offset)
{
    const VeerSquadRun *run = march->run;
    bool is_file = march->squad->abreast == 1 && offset.y == 0.0f && offset.z == 0.0f;
    return is_file && run->world->def.space == VEER_SPATIAL && veer_squad_map(run) &&
           veer_squad_clearance(run, veer_march_slot(march, offset, 0.0f)) >= run->radius;
}

bool veer_march_shift(const VeerMarch *march, uint32_t rider, VeerVec3 *offset)
{
    if (is_on_path(march, *offset)) {
        return false;
    }
    VeerSlice blocked = {.count = 0};
    float ahead = max_f(EASE_SECONDS * march->run->slowest, 2.0f * march->run->radius);
    float from = march->here + offset->x - march->first;
    float first = from / march->step, last = (from + ahead) / march->step;
    for (uint32_t i = 0; i < VEER_MARCH_SLICES; ++i) {
        if ((float)i + 1.0f > first && (float)i < last) {
            veer_slice_join(&blocked, &march->slices[i]);
        }
    }
    if (veer_slice_is_free(&blocked, offset->y)) {
        return false;
    }
    VeerVec3 middle = *offset;
    middle.y = 0.0f;
    VeerVec3 left = sub3(veer_march_slot(march, (VeerVec3){offset->x, 1.0f, offset->z}, 0.0f),
                         veer_march_slot(march, middle, 0.0f));
    VeerVec3 position = march->run->world->agent.position[rider];
    float beside = dot3(sub3(position, veer_march_slot(march, middle, 0.0f)), left);
    // On the side where the body is; where it is not in the path, where its slot is.
    bool is_beside = veer_slice_is_free(&blocked, beside);
    float at = veer_slice_nearest(&blocked, is_beside ? offset->y : beside);
    float own = veer_slice_nearest(&blocked, offset->y);
    offset->y =
        is_beside && fabsf(own - beside) > fabsf(own - offset->y) + march->side ? beside : at;
    // Where nothing is free, the leader's own path is.
    offset->y = fabsf(offset->y) < 0.5f * VEER_WORLD_LIMIT ? offset->y : 0.0f;
    return true;
}
