#include "space/answers.h"

#include <string.h>

// Whether a comes before b.
static bool is_before(const VeerAnswers *answers, VeerNear a, VeerNear b)
{
    if (a.gap != b.gap) {
        return a.gap < b.gap;
    }
    return answers->tags[a.index].id < answers->tags[b.index].id;
}

void veer_answers_open(VeerAnswers *answers, float bound)
{
    answers->count = 0;
    answers->bound = bound;
    answers->is_settled = false;
}

static void sort_pool(VeerAnswers *answers)
{
    float gaps[VEER_RANK_ROOM];
    uint32_t ids[VEER_POOL_SIZE], places[VEER_POOL_SIZE];
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

void veer_answers_push(VeerAnswers *answers, VeerNear near)
{
    VeerNear *out = answers->out;
    uint32_t place = answers->count;
    if (place == answers->limit && !is_before(answers, near, out[--place])) {
        return;
    }
    for (; place > 0 && is_before(answers, near, out[place - 1u]); place--) {
        out[place] = out[place - 1u];
    }
    out[place] = near;
    answers->count += answers->count < answers->limit;
    if (answers->count == answers->limit) {
        answers->bound = out[answers->limit - 1u].gap;
        answers->bound_id = answers->tags[out[answers->limit - 1u].index].id;
        answers->is_settled = true;
    }
}

uint32_t veer_answers_close(VeerAnswers *answers)
{
    if (!answers->is_pooled) {
        return answers->count;
    }
    sort_pool(answers);
    uint32_t count = answers->count < answers->limit ? answers->count : answers->limit;
    for (uint32_t i = 0; i < count; i++) {
        answers->out[i] = answers->pool[i];
    }
    return count;
}
