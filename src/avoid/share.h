/// How two agents share an evasion.
#ifndef VEER_AVOID_SHARE_H
#define VEER_AVOID_SHARE_H

/// The weight of infinite priority: agents of this weight yield to none but the immovable, of
/// weight INFINITY.
#define VEER_WEIGHT_UNYIELDING 3e38f

/// The share of an evasion that falls to the first of two agents: the other's weight ÷ both.
static inline float veer_yield_share(float own, float other)
{
    if (own == other) {
        return 0.5f;
    }
    if (own >= VEER_WEIGHT_UNYIELDING || other >= VEER_WEIGHT_UNYIELDING) {
        return own < other ? 1.0f : 0.0f;
    }
    return other / (own + other);
}

#endif
