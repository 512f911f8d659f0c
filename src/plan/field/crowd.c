/// Fields through crowds: what it costs to go from a cell to the one beside it depends on how
/// many bodies are there and in which direction they go.
/// Source: A. Treuille, S. Cooper, Z. Popović, "Continuum crowds", ACM Transactions on Graphics
/// 25(3), 2006, equations 4 to 9.
#include "map/grid/grid.h"
#include "map/layers/layers.h"
#include "plan/field/field.h"
#include "plan/field/update.h"

#define COOKIE 0x63727764u
#define LEAST_SPEED 0.05f ///< of the greatest: a jam that stands still is not for ever
#define MAX_COST 255.0f   ///< of a face: as of a cell

VeerFieldCrowd veer_field_crowd_default(void)
{
    return (VeerFieldCrowd){.max_speed = 1.4f,
                            .least_density = 0.5f,
                            .most_density = 1.5f,
                            .length_weight = 1.0f,
                            .time_weight = 1.0f,
                            .discomfort_weight = 1.0f,
                            .cookie = COOKIE};
}

static bool is_weight(float value)
{
    return value >= 0.0f && value < INFINITY;
}

static bool is_good(const VeerFieldCrowd *crowd)
{
    return crowd && crowd->cookie == COOKIE && crowd->density && crowd->max_speed > 0.0f &&
           crowd->max_speed < INFINITY && crowd->least_density >= 0.0f &&
           crowd->most_density > crowd->least_density && crowd->most_density < INFINITY &&
           is_weight(crowd->length_weight) && is_weight(crowd->time_weight) &&
           is_weight(crowd->discomfort_weight) && crowd->length_weight + crowd->time_weight > 0.0f;
}

static const int32_t directions[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

/// The speed into a cell in a direction: free where it is nearly empty, that of the crowd in that
/// direction where it is full.
static float speed_into(const VeerFieldCrowd *crowd, VeerCell cell, const int32_t *direction)
{
    float density = veer_density_at(crowd->density, cell), most = crowd->max_speed;
    float full = (density - crowd->least_density) / (crowd->most_density - crowd->least_density);
    if (full <= 0.0f) {
        return most;
    }
    VeerVec3 mean = veer_density_velocity(crowd->density, cell);
    float flow = mean.x * (float)direction[0] + mean.y * (float)direction[1];
    flow = veer_greater(LEAST_SPEED * most, veer_lesser(flow, most));
    return full >= 1.0f ? flow : most + full * (flow - most);
}

/// What it costs to go into a cell, as a multiple of what it costs where it is empty.
static float cost_into(const VeerFieldCrowd *crowd, VeerCell cell, const int32_t *direction)
{
    float speed = speed_into(crowd, cell, direction);
    float here = crowd->length_weight +
                 (crowd->time_weight +
                  crowd->discomfort_weight * veer_density_discomfort(crowd->density, cell)) /
                     speed;
    float free = crowd->length_weight + crowd->time_weight / crowd->max_speed;
    return veer_lesser(here / free, MAX_COST);
}

/// Notes what it costs to go into a cell from those beside it: where it is nearly empty the same
/// from each.
static void load_cell(VeerFieldSolver *solver, const VeerFieldCrowd *crowd, const VeerGrid *grid,
                      VeerCell cell)
{
    VeerFieldFaces *faces = veer_field_faces(solver);
    bool is_free = veer_density_at(crowd->density, cell) <= crowd->least_density;
    float cost = 0.0f;
    for (int direction = 0; direction < 4; direction++) {
        VeerCell from = {cell.x - directions[direction][0], cell.y - directions[direction][1]};
        cost = direction > 0 && is_free ? cost : cost_into(crowd, cell, directions[direction]);
        if (veer_grid_spans(grid, from)) {
            float own = (float)veer_grid_cost(grid, from);
            faces[veer_field_index(&solver->shape, from.x, from.y, 0)].cost[direction] =
                veer_lesser(own * cost, MAX_COST);
        }
    }
}

static void load_faces(VeerFieldSolver *solver, const VeerFieldCrowd *crowd, const VeerGrid *grid)
{
    VeerCell last = {(int32_t)solver->shape.side[0], (int32_t)solver->shape.side[1]};
    for (VeerCell cell = {0, -1}; cell.y <= last.y; cell.y++) {
        for (cell.x = -1; cell.x <= last.x; cell.x++) {
            load_cell(solver, crowd, grid, cell);
        }
    }
}

static uint64_t hash_faces(const VeerFieldSolver *solver)
{
    const uint16_t *weights = veer_field_weights(solver);
    const VeerFieldFaces *faces = veer_field_faces(solver);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < solver->shape.count; i++) {
        sum += weights[i] > 0 ? veer_hash_words(i, &faces[i], sizeof faces[i]) : 0;
    }
    return sum;
}

VeerStatus veer_field_begin_crowd(VeerFieldSolver *solver, VeerField *field, const VeerGrid *grid,
                                  const VeerFieldCrowd *crowd, const VeerFieldQuery *query)
{
    if (!query || !is_good(crowd) || !solver || !solver->has_faces ||
        !veer_grid_is_sized(grid, crowd->density->width, crowd->density->height)) {
        return VEER_BAD_VALUE;
    }
    VeerFieldQuery blind = *query;
    blind.is_blind = true;
    if (veer_field_begin(solver, field, grid, &blind) != VEER_OK) {
        return VEER_BAD_VALUE;
    }
    field->has_costs = true; // directions down the distance
    solver->is_crowd = true;
    load_faces(solver, crowd, grid);
    veer_field_go_on(field, solver, hash_faces(solver));
    return VEER_OK;
}
