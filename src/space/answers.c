#include "space/answers.h"

#include <string.h>

void veer_answers_open(VeerAnswers *answers, float bound)
{
    answers->count = 0;
    answers->bound = bound;
    answers->is_settled = false;
}

static void sort_pool(VeerAnswers *answers)
{
    float gaps[VEER_RANK_ROOM];
    uint32_t ids[VEER_POOL_SIZE], places[VEER_RANK_ROOM];
    VeerNear sorted[VEER_POOL_SIZE];
    uint32_t count = answers->count;
    for (uint32_t i = 0; i < count; i++) {
        gaps[i] = answers->pool[i].gap;
    }
    if (!veer_rank(gaps, count, places)) {
        for (uint32_t i = 0; i < count; i++) {
            ids[i] = answers->tags[answers->pool[i].index].id;
        }
        veer_rank_ties(ids, count, places);
    }
    for (uint32_t i = 0; i < count; i++) {
        sorted[places[i]] = answers->pool[i];
    }
    memcpy(answers->pool, sorted, count * sizeof *sorted);
}

void veer_answers_settle(VeerAnswers *answers)
{
    sort_pool(answers);
    answers->count = answers->limit;
    VeerNear last = answers->pool[answers->limit - 1u];
    answers->bound = last.gap;
    answers->bound_id = answers->tags[last.index].id;
    answers->is_settled = true;
}

// After an answer came to `out`: only better ones still do where it is full.
static void tighten(VeerAnswers *answers)
{
    if (answers->count == answers->limit) {
        VeerNear last = answers->out[answers->limit - 1u];
        answers->bound = last.gap;
        answers->bound_id = answers->tags[last.index].id;
        answers->is_settled = true;
    }
}

void veer_answers_push(VeerAnswers *answers, VeerNear near)
{
    VeerNear *out = answers->out;
    const VeerIndexTag *tags = answers->tags;
    uint32_t id = tags[near.index].id, place = answers->count;
    if (place == answers->limit &&
        (near.gap > answers->bound || (near.gap == answers->bound && id >= answers->bound_id))) {
        return;
    }
    place -= place == answers->limit;
    for (; place > 0; place--) {
        VeerNear before = out[place - 1u];
        if (before.gap < near.gap || (before.gap == near.gap && tags[before.index].id <= id)) {
            break;
        }
        out[place] = before;
    }
    out[place] = near;
    answers->count += answers->count < answers->limit;
    tighten(answers);
}

// Brings the best of the pool to `out`, in order.
static void empty_pool(VeerAnswers *answers)
{
    sort_pool(answers);
    answers->count = answers->count < answers->limit ? answers->count : answers->limit;
    for (uint32_t i = 0; i < answers->count; i++) {
        answers->out[i] = answers->pool[i];
    }
}

void veer_answers_begin(VeerAnswers *answers, uint32_t count)
{
    answers->count = count;
    empty_pool(answers);
    tighten(answers);
}

uint32_t veer_answers_close(VeerAnswers *answers)
{
    if (answers->is_pooled) {
        empty_pool(answers);
    }
    return answers->count;
}
