/// Timed paths among moving obstacles: where to be when.
///
/// Each cell of a window has safe intervals: the times between those in which it is taken. A search
/// over pairs of a cell and one of its intervals knows of each the earliest time to be there, for
/// one can always wait until the interval ends; so it waits, slows down, and slips through behind.
/// Source: Phillips and Likhachev, "SIPP: safe interval path planning for dynamic environments",
/// ICRA 2011.
#ifndef VEER_INTERVAL_SEARCH_H
#define VEER_INTERVAL_SEARCH_H

#include "veer/search.h"
#include "veer/window.h"

/// A search with all that it remembers. Opaque.
typedef struct VeerIntervalSearch VeerIntervalSearch;

/// A query for a timed path. Take it from veer_interval_query_default.
typedef struct VeerIntervalQuery {
    /// Committed, its obstacles widened by the radius of the agent that asks; must stay as it is
    /// until the search is done.
    const VeerWindow *window;
    /// Of the grid that a planar window was made of: what cannot be reached is known at once. NULL:
    /// not known.
    const VeerLabels *labels;
    /// The body is in the middle of it. It may be taken: then the path that is in danger for the
    /// shortest time comes before all else.
    VeerWindowCell start;
    VeerWindowCell goal; ///< where to
    float speed;         ///< m/s, > 0: the fastest; 1/33461 to 60 cells a tick
    float begin;         ///< s from now, >= 0: when it may leave
    float stay;          ///< s, >= 0: how long the goal must be free from the arrival on
    /// Of the estimate, 1 to 64: the path takes at most that much longer.
    float weight;
    /// Any cell that this says is a goal at the time, s from now, in place of `goal`. NULL: one
    /// goal.
    bool (*is_goal)(void *user, VeerWindowCell cell, float time);
    void *user;      ///< handed to the function
    uint32_t cookie; ///< private, set by veer_interval_query_default
} VeerIntervalQuery;

/// 1 m/s, now, no stay, weight 1.
VEER_API VeerIntervalQuery veer_interval_query_default(void);

/// Bytes that searches over up to `state_count` pairs of cell and interval need: about 60 each, of
/// which only those seen are ever touched; 0: more than 2^30. Cost O(1).
VEER_API size_t veer_interval_search_size(uint32_t state_count);
/// Makes a search in `memory` of veer_interval_search_size(state_count) bytes, aligned to 64, which
/// stays the caller's. Cost O(state_count).
VEER_API VeerIntervalSearch *veer_interval_search_init(void *memory, uint32_t state_count);

/// Begins a search, and forgets the one before.
///
/// A goal that nobody can arrive at, for it is taken from the earliest arrival on or ever, or the
/// labels say that there is no path, is replaced by the nearest cell that will be free at last; the
/// path's status is then VEER_PARTIAL.
/// @return VEER_OK; VEER_BAD_VALUE for a query out of range; VEER_FULL for a search without room.
/// Cost O(1); for a goal that is replaced O(cells nearer to it than what replaces it).
VEER_API VeerStatus veer_interval_search_begin(VeerIntervalSearch *search,
                                               const VeerIntervalQuery *query);
/// Searches on, until it ends or has expanded `budget` more states. A search that has used up its
/// room goes on with the states that it has. Cost O(budget · log states).
VEER_API VeerSearchState veer_interval_search_run(VeerIntervalSearch *search, uint32_t budget);
/// How many states it has expanded.
VEER_API uint64_t veer_interval_search_expansions(const VeerIntervalSearch *search);
/// Whether there were more states than it has room for: a path may have been missed.
VEER_API bool veer_interval_search_is_full(const VeerIntervalSearch *search);

/// A place and when to be there.
typedef struct VeerTimedPoint {
    VeerVec3 position; ///< m
    float time;        ///< s from the window's now when the search began
} VeerTimedPoint;

/// Where the path begins, turns, waits, and ends: from one to the next it is straight, at
/// full speed or at rest.
///
/// @param points  points[capacity]
/// @param count   how many there are, also when they do not fit
/// @return VEER_OK: leads to the goal; VEER_PARTIAL: as near as the search has come; VEER_FULL: has
/// more than `capacity` points, none was written; VEER_BAD_VALUE: the search has not begun
VEER_API VeerStatus veer_interval_search_route(const VeerIntervalSearch *search,
                                               VeerTimedPoint *points, uint32_t capacity,
                                               uint32_t *count);

/// Whether a path that was found before is still safe by a window as it is now: replan only if it
/// is not. What is past does not count; danger that it leaves does, for there may be a sooner path
/// out.
///
/// @param points   points[count], from veer_interval_search_route on a window of the same cells
/// @param elapsed  s that passed since the search began
/// @param broken   when it fails first, s since the search began; INFINITY: never; NULL: not wanted
/// Cost O(cells on the path).
VEER_API bool veer_interval_is_safe(const VeerWindow *window, const VeerTimedPoint *points,
                                    uint32_t count, float elapsed, float *broken);

/// Whether it is safe to go straight and evenly from one place and time to another, whatever cells
/// are between. What is past does not count; outside of the window nothing is safe.
///
/// @param from, to  from.time <= to.time; at one place: to wait there
/// @param elapsed   s from the time 0 of both to the window's now
/// Cost O(cells on the path).
VEER_API bool veer_interval_sees(const VeerWindow *window, VeerTimedPoint from, VeerTimedPoint to,
                                 float elapsed);

/// Where to be at a time, s since the search began: the first place before the path begins, the
/// last one after its end. count >= 1. Cost O(count).
VEER_API VeerVec3 veer_interval_position(const VeerTimedPoint *points, uint32_t count, float time);

#endif
