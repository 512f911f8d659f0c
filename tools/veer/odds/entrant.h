/// The odds of coming through: what `veer odds` has found, and how it is shown.
#ifndef VEER_TOOLS_ENTRANT_H
#define VEER_TOOLS_ENTRANT_H

#include "flight.h"

/// One model in one class of ships.
typedef struct VeerEntrant {
    VeerArgs args;
    VeerSettings settings;
    VeerAvoidModel model;
    uint32_t ship_class;
    VeerFlight *flights; ///< flights[seeds]
} VeerEntrant;

/// All of them: class by class, in each model by model.
typedef struct VeerOdds {
    const VeerArgs *args;
    VeerFieldOfRocks field;
    uint64_t seed; ///< the first
    VeerChoices models, classes;
    VeerEntrant *entrants; ///< entrants[count]
    uint32_t count;
    VeerFlight *flights; ///< of all entrants
} VeerOdds;

/// What came of one entrant.
typedef struct VeerTally {
    VeerMerged survival;
    double time_ratio;      ///< mean of those that came through; NAN: none
    double us_per_decision; ///< µs; NAN: none were timed
    uint32_t worst;         ///< the seed's number, from 0
} VeerTally;

VeerTally veer_odds_tally(const VeerEntrant *entrant, uint32_t seeds);

/// {"scene", "seeds", "models": [...]}. NULL: no memory
json_t *veer_odds_json(const VeerOdds *odds);

/// Prints a table for people to read, class by class.
void veer_odds_print(const VeerOdds *odds);

#endif
