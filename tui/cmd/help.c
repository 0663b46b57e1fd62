#include "sim/base/strbuf.h"
#include "sim/script/script.h"
#include "sim/study/calibration.h"
#include "tui/cmd/command.h"

#include <string.h>

#define WIDTH       80
#define HELP_COLUMN 28

/* Words of `text` from column `at`, wrapped at WIDTH, continued at column `indent`. */
static void add_wrapped(struct strbuf *sb, const char *text, int at, int indent)
{
    bool first = true;
    while (*text) {
        int n = (int)strcspn(text, " ");
        if (!first && at + 1 + n > WIDTH) {
            strbuf_addf(sb, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        if (!first) {
            strbuf_addc(sb, ' ');
            at++;
        }
        strbuf_add(sb, text, (size_t)n);
        at += n;
        first = false;
        text += n + (text[n] == ' ');
    }
    strbuf_addc(sb, '\n');
}

static void add_row(struct strbuf *sb, const char *left, const char *right)
{
    int length = (int)strlen(left);
    strbuf_addf(sb, "  %s", left);
    if (length + 4 > HELP_COLUMN)
        strbuf_addf(sb, "\n%*s", HELP_COLUMN, "");
    else
        strbuf_addf(sb, "%*s", HELP_COLUMN - length - 2, "");
    add_wrapped(sb, right, HELP_COLUMN, HELP_COLUMN);
}

static void add_options(struct strbuf *sb, unsigned groups)
{
    struct strbuf left;
    strbuf_init(&left);
    for (size_t i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        if (!(option->groups & groups))
            continue;
        strbuf_clear(&left);
        if (option->letter)
            strbuf_addf(&left, "-%c, ", option->letter);
        strbuf_addf(&left, "--%s%s%s", option->name, option->argument ? " " : "",
                    option->argument ? option->argument : "");
        add_row(sb, left.text, option->help);
    }
    strbuf_release(&left);
}

static void add_limits(struct strbuf *sb)
{
    strbuf_adds(sb, "\nlimits, for --limit:\n");
    struct strbuf text;
    strbuf_init(&text);
    for (const struct script_limit *limit = script_limits(); limit->name; limit++) {
        strbuf_clear(&text);
        strbuf_addf(&text, "%s (%llu)", limit->meaning, (unsigned long long)limit->value);
        add_row(sb, limit->name, text.text);
    }
    strbuf_release(&text);
}

static void add_benchmarks(struct strbuf *sb)
{
    strbuf_adds(sb, "\nbenchmarks:\n");
    for (size_t i = 0; i < calibration_row_count; i++)
        add_row(sb, calibration_rows[i].name, calibration_rows[i].measures);
}

void help_program(struct strbuf *sb)
{
    strbuf_adds(sb, "nullstream predicts how a CUDA program's copies and kernels overlap.\n\n"
                    "usage: nullstream COMMAND [OPTION...] [OPERAND...]\n"
                    "       nullstream FILE      predicts it; shows it if it is a timeline, or\n"
                    "                            explains it if that was measured\n\ncommands:\n");
    struct strbuf left;
    strbuf_init(&left);
    for (const struct command *const *c = command_table; *c; c++) {
        strbuf_clear(&left);
        strbuf_addf(&left, "%s %s", (*c)->name, (*c)->usage);
        add_row(sb, left.text, (*c)->summary);
    }
    strbuf_release(&left);
    strbuf_adds(sb, "\noptions:\n");
    add_options(sb, GROUP_TOPLEVEL);
    strbuf_addc(sb, '\n');
    add_wrapped(sb,
                "Wall time is from the entry of the first call that asks the device for work in "
                "the timed part to the return of the last call that waited for it: set-up before "
                "does not count. The timed part is the whole run, or from "
                "nvtxRangePush(\"nullstream\") to its nvtxRangePop(). The span is from the first "
                "start of such work to its last end.",
                0, 0);
    strbuf_adds(sb, "\n`nullstream COMMAND --help` shows a command's options.\n"
                    "Exit status: 0 done, 1 found what it was asked to look for, 2 bad usage or "
                    "input,\n3 not available here, 4 the run itself failed.\n");
}

void help_command(struct strbuf *sb, const struct command *command)
{
    strbuf_addf(sb, "usage: nullstream %s [OPTION...]%s%s\n\n", command->name,
                *command->usage ? " " : "", command->usage);
    add_wrapped(sb, command->text, 0, 0);
    strbuf_adds(sb, "\noptions:\n");
    add_options(sb, command->groups | GROUP_ALWAYS);
    if (command->groups & GROUP_PREDICT)
        add_limits(sb);
    if (command->groups & GROUP_CALIBRATE)
        add_benchmarks(sb);
}
