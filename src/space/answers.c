#include "space/answers.h"

// Whether a comes before b.
static bool is_before(const VeerAnswers *answers, VeerNear a, VeerNear b)
{
    if (a.gap != b.gap) {
        return a.gap < b.gap;
    }
    return answers->tags[a.index].id < answers->tags[b.index].id;
}

void veer_answers_open(VeerAnswers *answers, const VeerIndexTag *tags, VeerNear *out,
                       uint32_t limit, float range)
{
    *answers = (VeerAnswers){.tags = tags, .out = out, .limit = limit, .bound = range};
}

static void add_sorted(VeerAnswers *answers, VeerNear near)
{
    VeerNear *out = answers->out;
    uint32_t place = answers->count;
    if (place < answers->limit) {
        answers->count++;
    } else if (is_before(answers, near, out[place - 1u])) {
        place--;
    } else {
        return;
    }
    while (place > 0 && is_before(answers, near, out[place - 1u])) {
        out[place] = out[place - 1u];
        place--;
    }
    out[place] = near;
    if (answers->count == answers->limit) {
        answers->bound = out[answers->limit - 1u].gap;
    }
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

static void add_to_heap(VeerAnswers *answers, VeerNear near)
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

void veer_answers_add(VeerAnswers *answers, VeerNear near)
{
    if (answers->limit <= VEER_ANSWERS_SORTED) {
        add_sorted(answers, near);
    } else {
        add_to_heap(answers, near);
    }
}

void veer_answers_close(VeerAnswers *answers)
{
    if (answers->limit <= VEER_ANSWERS_SORTED) {
        return;
    }
    make_heap(answers);
    for (uint32_t last = answers->count; last-- > 1u;) {
        VeerNear top = answers->out[0];
        sift_down(answers, answers->out[last], 0, last);
        answers->out[last] = top;
    }
}
