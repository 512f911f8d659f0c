/// The best answers of a query so far, in the order (gap, id). While the search goes on, `index` of
/// an answer is its entry in the index.
#ifndef VEER_SPACE_ANSWERS_H
#define VEER_SPACE_ANSWERS_H

#include "space/index.h"

enum {
    VEER_ANSWERS_SORTED = 64 ///< up to so many are kept sorted, more in a heap
};

typedef struct VeerAnswers {
    const VeerIndexTag *tags;
    VeerNear *out; ///< out[limit]
    uint32_t count, limit;
    float bound; ///< m: the largest gap that may still be an answer
} VeerAnswers;

/// Starts with none.
void veer_answers_open(VeerAnswers *answers, const VeerIndexTag *tags, VeerNear *out,
                       uint32_t limit, float range);

/// Takes in an answer whose gap is at most the bound, if it is among the best. Lowers the bound
/// once the limit is reached. Cost O(limit) up to VEER_ANSWERS_SORTED, O(log limit) above.
void veer_answers_add(VeerAnswers *answers, VeerNear near);

/// Brings the answers into order.
void veer_answers_close(VeerAnswers *answers);

#endif
