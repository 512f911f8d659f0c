#include "command.h"

int main(int count, char **words)
{
    return veer_command(count, words);
}
