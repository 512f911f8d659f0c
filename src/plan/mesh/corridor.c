/// Corridors of polygons, and the shortest path in one.
/// Sources: A* as in search.c; the funnel of Lee and Preparata, "Euclidean shortest paths in the
/// presence of rectilinear barriers", Networks 14(3), 1984.
#include "plan/mesh/corridor.h"

#include <math.h>

static uint32_t start_node(const VeerMesh *mesh)
{
    return mesh->side_count;
}

static uint32_t goal_node(const VeerMesh *mesh)
{
    return mesh->side_count + 1u;
}

static uint32_t link_node(const VeerMesh *mesh, uint32_t start)
{
    return mesh->side_count + 2u + start;
}

/// How far the end of a side is drawn in, as a fraction of the side: where there is a wall, by the
/// radius; where one is near, by what is missing.
static float drawn_in(const VeerMeshSearch *search, uint32_t vertex, float length)
{
    const VeerMesh *mesh = search->mesh;
    bool is_wall = mesh->is_border[vertex] || mesh->turns[vertex];
    float gap = is_wall ? 0.0f : mesh->clear ? mesh->clear[vertex] : INFINITY;
    return max_f(search->query.radius / mesh->unit.x - gap, 0.0f) / length;
}

/// Where the right lane over a side begins, as a fraction of the side; 0: there is but one.
static float left_of_lane(const VeerMeshSearch *search, uint32_t side, float length, float right)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t begin = mesh->corner[side], end = mesh->corner[veer_mesh_next(mesh, side)];
    float lane = 0.5f + search->query.radius / mesh->unit.x / length;
    bool is_passage = mesh->is_border[begin] && mesh->is_border[end] &&
                      length * mesh->unit.x <= search->query.lane;
    return is_passage && lane + right <= 1.0f ? lane : 0.0f;
}

/// The side, drawn in. @return whether anything is left of it
static bool draw_in(const VeerMeshSearch *search, uint32_t side, VeerMeshPortal *portal)
{
    const VeerMesh *mesh = search->mesh;
    VeerVec2 a = veer_mesh_begin_of(mesh, side), b = veer_mesh_end_of(mesh, side);
    VeerVec2 along = sub2(b, a);
    float length = length2(along);
    float left = drawn_in(search, mesh->corner[side], length);
    float right = drawn_in(search, mesh->corner[veer_mesh_next(mesh, side)], length);
    left = max_f(left, left_of_lane(search, side, length, right));
    portal->left = add2(a, scale2(along, left));
    portal->right = sub2(b, scale2(along, right));
    portal->polygon = mesh->face[side];
    portal->link_start = 0;
    portal->is_link = false;
    return left + right <= 1.0f;
}

bool veer_corridor_has_room(const VeerMeshSearch *search, uint32_t side)
{
    VeerMeshPortal portal;
    return search->query.radius == 0.0f || draw_in(search, side, &portal);
}

/// Where a node is: in the middle of its side, at the end of its link.
static VeerVec2 place_of(const VeerMeshSearch *search, uint32_t node)
{
    const VeerMesh *mesh = search->mesh;
    if (node < mesh->side_count) {
        VeerVec2 a = veer_mesh_begin_of(mesh, node), b = veer_mesh_end_of(mesh, node);
        return scale2(add2(a, b), 0.5f);
    }
    if (node == start_node(mesh)) {
        return plane2(search->start);
    }
    if (node == goal_node(mesh)) {
        return plane2(search->goal);
    }
    uint32_t start = node - link_node(mesh, 0);
    return veer_mesh_point(search, veer_link_begin(mesh, start ^ 1u));
}

static uint32_t polygon_of(const VeerMeshSearch *search, uint32_t node)
{
    const VeerMesh *mesh = search->mesh;
    if (node < mesh->side_count) {
        return mesh->face[node];
    }
    if (node == start_node(mesh)) {
        return search->start_polygon;
    }
    return node == goal_node(mesh) ? search->goal_polygon
                                   : veer_link_end_polygon(mesh, node - link_node(mesh, 0));
}

static float length_of(const VeerMeshSearch *search, VeerVec2 a, VeerVec2 b)
{
    return length2(sub2(a, b)) * search->mesh->unit.x * VEER_CORRIDOR_COSTS_PER_METRE;
}

static uint64_t cost_of(float length)
{
    return (uint64_t)ceilf(length);
}

static uint32_t estimate(void *user, uint32_t node)
{
    const VeerMeshSearch *search = user;
    // A little less, so that rounded lengths never make it more than what is left.
    float left = length_of(search, place_of(search, node), plane2(search->goal));
    return (uint32_t)(left * (1.0f - 1e-5f));
}

static bool is_goal(void *user, uint32_t node)
{
    const VeerMeshSearch *search = user;
    return node == goal_node(search->mesh);
}

static void expand_sides(VeerMeshSearch *search, VeerSearch *inner, uint32_t node, uint64_t cost)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t polygon = polygon_of(search, node);
    VeerVec2 at = place_of(search, node);
    VeerMeshPortal portal;
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        uint32_t mate = mesh->mate[side];
        if (side != node && mate != VEER_NO_SIDE && !veer_mesh_is_dead_end(search, mate) &&
            veer_mesh_may_enter(search, mesh->face[mate]) && draw_in(search, mate, &portal)) {
            float length = length_of(search, at, place_of(search, mate));
            veer_search_reach(inner, mate, cost + cost_of(length));
        }
    }
}

static void expand(void *user, VeerSearch *inner, uint32_t node, uint64_t cost)
{
    VeerMeshSearch *search = user;
    const VeerMesh *mesh = search->mesh;
    uint32_t polygon = polygon_of(search, node);
    VeerVec2 at = place_of(search, node);
    if (polygon == search->goal_polygon) {
        float length = length_of(search, at, plane2(search->goal));
        veer_search_reach(inner, goal_node(mesh), cost + cost_of(length));
    }
    for (uint32_t i = mesh->link_first[polygon]; i < mesh->link_first[polygon + 1u]; i++) {
        uint32_t start = mesh->link_starts[i];
        if (veer_mesh_may_take(search, start)) {
            VeerVec2 begin = veer_mesh_point(search, veer_link_begin(mesh, start));
            float length = length_of(search, at, begin) + mesh->links[start / 2u].cost *
                                                              mesh->unit.x *
                                                              VEER_CORRIDOR_COSTS_PER_METRE;
            veer_search_reach(inner, link_node(mesh, start), cost + cost_of(length));
        }
    }
    expand_sides(search, inner, node, cost);
}

void veer_corridor_begin(VeerMeshSearch *search)
{
    uint32_t start = start_node(search->mesh);
    VeerSearchSpace space = {.node_count = veer_corridor_node_count(search->mesh),
                             .expand = expand,
                             .estimate = estimate,
                             .is_goal = is_goal,
                             .user = search};
    VeerSearchOptions options = {.order = VEER_SEARCH_ASTAR};
    (void)veer_search_begin(search->search, &space, &options, &start, 1);
}

static VeerMeshPortal portal_of(const VeerMeshSearch *search, uint32_t node)
{
    const VeerMesh *mesh = search->mesh;
    VeerMeshPortal portal;
    if (node < mesh->side_count) {
        (void)draw_in(search, node, &portal);
        return portal;
    }
    uint32_t start = node - link_node(mesh, 0);
    return (VeerMeshPortal){veer_mesh_point(search, veer_link_begin(mesh, start)),
                            veer_mesh_point(search, veer_link_begin(mesh, start ^ 1u)),
                            veer_link_end_polygon(mesh, start), start, true};
}

static bool is_portal(const VeerMesh *mesh, uint32_t node)
{
    return node != start_node(mesh) && node != goal_node(mesh);
}

void veer_corridor_lay_out(VeerMeshSearch *search)
{
    const VeerMesh *mesh = search->mesh;
    const VeerSearchNode *nodes = search->search->nodes;
    uint32_t count = 0, target = veer_search_target(search->search);
    for (uint32_t node = target; node != VEER_NO_NODE; node = nodes[node].parent) {
        count += is_portal(mesh, node) ? 1u : 0u;
    }
    search->portal_count = count;
    for (uint32_t node = target; node != VEER_NO_NODE; node = nodes[node].parent) {
        if (is_portal(mesh, node)) {
            search->portals[--count] = portal_of(search, node);
        }
    }
}

/// The portal that a path out of a tree leads over by an entry. @return false: none
static bool portal_by(const VeerMeshSearch *search, const VeerTreeEntry *entry,
                      VeerMeshPortal *portal)
{
    const VeerMesh *mesh = search->mesh;
    if (entry->side == VEER_SIDE_POINT) {
        return false;
    }
    uint32_t node =
        entry->side == VEER_SIDE_LINK ? link_node(mesh, entry->link) : mesh->mate[entry->side];
    *portal = portal_of(search, node);
    return true;
}

bool veer_corridor_lead(VeerMeshSearch *search, const VeerMeshTree *tree, uint32_t entry)
{
    const VeerMesh *mesh = search->mesh;
    uint32_t most = veer_corridor_node_count(mesh);
    VeerSearchSpace space = {.node_count = most, .is_goal = is_goal, .user = search};
    search->search->space = space;
    veer_search_settle(search->search, start_node(mesh));
    search->portal_count = 0;
    for (; entry != VEER_NO_ENTRY; entry = tree->entries[entry].parent) {
        if (search->portal_count == most) {
            return false;
        }
        bool is_one =
            portal_by(search, &tree->entries[entry], &search->portals[search->portal_count]);
        search->portal_count += is_one ? 1u : 0u;
    }
    return true;
}

/// A path being pulled tight.
typedef struct CorridorPull {
    const VeerMeshSearch *search;
    VeerVec3 *points; ///< NULL: only counts
    uint32_t count;
} CorridorPull;

/// @param portal  the point is in the polygon before it
static void add_point(CorridorPull *pull, VeerVec2 point, uint32_t portal)
{
    const VeerMeshSearch *search = pull->search;
    if (pull->points) {
        uint32_t polygon =
            portal == 0 ? search->start_polygon : search->portals[portal - 1u].polygon;
        float height = veer_mesh_height(search->mesh, polygon, point);
        pull->points[pull->count] =
            veer_mesh_to_metres(search->mesh, vec3(point.x, point.y, height));
    }
    pull->count++;
}

/// Two ends of portals that bound what is seen from a point: left, right.
typedef struct CorridorFunnel {
    VeerVec2 tip, ends[2];
    uint32_t at[2]; ///< the portals that they are ends of
} CorridorFunnel;

static bool is_same(VeerVec2 a, VeerVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

static CorridorFunnel funnel_at(VeerVec2 tip, uint32_t portal)
{
    return (CorridorFunnel){tip, {tip, tip}, {portal, portal}};
}

/// Narrows the funnel on one side by a portal's end. @return whether that would pass the other side
static bool narrow(CorridorFunnel *funnel, uint32_t side, VeerVec2 end, uint32_t portal)
{
    int inwards = side == 0 ? -1 : 1;
    VeerVec2 tip = funnel->tip;
    if (inwards * veer_orient(tip, funnel->ends[side], end) < 0) {
        return false;
    }
    if (!is_same(tip, funnel->ends[0]) && !is_same(tip, funnel->ends[1]) &&
        inwards * veer_orient(tip, funnel->ends[!side], end) > 0) {
        return true;
    }
    funnel->ends[side] = end;
    funnel->at[side] = portal;
    return false;
}

/// From a tip through the portals [begin, end) to a goal. Each time the funnel closes, the path
/// turns at the end that it closed on, and goes on from there.
static void pull_stretch(CorridorPull *pull, VeerVec2 tip, VeerVec2 goal, uint32_t begin,
                         uint32_t end)
{
    const VeerMeshPortal *portals = pull->search->portals;
    CorridorFunnel funnel = funnel_at(tip, begin);
    uint32_t at = begin;
    while (at <= end) {
        VeerVec2 left = at == end ? goal : portals[at].left;
        VeerVec2 right = at == end ? goal : portals[at].right;
        bool turns_left = narrow(&funnel, 1, right, at);
        bool turns_right = !turns_left && narrow(&funnel, 0, left, at);
        if (!turns_left && !turns_right) {
            at++;
            continue;
        }
        uint32_t side = turns_left ? 0 : 1;
        at = funnel.at[side] + 1u;
        add_point(pull, funnel.ends[side], at);
        funnel = funnel_at(funnel.ends[side], at);
    }
}

/// The first link among the portals from `at` on; all of them if there is none.
static uint32_t next_link(const VeerMeshSearch *search, uint32_t at)
{
    while (at < search->portal_count && !search->portals[at].is_link) {
        at++;
    }
    return at;
}

/// The end of the path: the goal, or the middle of the last portal.
static VeerVec2 end_of(const VeerMeshSearch *search)
{
    if (veer_search_state(search->search) == VEER_SEARCH_FOUND) {
        return plane2(search->goal);
    }
    if (search->portal_count == 0) {
        return plane2(search->start);
    }
    const VeerMeshPortal *last = &search->portals[search->portal_count - 1u];
    return last->is_link ? last->right : scale2(add2(last->left, last->right), 0.5f);
}

uint32_t veer_corridor_crossing_count(const VeerMeshSearch *search)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->portal_count; i++) {
        count += search->portals[i].is_link ? 1u : 0u;
    }
    return count;
}

uint32_t veer_corridor_pull(const VeerMeshSearch *search, VeerVec3 *points, VeerMeshCrossing *met)
{
    CorridorPull pull = {search, points, 0};
    VeerVec2 tip = plane2(search->start);
    uint32_t at = 0, link, count = 0;
    add_point(&pull, tip, 0);
    while ((link = next_link(search, at)) < search->portal_count) {
        const VeerMeshPortal *portal = &search->portals[link];
        pull_stretch(&pull, tip, portal->left, at, link);
        if (met) {
            met[count++] = (VeerMeshCrossing){pull.count, portal->link_start};
        }
        add_point(&pull, portal->left, link);
        add_point(&pull, portal->right, link + 1u);
        tip = portal->right;
        at = link + 1u;
    }
    pull_stretch(&pull, tip, end_of(search), at, link);
    add_point(&pull, end_of(search), link);
    return pull.count;
}
