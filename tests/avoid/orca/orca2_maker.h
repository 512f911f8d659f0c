/// What half-planes make of one neighbour.
#ifndef VEER_TEST_AVOID_ORCA2_MAKER_H
#define VEER_TEST_AVOID_ORCA2_MAKER_H

#include "avoid/view_maker.h"

#include "avoid/base/spread.h"
#include "avoid/orca/orca.h"

static inline VeerAvoidResult meet(VeerView *view, const VeerNeighbour *neighbour,
                                   VeerVec3 preferred)
{
    view->neighbours = neighbour;
    view->neighbour_count = 1;
    return ask(view, preferred);
}

#endif
