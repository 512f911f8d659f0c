/// Without instructions of its own.
#define VEER_WIDE_PLAIN

#include "base/wide_cases.h"

int main(void)
{
    return run_wide_cases();
}
