/* Subcommands: one file and one const struct each.
 *
 * To add one: write tui/cmd/NAME.c with a `const struct command command_NAME`, declare it here, put
 * it into command_table (table.c) and give it a test in tests/golden/cli/. Help, manual page and
 * completions follow from the struct.
 */
#ifndef TUI_CMD_COMMAND_H
#define TUI_CMD_COMMAND_H

#include "tui/cmd/option.h"

struct command {
    const char *name;
    const char *usage;    /* its operands: "FILE [-- ARGUMENT...]" */
    const char *summary;  /* one line, no full stop */
    const char *text;     /* a paragraph for --help and the manual */
    unsigned groups;      /* the options it takes, of enum option_group */
    size_t least, most;   /* number of operands */
    bool takes_rest;      /* arguments after "--" */
    const char *complete; /* what operands are: "file", "gpu", "call" or "" */

    /* Returns the exit status, or -1 with *err filled. */
    int (*exec)(const struct arguments *args, struct err *err);
};

extern const struct command command_predict, command_explain, command_validate, command_compare,
    command_convert, command_measure, command_calibrate, command_gpus, command_rules, command_sweep,
    command_check, command_view, command_learn;

/* What a FILE without a command means: shown, a timeline as well; not in the table. */
extern const struct command command_file;

/* In the order of the help; ends with NULL. */
extern const struct command *const command_table[];

const struct command *command_find(const char *name);

/* The whole program but for main's own matters. Returns the exit status. */
int command_main(int argc, char **argv);

struct strbuf;

/* Texts made from the tables. */
void help_program(struct strbuf *sb);
void help_command(struct strbuf *sb, const struct command *command);

/* kind: man, bash, zsh, fish or cuda-header (for compiling scenarios without CUDA). Returns -1 if
 * it is none of them. */
int generate(struct strbuf *sb, const char *kind);

#endif
