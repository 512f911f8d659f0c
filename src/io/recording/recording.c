/// Writes the trajectories of a run, in the JuPedSim format.
#include "veer/recording.h"

#include "io/base/array.h"
#include "io/base/input.h"
#include "io/base/shape.h"
#include "io/recording/disk.h"
#include "io/recording/walkable.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FPS 60.0
#define MAX_ROWS 4.0e6
#define MAX_STRIDE 1e18

struct VeerRecording {
    const VeerFile *file;
    VeerDisk disk;
    sqlite3 *base;
    sqlite3_stmt *insert;
    char *scenario;
    uint64_t seed;
    bool is_spatial;
    bool has_heights; ///< also over floors above each other
    double tick_rate; ///< ticks for a second of simulated time
    uint64_t stride;  ///< ticks from one frame to the next
    uint64_t frames, ticks;
    VeerWalkableArea area;
    VeerBounds extent; ///< of all positions
    VeerVec3 *points;  ///< points[2 * agent_count]: where each was seen first and last
    float *radii;      ///< radii[agent_count] of the agents seen
    uint32_t agent_count, point_capacity, radius_capacity;
};

static VeerStatus fail_memory(const VeerFile *file, VeerInputError *error)
{
    snprintf(error->text, sizeof error->text, "%.200s: no memory", veer_file_path(file));
    return VEER_OUT_OF_MEMORY;
}

/// Says what the database says; where it has nothing to say, memory was what lacked.
static VeerStatus fail_base(const VeerRecording *recording, VeerInputError *error)
{
    int code = recording->base ? sqlite3_errcode(recording->base) : SQLITE_OK;
    if (code == SQLITE_OK || code == SQLITE_NOMEM) {
        return fail_memory(recording->file, error);
    }
    snprintf(error->text, sizeof error->text, "%.200s: cannot be written: %.250s",
             veer_file_path(recording->file), sqlite3_errmsg(recording->base));
    return VEER_BAD_VALUE;
}

void veer_recording_discard(VeerRecording *recording)
{
    if (!recording) {
        return;
    }
    sqlite3_finalize(recording->insert);
    sqlite3_close(recording->base);
    veer_walkable_free(&recording->area);
    free(recording->points);
    free(recording->radii);
    sqlite3_free(recording->scenario);
    free(recording);
}

/// Runs a statement that sqlite3_mprintf made, and frees it.
static bool run(VeerRecording *recording, char *statement)
{
    bool is_run =
        statement && sqlite3_exec(recording->base, statement, NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_free(statement);
    return is_run;
}

/// The tables of JuPedSim's format, version 2.
static bool create_tables(VeerRecording *recording)
{
    bool has_heights = recording->has_heights;
    const char *insert = has_heights ? "INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?, ?)"
                                     : "INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?)";
    char *start = sqlite3_mprintf(
        "BEGIN;"
        "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
        "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
        "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
        "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL,"
        " pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL%s);",
        has_heights ? ", pos_z REAL NOT NULL" : "");
    return run(recording, start) &&
           sqlite3_prepare_v2(recording->base, insert, -1, &recording->insert, NULL) == SQLITE_OK;
}

/// How many ticks pass from frame to frame.
static uint64_t choose_stride(double tick_rate, float fps, VeerScenarioInfo info)
{
    if (fps > 0.0f) {
        return (uint64_t)fmax(fmin(round(tick_rate / (double)fps), MAX_STRIDE), 1.0);
    }
    double rows = (double)info.agents * (double)info.duration * tick_rate;
    double stride = fmax(ceil(tick_rate / MAX_FPS - 1e-6), ceil(rows / MAX_ROWS));
    return (uint64_t)fmax(stride, 1.0);
}

/// 1/dt, without the rounding of a dt like 1/60.
static double rate_of(float dt)
{
    double rate = 1.0 / (double)dt, whole = round(rate);
    return fabs(rate - whole) < 1e-6 * rate ? whole : rate;
}

VeerStatus veer_recording_create(VeerFile *file, float fps, const VeerScenario *scenario,
                                 const VeerWorld *world, VeerRecording **out, VeerInputError *error)
{
    VeerInputError own;
    error = error ? error : &own;
    if (!file || !scenario || !world || !out) {
        return veer_input_fail(file ? veer_file_path(file) : "", error,
                               "cannot be written: ", "NULL was given");
    }
    VeerRecording *recording = calloc(1, sizeof *recording);
    if (!recording) {
        return fail_memory(file, error);
    }
    recording->file = file;
    VeerScenarioInfo info = veer_scenario_info(scenario);
    recording->is_spatial = info.space == VEER_SPATIAL;
    recording->has_heights = recording->is_spatial || veer_world_mesh(world);
    recording->seed = info.seed;
    recording->tick_rate = rate_of(info.dt);
    recording->stride = choose_stride(recording->tick_rate, fps, info);
    recording->area.box = info.viewport;
    recording->extent = (VeerBounds){{INFINITY, INFINITY, 0}, {-INFINITY, -INFINITY, 0}};
    recording->scenario = sqlite3_mprintf("%s", veer_scenario_text(scenario));
    bool is_made = recording->scenario &&
                   veer_disk_open(&recording->disk, veer_file_descriptor(file), &recording->base) &&
                   create_tables(recording) && veer_walkable_read(&recording->area, world);
    VeerStatus status = is_made ? veer_recording_observe(recording, scenario, world, error)
                                : fail_base(recording, error);
    if (status != VEER_OK) {
        veer_recording_discard(recording);
        return status;
    }
    *out = recording;
    return VEER_OK;
}

static bool write_row(VeerRecording *recording, uint32_t agent, const VeerAgentState *state)
{
    sqlite3_stmt *insert = recording->insert;
    sqlite3_bind_int64(insert, 1, (sqlite3_int64)recording->frames);
    sqlite3_bind_int64(insert, 2, (sqlite3_int64)agent + 1);
    const float values[5] = {state->position.x, state->position.y, state->heading.x,
                             state->heading.y, state->position.z};
    for (int i = 0; i < (recording->has_heights ? 5 : 4); i++) {
        sqlite3_bind_double(insert, 3 + i, (double)values[i]);
    }
    bool is_done = sqlite3_step(insert) == SQLITE_DONE;
    return sqlite3_reset(insert) == SQLITE_OK && is_done;
}

/// What is kept of an agent beside its row.
static void note_agent(VeerRecording *recording, uint32_t agent, const VeerAgentState *state)
{
    VeerVec3 at = state->position;
    veer_shape_hold(&recording->extent, at, 0.0f);
    veer_shape_hold(&recording->area.box, at, state->radius);
    recording->points[2 * agent + 1] = at;
    recording->radii[agent] = state->radius;
}

static VeerStatus write_frame(VeerRecording *recording, const VeerScenarioAgent *agents,
                              uint32_t count, const VeerWorld *world, VeerInputError *error)
{
    if (!veer_array_reserve(&recording->radii, &recording->radius_capacity, count,
                            sizeof *recording->radii) ||
        !veer_array_reserve(&recording->points, &recording->point_capacity, UINT64_C(2) * count,
                            sizeof *recording->points)) {
        return fail_memory(recording->file, error);
    }
    for (uint32_t i = recording->agent_count; i < count; i++) {
        VeerVec3 *both = &recording->points[2 * (size_t)i];
        both[0] = both[1] = agents[i].start;
    }
    recording->agent_count = count;
    for (uint32_t i = 0; i < count; i++) {
        VeerAgentState state;
        if (veer_agent_get(world, agents[i].agent, &state) != VEER_OK) {
            continue;
        }
        note_agent(recording, i, &state);
        if (!write_row(recording, i, &state)) {
            return fail_base(recording, error);
        }
    }
    recording->frames++;
    return VEER_OK;
}

VeerStatus veer_recording_observe(VeerRecording *recording, const VeerScenario *scenario,
                                  const VeerWorld *world, VeerInputError *error)
{
    VeerInputError own;
    error = error ? error : &own;
    if (!recording || !scenario || !world) {
        return veer_input_fail("", error, "cannot be written: ", "NULL was given");
    }
    recording->ticks = veer_world_tick(world);
    if (recording->ticks % recording->stride != 0) {
        return VEER_OK;
    }
    uint32_t count;
    const VeerScenarioAgent *agents = veer_scenario_agents(scenario, &count);
    return write_frame(recording, agents, count, world, error);
}

/// The radii of the agents 1, 2, … as a JSON list, to be released; NULL: no memory.
static char *radii_text(const VeerRecording *recording)
{
    sqlite3_str *text = sqlite3_str_new(recording->base);
    for (uint32_t i = 0; i < recording->agent_count; i++) {
        sqlite3_str_appendf(text, "%c%.9g", i == 0 ? '[' : ',', (double)recording->radii[i]);
    }
    sqlite3_str_appendall(text, recording->agent_count == 0 ? "[]" : "]");
    return sqlite3_str_finish(text);
}

static bool write_metadata(VeerRecording *recording, const VeerWorld *world)
{
    VeerBounds extent = recording->frames > 0 && recording->agent_count > 0 ? recording->extent
                                                                            : recording->area.box;
    char *radii = radii_text(recording);
    bool is_written =
        radii &&
        run(recording,
            sqlite3_mprintf(
                "INSERT INTO metadata VALUES('version', '2'), ('fps', '%.9g'),"
                " ('xmin', '%.9g'), ('xmax', '%.9g'), ('ymin', '%.9g'), ('ymax', '%.9g'),"
                " ('veer_scenario', %Q), ('veer_seed', '%llu'), ('veer_ticks', '%llu'),"
                " ('veer_hash', '%016llx'), ('veer_radii', %Q)",
                recording->tick_rate / (double)recording->stride, (double)extent.lower.x,
                (double)extent.upper.x, (double)extent.lower.y, (double)extent.upper.y,
                recording->scenario, (sqlite3_uint64)recording->seed,
                (sqlite3_uint64)recording->ticks, (sqlite3_uint64)veer_world_hash(world), radii));
    sqlite3_free(radii);
    return is_written;
}

/// FNV-1a, as a signed number: the only integers that SQLite knows.
static sqlite3_int64 hash_text(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    for (; *text; text++) {
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    }
    return (sqlite3_int64)hash;
}

static bool write_geometry(VeerRecording *recording)
{
    VeerWalkableArea *area = &recording->area;
    char *text = veer_walkable_text(area, recording->points, 2 * recording->agent_count);
    if (!text) {
        return false;
    }
    sqlite3_int64 hash = hash_text(text);
    bool is_written =
        run(recording, sqlite3_mprintf("INSERT INTO geometry VALUES(%lld, %Q)", hash, text));
    GEOSFree_r(area->geos, text);
    return is_written &&
           run(recording,
               sqlite3_mprintf("WITH RECURSIVE f(frame) AS (SELECT 0 UNION ALL SELECT frame + 1"
                               " FROM f WHERE frame + 1 < %llu) INSERT INTO frame_data"
                               " SELECT frame, %lld FROM f;",
                               (sqlite3_uint64)recording->frames, hash));
}

VeerStatus veer_recording_finish(VeerRecording *recording, const VeerWorld *world,
                                 VeerInputError *error)
{
    VeerInputError own;
    error = error ? error : &own;
    if (!recording || !world) {
        veer_recording_discard(recording);
        return veer_input_fail("", error, "cannot be written: ", "NULL was given");
    }
    sqlite3_finalize(recording->insert);
    recording->insert = NULL;
    bool is_written =
        write_metadata(recording, world) && write_geometry(recording) &&
        sqlite3_exec(recording->base,
                     "CREATE INDEX frame_id_idx ON trajectory_data(frame, id); COMMIT;", NULL, NULL,
                     NULL) == SQLITE_OK;
    VeerStatus status = is_written ? VEER_OK : fail_base(recording, error);
    veer_recording_discard(recording);
    return status;
}
