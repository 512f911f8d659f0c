/// Scenario files: from JSON text to a world that is ready to step (library veer_io).
#ifndef VEER_SCENARIO_H
#define VEER_SCENARIO_H

#include "veer/veer.h"

/// A scenario that was read and checked. Opaque.
typedef struct VeerScenario VeerScenario;

/// What went wrong with an input, in one line: "file: place: what is wrong, what would be right".
/// All readers take NULL for one that nobody wants to know; NULL for a name, a text that has a
/// length, or what is to be read is VEER_BAD_VALUE, and nothing to free is fine.
typedef struct VeerInputError {
    char text[512]; ///< one line
} VeerInputError;

/// How far files are trusted that others may have made. All zero: the defaults.
typedef struct VeerInputLimits {
    /// MiB that a file may have, at most 2048; 0: 32. What may come of a file, so that a small one
    /// cannot take all memory, grows with it: see Limits in docs/scenario.md.
    uint32_t max_mib;
    /// Files that a file names may be anywhere; else only in its folder and below, links followed.
    bool allows_outside;
} VeerInputLimits;

/// Makes meshes of level geometry; see veer/level.h.
typedef struct VeerLevelMesher VeerLevelMesher;

/// What the caller of a scenario may choose. Take it from veer_scenario_options_default.
typedef struct VeerScenarioOptions {
    uint32_t agents; ///< 0: as the file says; else the scene's size, for files that state "agents"
    bool has_seed;   ///< whether `seed` counts
    uint64_t seed;   ///< used when has_seed
    float dt;        ///< s; 0: as the file says
    float duration;  ///< s; 0: as the file says
    bool has_model;  ///< whether `model` counts
    VeerAvoidModel model; ///< of all agents, used when has_model
    const char *const
        *settings;            ///< settings[setting_count]: "path=value", laid over the file's JSON
    uint32_t setting_count;   ///< of settings
    VeerIsa isa;              ///< as in VeerWorldDef
    uint32_t spare_agents;    ///< room in the world for what the caller adds while it runs
    uint32_t spare_obstacles; ///< the same, of obstacles
    uint32_t spare_vertices;  ///< the same, of the vertices of walls
    uint32_t spare_squads;    ///< the same, of squads
    const VeerLevelMesher *mesher; ///< for maps of level geometry; NULL: they are refused
    VeerInputLimits limits;        ///< of the file, and of those that it names
} VeerScenarioOptions;
/// What the file says, its own seed and number of agents, nothing spare, the default limits.
VEER_API VeerScenarioOptions veer_scenario_options_default(void);

/// Reads and checks a scenario from text.
///
/// @param name   what errors call it, usually the file's path
/// @param text   text[length], JSON
/// @param error  filled when the status is not VEER_OK
/// @return VEER_OK; VEER_BAD_VALUE; VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_scenario_read(const char *name, const char *text, size_t length,
                                       const VeerScenarioOptions *options, VeerScenario **out,
                                       VeerInputError *error);
/// As veer_scenario_read, from a regular file of at most options->limits.max_mib.
VEER_API VeerStatus veer_scenario_read_file(const char *path, const VeerScenarioOptions *options,
                                            VeerScenario **out, VeerInputError *error);
/// Gives back a scenario. NULL is fine.
VEER_API void veer_scenario_destroy(VeerScenario *scenario);

/// The whole scenario as JSON text, with options and settings laid over it, that reads back to the
/// same run: what a recording keeps. Lives as long as the scenario.
/// @return NULL for NULL
VEER_API const char *veer_scenario_text(const VeerScenario *scenario);

/// What a scenario says about itself.
typedef struct VeerScenarioInfo {
    const char *name;     ///< "e1"
    const char *title;    ///< one line
    VeerSpace space;      ///< of the world
    float dt, duration;   ///< s
    float rest;           ///< s: for so long a run goes on after all have arrived
    float last_event;     ///< s: when the timeline's last entry is due; 0: it has none; INFINITY:
                          ///< somebody is on a tour, which never ends
    uint64_t seed;        ///< of everything random
    uint32_t agents;      ///< how many there will be at the start
    VeerBounds viewport;  ///< what a picture shows
    VeerAvoidModel model; ///< of most agents
} VeerScenarioInfo;
/// All zero for NULL.
VEER_API VeerScenarioInfo veer_scenario_info(const VeerScenario *scenario);

/// Makes the world of a scenario, with all that is in it at time 0.
///
/// @param allocator, tasks  as in VeerWorldDef; NULL: the defaults
/// The scenario remembers the handles of the last world that it started.
/// @return VEER_OK; VEER_BAD_VALUE, also for a NULL scenario; VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_scenario_start(VeerScenario *scenario, const VeerAllocator *allocator,
                                        const VeerTasks *tasks, VeerWorld **out,
                                        VeerInputError *error);

/// Applies what the timeline holds for the world's present time. Call before each step.
/// @return VEER_OK; VEER_BAD_VALUE for NULL; what the world answers to the first event that it
/// refuses: those before have been applied
VEER_API VeerStatus veer_scenario_update(VeerScenario *scenario, VeerWorld *world);

/// What the scenario wants of one of its agents: the ground of time and path ratios.
typedef struct VeerScenarioAgent {
    VeerAgentId agent;     ///< its handle
    VeerVec3 start;        ///< m
    float start_time;      ///< s
    bool has_left;         ///< arrived and was taken out, as its group leaves then
    uint32_t orders;       ///< how often the timeline, or its tour, has given it another goal
    bool has_point_goal;   ///< goal and shortest_path hold
    VeerVec3 goal;         ///< m
    float arrival_radius;  ///< m
    float shortest_path;   ///< m, from the start to within arrival_radius of the goal: straight, or
                           ///< over the map as it is at the start for those that go by route
    float preferred_speed; ///< m/s, or the max speed where none is set
} VeerScenarioAgent;
/// The agents spawned so far, in order of creation; agents[*count]; none for NULL.
VEER_API const VeerScenarioAgent *veer_scenario_agents(const VeerScenario *scenario,
                                                       uint32_t *count);

/// One bound that the scenario puts on its own result, by a key of the result's JSON.
typedef struct VeerExpectation {
    const char *key;          ///< "arrived", "time_s", …
    double at_least, at_most; ///< -INFINITY, INFINITY where not stated
} VeerExpectation;
/// Those of a scenario; none for NULL.
VEER_API const VeerExpectation *veer_scenario_expectations(const VeerScenario *scenario,
                                                           uint32_t *count);

/// @name Scenes that come with the library
/// @{

/// The JSON text of a scene by its name ("e1"), NUL-terminated; NULL when there is none, and for
/// NULL.
VEER_API const char *veer_scene_text(const char *name);

/// The names of the scenes, in alphabetical order; NULL from the index past the last one on.
VEER_API const char *veer_scene_name(uint32_t index);
/// @}

/// How many letters must be changed, added or left out to make one name of another, of the first 63
/// of each (NULL: none): what was meant by a name that is none. Cost O(letters of both, multiplied)
VEER_API uint32_t veer_name_distance(const char *a, const char *b);

#endif
