#include "motion/contact.h"

#include "base/wide.h"
#include "base/wide_bits.h"
#include "geom/touch.h"
#include "motion/constants.h"

VeerVec3 veer_contact_push(const VeerMeeting *meeting, float recovery)
{
    float distance = length3(meeting->offset);
    float excess = dot3(meeting->offset, meeting->offset) - meeting->reach * meeting->reach;
    VeerVec3 normal = unit3(meeting->offset, meeting->fallback);
    float wanted = meeting->reach;
    if (excess > 0.0f) {
        VeerVec3 gap = scale3(meeting->offset, -1.0f);
        float time = veer_time_to_touch3(gap, meeting->move, meeting->reach);
        if (time >= 1.0f) {
            return (VeerVec3){0};
        }
        normal = unit3(along3(meeting->offset, meeting->move, time), normal);
    } else {
        wanted = distance + (meeting->reach - distance) * recovery;
    }
    float end = dot3(add3(meeting->offset, meeting->move), normal);
    return scale3(normal, max_f(wanted - end, 0.0f));
}

VeerVec3 veer_contact_slide(VeerVec3 shift, VeerVec3 normal, float gap, float recovery)
{
    float least = gap < 0.0f ? -gap * recovery : -gap;
    return along3(shift, normal, max_f(least - dot3(shift, normal), 0.0f));
}

// The pushes of many bodies at a time: lanes are bodies. Each operation is that of
// veer_contact_push, in its order, so the bits are the same.
_Static_assert(VEER_CONTACT_LANES % VEER_WIDE == 0, "whole registers");

/// Vectors, one a lane; planar: z is not looked at.
typedef struct LaneVector {
    VeerWide x, y, z;
} LaneVector;

static inline LaneVector load(const VeerLanes3 *values, uint32_t first, bool is_spatial)
{
    VeerWide z = is_spatial ? wide_load(values->z + first) : wide_splat(0.0f);
    return (LaneVector){wide_load(values->x + first), wide_load(values->y + first), z};
}

static inline VeerWide dot(LaneVector a, LaneVector b, bool is_spatial)
{
    VeerWide sum = wide_add(wide_mul(a.x, b.x), wide_mul(a.y, b.y));
    return is_spatial ? wide_add(sum, wide_mul(a.z, b.z)) : sum;
}

static inline LaneVector scale(LaneVector a, VeerWide s, bool is_spatial)
{
    return (LaneVector){wide_mul(a.x, s), wide_mul(a.y, s), is_spatial ? wide_mul(a.z, s) : a.z};
}

static inline LaneVector add(LaneVector a, LaneVector b, bool is_spatial)
{
    return (LaneVector){wide_add(a.x, b.x), wide_add(a.y, b.y),
                        is_spatial ? wide_add(a.z, b.z) : a.z};
}

static inline LaneVector select(VeerWideMask mask, LaneVector a, LaneVector b)
{
    return (LaneVector){wide_select(mask, a.x, b.x), wide_select(mask, a.y, b.y),
                        wide_select(mask, a.z, b.z)};
}

/// The squared length of the cross product.
static inline VeerWide cross_square(LaneVector a, LaneVector b, bool is_spatial)
{
    VeerWide z = wide_sub(wide_mul(a.x, b.y), wide_mul(a.y, b.x));
    if (!is_spatial) {
        return wide_mul(z, z);
    }
    VeerWide x = wide_sub(wide_mul(a.y, b.z), wide_mul(a.z, b.y));
    VeerWide y = wide_sub(wide_mul(a.z, b.x), wide_mul(a.x, b.z));
    return wide_add(wide_add(wide_mul(x, x), wide_mul(y, y)), wide_mul(z, z));
}

/// Pairs as veer_contact_push sees them.
typedef struct LaneMeeting {
    LaneVector offset, move;
    VeerWide reach, square, distance;
    VeerWideMask is_apart;
} LaneMeeting;

static inline LaneMeeting meet(const VeerMeetings *meetings, uint32_t first, bool is_spatial)
{
    LaneMeeting m = {.offset = load(&meetings->offset, first, is_spatial),
                     .move = load(&meetings->move, first, is_spatial),
                     .reach = wide_load(meetings->reach + first)};
    m.square = dot(m.offset, m.offset, is_spatial);
    VeerWide excess = wide_sub(m.square, wide_mul(m.reach, m.reach));
    m.is_apart = wide_less(wide_splat(0.0f), excess);
    return m;
}

/// Whether veer_contact_push may be other than zero: false only where bodies apart are certain not
/// to touch, going away from each other or too slow for the room between them. Without a root:
/// distance > reach + |move|, squared twice. The margins are far above rounding.
static inline VeerWideMask is_possible(const LaneMeeting *m, bool is_spatial)
{
    VeerWide reach_square = wide_mul(m->reach, m->reach);
    VeerWide excess = wide_sub(m->square, reach_square);
    VeerWideMask is_clear = wide_less(wide_mul(wide_splat(1e-4f), m->square), excess);
    VeerWide move_square = dot(m->move, m->move, is_spatial);
    VeerWide rest = wide_sub(wide_sub(excess, move_square), wide_mul(wide_splat(1e-5f), m->square));
    VeerWide bound = wide_mul(wide_mul(wide_splat(4.04f), reach_square), move_square);
    VeerWideMask is_slow =
        wide_both(wide_less(wide_splat(0.0f), rest), wide_less(bound, wide_mul(rest, rest)));
    VeerWideMask is_parting = wide_at_most(wide_splat(0.0f), dot(m->offset, m->move, is_spatial));
    VeerWideMask is_never = wide_both(is_clear, wide_either(is_slow, is_parting));
    return wide_only(wide_at_most(wide_splat(0.0f), m->square), is_never);
}

/// veer_time_to_touch3 of -offset
static inline VeerWide time_to_touch(const LaneMeeting *m, bool is_spatial)
{
    VeerWide zero = wide_splat(0.0f);
    VeerWide b = wide_negate(dot(m->offset, m->move, is_spatial));
    VeerWide c = wide_mul(wide_sub(m->distance, m->reach), wide_add(m->distance, m->reach));
    VeerWide discriminant =
        wide_sub(wide_mul(dot(m->move, m->move, is_spatial), wide_mul(m->reach, m->reach)),
                 cross_square(m->offset, m->move, is_spatial));
    VeerWideMask meets = wide_both(wide_less(zero, b), wide_at_most(zero, discriminant));
    VeerWide root = wide_sqrt(wide_select(meets, discriminant, zero));
    VeerWide time = wide_div(c, wide_select(meets, wide_add(b, root), wide_splat(1.0f)));
    time = wide_select(meets, time, wide_splat(INFINITY));
    return wide_select(wide_at_most(c, zero), zero, time);
}

/// unit3
static inline LaneVector unit(LaneVector a, LaneVector fallback, bool is_spatial)
{
    VeerWide length = wide_sqrt(dot(a, a, is_spatial));
    VeerWideMask has_length = wide_less(wide_splat(1e-12f), length);
    VeerWide inverse =
        wide_div(wide_splat(1.0f), wide_select(has_length, length, wide_splat(1.0f)));
    return select(has_length, scale(a, inverse, is_spatial), fallback);
}

/// @return the lanes that are pushed, as bits
static inline uint32_t push(const LaneMeeting *m, uint32_t first, float recovery, bool is_spatial,
                            VeerLanes3 *out)
{
    VeerWide zero = wide_splat(0.0f);
    VeerWide time = time_to_touch(m, is_spatial);
    VeerWideMask is_late = wide_both(m->is_apart, wide_at_most(wide_splat(1.0f), time));
    VeerWide along = wide_select(is_late, zero, time);
    LaneVector start = unit(m->offset, m->offset, is_spatial);
    LaneVector touch = add(m->offset, scale(m->move, along, is_spatial), is_spatial);
    LaneVector normal = select(m->is_apart, unit(touch, start, is_spatial), start);
    VeerWide depth = wide_sub(m->reach, m->distance);
    VeerWide freed = wide_add(m->distance, wide_mul(depth, wide_splat(recovery)));
    VeerWide wanted = wide_select(m->is_apart, m->reach, freed);
    VeerWide end = dot(add(m->offset, m->move, is_spatial), normal, is_spatial);
    VeerWide amount = wide_max(wide_sub(wanted, end), zero);
    LaneVector pushed = scale(normal, wide_select(is_late, zero, amount), is_spatial);
    wide_store(out->x + first, pushed.x);
    wide_store(out->y + first, pushed.y);
    wide_store(out->z + first, pushed.z);
    return wide_bits(wide_less(zero, dot(pushed, pushed, is_spatial)));
}

static inline VeerContactBits push_all(const VeerMeetings *meetings, uint32_t count, float recovery,
                                       bool is_spatial, VeerLanes3 *out)
{
    VeerContactBits bits = {0, 0};
    for (uint32_t first = 0; first < count; first += VEER_WIDE) {
        LaneMeeting m = meet(meetings, first, is_spatial);
        VeerWideMask is_asked = wide_first(count - first < VEER_WIDE ? count - first : VEER_WIDE);
        if (wide_bits(wide_both(is_asked, is_possible(&m, is_spatial)))) {
            m.distance = wide_sqrt(m.square);
            bits.pushed |= push(&m, first, recovery, is_spatial, out) << first;
            VeerWideMask is_near = wide_at_most(m.square, wide_splat(COINCIDENT_SQUARE));
            bits.coincident |= wide_bits(is_near) << first;
        }
    }
    uint32_t asked = (1u << count) - 1u;
    bits.coincident &= asked;
    bits.pushed &= asked & ~bits.coincident;
    return bits;
}

VeerContactBits veer_contact_pushes(const VeerMeetings *meetings, uint32_t count, float recovery,
                                    bool is_spatial, VeerLanes3 *out)
{
    return is_spatial ? push_all(meetings, count, recovery, true, out)
                      : push_all(meetings, count, recovery, false, out);
}
