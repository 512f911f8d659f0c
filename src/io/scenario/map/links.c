/// Links of a scenario's map.
#include "io/scenario/map/map.h"

#include <math.h>

/// Whether a link may end at a point: on the grid, or on the mesh but for rounding.
static bool is_on_map(const VeerScenario *scenario, VeerVec3 point)
{
    VeerVec3 on_it;
    if (scenario->map) {
        return veer_grid_has(scenario->map, veer_grid_cell_at(scenario->map, point));
    }
    (void)veer_mesh_nearest(scenario->mesh, point, &on_it);
    return fabsf(on_it.x - point.x) <= 1e-3f && fabsf(on_it.y - point.y) <= 1e-3f &&
           fabsf(on_it.z - point.z) <= 1.0f;
}

static bool load_link(VeerLoader *loader, const VeerNode *node)
{
    VeerScenario *scenario = loader->scenario;
    VeerLinkSpec spec = {.def = veer_link_def_default()};
    if (!veer_reader_object(&loader->reader, node, &veer_link_schema, &spec)) {
        return false;
    }
    spec.def.is_open = !spec.is_closed;
    scenario->links[scenario->def.map.max_links++] = spec.def;
    return veer_reader_check(&loader->reader, veer_node_member(node, "from"),
                             is_on_map(scenario, spec.def.from), "must lie on the map") &&
           veer_reader_check(&loader->reader, veer_node_member(node, "to"),
                             is_on_map(scenario, spec.def.to), "must lie on the map");
}

bool veer_load_links(VeerLoader *loader, const VeerNode *links)
{
    /// Routes look at all of them.
    enum { MOST = 1024 };
    VeerScenario *scenario = loader->scenario;
    scenario->links =
        veer_reader_take_list(&loader->reader, links, "links", MOST, sizeof *scenario->links);
    return scenario->links && veer_load_each(loader, links, load_link);
}
