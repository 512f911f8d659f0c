/// Queueing behind others, and hiding behind them.
#include "steer/answer.h"

/// Below this part of the distance it falls back, instead of keeping up.
#define CLOSE_PART 0.5f

/// m between the surfaces along the course; INFINITY where that misses the mate or leaves it
/// behind.
static float gap_ahead(const VeerMate *mate, VeerVec3 course, float radius)
{
    float ahead = dot3(mate->offset, course);
    float reach = radius + mate->radius;
    float aside = length3(along3(mate->offset, course, -ahead));
    return ahead > 0.0f && aside < reach ? ahead - reach : INFINITY;
}

VeerVec3 veer_steer_queue(VeerMates mates, float radius, float distance, VeerVec3 preferred)
{
    VeerVec3 course = unit3(preferred, (VeerVec3){0});
    float speed = length3(preferred), nearest = distance;
    float allowed = speed;
    for (uint32_t i = 0; i < mate_count(mates); ++i) {
        float gap = gap_ahead(&mates.mates[i], course, radius);
        if (gap < nearest) {
            nearest = gap;
            float theirs = clamp_f(dot3(mates.mates[i].velocity, course), 0.0f, speed);
            float room = clamp_f(gap / (CLOSE_PART * distance), 0.0f, 1.0f);
            float far = clamp_f(gap / distance, 0.0f, 1.0f);
            allowed = (theirs + (speed - theirs) * far * far) * room;
        }
    }
    return finite_or_zero(scale3(course, min_f(speed, allowed)));
}

VeerVec3 veer_steer_hiding_place(VeerMates bodies, VeerVec3 threat, float radius, float gap,
                                 bool *is_found)
{
    VeerVec3 best = {0};
    float least = INFINITY;
    for (uint32_t i = 0; i < mate_count(bodies); ++i) {
        const VeerMate *body = &bodies.mates[i];
        VeerVec3 behind = unit3(sub3(body->offset, threat), vec3(1.0f, 0.0f, 0.0f));
        VeerVec3 place = along3(body->offset, behind, body->radius + radius + gap);
        float distance = length3(place);
        if (body->radius >= radius && distance < least) {
            least = distance;
            best = place;
        }
    }
    if (is_found) {
        *is_found = isfinite(least);
    }
    return best;
}
