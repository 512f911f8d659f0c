/// What an agent keeps of its path: in the memory of its model, which is gone with its goal. The
/// next corner on it, or that it leads straight on, and the wall across the narrow place there;
/// where that is none, and nothing has to be passed, the tick at which it looks again.
#include "world/outline/outline.h"

#include "avoid/model.h"
#include "geom/segment.h"
#include "world/body/body.h"
#include "world/outline/constants.h"
#include "world/outline/taut.h"
#include "world/outline/walk.h"

// Bits of VeerCrowdMemory.corner, above the corner's number.
#define IS_STRAIGHT (1u << 27) ///< straight to the goal, with the corner beside it
#define TURNS_LEFT (1u << 28)  ///< round the corner
#define IS_TURNING (1u << 26)  ///< it is round half of the corner; across is the next one
#define IS_WAITING (1u << 25)  ///< there is no path: it looks again later
#define NUMBER (IS_WAITING - 1u)

/// Ticks are kept modulo this: every value that is kept is a finite float, as all of a memory's.
#define TICKS (1u << 23)

// --- What is kept ---

bool veer_walk_is_on(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerGoalKind goal = (VeerGoalKind)agent->goal_kind[slot];
    bool has_outline = world->outline && world->wall_count > 0 &&
                       world->head->walk_version == world->head->wall_version;
    return has_outline && agent->is_alive[slot] &&
           veer_profile(world, slot)->model == VEER_AVOID_CROWD && veer_goal_is_place(goal) &&
           goal != VEER_GOAL_FORMATION && !veer_agent_rests(agent, slot) &&
           !agent->is_immovable[slot];
}

static uint32_t kept(const VeerWorld *world, uint32_t slot)
{
    uint32_t corner = veer_walk_is_on(world, slot) ? world->agent.memory[slot].crowd.corner : 0;
    return corner & ~VEER_WALK_OTHERS;
}

/// The number of the corner that it keeps; 0: none.
static uint32_t corner_of(const VeerWorld *world, uint32_t kept)
{
    uint32_t number = kept & NUMBER;
    return number > 0 && (number - 1u) >> 2 < world->wall_count ? number : 0;
}

/// The wall across the narrow place at its corner; VEER_NO_SLOT: none.
static uint32_t across_of(const VeerWorld *world, const VeerCrowdMemory *memory)
{
    bool is_wall = !(memory->corner & IS_TURNING) && memory->across - 1u < world->wall_count;
    return is_wall ? memory->across - 1u : VEER_NO_SLOT;
}

static uint32_t now(const VeerOutlineLook *look)
{
    return (uint32_t)veer_world_turn(look->world) % TICKS;
}

bool veer_outline_leads(const VeerWorld *world, uint32_t slot)
{
    return (kept(world, slot) & ~IS_WAITING) != 0;
}

bool veer_outline_aim(const VeerWorld *world, uint32_t slot, VeerVec2 *aim)
{
    uint32_t walk = kept(world, slot), corner = corner_of(world, walk);
    if (corner == 0 || walk & IS_STRAIGHT) {
        return false;
    }
    VeerOutlineLook look = veer_outline_look(world, slot);
    VeerVec2 vertex = veer_outline_end(&look, (corner - 1u) >> 2, (corner - 1u) >> 1 & 1u);
    // Along the tangent to the circle about the vertex that the path bends round.
    float sine = min_f(TURN_RADII * look.radius / length2(vertex), 1.0f);
    float cosine = sqrtf(1.0f - sine * sine);
    VeerVec2 aside = scale2(left2(vertex), walk & TURNS_LEFT ? -sine : sine);
    *aim = add2(scale2(vertex, cosine), aside);
    return length2(vertex) > 0.0f;
}

/// From a point to the nearest one of a wall.
static VeerVec2 across_to(const VeerOutlineLook *look, VeerVec2 from, uint32_t wall)
{
    VeerVec2 a = veer_outline_end(look, wall, 0), b = veer_outline_end(look, wall, 1);
    float part = veer_segment_nearest2(a, b, from);
    return sub2(add2(a, scale2(sub2(b, a), part)), from);
}

/// Whether the walls at a corner lead on beyond the line across, or before it: see VeerOutlineGap.
static int8_t side_of(const VeerWorld *world, uint32_t corner, VeerVec2 across, VeerVec2 middle)
{
    const VeerOutlineEnd *wedge = &world->outline[(corner - 1u) >> 1];
    VeerVec2 along = left2(across);
    float beyond = dot2(along, add2(wedge->right, wedge->left));
    beyond = dot2(along, middle) < 0.0f ? -beyond : beyond;
    float least = STRAIGHT_SINE * length2(across);
    return (int8_t)((beyond > least) - (beyond < -least));
}

VeerOutlineGap veer_walk_gap(const VeerWorld *world, uint32_t slot)
{
    uint32_t corner = corner_of(world, kept(world, slot));
    uint32_t across =
        corner != 0 ? across_of(world, &world->agent.memory[slot].crowd) : VEER_NO_SLOT;
    if (across == VEER_NO_SLOT) {
        return (VeerOutlineGap){.side = 0};
    }
    VeerOutlineLook look = veer_outline_look(world, slot);
    VeerVec2 end = veer_outline_end(&look, (corner - 1u) >> 2, (corner - 1u) >> 1 & 1u);
    VeerVec2 over = across_to(&look, end, across), middle = add2(end, scale2(over, 0.5f));
    return (VeerOutlineGap){.offset = middle, .side = side_of(world, corner, over, middle)};
}

// --- Narrow places ---

/// The wall nearest to an end of another, on one side of it.
typedef struct GapSearch {
    const VeerOutlineLook *look;
    VeerVec2 end, out;
    float width;
    uint32_t across;
} GapSearch;

static float cross_gap(void *context, uint32_t wall)
{
    GapSearch *gap = context;
    VeerVec2 across = across_to(gap->look, gap->end, wall);
    float width = length2(across), side = ACUTE_COSINE * length2(gap->out) * width;
    bool is_nearer = width < gap->width || (width == gap->width && wall < gap->across);
    if (is_nearer && width > VEER_LENGTH_SLOP && dot2(across, gap->out) > side &&
        veer_outline_meets(gap->look, wall)) {
        gap->width = width;
        gap->across = wall;
    }
    return gap->width;
}

/// The wall across the narrow place at an end; VEER_NO_SLOT: it is none.
static uint32_t find_across(const VeerOutlineLook *look, VeerVec2 end, VeerVec2 out)
{
    GapSearch gap = {look, end, out, GAP_RADII * look->radius, VEER_NO_SLOT};
    veer_outline_near(look, end, gap.width, cross_gap, &gap);
    return gap.across;
}

/// The first narrow place that a straight leg leads through.
typedef struct LegSearch {
    const VeerOutlineLook *look;
    VeerVec2 to;
    float nearest; ///< m, to its middle
    uint32_t corner, across;
} LegSearch;

static void look_for_gap(LegSearch *leg, uint32_t wall, uint32_t end)
{
    const VeerOutlineLook *look = leg->look;
    VeerVec2 at = veer_outline_end(look, wall, end);
    float part = veer_segment_nearest2(vec2(0.0f, 0.0f), leg->to, at);
    VeerVec2 out = sub2(scale2(leg->to, part), at);
    bool is_ahead = part > 0.0f && part < 1.0f;
    if (!is_ahead || length2(out) > GAP_RADII * look->radius) {
        return;
    }
    uint32_t across = find_across(look, at, out);
    if (across == VEER_NO_SLOT) {
        return;
    }
    VeerVec2 middle = add2(at, scale2(across_to(look, at, across), 0.5f));
    uint32_t corner = VEER_CORNER_OF(wall, end, 0);
    float distance = length2(middle);
    if (distance < leg->nearest || (distance == leg->nearest && corner < leg->corner)) {
        leg->nearest = distance;
        leg->corner = corner;
        leg->across = across;
    }
}

static float visit_beside(void *context, uint32_t wall)
{
    LegSearch *leg = context;
    for (uint32_t end = 0; end < 2; end++) {
        bool is_corner = veer_corner_sides(leg->look->world, wall, end) > 0;
        if (is_corner && veer_outline_meets(leg->look, wall)) {
            look_for_gap(leg, wall, end);
        }
    }
    float half = 0.5f * GAP_RADII * leg->look->radius;
    return min_f(leg->nearest + half, VEER_LOOK_RADII * leg->look->radius);
}

// --- The walk ---

/// Straight on to the goal, past the first narrow place on the leg.
static void go_straight(const VeerOutlineLook *look, VeerVec2 to, VeerCrowdMemory *memory)
{
    LegSearch leg = {look, to, INFINITY, 0, VEER_NO_SLOT};
    float range = min_f(length2(to), VEER_LOOK_RADII * look->radius);
    veer_outline_near(look, vec2(0.0f, 0.0f), range, visit_beside, &leg);
    memory->corner = IS_STRAIGHT | leg.corner;
    memory->across = leg.corner > 0 ? leg.across + 1u : now(look);
}

/// Goes round a corner; 0: waits, for none was found.
static void go_round(const VeerOutlineLook *look, uint32_t corner, VeerCrowdMemory *memory)
{
    memory->corner = corner != 0 ? corner : IS_WAITING;
    memory->across = now(look);
    if (corner != 0) {
        VeerCornerPass pass = veer_corner_pass(look, corner & NUMBER);
        memory->across = find_across(look, pass.vertex, sub2(pass.at, pass.vertex)) + 1u;
    }
}

static uint32_t first_of(const VeerTautPath *path)
{
    return path->corner | (path->turns_left ? TURNS_LEFT : 0u);
}

/// Looks for the path anew.
static void look_anew(const VeerOutlineLook *look, VeerVec2 to, VeerCrowdMemory *memory)
{
    VeerTautPath path = veer_taut_find(look, vec2(0.0f, 0.0f), to);
    if (path.is_straight) {
        go_straight(look, to, memory);
    } else {
        go_round(look, first_of(&path), memory);
    }
}

/// Is round half of its corner: looks for the path from there on.
static void turn_on(const VeerOutlineLook *look, VeerVec2 to, VeerCrowdMemory *memory)
{
    VeerCornerPass pass = veer_corner_pass(look, memory->corner & NUMBER);
    VeerTautPath path = veer_taut_find(look, pass.at, to);
    memory->corner |= IS_TURNING;
    memory->across = first_of(&path);
}

/// Whether it is time to look again for what was not found.
static bool is_due(const VeerOutlineLook *look, const VeerCrowdMemory *memory)
{
    return (now(look) - memory->across) % TICKS >= LOOK_TICKS;
}

/// Whether a straight walk goes on as it is. Who is pushed back may be before another narrow place.
static bool is_kept_straight(const VeerOutlineLook *look, VeerVec2 to, VeerVec2 velocity,
                             const VeerCrowdMemory *memory)
{
    uint32_t corner = corner_of(look->world, memory->corner);
    if (corner == 0 || dot2(velocity, to) < 0.0f) {
        return corner == 0 && !is_due(look, memory);
    }
    VeerVec2 end = veer_outline_end(look, (corner - 1u) >> 2, (corner - 1u) >> 1 & 1u);
    VeerVec2 middle = end;
    uint32_t across = across_of(look->world, memory);
    if (across != VEER_NO_SLOT) {
        middle = add2(end, scale2(across_to(look, end, across), 0.5f));
    }
    return dot2(middle, to) > 0.0f;
}

/// How far an agent is beyond a line from a vertex, in the sense in which it turns there, m; a
/// little before the line counts as beyond.
static float beyond(const VeerOutlineLook *look, const VeerCrowdMemory *memory, VeerVec2 vertex,
                    VeerVec2 on)
{
    VeerVec2 line = sub2(on, vertex);
    float left = cross2(line, scale2(vertex, -1.0f)) / length2(line);
    return (memory->corner & TURNS_LEFT ? left : -left) + (PASS_RADII - 1.0f) * look->radius;
}

static bool sees(const VeerOutlineLook *look, VeerVec2 point)
{
    return veer_outline_is_free(look, vec2(0.0f, 0.0f), point);
}

/// The same of a goal: the wall that it goes round is the first that may be in between.
static bool sees_past(const VeerOutlineLook *look, uint32_t corner, VeerVec2 goal)
{
    bool is_barred =
        corner != 0 && veer_outline_bars(look, vec2(0.0f, 0.0f), goal, (corner - 1u) >> 2);
    return !is_barred && sees(look, goal);
}

/// Turns on round a corner until the next one is in sight. @return false: it sees none
static bool tend_turn(const VeerOutlineLook *look, VeerCrowdMemory *memory)
{
    VeerCornerPass pass = veer_corner_pass(look, memory->corner & NUMBER);
    uint32_t next = corner_of(look->world, memory->across);
    if (next != 0 && sees(look, veer_corner_pass(look, next).at)) {
        go_round(look, memory->across & (NUMBER | TURNS_LEFT), memory);
        return true;
    }
    bool is_left = cross2(sub2(pass.at, pass.vertex), sub2(pass.rim[0], pass.vertex)) > 0.0f;
    bool is_first = is_left == ((memory->corner & TURNS_LEFT) != 0);
    return !(beyond(look, memory, pass.vertex, pass.rim[is_first ? 0 : 1]) > 0.0f) &&
           length2(pass.vertex) < 2.0f * PASS_RADII * look->radius;
}

/// Goes on round its corner. @return false: it has none, or does not see it
static bool tend_round(const VeerOutlineLook *look, VeerVec2 to, VeerCrowdMemory *memory)
{
    if (corner_of(look->world, memory->corner) == 0) {
        return false;
    }
    if (memory->corner & IS_TURNING) {
        return tend_turn(look, memory);
    }
    VeerCornerPass pass = veer_corner_pass(look, memory->corner & NUMBER);
    if (beyond(look, memory, pass.vertex, pass.at) > 0.0f) {
        turn_on(look, to, memory);
        return tend_turn(look, memory);
    }
    return sees(look, pass.at);
}

static void tend(const VeerWorld *world, uint32_t slot, VeerCrowdMemory *memory)
{
    VeerOutlineLook look = veer_outline_look(world, slot);
    VeerVec2 goal = plane2(veer_world_offset(world, slot, world->agent.goal_point[slot]));
    float end = max_f(END_RADII * look.radius, world->agent.goal_radius[slot]);
    float length = length2(goal), left = length - end;
    if (!(left > 0.0f)) {
        memory->corner = memory->across = 0;
        return;
    }
    VeerVec2 to = scale2(goal, left / length);
    if (memory->corner & IS_WAITING && !is_due(&look, memory)) {
        return;
    }
    bool was_straight = (memory->corner & IS_STRAIGHT) != 0;
    uint32_t corner = was_straight ? 0 : corner_of(world, memory->corner);
    bool is_straight = sees_past(&look, corner, to);
    VeerVec2 velocity = plane2(world->agent.velocity[slot]);
    if (is_straight && !(was_straight && is_kept_straight(&look, to, velocity, memory))) {
        go_straight(&look, to, memory);
    } else if (!is_straight && (was_straight || !tend_round(&look, to, memory))) {
        look_anew(&look, to, memory);
    }
}

void veer_walk_tend(VeerWorld *world, uint32_t slot)
{
    VeerCrowdMemory *memory = &world->agent.memory[slot].crowd;
    uint32_t others = memory->corner & VEER_WALK_OTHERS;
    memory->corner &= ~VEER_WALK_OTHERS;
    tend(world, slot, memory);
    memory->corner |= memory->corner != 0 ? others : 0;
}
