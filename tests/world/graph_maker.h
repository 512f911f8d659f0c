/// Graphs of cells, for tests of worlds over them.
#ifndef VEER_TESTS_GRAPH_MAKER_H
#define VEER_TESTS_GRAPH_MAKER_H

#include "support/suite.h"
#include "veer/graph.h"

#include <stdlib.h>

/// A graph of a def; free it.
static inline VeerGraph *make_graph(const VeerGraphDef *def)
{
    void *memory = aligned_alloc(64, (veer_graph_size(def) + 63u) / 64u * 64u);
    VeerGraph *graph = veer_graph_init(memory, def);
    assert_non_null(graph);
    return graph;
}

/// A graph of cells in rows, its first one at the origin; free it.
static inline VeerGraph *make_tiling(VeerTiling kind, uint32_t columns, uint32_t rows, float pitch,
                                     float size)
{
    VeerTilingDef tiling = {kind, columns, rows, {0.0f, 0.0f, 0.0f}, pitch, size};
    VeerGraphDef def;
    void *scratch = aligned_alloc(64, (veer_tiling_size(&tiling) + 63u) / 64u * 64u);
    assert_int_equal(veer_tiling_graph(scratch, &tiling, &def), VEER_OK);
    VeerGraph *graph = make_graph(&def);
    free(scratch);
    return graph;
}

#endif
