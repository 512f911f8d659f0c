#include "report_print.h"

#include <stdio.h>

static void print_row(const char *label, const char *text, const char *unit)
{
    printf("  %-22s %9s %s\n", label, text, unit);
}

static void print_number(const VeerReport *report, VeerKey key, const char *label, double factor,
                         const char *unit)
{
    print_row(label, veer_text_brief(factor * veer_report_number(report, key)).text, unit);
}

static void print_whole(const VeerReport *report, VeerKey key, const char *label, const char *unit)
{
    char text[32];
    snprintf(text, sizeof text, "%.0f", veer_report_number(report, key));
    print_row(label, text, unit);
}

static void print_motion(const VeerReport *report)
{
    char unit[64];
    snprintf(unit, sizeof unit, "of %.0f", veer_report_number(report, VEER_KEY_AGENTS));
    print_whole(report, VEER_KEY_ARRIVED, "arrived", unit);
    print_number(report, VEER_KEY_TIME, "time", 1.0, "s");
    print_number(report, VEER_KEY_TIME_RATIO, "time ratio", 1.0, "of the shortest path's");
    print_number(report, VEER_KEY_PATH_RATIO, "path ratio", 1.0, "of the shortest path's");
    print_number(report, VEER_KEY_TURNING, "turning", 1.0, "rad/s");
    print_number(report, VEER_KEY_MODE_CHANGES, "changes of mode", 1.0, "per second");
    print_number(report, VEER_KEY_MAX_ACCELERATION, "hardest acceleration", 1.0, "m/s2");
}

static void print_safety(const VeerReport *report)
{
    char unit[64];
    snprintf(unit, sizeof unit, "with others, %.2f s",
             veer_report_number(report, VEER_KEY_CONTACT_SECONDS));
    print_whole(report, VEER_KEY_CONTACTS, "contacts", unit);
    snprintf(unit, sizeof unit, "with obstacles, %.2f s",
             veer_report_number(report, VEER_KEY_OBSTACLE_CONTACT_SECONDS));
    print_whole(report, VEER_KEY_OBSTACLE_CONTACTS, "", unit);
    snprintf(unit, sizeof unit, "with others, %.0f with obstacles",
             veer_report_number(report, VEER_KEY_OBSTACLE_TOUCHES));
    print_whole(report, VEER_KEY_TOUCHES, "touches", unit);
    print_number(report, VEER_KEY_WORST_PENETRATION, "worst overlap", 100.0, "% of the radii");
    print_number(report, VEER_KEY_MIN_GAP, "smallest gap", 1.0, "m");
    print_whole(report, VEER_KEY_LIMIT_VIOLATIONS, "limits broken", "");
    print_whole(report, VEER_KEY_STUCK, "stuck", "");
    if (report->cut_off > 0) {
        char count[16];
        snprintf(count, sizeof count, "%u", (unsigned)report->cut_off);
        print_row("without a path", count, "to their goals, over the map");
    }
}

static void print_one(const VeerReport *report)
{
    printf("%s: %s (%s, seed %.0f, %.0f ticks of %.4g s)\n", report->scene, report->title,
           veer_avoid_model_name(report->model), veer_report_number(report, VEER_KEY_SEED),
           veer_report_number(report, VEER_KEY_TICKS), veer_report_number(report, VEER_KEY_DT));
    print_motion(report);
    print_safety(report);
    print_number(report, VEER_KEY_WALL, "took", 1.0, "s");
    print_number(report, VEER_KEY_NS, "a step takes", 1.0, "ns per agent");
    print_row("hash", report->hash, "");
}

static void print_several(const VeerReport *reports, uint32_t count)
{
    printf("%s: %s (%s, %u seeds)\n", reports->scene, reports->title,
           veer_avoid_model_name(reports->model), count);
    printf("  %10s %12s %9s %9s %9s %9s %6s\n", "seed", "arrived", "time", "contacts", "obstacles",
           "overlap", "stuck");
    for (uint32_t i = 0; i < count; i++) {
        const VeerReport *report = &reports[i];
        printf(
            "  %10.0f %5.0f / %4.0f %7.2f s %9.0f %9.0f %8.2f%% %6.0f\n",
            veer_report_number(report, VEER_KEY_SEED), veer_report_number(report, VEER_KEY_ARRIVED),
            veer_report_number(report, VEER_KEY_AGENTS), veer_report_number(report, VEER_KEY_TIME),
            veer_report_number(report, VEER_KEY_CONTACTS),
            veer_report_number(report, VEER_KEY_OBSTACLE_CONTACTS),
            100.0 * veer_report_number(report, VEER_KEY_WORST_PENETRATION),
            veer_report_number(report, VEER_KEY_STUCK));
    }
}

void veer_report_print(const VeerReport *reports, uint32_t count)
{
    if (count == 1) {
        print_one(reports);
    } else {
        print_several(reports, count);
    }
}
