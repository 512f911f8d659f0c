/// The best answers of a query so far, in the end in the order (gap, id). Until then `index` of an
/// answer is its entry in the index.
///
/// Few answers are drawn from a pool that is sorted only when it is full: for the usual query that
/// is once, at the end. Many, or those that come near to far, are kept in order.
#ifndef VEER_SPACE_ANSWERS_H
#define VEER_SPACE_ANSWERS_H

#include "space/index.h"
#include "space/rank.h"

enum {
    VEER_POOL_SIZE = VEER_MAX_RANK,
    VEER_POOL_LIMIT = 64 ///< most answers that are drawn from a pool
};

typedef struct VeerAnswers {
    const VeerIndexTag *tags;
    VeerNear *out; ///< out[limit]
    uint32_t limit;
    uint32_t count;  ///< in the pool, or in `out`
    float bound;     ///< m: the largest gap that may still be an answer
    bool is_pooled;  ///< drawn from the pool: for VEER_POOL_LIMIT answers at most
    bool is_settled; ///< at the bound itself only ids below bound_id still answer
    uint32_t bound_id;
    VeerNear pool[VEER_POOL_SIZE];
} VeerAnswers;

/// Starts with none.
void veer_answers_open(VeerAnswers *answers, float bound);

/// Makes room in a pool that is full: only the best `limit` stay, and the bound falls to the worst
/// of them.
void veer_answers_settle(VeerAnswers *answers);

/// Takes in an answer whose gap is at most the bound, without a pool, if it is among the best. Cost
/// O(those that it is better than).
void veer_answers_push(VeerAnswers *answers, VeerNear near);

/// Takes in the first answers, without a pool: those of pool[count], whose gaps are at most the
/// bound.
void veer_answers_begin(VeerAnswers *answers, uint32_t count);

/// Takes in an answer whose gap is at most the bound. The bound may fall.
static inline void veer_answers_add(VeerAnswers *answers, VeerNear near)
{
    if (!answers->is_pooled) {
        veer_answers_push(answers, near);
        return;
    }
    // Where thousands share one spot all gaps are equal: most must not even get into the pool.
    if (answers->is_settled && near.gap == answers->bound &&
        answers->tags[near.index].id > answers->bound_id) {
        return;
    }
    answers->pool[answers->count++] = near;
    if (answers->count == VEER_POOL_SIZE) {
        veer_answers_settle(answers);
    }
}

/// Brings the best answers to `out`, in order. @return how many
uint32_t veer_answers_close(VeerAnswers *answers);

#endif
