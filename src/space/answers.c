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

// Puts `near` at `place` of a heap of `count` whose top comes last, and restores its order.
static void sift_down(const VeerAnswers *answers, VeerNear near, uint32_t place, uint32_t count)
{
    VeerNear *out = answers->out;
    for (uint32_t child = 2u * place + 1u; child < count; child = 2u * place + 1u) {
        if (child + 1u < count && is_before(answers, out[child], out[child + 1u])) {
            child++;
        }
        if (!is_before(answers, near, out[child])) {
            break;
        }
        out[place] = out[child];
        place = child;
    }
    out[place] = near;
}

static void make_heap(const VeerAnswers *answers)
{
    for (uint32_t place = answers->count / 2u; place-- > 0;) {
        sift_down(answers, answers->out[place], place, answers->count);
    }
}

void veer_answers_push(VeerAnswers *answers, VeerNear near)
{
    if (answers->count < answers->limit) {
        answers->out[answers->count++] = near;
        if (answers->count < answers->limit) {
            return;
        }
        make_heap(answers);
    } else if (is_before(answers, near, answers->out[0])) {
        sift_down(answers, near, 0, answers->count);
    }
    answers->bound = answers->out[0].gap;
}

static void sort_heap(const VeerAnswers *answers)
{
    make_heap(answers);
    for (uint32_t last = answers->count; last-- > 1u;) {
        VeerNear top = answers->out[0];
        sift_down(answers, answers->out[last], 0, last);
        answers->out[last] = top;
    }
}

uint32_t veer_answers_close(VeerAnswers *answers)
{
    if (answers->limit > VEER_POOL_LIMIT) {
        sort_heap(answers);
        return answers->count;
    }
    sort_pool(answers);
    uint32_t count = answers->count < answers->limit ? answers->count : answers->limit;
    for (uint32_t i = 0; i < count; i++) {
        answers->out[i] = answers->pool[i];
    }
    return count;
}
