#include "tally.h"

#include "base/base.h"

#include <math.h>

static int compare_times(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

VeerQuantiles veer_quantiles(double *times, uint32_t count, double scale)
{
    const double none = (double)NAN;
    if (count == 0) {
        return (VeerQuantiles){none, none, none, none};
    }
    qsort(times, count, sizeof *times, compare_times);
    return (VeerQuantiles){scale * times[count / 10], scale * times[count / 2],
                           scale * times[(uint64_t)count * 9 / 10],
                           scale * times[(uint64_t)count * 99 / 100]};
}

VeerPlanWatch veer_plan_watch_begin(void)
{
    VeerPlanWatch watch;
    watch.processor = veer_clock_thread();
    watch.wall = veer_clock_wall();
    return watch;
}

double veer_plan_watch_end(const VeerPlanWatch *begin)
{
    double wall = veer_clock_wall() - begin->wall;
    double processor = veer_clock_thread() - begin->processor;
    return 1e6 * fmin(wall, processor);
}

double veer_plan_watch_time(void (*ask)(void *user), void *user)
{
    VeerPlanWatch begin = veer_plan_watch_begin();
    ask(user);
    double us = veer_plan_watch_end(&begin);
    if (us >= VEER_TALLY_SHORT_US) {
        return us;
    }
    begin = veer_plan_watch_begin();
    for (int i = 0; i < VEER_TALLY_TIMES_OVER; i++) {
        ask(user);
    }
    return veer_plan_watch_end(&begin) / VEER_TALLY_TIMES_OVER;
}

double veer_points_length(const VeerVec3 *points, uint32_t count)
{
    double length = 0.0;
    for (uint32_t i = 1; i < count; i++) {
        VeerVec3 a = points[i - 1], b = points[i];
        length += hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
    }
    return length;
}

double veer_cells_length(const VeerCell *cells, uint32_t count)
{
    int64_t straight = 0, diagonal = 0;
    for (uint32_t i = 1; i < count; i++) {
        int32_t dx = abs(cells[i].x - cells[i - 1].x), dy = abs(cells[i].y - cells[i - 1].y);
        diagonal += dx < dy ? dx : dy;
        straight += abs(dx - dy);
    }
    return (double)straight + sqrt(2.0) * (double)diagonal;
}

void veer_plan_tally_query(VeerPlanTally *tally, double us, uint64_t expansions)
{
    tally->times[tally->problems++] = us;
    tally->expansions += (double)expansions;
}

void veer_plan_tally_ratio(VeerPlanTally *tally, double length, double compared)
{
    if (compared > 0.0) {
        tally->pulled += length / compared;
        tally->pulls++;
    }
}

bool veer_plan_tally_is_sampled(uint32_t line, uint32_t count, uint32_t sample)
{
    uint32_t stride = count / sample + 1u;
    return line % stride == stride / 2;
}

void veer_plan_tally_sample(VeerPlanTally *tally, double us, double astar_us)
{
    tally->sample_us += us;
    tally->astar_us += astar_us;
    tally->sampled++;
}

static double share_of(double sum, double count)
{
    return count > 0.0 ? sum / count : (double)NAN;
}

VeerPlanScores veer_plan_tally_scores(const VeerPlanTally *tally)
{
    uint32_t count = tally->problems;
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += tally->times[i];
    }
    VeerQuantiles times = veer_quantiles(tally->times, count, 1.0);
    return (VeerPlanScores){
        .problems = count,
        .wrong_lengths = tally->wrong_lengths,
        .unsolved = tally->unsolved,
        .mean_us = share_of(sum, count),
        .median_us = times.median,
        .p99_us = times.p99,
        .expansions_mean = share_of(tally->expansions, count),
        .preprocess_ms = tally->preprocess_ms,
        .bytes_per_cell = share_of(tally->bytes, tally->cells),
        .astar_mean_us = share_of(tally->astar_us, tally->sampled),
        .speedup_over_astar = share_of(tally->astar_us, tally->sample_us),
        // A difference of times may come out below 0.
        .pull_mean_us = tally->pull_us != 0.0 ? fmax(tally->pull_us / count, 0.0) : (double)NAN,
        .pulled_ratio = share_of(tally->pulled, tally->pulls),
    };
}
