#define _POSIX_C_SOURCE 200809L
#include "plan_tally.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double veer_plan_clock(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

VeerPlanWatch veer_plan_watch_begin(void)
{
    VeerPlanWatch watch;
    watch.processor = seconds(CLOCK_THREAD_CPUTIME_ID);
    watch.wall = seconds(CLOCK_MONOTONIC);
    return watch;
}

double veer_plan_watch_end(const VeerPlanWatch *begin)
{
    double wall = seconds(CLOCK_MONOTONIC) - begin->wall;
    double processor = seconds(CLOCK_THREAD_CPUTIME_ID) - begin->processor;
    return 1e6 * fmin(wall, processor);
}

void *veer_plan_take(size_t size)
{
    return aligned_alloc(64, (size + 63u) / 64u * 64u);
}

void veer_plan_tally_query(VeerPlanTally *tally, double us, uint64_t expansions)
{
    tally->times[tally->problems++] = us;
    tally->expansions += (double)expansions;
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

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
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
    qsort(tally->times, count, sizeof *tally->times, compare);
    return (VeerPlanScores){
        .problems = count,
        .wrong_lengths = tally->wrong_lengths,
        .unsolved = tally->unsolved,
        .mean_us = share_of(sum, count),
        .median_us = count ? tally->times[count / 2] : (double)NAN,
        .p99_us = count ? tally->times[(uint64_t)count * 99 / 100] : (double)NAN,
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
