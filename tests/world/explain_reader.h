/// Explanations in tests: what is said of an agent.
#ifndef VEER_TESTS_EXPLAIN_READER_H
#define VEER_TESTS_EXPLAIN_READER_H

#include "world/world_maker.h"

/// The reason of a kind that an agent has now; false: it has none. Asking changes nothing, and all
/// that is said has a name, a topic and a sentence.
static inline bool find_reason(VeerWorld *world, VeerAgentId agent, VeerReasonKind kind,
                               VeerReason *out)
{
    VeerReason reasons[VEER_MAX_REASONS];
    uint32_t count = 0;
    bool is_found = false;
    uint64_t hash = veer_world_hash(world);
    assert_int_equal(veer_world_explain(world, agent, TICK, reasons, VEER_MAX_REASONS, &count),
                     VEER_OK);
    assert_true(veer_world_hash(world) == hash);
    assert_true(count > 0 && count <= VEER_MAX_REASONS);
    for (uint32_t i = 0; i < count; ++i) {
        assert_non_null(veer_reason_kind_name(reasons[i].kind));
        assert_non_null(veer_reason_topic(reasons[i].kind));
        assert_true(veer_reason_text(&reasons[i], NULL, 0) > 0);
        if (reasons[i].kind == kind) {
            *out = reasons[i];
            is_found = true;
        }
    }
    return is_found;
}

static inline bool has_reason(VeerWorld *world, VeerAgentId agent, VeerReasonKind kind)
{
    VeerReason reason;
    return find_reason(world, agent, kind, &reason);
}

static inline VeerReason read_reason(VeerWorld *world, VeerAgentId agent, VeerReasonKind kind)
{
    VeerReason reason = {.kind = kind};
    if (!find_reason(world, agent, kind, &reason)) {
        fail_msg("nothing is said of the kind %s", veer_reason_kind_name(kind));
    }
    return reason;
}

/// That one of a kind is said in these words.
static inline void assert_says(VeerWorld *world, VeerAgentId agent, VeerReasonKind kind,
                               const char *words)
{
    char text[256];
    VeerReason reason = read_reason(world, agent, kind);
    assert_true(veer_reason_text(&reason, text, sizeof text) < sizeof text);
    assert_string_equal(text, words);
}

#endif
