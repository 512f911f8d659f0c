/// The scores of a run that have a key: members of VeerScores, and what "expect" may hold. The hash
/// is none: a double does not hold it.
#ifndef VEER_IO_SCORE_KEYS_H
#define VEER_IO_SCORE_KEYS_H

#define VEER_SCORE_KEYS(X)                                                                         \
    X(ticks), X(time_s), X(agents), X(arrived), X(contacts), X(contact_seconds),                   \
        X(obstacle_contacts), X(obstacle_contact_seconds), X(touches), X(obstacle_touches),        \
        X(worst_penetration), X(min_gap_m), X(time_ratio), X(path_ratio), X(turning_rad_s),        \
        X(mode_changes_per_s), X(max_acceleration), X(limit_violations), X(stuck_agents),          \
        X(trips), X(hits_per_trip), X(median_trip_s), X(slot_error), X(drift_m), X(packing_ratio), \
        X(without_place)

#endif
