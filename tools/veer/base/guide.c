/// What tells people and shells of the commands and their options: help, a manual page,
/// completions. All of it is made from the tables of args.c.
#include "args.h"

#include "veer/version.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define FIRST (VEER_COMMAND_NONE + 1)

static const char what_it_does[] =
    "moves many things to where they are going without smashing into each other";
static const char statuses[] =
    "Exit status: 0 done, 1 the run failed its own expectations, or a check warned, 2 wrong usage "
    "or input, or what\ncannot be written; 128 and the signal's number when one stopped it. What "
    "is written appears whole when the\ncommand has ended well, or not at all; only regular files "
    "are replaced.";

void veer_args_help(VeerCommand command)
{
    if (command == VEER_COMMAND_NONE) {
        printf("veer %s.\n\n", what_it_does);
        for (int i = FIRST; i < VEER_COMMAND_COUNT; i++) {
            const VeerCommandInfo *info = veer_command_info((VeerCommand)i);
            printf("  %-62s %s\n", info->usage, info->help);
        }
        printf("\nveer COMMAND --help lists the options of each; veer --version tells which this "
               "is; veer --guide FORM\nprints a man page (man) or completions (bash, zsh, "
               "fish).\n%s\n",
               statuses);
        return;
    }
    printf("%s: %s\n", veer_command_info(command)->usage, veer_command_info(command)->help);
    const VeerOption *option = NULL;
    while ((option = veer_option_next(command, option)) != NULL) {
        char name[40];
        snprintf(name, sizeof name, "%s %s", option->name, option->value ? option->value : "");
        printf("  %-18s %s\n", name, option->help);
    }
}

/// Prints a text with a sign before each letter of `special`.
static void print_escaped(const char *text, const char *special, const char *sign)
{
    for (; *text; text++) {
        printf("%s%c", strchr(special, *text) ? sign : "", *text);
    }
}

/// A text of a manual page: roff takes '-' for a hyphen, and a line that begins with '.' for its
/// own.
static void print_roff(const char *text)
{
    fputs(*text == '.' || *text == '\'' ? "\\&" : "", stdout);
    print_escaped(text, "-\\", "\\");
}

static void print_man_options(VeerCommand command)
{
    const VeerOption *option = NULL;
    while ((option = veer_option_next(command, option)) != NULL) {
        fputs(".TP\n\\fB", stdout);
        print_roff(option->name);
        fputs("\\fR", stdout);
        if (option->value) {
            fputs(" \\fI", stdout);
            print_roff(option->value);
            fputs("\\fR", stdout);
        }
        puts("");
        print_roff(option->help);
        puts("");
    }
}

static void print_man(void)
{
    puts(".TH VEER 1 \"\" \"veer " VEER_VERSION_TEXT "\" \"User Commands\"\n.SH NAME");
    printf("veer \\- %s\n.SH SYNOPSIS\n", what_it_does);
    for (int i = FIRST; i < VEER_COMMAND_COUNT; i++) {
        print_roff(veer_command_info((VeerCommand)i)->usage);
        puts(i + 1 < VEER_COMMAND_COUNT ? "\n.br" : "");
    }
    puts(".SH COMMANDS");
    for (int i = FIRST; i < VEER_COMMAND_COUNT; i++) {
        const VeerCommandInfo *info = veer_command_info((VeerCommand)i);
        fputs(".SS \"", stdout);
        print_roff(info->usage);
        printf("\"\n%c", toupper((unsigned char)*info->help));
        print_roff(info->help + 1);
        puts(".");
        print_man_options((VeerCommand)i);
    }
    puts(".SH \"EXIT STATUS\"");
    print_roff(statuses + strlen("Exit status: "));
    puts("");
}

static void print_bash(void)
{
    puts("# bash completion of veer; made by veer --guide bash\n_veer()\n{\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} options=\n    case ${COMP_WORDS[1]} in");
    fputs("    ", stdout);
    for (int i = FIRST; i < VEER_COMMAND_COUNT; i++) {
        const VeerOption *option = NULL;
        printf("%s) options='", veer_command_info((VeerCommand)i)->name);
        while ((option = veer_option_next((VeerCommand)i, option)) != NULL) {
            printf("%s ", option->name);
        }
        fputs("' ;;\n    ", stdout);
    }
    fputs("esac\n    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W '", stdout);
    for (int i = FIRST; i < VEER_COMMAND_COUNT; i++) {
        printf("%s ", veer_command_info((VeerCommand)i)->name);
    }
    puts("--help --version --guide' -- \"$word\"))\n    elif [[ $word == -* ]]; then\n"
         "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n    else\n"
         "        COMPREPLY=($(compgen -f -- \"$word\"))\n    fi\n}\n"
         "complete -o filenames -F _veer veer");
}

static void print_zsh(void)
{
    puts("#compdef veer\n# made by veer --guide zsh\nif ((CURRENT == 2)); then\n"
         "    local -a commands=(");
    for (int i = FIRST; i < VEER_COMMAND_COUNT; i++) {
        printf("        '%s:", veer_command_info((VeerCommand)i)->name);
        print_escaped(veer_command_info((VeerCommand)i)->help, "'", "'\\'");
        puts("'");
    }
    puts("    )\n    _describe command commands\n    return\nfi\ncase ${words[2]} in");
    for (int i = FIRST; i < VEER_COMMAND_COUNT; i++) {
        const VeerOption *option = NULL;
        printf("%s)\n    _arguments '2:: :'", veer_command_info((VeerCommand)i)->name);
        while ((option = veer_option_next((VeerCommand)i, option)) != NULL) {
            printf(" \\\n        '%s[", option->name);
            print_escaped(option->help, "[]:\\", "\\");
            fputs("]", stdout);
            if (option->value) {
                fputs(":", stdout);
                print_escaped(option->value, "[]:\\", "\\");
                fputs(":_files", stdout);
            }
            fputs("'", stdout);
        }
        puts(" \\\n        '*:file:_files'\n    ;;");
    }
    puts("esac");
}

static void print_fish(void)
{
    puts("# fish completion of veer; made by veer --guide fish");
    for (int i = FIRST; i < VEER_COMMAND_COUNT; i++) {
        const VeerCommandInfo *info = veer_command_info((VeerCommand)i);
        printf("complete -c veer -f -n __fish_use_subcommand -a %s -d '", info->name);
        print_escaped(info->help, "'\\", "\\");
        puts("'");
        const VeerOption *option = NULL;
        while ((option = veer_option_next((VeerCommand)i, option)) != NULL) {
            printf("complete -c veer -n '__fish_seen_subcommand_from %s' -l %s%s -d '", info->name,
                   option->name + 2, option->value ? " -r" : "");
            print_escaped(option->help, "'\\", "\\");
            puts("'");
        }
    }
}

bool veer_args_guide(const char *form)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } forms[] = {
        {"man", print_man}, {"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(form, forms[i].name) == 0) {
            forms[i].print();
            return true;
        }
    }
    fprintf(stderr, "veer: --guide: must be man, bash, zsh or fish, is '%s'\n", form);
    return false;
}
