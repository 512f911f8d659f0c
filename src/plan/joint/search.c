#include "plan/joint/search.h"

#include <string.h>

VeerJointSearch veer_joint_search(const VeerJointStep *step, uint32_t start)
{
    memset(step->from, 0, (veer_roadmap_count(step->roadmap) + 1u) * sizeof *step->from);
    step->from[start] = start;
    step->queue[0] = start;
    return (VeerJointSearch){step, start, 0, 1};
}

void veer_joint_search_bar(VeerJointSearch *search, uint32_t node)
{
    search->step->from[node] = node;
}

uint32_t veer_joint_search_next(VeerJointSearch *search)
{
    const VeerJointStep *step = search->step;
    if (search->next == search->count) {
        return 0;
    }
    uint32_t at = step->queue[search->next++];
    const VeerRoadmapNode *node = veer_roadmap_node(step->roadmap, at);
    for (uint32_t i = 0; i < node->count; i++) {
        if (step->from[node->next[i]] == 0) {
            step->from[node->next[i]] = at;
            step->queue[search->count++] = node->next[i];
        }
    }
    return at;
}

uint32_t veer_joint_search_first(const VeerJointSearch *search, uint32_t node, uint32_t *length)
{
    const uint32_t *from = search->step->from;
    for (*length = 1; from[node] != search->start; ++*length) {
        node = from[node];
    }
    return node;
}
