/// The model whiskers: feelers and dodge angles.
#include "avoid/base/answer.h"
#include "avoid/base/nearby.h"
#include "avoid/base/view.h"
#include "avoid/classic/classic.h"
#include "avoid/classic/constants.h"
#include "geom/box.h"
#include "geom/segment.h"
#include "geom/touch.h"
#include "math/trig.h"

/// What a feeler met.
typedef struct Felt {
    VeerVec3 offset; ///< m, to the centre of the body, or to the point of a wall
    float radius;    ///< m; 0 of a wall
    VeerVec3 side;   ///< unit vector across the bearing: where to pass; zero: as seen from ahead
    float part;      ///< of what was swept, 0 to 1; INFINITY: nothing
} Felt;

static float diameter(const VeerView *view)
{
    return 2.0f * view->radius;
}

/// The point of a wall that a disc (or sphere) that is swept touches first.
static Felt felt_wall(const VeerView *view, const VeerWall *wall, VeerVec3 swept, float reach)
{
    float part = view->space == VEER_SPATIAL
                     ? veer_box_cast((VeerBounds){wall->a, wall->b}, (VeerVec3){0}, swept, reach)
                     : veer_segment_cast2(plane2(wall->a), plane2(wall->b), vec2(0.0f, 0.0f),
                                          plane2(swept), reach);
    if (!(part <= 1.0f)) {
        return (Felt){.part = INFINITY};
    }
    return (Felt){.offset = veer_wall_nearest(view, wall, scale3(swept, part)), .part = part};
}

static Felt felt_body(const VeerView *view, const VeerNearby *body, VeerVec3 swept, float reach)
{
    reach += body->radius;
    float part = view->space == VEER_SPATIAL
                     ? veer_time_to_touch3(body->offset, swept, reach)
                     : veer_time_to_touch(plane2(body->offset), plane2(swept), reach);
    return (Felt){.offset = body->offset, .radius = body->radius, .part = part};
}

/// The first that a disc (or sphere) as wide as both feelers touches along the heading; nothing
/// that is beside or behind already.
static Felt sweep(const VeerView *view, const VeerWhiskers *whiskers)
{
    VeerVec3 swept = scale3(view->heading, whiskers->look_ahead);
    float reach = whiskers->width * diameter(view);
    uint32_t count = veer_nearby_count(view);
    uint32_t bodies = body_count(view);
    Felt first = {.part = INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        VeerNearby nearby = veer_nearby_at(view, i);
        Felt felt = i < bodies ? felt_body(view, &nearby, swept, reach)
                               : felt_wall(view, &view->walls[i - bodies], swept, reach);
        if (felt.part <= 1.0f && felt.part < first.part &&
            dot3(felt.offset, view->heading) > 0.0f) {
            first = felt;
        }
    }
    trace_ball(view, VEER_TRACE_PROBE, scale3(swept, min_f(first.part, 1.0f)), reach);
    return first;
}

/// The first of what is near that a probe circle overlaps; `part` INFINITY: none.
static Felt probe(const VeerView *view, VeerVec3 centre, float radius)
{
    trace_ball(view, VEER_TRACE_PROBE, centre, radius);
    for (uint32_t i = 0; i < veer_nearby_count(view); i++) {
        VeerNearby nearby = veer_nearby_at(view, i);
        VeerVec3 point = nearby.offset;
        if (i >= body_count(view)) {
            point = veer_wall_nearest(view, &view->walls[i - body_count(view)], centre);
        }
        if (length3(sub3(point, centre)) < nearby.radius + radius) {
            return (Felt){.offset = point, .radius = nearby.radius};
        }
    }
    return (Felt){.part = INFINITY};
}

static uint32_t probe_count(const VeerWhiskers *whiskers, float step)
{
    float steps = step > 0.0f ? whiskers->look_ahead / step : 0.0f;
    return steps < (float)MAX_PROBES ? (uint32_t)steps + 1 : MAX_PROBES;
}

/// The source's form: circles along two feelers, from near to far, the right one first.
static Felt feel(const VeerView *view, const VeerWhiskers *whiskers)
{
    float half = 0.5f * whiskers->width * diameter(view);
    float step = whiskers->probe_step * diameter(view);
    VeerVec3 left = left3(view->heading);
    uint32_t count = probe_count(whiskers, step);
    for (uint32_t i = 0; i < count; i++) {
        for (int turn = -1; turn <= 1; turn += 2) {
            float side = (float)turn;
            VeerVec3 ahead = scale3(view->heading, step * (float)i);
            Felt felt = probe(view, along3(ahead, left, side * half), half);
            if (felt.part == 0.0f) {
                // Felt on the right: past it on the left.
                felt.side = scale3(left3(direction3(felt.offset)), -side);
                return felt;
            }
        }
    }
    return (Felt){.part = INFINITY};
}

/// A unit vector across the bearing, on the side where the heading points already; to the right
/// where it points straight at what was felt.
static VeerVec3 free_side(const VeerView *view, VeerVec3 bearing)
{
    VeerVec3 across = along3(view->heading, bearing, -dot3(view->heading, bearing));
    if (length3(across) > 1e-4f) {
        return direction3(across);
    }
    VeerVec3 right = direction3(scale3(left3(bearing), -1.0f));
    return length3(right) > 0.0f ? right : vec3(1.0f, 0.0f, 0.0f);
}

/// The direction that passes what was felt at a safe distance.
/// Source: bearing +- asin(safe / distance); within the safe distance bearing +- inside_turn.
static VeerVec3 dodge(const VeerView *view, const VeerWhiskers *whiskers, const Felt *felt)
{
    float safe = whiskers->safe_own * diameter(view) + whiskers->safe_other * 2.0f * felt->radius;
    VeerVec3 bearing = direction3(felt->offset);
    VeerVec3 side = length3(felt->side) > 0.0f ? felt->side : free_side(view, bearing);
    float sine = safe / length3(felt->offset);
    float cosine = sqrtf(max_f(1.0f - sine * sine, 0.0f));
    if (!(sine < 1.0f)) {
        sine = veer_sin(whiskers->inside_turn);
        cosine = veer_cos(whiskers->inside_turn);
    }
    trace_ball(view, VEER_TRACE_HIT, felt->offset, felt->radius);
    trace_line(view, VEER_TRACE_SIDE, felt->offset, along3(felt->offset, side, safe));
    return add3(scale3(bearing, cosine), scale3(side, sine));
}

/// The source's helm, for its form and its ships, whose headings go where the answer points: the
/// rate of a turn changes by at most the turn rate in a tick, so that a turn to the other side
/// first ends, and then begins.
static VeerVec3 steer(const VeerView *view, VeerVec3 target, float *rate)
{
    float limit = view->max_turn_rate, speed = length3(target);
    const VeerVehicleParams *vehicle = &view->vehicle;
    bool is_headlong = vehicle->kind == VEER_VEHICLE_THRUSTER && vehicle->thruster.is_headlong;
    if (!is_headlong || !isfinite(limit) || speed == 0.0f) {
        *rate = 0.0f;
        return target;
    }
    VeerVec2 heading = plane2(view->heading);
    float error = veer_atan2(cross2(heading, plane2(target)), dot2(heading, plane2(target)));
    float wanted = clamp_f(error / view->dt, -limit, limit);
    *rate = clamp_f(wanted, *rate - limit, *rate + limit);
    float turn = *rate * view->dt;
    VeerVec3 ahead = scale3(view->heading, veer_cos(turn));
    return scale3(along3(ahead, left3(view->heading), veer_sin(turn)), speed);
}

VeerAvoidResult veer_whiskers_decide(const VeerView *view, const VeerAvoidParams *params,
                                     VeerVec3 preferred)
{
    const VeerWhiskers *whiskers = &params->whiskers;
    preferred = limit_preferred(view, preferred);
    VeerVec3 chosen = preferred;
    bool has_probes = whiskers->probe_step > 0.0f && view->space == VEER_PLANAR;
    Felt felt = has_probes ? feel(view, whiskers) : sweep(view, whiskers);
    bool is_felt = felt.part <= 1.0f;
    if (is_felt) {
        chosen = scale3(direction3(dodge(view, whiskers, &felt)), length3(preferred));
    }
    VeerAvoidMemory memory = view->memory;
    if (has_probes) {
        chosen = steer(view, chosen, &memory.whiskers.turn_rate);
    }
    VeerAvoidResult result = answer_with(view, preferred, chosen);
    result.memory = memory;
    result.is_avoiding = is_felt;
    return result;
}
