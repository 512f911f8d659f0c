/// With this machine's instructions, as far as the build may use them.
#include "base/wide_cases.h"

int main(void)
{
    return run_wide_cases();
}
