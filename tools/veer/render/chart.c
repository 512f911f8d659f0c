#include "chart.h"

#include <math.h>
#include <stdio.h>

// All in pixels.
#define WIDTH 1600.0
#define MARGIN 48.0
#define HEAD 118.0
#define FOOT 52.0
#define LABELS 150.0    // for the names of the rows
#define COLUMN_GAP 28.0 // between two columns
#define NUMBERS 92.0    // for the number after a bar
#define BLOCK_HEAD 66.0 // above the first bar of a block
#define BLOCK_GAP 30.0  // below its last one
#define ROW 32.0        // from a bar to the next
#define BAR 15.0        // thickness
#define CAP 4.0         // half the height of the ends of an interval

/// Where a column is and how long a bar of 1 is.
typedef struct ChartLane {
    double x, length, most;
} ChartLane;

static const VeerMerged *cell(const VeerChart *chart, uint32_t block, uint32_t row, uint32_t column)
{
    return &chart->cells[(block * chart->row_count + row) * chart->column_count + column];
}

static double block_height(const VeerChart *chart)
{
    return BLOCK_HEAD + ROW * chart->row_count + BLOCK_GAP;
}

/// The end of a column's scale in a block.
static double most_of(const VeerChart *chart, uint32_t block, uint32_t column)
{
    double most = chart->columns[column].most;
    for (uint32_t row = 0; row < chart->row_count; row++) {
        double value = cell(chart, block, row, column)->value;
        most = isfinite(value) ? fmax(most, value) : most;
    }
    return most > 0.0 ? most : 1.0;
}

static ChartLane lane_of(const VeerChart *chart, uint32_t block, uint32_t column)
{
    double room = WIDTH - 2.0 * MARGIN - LABELS;
    double width = (room - COLUMN_GAP * (chart->column_count - 1)) / chart->column_count;
    return (ChartLane){MARGIN + LABELS + (width + COLUMN_GAP) * column, width - NUMBERS,
                       most_of(chart, block, column)};
}

static void fill_box(cairo_t *cairo, double x, double y, double width, double height)
{
    cairo_new_path(cairo);
    cairo_rectangle(cairo, x, y, width, height);
    cairo_fill(cairo);
}

/// A line from the lower to the upper end of the interval, with caps.
static void draw_interval(cairo_t *cairo, const ChartLane *lane, const VeerMerged *value, double y)
{
    double low = fmin(fmax(value->low / lane->most, 0.0), 1.0) * lane->length + lane->x;
    double high = fmin(fmax(value->high / lane->most, 0.0), 1.0) * lane->length + lane->x;
    cairo_new_path(cairo);
    cairo_move_to(cairo, low, y - CAP);
    cairo_line_to(cairo, low, y + CAP);
    cairo_move_to(cairo, low, y);
    cairo_line_to(cairo, high, y);
    cairo_move_to(cairo, high, y - CAP);
    cairo_line_to(cairo, high, y + CAP);
    cairo_set_line_width(cairo, 1.6);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    veer_ink_set(cairo, veer_colour_title, 0.85);
    cairo_stroke(cairo);
}

static void draw_bar(cairo_t *cairo, const ChartLane *lane, const VeerMerged *value,
                     const char *unit, VeerColour colour, double y)
{
    veer_ink_set(cairo, veer_colour_grid, 0.7);
    fill_box(cairo, lane->x, y - 0.5 * BAR, lane->length, BAR);
    if (isfinite(value->value)) {
        veer_ink_set(cairo, colour, 0.85);
        fill_box(cairo, lane->x, y - 0.5 * BAR,
                 lane->length * fmin(fmax(value->value / lane->most, 0.0), 1.0), BAR);
    }
    if (isfinite(value->low) && isfinite(value->high)) {
        draw_interval(cairo, lane, value, y);
    }
    char text[64];
    snprintf(text, sizeof text, "%s%s", veer_text_brief(value->value).text,
             isfinite(value->value) ? unit : "");
    veer_ink_text(cairo,
                  (VeerText){lane->x + lane->length + 10.0, y + 5.0, 15.0, VEER_ALIGN_LEFT, false,
                             veer_colour_title},
                  text);
}

static void draw_block(const VeerChart *chart, uint32_t block, double top, cairo_t *cairo)
{
    VeerText title = {MARGIN, top + 20.0, 19.0, VEER_ALIGN_LEFT, true, veer_colour_title};
    veer_ink_text(cairo, title, chart->blocks[block]);
    for (uint32_t column = 0; column < chart->column_count; column++) {
        ChartLane lane = lane_of(chart, block, column);
        VeerText name = {lane.x, top + 44.0, 14.0, VEER_ALIGN_LEFT, false, veer_colour_text};
        veer_ink_text(cairo, name, chart->columns[column].title);
        for (uint32_t row = 0; row < chart->row_count; row++) {
            draw_bar(cairo, &lane, cell(chart, block, row, column), chart->columns[column].unit,
                     chart->rows[row].colour, top + BLOCK_HEAD + ROW * row);
        }
    }
    for (uint32_t row = 0; row < chart->row_count; row++) {
        double y = top + BLOCK_HEAD + ROW * row + 5.0;
        VeerText label = {MARGIN + LABELS - 16.0, y,     16.0,
                          VEER_ALIGN_RIGHT,       false, chart->rows[row].colour};
        veer_ink_text(cairo, label, chart->rows[row].label);
    }
}

static void draw_texts(const VeerChart *chart, double height, cairo_t *cairo)
{
    veer_ink_text(cairo, (VeerText){MARGIN, 50.0, 25.0, VEER_ALIGN_LEFT, true, veer_colour_title},
                  chart->title);
    veer_ink_text(cairo, (VeerText){MARGIN, 80.0, 16.0, VEER_ALIGN_LEFT, false, veer_colour_text},
                  chart->subtitle);
    veer_ink_text(
        cairo,
        (VeerText){WIDTH - MARGIN, height - 24.0, 14.0, VEER_ALIGN_RIGHT, false, veer_colour_faint},
        chart->foot);
}

static bool write_chart(const VeerChart *chart, VeerPictureKind kind, VeerFile *file,
                        VeerInputError *error)
{
    double height = HEAD + block_height(chart) * chart->block_count + FOOT;
    VeerCanvas canvas = veer_canvas_begin(kind, file, WIDTH, height);
    veer_ink_set(canvas.cairo, veer_colour_background, 1.0);
    cairo_paint(canvas.cairo);
    draw_texts(chart, height, canvas.cairo);
    for (uint32_t block = 0; block < chart->block_count; block++) {
        draw_block(chart, block, HEAD + block_height(chart) * block, canvas.cairo);
    }
    return veer_canvas_end(&canvas, error);
}

bool veer_chart_save(const VeerChart *chart, VeerOutputs *outputs, const char *name,
                     VeerInputError *error)
{
    static const char *const endings[] = {[VEER_PICTURE_SVG] = ".svg", [VEER_PICTURE_PNG] = ".png"};
    bool is_saved = true;
    for (int kind = VEER_PICTURE_SVG; is_saved && kind <= VEER_PICTURE_PNG; kind++) {
        char path[64];
        snprintf(path, sizeof path, "%s%s", name, endings[kind]);
        VeerFile *file = veer_outputs_add_inside(outputs, path, error);
        is_saved = file && write_chart(chart, (VeerPictureKind)kind, file, error);
    }
    return is_saved;
}

VeerMerged *veer_chart_cells(VeerChart *chart, uint32_t block, uint32_t row)
{
    return &chart->cells[((size_t)block * chart->row_count + row) * chart->column_count];
}

void veer_chart_set_models(VeerChart *chart, const VeerChoices *models)
{
    chart->row_count = models->count;
    for (uint32_t i = 0; i < models->count; i++) {
        // Steps of the golden angle keep models that are next to each other far apart.
        chart->rows[i] =
            (VeerChartRow){veer_avoid_model_name((VeerAvoidModel)models->numbers[i]),
                           veer_colour_hue(4.05 + 2.39996 * (double)models->numbers[i])};
    }
}
