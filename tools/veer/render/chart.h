/// Charts: bars with their 95% intervals, side by side, in the look of the pictures.
#ifndef VEER_TOOLS_CHART_H
#define VEER_TOOLS_CHART_H

#include "base/base.h"
#include "picture/picture.h"

#define VEER_MAX_CHART_COLUMNS 4u

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
    char title[160], subtitle[160], foot[120];
    VeerChartColumn columns[VEER_MAX_CHART_COLUMNS];
    uint32_t column_count;
    VeerChartRow rows[VEER_MAX_CHOICES];
    uint32_t row_count;
    char blocks[VEER_MAX_INPUTS][240]; ///< their titles
    uint32_t block_count;
    VeerMerged cells[VEER_MAX_INPUTS * VEER_MAX_CHOICES * VEER_MAX_CHART_COLUMNS];
} VeerChart;

/// The cells of a row: cells[column_count].
VeerMerged *veer_chart_cells(VeerChart *chart, uint32_t block, uint32_t row);

/// A row for each model of the list.
void veer_chart_set_models(VeerChart *chart, const VeerChoices *models);

/// Draws to two files of the folder, NAME.svg and NAME.png. @return false: `error` says why
bool veer_chart_save(const VeerChart *chart, VeerOutputs *outputs, const char *name,
                     VeerInputError *error);

#endif
