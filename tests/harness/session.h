/// @file
/// A session: a few worlds and objects, and calls about them. Each call draws its values from a
/// seed of its own, so that one that is left out leaves the others as they were.
#ifndef VEER_HARNESS_SESSION_H
#define VEER_HARNESS_SESSION_H

#include "veer/veer.h"
#include <made.h> // from the headers

#include "veer/density.h"
#include "veer/detour.h"
#include "veer/file.h"
#include "veer/level.h"
#include "veer/mapfile.h"
#include "veer/metrics.h"
#include "veer/movingai.h"
#include "veer/notify.h"
#include "veer/recording.h"
#include "veer/scenario.h"
#include "veer/schedule.h"
#include "veer/threads.h"

typedef struct Session Session;

/// One public function: a caller that takes its arguments from the session.
typedef struct Call {
    const char *name;
    const char *header;
    void (*make)(Session *session);
    bool is_of_world; ///< is about a world
    bool reads;       ///< and changes nothing
} Call;

extern const Call calls[];
extern const uint32_t call_count;

/// The calls of one header.
typedef struct Header {
    const char *name;
    const uint16_t *calls; ///< numbers of calls: calls[count]
    uint32_t count;
} Header;

extern const Header headers[];
extern const uint32_t header_count;

/// What came of a call.
typedef struct Tally {
    uint64_t made, good;  ///< good: VEER_OK, or an answer that is not zero
    uint64_t nanoseconds; ///< of processor time, of all threads
    uint64_t longest;     ///< of them
} Tally;

/// What a case begins with.
typedef struct Setting {
    char kind[32]; ///< of the worlds: see kinds.h
    uint64_t seed;
    uint32_t workers;
    bool is_dense; ///< worlds have room for many agents
} Setting;

enum { MAX_WORLDS = 2, MAX_KEPT = 4, MAX_TEMPS = 4096, MAX_REMEMBERED = 16 };

typedef enum IdKind {
    ID_VeerAgentId,
    ID_VeerObstacleId,
    ID_VeerSquadId,
    ID_VeerLinkId,
    ID_VeerBehaviourListId,
    ID_VeerListenerId,
    ID_VeerEntryId,
    ID_KIND_COUNT
} IdKind;

typedef struct Id {
    uint32_t slot, generation;
} Id;

/// An object in memory of exactly the size that was asked for.
typedef struct Kept {
    void *object, *memory;
} Kept;

typedef struct Place {
    VeerWorld *world;
    void *saved;         ///< NULL: nothing yet
    uint32_t step_depth; ///< of calls while it steps; 0: it does not
} Place;

struct Session {
    Setting setting;
    VeerVoxel cells; ///< of maps, mostly
    Place places[MAX_WORLDS];
    Place *place;       ///< that the present call is about; NULL: none
    size_t world_bytes; ///< that worlds were given and hold
    Kept kept[POOL_COUNT][MAX_KEPT];
    VeerScenario *scenario; ///< NULL: none
    VeerMetrics *metrics;
    VeerFile *file; ///< being written
    Id remembered[ID_KIND_COUNT][MAX_REMEMBERED];
    uint32_t remembered_count[ID_KIND_COUNT];
    void *temps[MAX_TEMPS]; ///< memory of the present calls
    uint32_t temp_count;
    uint32_t depth;       ///< of calls from callbacks
    uint32_t nested_left; ///< so many more may there be within the present call
    // of the present call
    const Call *call;
    uint64_t random;
    uint32_t wildness; ///< 0: all values are as they should be; 1: one in eight is not; 2: half
    bool has_null, is_good;
    VeerRefusal told; ///< the last
    uint32_t told_count;
    Tally *tallies; ///< tallies[call_count], of all sessions
};

/// Makes the worlds of a session. @return false: this kind of world cannot be made
bool session_begin(Session *session, const Setting *setting, Tally *tallies);
void session_end(Session *session);
/// Makes one call, with values from a seed, and checks what must hold after it.
void session_call(Session *session, const Call *call, uint64_t seed);
/// From callbacks: a call, unless there were too many already.
void session_call_within(Session *session, const Call *call);
/// From callbacks: now and then another call about a world, one that reads unless it may change it.
void session_call_back(Session *session, bool may_change);
/// Checks all that must hold of a world between two steps.
void check_world(Session *session, const VeerWorld *world);
/// After a step: no safe velocity is above the limit that it was made for.
void check_velocities(Session *session, const VeerWorld *world);
/// Ends the program: something does not hold.
_Noreturn void fail(const Session *session, const char *what);

/// The call of a name; NULL: there is none.
const Call *find_call(const char *name);
/// A call by any number: of one of some headers, as "squad,link" (NULL: of any), a step now and
/// then, and what makes agents and the like.
const Call *choose_call(uint64_t bits, const char *only);
/// One of those that there must be first: agents, squads, goals.
const Call *choose_first_call(uint64_t bits);

#endif
