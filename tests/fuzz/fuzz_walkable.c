/// The walkable area of worlds with any obstacles: one polygon, or none for want of memory.
#include "input.h"
#include "io/recording/walkable.h"
#include "veer/world.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static float coordinate(Input *input)
{
    return 0.25f * (float)(int8_t)byte(input);
}

static VeerVec3 point(Input *input)
{
    float x = coordinate(input);
    return (VeerVec3){x, coordinate(input), 0.0f};
}

static void add_obstacle(Input *input, VeerWorld *world)
{
    VeerVec3 vertices[8];
    VeerObstacleId id;
    VeerObstacleDef def = veer_obstacle_def_default();
    uint32_t kind = byte(input) % 3u;
    def.position = point(input);
    def.radius = (float)byte(input) * 0.1f;
    if (kind > 0) {
        def.shape = kind == 1 ? VEER_SHAPE_CHAIN : VEER_SHAPE_POLYGON;
        def.vertices = vertices;
        def.vertex_count = 2u + byte(input) % 7u;
        def.is_closed = byte(input) % 2u;
        for (uint32_t i = 0; i < def.vertex_count; i++) {
            vertices[i] = point(input);
        }
    }
    (void)veer_obstacle_create(world, &def, &id); // refused where it is no shape
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = {data, size};
    VeerWorldDef def = veer_world_def_default();
    VeerWorld *world = NULL;
    VeerVec3 points[4];
    def.max_agents = 1;
    if (veer_world_create(&def, &world) != VEER_OK) {
        abort();
    }
    VeerWalkableArea area = {.box = {{-40.0f, -40.0f, 0.0f}, {40.0f, 40.0f, 0.0f}}};
    for (int i = 0; i < 4; i++) {
        points[i] = point(&input);
    }
    for (int i = 0; i < 12 && input.size > 0; i++) {
        add_obstacle(&input, world);
    }
    char *text = veer_walkable_read(&area, world) ? veer_walkable_text(&area, points, 4) : NULL;
    if (text && strncmp(text, "POLYGON ((", 10) != 0) {
        abort();
    }
    GEOSFree_r(area.geos, text);
    veer_walkable_free(&area);
    veer_world_destroy(world);
    return 0;
}
