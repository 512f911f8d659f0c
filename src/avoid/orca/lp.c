/// Lanes are planes here: what is asked of many planes at once is which are broken, and how far
/// they cut a line. The least and the greatest of lanes are the same in any order, so the width
/// cannot change a bit.
///
/// Eight lanes at most: planes are few, a step waits for the one before it, and what is found in a
/// register is taken out of it at once, which costs more the wider it is. Agents in a heap, whose
/// programs have no solution: with 16 lanes a tick takes 9% longer, in space 17%; with 8 as with 4.
#define VEER_WIDE_EIGHT
#include "avoid/orca/lp.h"
#include "base/wide.h"
#include "base/wide_bits.h"

_Static_assert(VEER_MAX_PLANES + VEER_WIDE <= VEER_LP_LANES, "a register may end beyond the last");

static inline VeerVec3 normal_of(const VeerLpRegion *region, uint32_t i)
{
    return vec3(region->x[i], region->y[i], region->z[i]);
}

static inline float violation(const VeerLpRegion *region, uint32_t i, VeerVec3 v)
{
    return region->distance[i] - dot3(normal_of(region, i), v);
}

static inline void put_plane(VeerLpRegion *region, uint32_t i, VeerVec3 normal, float distance)
{
    region->x[i] = normal.x;
    region->y[i] = normal.y;
    region->z[i] = normal.z;
    region->distance[i] = distance;
}

/// Planes that nothing breaks, in the lanes from `first` on.
static void fill_from(VeerLpRegion *region, uint32_t first)
{
    wide_store(region->x + first, wide_splat(0.0f));
    wide_store(region->y + first, wide_splat(0.0f));
    wide_store(region->z + first, wide_splat(0.0f));
    wide_store(region->distance + first, wide_splat(-1e30f));
}

/// A plane a lane.
typedef struct WidePlanes {
    VeerWide x, y, z, distance;
} WidePlanes;

static inline WidePlanes load_planes(const VeerLpRegion *region, uint32_t first)
{
    return (WidePlanes){wide_load(region->x + first), wide_load(region->y + first),
                        wide_load(region->z + first), wide_load(region->distance + first)};
}

/// Appends the first `count` lanes, of those the ones whose bits are set.
static inline void append_planes(VeerLpRegion *region, const WidePlanes *planes, uint32_t count,
                                 uint32_t bits)
{
    uint32_t first = region->count;
    wide_store(region->x + first, planes->x);
    wide_store(region->y + first, planes->y);
    wide_store(region->z + first, planes->z);
    wide_store(region->distance + first, planes->distance);
    uint32_t wanted = VEER_WIDE_ALL >> (VEER_WIDE - count);
    if ((bits & wanted) == wanted) {
        region->count += count;
        return;
    }
    for (uint32_t i = first; i < first + count; i++) {
        put_plane(region, region->count, normal_of(region, i), region->distance[i]);
        region->count += bits >> (i - first) & 1u;
    }
}

void veer_lp_open(VeerLpRegion *region, const VeerLpDef *def)
{
    region->is_spatial = def->space == VEER_SPATIAL;
    region->is_relaxed = false;
    region->count = def->count;
    region->hard_count = def->hard_count;
    region->limit = def->limit;
    for (uint32_t i = 0; i < def->count; i++) {
        put_plane(region, i, def->planes[i].normal, def->planes[i].distance);
    }
    fill_from(region, def->count);
}

/// How much the planes in the lanes from `first` on are broken.
static inline VeerWide wide_violations(const VeerLpRegion *region, uint32_t first, VeerVec3 v,
                                       bool is_spatial)
{
    VeerWide along = wide_add(wide_mul(wide_load(region->x + first), wide_splat(v.x)),
                              wide_mul(wide_load(region->y + first), wide_splat(v.y)));
    if (is_spatial) {
        along = wide_add(along, wide_mul(wide_load(region->z + first), wide_splat(v.z)));
    }
    return wide_sub(wide_load(region->distance + first), along);
}

static inline uint32_t broken_from(const VeerLp *program, uint32_t begin, VeerVec3 v, float by,
                                   bool is_spatial)
{
    VeerWide least = wide_splat(by);
    // Registers from the first plane on, as they were stored: others would wait for the memory.
    uint32_t first = begin - begin % VEER_WIDE, wanted = VEER_WIDE_ALL << begin % VEER_WIDE;
    for (; first < program->count; first += VEER_WIDE, wanted = VEER_WIDE_ALL) {
        VeerWide violations = wide_violations(program->region, first, v, is_spatial);
        uint32_t bits = wide_bits(wide_less(least, violations)) & wanted;
        if (bits) {
            uint32_t broken = first + veer_bits_lowest(bits);
            return broken < program->count ? broken : program->count;
        }
    }
    return program->count;
}

/// The first plane from `begin` on that is broken by more than `by`; `count` when none is.
static uint32_t first_broken(const VeerLp *program, uint32_t begin, VeerVec3 v, float by)
{
    return program->region->is_spatial ? broken_from(program, begin, v, by, true)
                                       : broken_from(program, begin, v, by, false);
}

/// The plane from `begin` on that is broken the most, and by more than `by`; `count` when none is.
static uint32_t most_broken(const VeerLp *program, uint32_t begin, VeerVec3 v, float by)
{
    bool is_spatial = program->region->is_spatial;
    uint32_t most = program->count;
    uint32_t first = begin - begin % VEER_WIDE, wanted = VEER_WIDE_ALL << begin % VEER_WIDE;
    for (; first < program->count; first += VEER_WIDE, wanted = VEER_WIDE_ALL) {
        VeerWide violations = wide_violations(program->region, first, v, is_spatial);
        uint32_t bits = wide_bits(wide_less(wide_splat(by), violations)) & wanted;
        float each[VEER_WIDE];
        wide_store(each, violations);
        for (; bits; bits &= bits - 1u) {
            uint32_t lane = veer_bits_lowest(bits);
            if (first + lane < program->count && each[lane] > by) {
                by = each[lane];
                most = first + lane;
            }
        }
    }
    return most;
}

static float greatest_violation(const VeerLp *program, uint32_t begin, VeerVec3 v)
{
    float greatest = 0.0f;
    for (uint32_t i = begin; i < program->count; i++) {
        greatest = max_f(greatest, violation(program->region, i, v));
    }
    return greatest;
}

/// The stretch of a line that is still allowed, by the distance from its point nearest to 0.
typedef struct LineStretch {
    float lower, upper;
} LineStretch;

/// Where the lanes' planes cut a line, and which of them leave anything of it.
typedef struct LineCuts {
    VeerWide lower, upper; ///< infinite where the plane is no such end
    VeerWideMask is_open;
} LineCuts;

static inline LineCuts cut_line(const VeerLp *program, uint32_t i, uint32_t first)
{
    const VeerLpRegion *region = program->region;
    VeerWide line_x = wide_splat(region->x[i]), line_y = wide_splat(region->y[i]);
    VeerWide x = wide_load(region->x + first), y = wide_load(region->y + first);
    VeerWide slope = wide_sub(wide_mul(line_x, y), wide_mul(line_y, x));
    VeerWide along = wide_add(wide_mul(line_x, x), wide_mul(line_y, y));
    VeerWide rest = wide_sub(wide_load(region->distance + first),
                             wide_mul(wide_splat(region->distance[i]), along));
    // Half of the slack is given away here: of planes that meet in one point, or in a line that
    // rounding tilts, it leaves a stretch, while the rest keeps them from being tried again.
    VeerWide at = wide_div(wide_sub(rest, wide_splat(0.5f * program->slack)), slope);
    VeerWideMask rises = wide_less(wide_splat(PARALLEL), slope);
    VeerWideMask falls = wide_less(slope, wide_splat(-PARALLEL));
    VeerWideMask crosses = wide_either(rises, falls);
    VeerWide infinite = wide_splat(INFINITY);
    VeerWideMask is_number = wide_both(crosses, wide_at_most(at, infinite));
    VeerWideMask is_kept = wide_only(wide_at_most(rest, wide_splat(program->slack)), crosses);
    return (LineCuts){wide_select(rises, at, wide_negate(infinite)),
                      wide_select(falls, at, infinite), wide_either(is_number, is_kept)};
}

/// Cuts the stretch of line i by the planes before it. @return false when nothing is left of it
static bool cut_stretch(const VeerLp *program, uint32_t i, LineStretch *stretch)
{
    VeerWide lower = wide_splat(stretch->lower), upper = wide_splat(stretch->upper);
    uint32_t first = 0;
    for (; first + VEER_WIDE <= i; first += VEER_WIDE) {
        LineCuts cuts = cut_line(program, i, first);
        if (wide_bits(cuts.is_open) != VEER_WIDE_ALL) {
            return false;
        }
        lower = wide_max(lower, cuts.lower);
        upper = wide_min(upper, cuts.upper);
    }
    if (first < i) {
        LineCuts cuts = cut_line(program, i, first);
        VeerWideMask counts = wide_first(i - first);
        if (~wide_bits(cuts.is_open) & wide_bits(counts)) {
            return false;
        }
        lower = wide_select(counts, wide_max(lower, cuts.lower), lower);
        upper = wide_select(counts, wide_min(upper, cuts.upper), upper);
    }
    *stretch = (LineStretch){wide_greatest(lower), wide_least(upper)};
    return stretch->lower <= stretch->upper;
}

/// Where on a stretch along `direction` the objective is best.
static float best_along(const VeerLp *program, VeerVec2 direction, LineStretch stretch)
{
    float along = dot2(direction, plane2(program->aim));
    if (program->is_far && fabsf(along) > PARALLEL * length2(plane2(program->aim))) {
        return along > 0.0f ? stretch.upper : stretch.lower;
    }
    return clamp_f(program->is_far ? 0.0f : along, stretch.lower, stretch.upper);
}

/// How far the limit reaches on plane i, from its point nearest to 0; -1: the plane is beyond it.
static inline float radius_on(const VeerLp *program, uint32_t i)
{
    float d = program->region->distance[i];
    if (fabsf(d) > program->limit + program->slack) {
        return -1.0f;
    }
    return sqrtf(max_f((program->limit - d) * (program->limit + d), 0.0f));
}

/// The best point on line i that keeps the planes before it. @return false when there is none
static bool solve_on_line(const VeerLp *program, uint32_t i, VeerVec3 *out)
{
    float d = program->region->distance[i];
    float half = radius_on(program, i);
    LineStretch stretch = {-half, half};
    if (half < 0.0f || !cut_stretch(program, i, &stretch)) {
        return false;
    }
    VeerVec2 normal = plane2(normal_of(program->region, i)), direction = left2(normal);
    float at = best_along(program, direction, stretch);
    VeerVec2 best = add2(scale2(normal, d), scale2(direction, at));
    *out = vec3(best.x, best.y, 0.0f);
    return true;
}

/// Two axes that span a plane.
typedef struct PlaneFrame {
    VeerVec3 x, y;
} PlaneFrame;

/// The axes of the plane across `normal`, from the coordinate axis that is most across it.
static PlaneFrame frame_across(VeerVec3 normal)
{
    float x = fabsf(normal.x), y = fabsf(normal.y), z = fabsf(normal.z);
    VeerVec3 axis = vec3(0.0f, 0.0f, 1.0f);
    if (x <= y && x <= z) {
        axis = vec3(1.0f, 0.0f, 0.0f);
    } else if (y <= z) {
        axis = vec3(0.0f, 1.0f, 0.0f);
    }
    PlaneFrame frame;
    frame.x = unit3(cross3(normal, axis), axis);
    frame.y = cross3(normal, frame.x);
    return frame;
}

static inline VeerWide wide_dot(VeerVec3 a, const WidePlanes *planes)
{
    VeerWide xy =
        wide_add(wide_mul(wide_splat(a.x), planes->x), wide_mul(wide_splat(a.y), planes->y));
    return wide_add(xy, wide_mul(wide_splat(a.z), planes->z));
}

/// Adds what the half-spaces before i leave of plane i, `count` of them from `first` on. @return
/// false: nothing
static inline bool cut_plane(const VeerLp *program, const PlaneFrame *frame, uint32_t i,
                             uint32_t first, VeerLpRegion *flat)
{
    const VeerLpRegion *region = program->region;
    WidePlanes by = load_planes(region, first);
    VeerWide slope = wide_dot(normal_of(region, i), &by);
    VeerWide distance = wide_sub(by.distance, wide_mul(wide_splat(region->distance[i]), slope));
    VeerWide x = wide_dot(frame->x, &by), y = wide_dot(frame->y, &by);
    VeerWide square = wide_add(wide_mul(x, x), wide_mul(y, y));
    uint32_t count = i - first < VEER_WIDE ? i - first : VEER_WIDE;
    uint32_t parallel = wide_bits(wide_at_most(square, wide_splat(PARALLEL * PARALLEL)));
    uint32_t kept = wide_bits(wide_at_most(distance, wide_splat(program->slack)));
    if (parallel & ~kept & VEER_WIDE_ALL >> (VEER_WIDE - count)) {
        return false;
    }
    VeerWide inverse = wide_div(wide_splat(1.0f), wide_sqrt(square));
    // Half of the slack is given away here, as on a line.
    VeerWide rest = wide_sub(distance, wide_splat(0.5f * program->slack));
    WidePlanes left = {wide_mul(x, inverse), wide_mul(y, inverse), wide_splat(0.0f),
                       wide_mul(rest, inverse)};
    append_planes(flat, &left, count, ~parallel);
    return true;
}

/// The best point on plane i, of space, that keeps those before it. @return false: there is none
static bool solve_on_plane(const VeerLp *program, uint32_t i, VeerVec3 *out)
{
    const VeerLpRegion *region = program->region;
    float d = region->distance[i];
    float radius = radius_on(program, i);
    if (radius < 0.0f) {
        return false;
    }
    VeerVec3 normal = normal_of(region, i);
    PlaneFrame frame = frame_across(normal);
    VeerLpRegion flat;
    flat.is_spatial = false;
    flat.count = 0;
    for (uint32_t first = 0; first < i; first += VEER_WIDE) {
        if (!cut_plane(program, &frame, i, first, &flat)) {
            return false;
        }
    }
    fill_from(&flat, flat.count);
    VeerVec2 aim = vec2(dot3(frame.x, program->aim), dot3(frame.y, program->aim));
    VeerLp inside = {
        &flat,          flat.count, radius, 0.5f * program->slack, vec3(aim.x, aim.y, 0.0f),
        program->is_far};
    VeerVec3 best;
    if (veer_lp_reach(&inside, &best) < flat.count) {
        return false;
    }
    *out = along3(along3(scale3(normal, d), frame.x, best.x), frame.y, best.y);
    return true;
}

static VeerVec3 best_within_limit(const VeerLp *program)
{
    if (!program->is_far) {
        return clamp_length3(program->aim, program->limit);
    }
    float length = length3(program->aim);
    return length > 0.0f ? scale3(program->aim, program->limit / length) : (VeerVec3){0};
}

uint32_t veer_lp_reach(const VeerLp *program, VeerVec3 *out)
{
    *out = best_within_limit(program);
    for (uint32_t i = 0;; i++) {
        i = first_broken(program, i, *out, program->slack);
        if (i == program->count ||
            !(program->region->is_spatial ? solve_on_plane(program, i, out)
                                          : solve_on_line(program, i, out))) {
            return i;
        }
    }
}

/// Adds those planes in which the violation of plane j is at most that of plane i and `give`,
/// for j from `first` on in lanes, up to i. Of parallel ones one is everywhere the more violated.
static inline void bisect(const VeerLpRegion *region, uint32_t first, uint32_t i, float give,
                          VeerLpRegion *out)
{
    WidePlanes by = load_planes(region, first);
    VeerWide x = wide_sub(by.x, wide_splat(region->x[i]));
    VeerWide y = wide_sub(by.y, wide_splat(region->y[i]));
    VeerWide z = wide_sub(by.z, wide_splat(region->z[i]));
    VeerWide square = wide_add(wide_add(wide_mul(x, x), wide_mul(y, y)), wide_mul(z, z));
    VeerWide inverse = wide_div(wide_splat(1.0f), wide_sqrt(square));
    VeerWide distance = wide_sub(by.distance, wide_splat(region->distance[i]));
    distance = wide_mul(wide_sub(distance, wide_splat(give)), inverse);
    WidePlanes planes = {wide_mul(x, inverse), wide_mul(y, inverse), wide_mul(z, inverse),
                         distance};
    uint32_t count = i - first < VEER_WIDE ? i - first : VEER_WIDE;
    append_planes(out, &planes, count, wide_bits(wide_less(wide_splat(EQUAL_NORMALS), square)));
}

/// Where plane i is violated least, among the points where it is the most violated of the soft
/// planes up to it and where the hard ones are kept.
static bool solve_worst(const VeerLp *program, uint32_t hard_count, uint32_t i, VeerVec3 *out)
{
    const VeerLpRegion *region = program->region;
    VeerLpRegion bisected;
    bisected.is_spatial = region->is_spatial;
    bisected.count = hard_count;
    for (uint32_t j = 0; j < hard_count; j++) {
        put_plane(&bisected, j, normal_of(region, j), region->distance[j]);
    }
    // What rounding makes of a violation: where normals are nearly equal it moves the bisector far.
    float give = 0.125f * program->slack;
    for (uint32_t j = hard_count; j < i; j += VEER_WIDE) {
        bisect(region, j, i, give, &bisected);
    }
    fill_from(&bisected, bisected.count);
    VeerLp worst = {&bisected,      bisected.count,       program->limit,
                    program->slack, normal_of(region, i), true};
    VeerVec3 best;
    if (veer_lp_reach(&worst, &best) < worst.count) {
        return false;
    }
    *out = best;
    return true;
}

static void swap_planes(VeerLpRegion *region, uint32_t i, uint32_t j)
{
    VeerVec3 normal = normal_of(region, i);
    float distance = region->distance[i];
    put_plane(region, i, normal_of(region, j), region->distance[j]);
    put_plane(region, j, normal, distance);
}

/// The point that minimises the greatest violation of the planes from hard_count on, keeping those
/// before; `from` keeps the hard ones. A linear program in one dimension more, again by adding one
/// plane after the other; the most violated first, so that few are ever added. @return that
/// violation
static float minimise_violation(VeerLpRegion *region, const VeerLp *program, uint32_t hard_count,
                                VeerVec3 *from)
{
    float worst = 0.0f;
    for (uint32_t added = hard_count;; added++) {
        uint32_t i = most_broken(program, added, *from, worst + program->slack);
        if (i == program->count) {
            return greatest_violation(program, hard_count, *from);
        }
        swap_planes(region, added, i);
        // Rounding alone can make this fail: then the point so far stays the best known.
        (void)solve_worst(program, hard_count, added, from);
        worst = violation(region, added, *from);
    }
}

/// Moves the planes [begin, end) outwards, all alike and as little as possible, until they are
/// feasible beside those before them.
///
/// @param kept   how many planes the program kept
/// @param point  where it came to; afterwards a point that keeps all
static void loosen(VeerLpRegion *region, VeerLp program, uint32_t begin, uint32_t end,
                   uint32_t kept, VeerVec3 *point)
{
    program.count = end;
    if (kept < end) {
        float by = minimise_violation(region, &program, begin, point) + program.slack;
        for (uint32_t i = begin; i < end; i++) {
            region->distance[i] -= by;
        }
    }
}

/// Loosens the hard planes as far as they need, then the soft ones beside them.
///
/// @param kept  how many planes the program kept; `best` for those is in region->least
static void relax(VeerLpRegion *region, const VeerLp *program, uint32_t kept)
{
    if (kept < region->hard_count) {
        loosen(region, *program, 0, region->hard_count, kept, &region->least);
        kept = veer_lp_reach(program, &region->least);
    }
    loosen(region, *program, region->hard_count, region->count, kept, &region->least);
    region->is_relaxed = true;
}

VeerVec3 veer_lp_choose(VeerLpRegion *region, VeerVec3 preferred)
{
    VeerLp program = {region,    region->count, region->limit, VEER_PLANE_SLACK * region->limit,
                      preferred, false};
    VeerVec3 best;
    uint32_t kept = veer_lp_reach(&program, &best);
    if (kept < region->count && !region->is_relaxed) {
        region->least = best;
        relax(region, &program, kept);
        kept = veer_lp_reach(&program, &best);
    }
    return clamp_length3(kept == region->count ? best : region->least, region->limit);
}

VeerVec3 veer_lp_solve(const VeerLpDef *def, VeerVec3 preferred)
{
    VeerLpRegion region;
    veer_lp_open(&region, def);
    return veer_lp_choose(&region, preferred);
}
