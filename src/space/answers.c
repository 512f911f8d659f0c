#include "space/answers.h"

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

static void sort_by_insertion(VeerAnswers *answers)
{
    VeerNear *pool = answers->pool;
    for (uint32_t i = 1; i < answers->count; i++) {
        VeerNear near = pool[i];
        uint32_t place = i;
        for (; place > 0 && is_before(answers, near, pool[place - 1u]); place--) {
            pool[place] = pool[place - 1u];
        }
        pool[place] = near;
    }
}

enum { LANES = 8 };

// How many of gaps[count] are less than each of of[LANES]. Written for the compiler to turn into
// vectors.
static void count_less(const float *gaps, uint32_t count, const float *of, uint32_t *less)
{
    uint32_t counts[LANES] = {0};
    for (uint32_t i = 0; i < count; i++) {
        for (int lane = 0; lane < LANES; lane++) {
            counts[lane] += gaps[i] < of[lane];
        }
    }
    for (int lane = 0; lane < LANES; lane++) {
        less[lane] = counts[lane];
    }
}

// Each one's place is the number of those before it: more compares than other sorts, but none that
// a processor could guess wrong, and many at a time. Equal gaps claim equal places, which shows in
// the sum of the places: then the ids have to decide.
// @return whether it is sorted
static bool sort_by_rank(VeerAnswers *answers)
{
    float gaps[VEER_POOL_SIZE];
    uint32_t places[VEER_POOL_SIZE];
    VeerNear sorted[VEER_POOL_SIZE];
    uint32_t count = answers->count;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        gaps[i] = answers->pool[i].gap;
    }
    for (uint32_t i = count; i % LANES != 0; i++) {
        gaps[i] = 0.0f; // lanes that nobody looks at
    }
    for (uint32_t i = 0; i < count; i += LANES) {
        count_less(gaps, count, gaps + i, places + i);
    }
    for (uint32_t i = 0; i < count; i++) {
        sorted[places[i]] = answers->pool[i];
        sum += places[i];
    }
    if (sum != count * (count - 1u) / 2u) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        answers->pool[i] = sorted[i];
    }
    return true;
}

static void sort_pool(VeerAnswers *answers)
{
    if (answers->count > 1 && !sort_by_rank(answers)) {
        sort_by_insertion(answers);
    }
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
