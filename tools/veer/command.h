/// The command, called as main is.
#ifndef VEER_TOOLS_COMMAND_H
#define VEER_TOOLS_COMMAND_H

/// Does what the words ask for. @return the exit status
int veer_command(int count, char *const *words);

#endif
