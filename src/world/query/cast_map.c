/// What of the map a ray or a disc meets first: section by section of its way.
#include "geom/box.h"
#include "math/vec.h"
#include "world/query/query.h"

static void meet(void *context, VeerVec3 a, VeerVec3 b)
{
    VeerCasting *casting = context;
    bool is_planar = casting->ask.world->def.space == VEER_PLANAR;
    VeerCastTarget target = {.found = {.kind = VEER_FOUND_MAP},
                             .form = is_planar ? VEER_CAST_SEGMENT : VEER_CAST_BOX,
                             .a = a,
                             .b = b};
    veer_cast_meet(casting, &target);
}

static bool meet_side(void *context, const VeerMeshWall *wall)
{
    meet(context, wall->a, wall->b);
    return true;
}

/// Along the floor on which the way begins.
static void meet_mesh(VeerCasting *casting, VeerVec3 from)
{
    const VeerMesh *mesh = casting->ask.world->map.mesh.whole;
    VeerVec3 to = along3(casting->from, casting->way, 1.0f);
    for (float gone = 0.0f; gone < 1.0f && gone < casting->fraction;) {
        float part =
            veer_mesh_walls_along(mesh, from, to, casting->radius, meet_side, casting, &from);
        gone = part < 1.0f ? gone + part * (1.0f - gone) : 1.0f;
    }
}

/// m: a bucket of a graph or some cells, and no less than a diameter.
static float section_of(const VeerCasting *casting)
{
    const VeerWorldMap *map = &casting->ask.world->map;
    float length = map->graph.whole ? map->graph.whole->buckets.side
                                    : VEER_FIRST_SEARCH * map->shape.cell_size;
    return max_f(length, 2.0f * casting->radius);
}

/// The box about a section of the way.
static VeerBounds box_about(const VeerCasting *casting, VeerVec3 from, VeerVec3 to)
{
    VeerVec3 reach = {casting->radius, casting->radius, casting->radius};
    VeerBounds box = veer_boxes_join((VeerBounds){from, from}, (VeerBounds){to, to});
    return (VeerBounds){sub3(box.lower, reach), add3(box.upper, reach)};
}

void veer_cast_meet_map(VeerCasting *casting, VeerVec3 from)
{
    const VeerWorldMap *map = &casting->ask.world->map;
    if (veer_ask_is_off_map(&casting->ask, from)) {
        VeerCastTarget target = {.found = {.kind = VEER_FOUND_MAP}, .form = VEER_CAST_INSIDE};
        veer_cast_meet(casting, &target);
        return;
    }
    if (map->mesh.whole) {
        meet_mesh(casting, from);
        return;
    }
    double step = (double)section_of(casting) / (double)length3(casting->way);
    for (double begin = 0.0; begin < 1.0 && begin <= (double)casting->fraction; begin += step) {
        VeerVec3 a = along3(casting->from, casting->way, (float)begin);
        VeerVec3 b = along3(casting->from, casting->way, min_f((float)(begin + step), 1.0f));
        veer_ask_walls(&casting->ask, a, box_about(casting, a, b), meet, casting);
    }
}
