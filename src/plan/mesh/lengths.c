/// The goals of a search for lengths from one point to many, and what is known of them.
#include "plan/mesh/lengths.h"

#include "base/arena.h"

#include <string.h>

static size_t lay_out(void *memory, const VeerMesh *mesh, uint32_t capacity, VeerMeshLengths *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    *parts = (VeerMeshLengths){.mesh = mesh, .capacity = capacity};
    parts->at = veer_arena_take(&arena, capacity, sizeof *parts->at);
    parts->polygon = veer_arena_take(&arena, capacity, sizeof *parts->polygon);
    parts->next = veer_arena_take(&arena, capacity, sizeof *parts->next);
    parts->length = veer_arena_take(&arena, capacity, sizeof *parts->length);
    parts->first = veer_arena_take(&arena, mesh->polygon_count, sizeof *parts->first);
    return arena.used;
}

size_t veer_mesh_lengths_size(const VeerMesh *mesh, uint32_t capacity)
{
    VeerMeshLengths parts;
    return lay_out(NULL, mesh, capacity, &parts);
}

VeerMeshLengths *veer_mesh_lengths_init(void *memory, const VeerMesh *mesh, uint32_t capacity)
{
    (void)lay_out(memory, mesh, capacity, memory);
    return memory;
}

static void widen(VeerMeshLengths *lengths, VeerVec2 point)
{
    lengths->lower = vec2(min_f(lengths->lower.x, point.x), min_f(lengths->lower.y, point.y));
    lengths->upper = vec2(max_f(lengths->upper.x, point.x), max_f(lengths->upper.y, point.y));
}

void veer_mesh_lengths_aim(VeerMeshLengths *lengths, const VeerVec3 *points, uint32_t count,
                           uint32_t component, float radius)
{
    const VeerMesh *mesh = lengths->mesh;
    lengths->count = count;
    lengths->narrow = 2.0f * radius / mesh->unit.x;
    lengths->lower = vec2(INFINITY, INFINITY);
    lengths->upper = vec2(-INFINITY, -INFINITY);
    lengths->is_fine = true;
    lengths->work = 0;
    memset(lengths->first, 0xff, mesh->polygon_count * sizeof *lengths->first);
    for (uint32_t i = count; i-- > 0;) {
        VeerVec3 at;
        uint32_t polygon =
            veer_mesh_find(mesh, veer_mesh_to_units(mesh, points[i]), component, &at);
        lengths->at[i] = plane2(at);
        lengths->polygon[i] = polygon;
        lengths->next[i] = lengths->first[polygon];
        lengths->first[polygon] = i;
        lengths->is_fine &= veer_mesh_search_is_fine(at);
        widen(lengths, lengths->at[i]);
    }
}

void veer_mesh_lengths_straight(VeerMeshLengths *lengths, uint32_t polygon, VeerVec2 from,
                                double cost)
{
    for (uint32_t i = lengths->first[polygon]; i != VEER_NO_GOAL; i = lengths->next[i]) {
        veer_mesh_lengths_note(lengths, i, cost + veer_mesh_distance(from, lengths->at[i]));
    }
}

static double clamp(double value, double lower, double upper)
{
    return value < lower ? lower : value > upper ? upper : value;
}

static double hypotenuse(double x, double y)
{
    return sqrt(x * x + y * y);
}

/// How far two ranges are apart.
static double apart(double a_lower, double a_upper, double b_lower, double b_upper)
{
    double gap = a_lower > b_upper ? a_lower - b_upper : b_lower - a_upper;
    return gap > 0.0 ? gap : 0.0;
}

static double gap_to_box(const VeerMeshLengths *lengths, double x, double y)
{
    return hypotenuse(x - clamp(x, (double)lengths->lower.x, (double)lengths->upper.x),
                      y - clamp(y, (double)lengths->lower.y, (double)lengths->upper.y));
}

static double interval_to_box(const VeerMeshLengths *lengths, const VeerInterval *at)
{
    bool is_right = at->left_x < at->right_x, is_up = at->left_y < at->right_y;
    double x = apart(is_right ? at->left_x : at->right_x, is_right ? at->right_x : at->left_x,
                     (double)lengths->lower.x, (double)lengths->upper.x);
    double y = apart(is_up ? at->left_y : at->right_y, is_up ? at->right_y : at->left_y,
                     (double)lengths->lower.y, (double)lengths->upper.y);
    return hypotenuse(x, y);
}

double veer_mesh_lengths_left(const VeerMeshLengths *lengths, VeerVec2 root,
                              const VeerInterval *interval)
{
    double by = veer_interval_gap(interval, root) + interval_to_box(lengths, interval);
    double straight = gap_to_box(lengths, (double)root.x, (double)root.y);
    return by > straight ? by : straight;
}

bool veer_mesh_lengths_is_done(VeerMeshLengths *lengths, double total)
{
    while (lengths->settled < lengths->count && lengths->length[lengths->settled] <= total) {
        lengths->settled++;
    }
    return lengths->settled == lengths->count;
}

void veer_mesh_lengths_forget(VeerMeshLengths *lengths)
{
    for (uint32_t i = 0; i < lengths->count; i++) {
        lengths->length[i] = (double)INFINITY;
    }
    lengths->settled = 0;
    lengths->work += 1u + lengths->count / VEER_LENGTHS_LOOKS;
}

uint32_t veer_mesh_lengths_count(const VeerMeshLengths *lengths)
{
    return lengths->count;
}

double veer_mesh_lengths_at(const VeerMeshLengths *lengths, uint32_t goal)
{
    return lengths->length[goal] * (double)lengths->mesh->unit.x;
}

uint64_t veer_mesh_lengths_work(const VeerMeshLengths *lengths)
{
    return lengths->work;
}
