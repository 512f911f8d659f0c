/// Charts: bars with their 95% intervals, side by side, in the look of the pictures.
#ifndef VEER_TOOLS_CHART_H
#define VEER_TOOLS_CHART_H

#include "base/folder.h"
#include "base/merge.h"
#include "picture/colour.h"
#include "picture/picture.h"

#define VEER_MAX_CHART_COLUMNS 6u

/// One quantity.
typedef struct VeerChartColumn {
    const char *title;
    const char *unit; ///< after the numbers: "%", " s"
    double most;      ///< where its scale ends at least
} VeerChartColumn;

/// What one bar is about.
typedef struct VeerChartRow {
    const char *label;
    VeerColour colour;
} VeerChartRow;

/// Blocks below each other, each with all rows; in each row a bar for each column.
typedef struct VeerChart {
    const char *title, *subtitle, *foot;
    VeerChartColumn columns[VEER_MAX_CHART_COLUMNS];
    uint32_t column_count;
    const VeerChartRow *rows; ///< rows[row_count]
    uint32_t row_count;
    const char *const *blocks; ///< blocks[block_count]: their titles
    uint32_t block_count;
    const VeerMerged *cells; ///< [block_count][row_count][column_count]
} VeerChart;

/// Draws to two files of a folder, NAME.svg and NAME.png. @return false: `error` says why
bool veer_chart_save(const VeerChart *chart, VeerFolder *folder, const char *name,
                     VeerInputError *error);

/// The colour that stands for a model.
VeerColour veer_chart_model_colour(VeerAvoidModel model);

#endif
