#include "sim/base/suggest.h"
#include "tui/cmd/command.h"
#include "tui/cmd/data.h"
#include "tui/cmd/message.h"
#include "tui/cmd/output.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION "unknown"
#endif

static const char version_line[] = "nullstream " VERSION "\n";

static int write_text(struct strbuf *sb, struct err *err)
{
    int rc = output_write(NULL, sb->text, sb->length, err);
    strbuf_release(sb);
    return rc;
}

static int add_cflags(struct strbuf *sb, struct err *err)
{
    strbuf_adds(sb, "-I");
    if (data_folder(sb) < 0)
        return err_set(err, ERR_UNAVAILABLE, "nullstream.cuh is not installed beside the program");
    strbuf_adds(sb, "/lessons -Xcompiler -Wno-unknown-pragmas\n");
    return 0;
}

/* `nullstream --help`, `--version`, `--cflags`, and the hidden `--generate KIND` of the Makefile.
 */
static int run_toplevel(int argc, char **argv, struct err *err)
{
    struct strbuf sb;
    strbuf_init(&sb);
    if (argc == 2 && strcmp(argv[0], "--generate") == 0) {
        if (generate(&sb, argv[1]) < 0) {
            strbuf_release(&sb);
            return err_set(err, ERR_INPUT, "--generate takes man, bash, zsh, fish or cuda-header");
        }
        return write_text(&sb, err);
    }
    int rc = 0;
    struct arguments args;
    if (arguments_parse(&args, argc, argv, GROUP_TOPLEVEL, err) < 0) {
        strbuf_release(&sb);
        return -1;
    }
    if (arguments_has(&args, OPTION_VERSION))
        strbuf_adds(&sb, version_line);
    else if (arguments_has(&args, OPTION_CFLAGS))
        rc = add_cflags(&sb, err);
    else
        help_program(&sb);
    arguments_release(&args);
    if (rc < 0) {
        strbuf_release(&sb);
        return rc;
    }
    return write_text(&sb, err);
}

static int run_command(const struct command *command, int argc, char **argv, struct err *err)
{
    struct arguments args;
    if (arguments_parse(&args, argc, argv, command->groups | GROUP_ALWAYS, err) < 0)
        return -1;
    int rc;
    struct strbuf sb;
    strbuf_init(&sb);
    if (arguments_has(&args, OPTION_HELP)) {
        help_command(&sb, command == &command_file ? &command_predict : command);
        rc = output_write(NULL, sb.text, sb.length, err);
    } else if (arguments_has(&args, OPTION_VERSION)) {
        rc = output_write(NULL, version_line, strlen(version_line), err);
    } else if (args.operand_count > command->most) {
        rc = err_set(err, ERR_INPUT, "'%.200s' is one operand too many",
                     args.operands[command->most]);
        err_hint(err, "usage: nullstream %s [OPTION...] %s", command->name, command->usage);
    } else if (args.operand_count < command->least || (args.rest && !command->takes_rest)) {
        rc = err_set(err, ERR_INPUT, "usage: nullstream %s [OPTION...] %s", command->name,
                     command->usage);
        err_hint(err, "nullstream %s --help", command->name);
    } else {
        rc = command->exec(&args, err);
    }
    strbuf_release(&sb);
    arguments_release(&args);
    return rc;
}

/* What other programs call a command of ours. */
static const struct {
    const char *word, *command;
} other_words[] = {
    {"run", "predict"}, {"simulate", "predict"}, {"sim", "predict"},
    {"show", "view"},   {"open", "view"},        {"diff", "compare"},
    {"lint", "check"},  {"profile", "measure"},  {"export", "convert"},
};

/* A first word that is neither a command nor a file. */
static int unknown_command(const char *word, struct err *err)
{
    struct suggest suggest;
    suggest_init(&suggest, word);
    for (const struct command *const *c = command_table; *c; c++)
        suggest_offer(&suggest, (*c)->name);
    const char *meant = suggest.best;
    for (size_t i = 0; i < sizeof other_words / sizeof other_words[0]; i++)
        if (strcmp(word, other_words[i].word) == 0)
            meant = other_words[i].command;
    if (strcmp(word, "help") == 0) {
        err_set(err, ERR_INPUT, "help takes the name of one command");
        return err_hint(err,
                        "as in 'nullstream help predict'; nullstream help lists them, and what "
                        "a scenario may say is in docs/scenarios.md");
    }
    err_set(err, ERR_INPUT, "no command and no file is named '%.200s'", word);
    if (meant)
        err_hint(err, "did you mean '%s'?", meant);
    else
        err_hint(err, "nullstream --help lists the commands");
    return -1;
}

/* The --color of a command line that may not even parse. */
static const char *color_of(int argc, char **argv)
{
    const char *when = NULL;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], "--color=", 8) == 0)
            when = argv[i] + 8;
        else if (strcmp(argv[i], "--color") == 0 && i + 1 < argc)
            when = argv[i + 1];
    }
    return when;
}

/* `help` and `help COMMAND`, as other programs have it. */
static bool asks_for_help(int argc, char **argv)
{
    return (argc == 2 || (argc == 3 && command_find(argv[2]))) && strcmp(argv[1], "help") == 0 &&
           access(argv[1], F_OK) != 0;
}

static int dispatch(int argc, char **argv, struct err *err)
{
    if (argc < 2)
        return run_toplevel(0, NULL, err);
    const struct command *command = command_find(argv[1]);
    if (asks_for_help(argc, argv)) {
        char word[] = "--help", *words[] = {word};
        return argc == 2 ? run_toplevel(1, words, err)
                         : run_command(command_find(argv[2]), 1, words, err);
    }
    if (command)
        return run_command(command, argc - 2, argv + 2, err);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "--cflags") == 0 ||
        strcmp(argv[1], "--generate") == 0)
        return run_toplevel(argc - 1, argv + 1, err);
    if (argv[1][0] != '-' && access(argv[1], F_OK) != 0 && !strpbrk(argv[1], "./"))
        return unknown_command(argv[1], err);
    return run_command(&command_file, argc - 1, argv + 1, err);
}

int command_main(int argc, char **argv)
{
    struct err err;
    err_init(&err);
    int rc = dispatch(argc, argv, &err);
    if (rc >= 0 && fflush(stdout) != 0)
        rc = err_set(&err, ERR_RUN, "cannot write standard output");
    if (rc >= 0)
        return rc;
    message_print(MESSAGE_ERROR, &err, message_wants_color(color_of(argc, argv), STDERR_FILENO));
    return err.status == ERR_NONE ? ERR_INPUT : (int)err.status;
}
