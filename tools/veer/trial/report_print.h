/// Tables of reports for people to read.
#ifndef VEER_TOOLS_REPORT_PRINT_H
#define VEER_TOOLS_REPORT_PRINT_H

#include "report.h"

/// Prints all that one run came to, or a line about each of several: reports[count].
void veer_report_print(const VeerReport *reports, uint32_t count);

#endif
