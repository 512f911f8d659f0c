/// Nearly right prices, and a matching that keeps to them, by an auction.
///
/// Rows bid for columns: each takes the cheapest, whoever has it, and raises its offset to where
/// the second cheapest suits as well, and by a step more. Steps are large first, so that prices get
/// near in few bids, and small then. At the end everyone whose column is not the cheapest to the
/// last bit gives it back; shortest augmenting paths do the rest, and have little to do.
///
/// Source: Bertsekas, "The auction algorithm", Annals of Operations Research 14, 1988, with
/// epsilon scaling. Bids go by lists that may be stale by a little, which costs bids, never
/// exactness.
#include "squad/assign.h"

#include <math.h>

enum {
    MOST = VEER_MAX_LIST,
    LIST_BIDS = 16, // a list takes as long to make as so many bids
    CROWDED_PART = 16,
    // Of each row: those that need more come to no end. Over a matrix, whose first prices are less
    // good and whose dense search is slow, more are worth while.
    MAX_BIDS = 192,
    MAX_MATRIX_BIDS = 640,
    PATIENCE = 80, // bids of each row, after which steps are too small for how far prices are off
};
// Parts of the reach of a list.
static const double FIRST_STEP = 0.15, FIRST_MATRIX_STEP = 1.0, LAST_STEP = 0.05, STALE = 2.0;
static const double WIDEN_STEP = 4.0, NARROW_STEP = 0.17;

// A bid in the making.
typedef struct Bid {
    double cheapest, second;
    uint32_t column;
} Bid;

// Who has no column, as a ring; who was outbid comes first, and goes on where the bidding is.
typedef struct Queue {
    uint32_t *rows;
    uint32_t size, head, count;
} Queue;

static Bid read_list(const VeerAssignWork *work, uint32_t row)
{
    const VeerAssignLists *lists = &work->lists;
    VeerAssignReader reader = veer_assign_reader(work, row);
    Bid bid = {HUGE_VAL, HUGE_VAL, 0};
    size_t first = (size_t)row * MOST;
    for (size_t k = first; k < first + lists->counts[row]; k++) {
        uint32_t j = lists->columns[k];
        double cost = veer_assign_read(&reader, j);
        // Without branches, which nobody could foresee.
        double dearer = cost < bid.cheapest ? bid.cheapest : cost;
        bid.column = cost < bid.cheapest ? j : bid.column;
        bid.cheapest = cost < bid.cheapest ? cost : bid.cheapest;
        bid.second = dearer < bid.second ? dearer : bid.second;
    }
    return bid;
}

static Bid make_bid(VeerAssignWork *work, uint32_t row, uint32_t *spent)
{
    Bid bid = read_list(work, row);
    if (bid.second > work->lists.bounds[row] + STALE * work->lists.reach) {
        veer_assign_list_make(work, row);
        *spent += LIST_BIDS;
        bid = read_list(work, row);
    }
    ++*spent;
    bid.second = bid.second < HUGE_VAL ? bid.second : bid.cheapest;
    return bid;
}

static void put_first(Queue *queue, uint32_t row)
{
    queue->head = (queue->head + queue->size - 1u) % queue->size;
    queue->rows[queue->head] = row;
    queue->count++;
}

static uint32_t take_first(Queue *queue)
{
    uint32_t row = queue->rows[queue->head];
    queue->head = (queue->head + 1u) % queue->size;
    queue->count--;
    return row;
}

static Queue queue_free_rows(VeerAssignWork *work)
{
    Queue queue = {work->tree, work->rows.count, 0, 0};
    for (uint32_t i = 0; i < work->rows.count; i++) {
        if (work->column_of[i] == VEER_NO_SLOT) {
            queue.rows[queue.count++] = i;
        }
    }
    return queue;
}

// Gives the column to who bids, and takes it from who had it, who is next to bid.
static void place_bid(VeerAssignWork *work, Queue *queue, uint32_t row, const Bid *bid, double step)
{
    uint32_t outbid = work->row_of[bid->column];
    work->columns.offset[bid->column] += bid->second - bid->cheapest + step;
    work->row_of[bid->column] = row;
    work->column_of[row] = bid->column;
    if (outbid != VEER_NO_SLOT) {
        work->column_of[outbid] = VEER_NO_SLOT;
        put_first(queue, outbid);
    }
}

// Bids until everyone has a column, by steps that grow where that takes long.
// @return the last step; HUGE_VAL: it took too long
static double bid_all(VeerAssignWork *work, double step, uint32_t *spent)
{
    uint32_t most = (work->costs ? MAX_MATRIX_BIDS : MAX_BIDS) * work->rows.count;
    uint32_t patience = PATIENCE * work->rows.count, enough = *spent + patience;
    Queue queue = queue_free_rows(work);
    while (queue.count > 0u) {
        if (*spent >= most || work->lists.crowded > queue.size / CROWDED_PART) {
            return HUGE_VAL;
        }
        if (*spent > enough) {
            step *= WIDEN_STEP;
            enough = *spent + patience;
        }
        uint32_t row = take_first(&queue);
        Bid bid = make_bid(work, row, spent);
        place_bid(work, &queue, row, &bid, step);
    }
    return step;
}

// Takes back the columns that cost their rows more than the cheapest, by more than the slack.
static void release(VeerAssignWork *work, double slack)
{
    for (uint32_t i = 0; i < work->rows.count; i++) {
        uint32_t j = work->column_of[i];
        double cost = veer_assign_inner(work, i, j) + work->columns.offset[j];
        double least = slack > 0.0 ? read_list(work, i).cheapest : veer_assign_list_least(work, i);
        if (cost - least > slack) {
            work->column_of[i] = work->row_of[j] = VEER_NO_SLOT;
        }
    }
}

static void forget(VeerAssignWork *work)
{
    for (uint32_t i = 0; i < work->rows.count; i++) {
        work->column_of[i] = VEER_NO_SLOT;
    }
    for (uint32_t j = 0; j < work->columns.count; j++) {
        work->row_of[j] = VEER_NO_SLOT;
    }
}

bool veer_assign_bid(VeerAssignWork *work)
{
    uint32_t spent = 0;
    veer_assign_lists_begin(work);
    forget(work);
    veer_assign_list_make(work, work->rows.count * 3u / 8u);
    double unit = work->lists.reach, last = LAST_STEP * unit;
    double step = (work->costs ? FIRST_MATRIX_STEP : FIRST_STEP) * unit;
    for (step = bid_all(work, step, &spent); step > last; step = bid_all(work, step, &spent)) {
        if (step == HUGE_VAL) {
            return false;
        }
        step = step * NARROW_STEP > last ? step * NARROW_STEP : last;
        release(work, step);
    }
    release(work, 0.0);
    return true;
}
