/* The manual page and the completions, made from the tables of commands and options. */
#include "sim/base/strbuf.h"
#include "sim/script/builtin_headers.h"
#include "tui/cmd/command.h"

#include <string.h>

/* --- manual page --------------------------------------------------------------------------- */

/* Text for roff: hyphens and backslashes as themselves, no line taken for a request. */
static void add_roff(struct strbuf *sb, const char *text)
{
    if (*text == '.' || *text == '\'')
        strbuf_adds(sb, "\\&");
    for (; *text; text++) {
        if (*text == '\\')
            strbuf_adds(sb, "\\e");
        else if (*text == '-')
            strbuf_adds(sb, "\\-");
        else if (*text != '`')
            strbuf_addc(sb, *text);
    }
}

static void add_roff_option(struct strbuf *sb, const struct option *option)
{
    strbuf_adds(sb, ".TP\n");
    if (option->letter)
        strbuf_addf(sb, "\\fB\\-%c\\fR, ", option->letter);
    strbuf_adds(sb, "\\fB\\-\\-");
    add_roff(sb, option->name);
    strbuf_adds(sb, "\\fR");
    if (option->argument) {
        strbuf_adds(sb, " \\fI");
        add_roff(sb, option->argument);
        strbuf_adds(sb, "\\fR");
    }
    strbuf_addc(sb, '\n');
    add_roff(sb, option->help);
    strbuf_adds(sb, ".\n");
    bool first = true;
    for (const struct command *const *c = command_table; *c; c++) {
        if (option->groups & GROUP_ALWAYS || !(option->groups & (*c)->groups))
            continue;
        strbuf_addf(sb, "%s%s", first ? "Taken by " : ", ", (*c)->name);
        first = false;
    }
    if (!first)
        strbuf_adds(sb, ".\n");
}

static void generate_man(struct strbuf *sb)
{
    strbuf_adds(sb, ".TH NULLSTREAM 1 \"\" \"nullstream " VERSION "\" \"User Commands\"\n"
                    ".SH NAME\nnullstream \\- predict how a CUDA program's copies and kernels "
                    "overlap\n.SH SYNOPSIS\n.B nullstream\n.I COMMAND\n[\\fIOPTION\\fR...] "
                    "[\\fIOPERAND\\fR...]\n.br\n.B nullstream\n.I FILE\n.SH DESCRIPTION\n"
                    "Interprets CUDA C++ host code, simulates the device it would run on, draws "
                    "the timeline and names, for every wait, its rule and the operation to "
                    "blame. No GPU is needed. A file alone is predicted; a timeline is shown, "
                    "or explained if it was measured.\n.SH COMMANDS\n");
    for (const struct command *const *c = command_table; *c; c++) {
        strbuf_addf(sb, ".TP\n\\fB%s\\fR \\fI", (*c)->name);
        add_roff(sb, (*c)->usage);
        strbuf_adds(sb, "\\fR\n");
        add_roff(sb, (*c)->text);
        strbuf_addc(sb, '\n');
    }
    strbuf_adds(sb, ".SH OPTIONS\nOptions and operands mix freely. A value follows its option as "
                    "the next word or after \\(oq=\\(cq. Words after \\(oq\\-\\-\\(cq are the "
                    "scenario's own arguments.\n");
    for (size_t i = 0; i < option_count; i++)
        add_roff_option(sb, &option_table[i]);
    strbuf_adds(
        sb, ".SH EXIT STATUS\n.TP\n0\ndone\n.TP\n1\nfound what it was asked to look for\n"
            ".TP\n2\nbad usage or input\n.TP\n3\nnot available here: no GPU, built without "
            "CUDA\n.TP\n4\nthe run itself failed: a device error, a disk that is full\n"
            ".SH ENVIRONMENT\n.TP\nNO_COLOR\nwhen set and not empty, no colour unless "
            "asked for with \\-\\-color=always\n"
            ".TP\nCOLORFGBG\nwhether the terminal is dark or light, where \\-\\-theme does "
            "not say\n"
            ".TP\nVISUAL, EDITOR\nwhat opens the exercise of a lesson; without them nano or "
            "vi; inside tmux in a pane of its own\n"
            ".TP\nXDG_STATE_HOME\nnullstream/progress there says how far one is in the lessons "
            "(default: ~/.local/state)\n"
            ".TP\nXDG_DATA_HOME\nnullstream/profiles there has the profiles that calibrate stored "
            "(default: ~/.local/share)\n"
            ".TP\nTMPDIR\nwhere measurements are put until they are read (default: /tmp)\n"
            ".SH EXAMPLES\n.nf\nnullstream predict lessons/legacy\\-fence/fence.cu\n"
            "nullstream explain lessons/legacy\\-fence/fence.cu\n"
            "nullstream predict lessons/pipeline/pipeline.cu \\-D STREAMS=3 \\-\\-gpu a100\\-pcie\n"
            "nullstream predict lessons/pipeline/pipeline.cu \\-o pipeline.svg\n"
            "nullstream compare lessons/legacy\\-fence/fence.cu traces/h200/legacy\\-fence.json\n"
            "nullstream view lessons/pipeline/pipeline.cu\n"
            "nullstream learn\n.fi\n");
}

/* --- completions --------------------------------------------------------------------------- */

static void add_words(struct strbuf *sb, const char *choices)
{
    for (; *choices; choices++)
        strbuf_addc(sb, *choices == '|' ? ' ' : *choices);
}

static void add_option_words(struct strbuf *sb, unsigned groups)
{
    for (size_t i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        if (!(option->groups & groups))
            continue;
        strbuf_addf(sb, "--%s ", option->name);
        if (option->letter)
            strbuf_addf(sb, "-%c ", option->letter);
    }
}

static void generate_bash(struct strbuf *sb)
{
    strbuf_adds(sb, "# bash completion for nullstream, generated from its option tables\n"
                    "_nullstream() {\n"
                    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
                    "    local options='' words='' command=predict\n"
                    "    case ${COMP_WORDS[1]} in\n");
    for (const struct command *const *c = command_table; *c; c++)
        strbuf_addf(sb, "%s%s", c == command_table ? "        " : "|", (*c)->name);
    strbuf_adds(sb, ") command=${COMP_WORDS[1]} ;;\n    esac\n    case $prev in\n");
    for (size_t i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        if (!option->choices)
            continue;
        strbuf_addf(sb, "        --%s) words='", option->name);
        add_words(sb, option->choices);
        strbuf_adds(sb, "' ;;\n");
    }
    strbuf_adds(sb, "        --gpu) words=$(nullstream gpus -q 2>/dev/null) ;;\n    esac\n"
                    "    if [[ -n $words ]]; then\n"
                    "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                    "        return\n    fi\n    case $command in\n");
    for (const struct command *const *c = command_table; *c; c++) {
        strbuf_addf(sb, "        %s) options='", (*c)->name);
        add_option_words(sb, (*c)->groups | GROUP_ALWAYS);
        strbuf_adds(sb, "' ;;\n");
    }
    strbuf_adds(sb, "    esac\n    if [[ $cur == -* ]]; then\n"
                    "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
                    "    elif [[ $COMP_CWORD -eq 1 ]]; then\n"
                    "        COMPREPLY=($(compgen -W '");
    for (const struct command *const *c = command_table; *c; c++)
        strbuf_addf(sb, "%s ", (*c)->name);
    strbuf_adds(sb, "' -- \"$cur\") $(compgen -f -- \"$cur\"))\n"
                    "    elif [[ $command == learn && $COMP_CWORD -eq 2 ]]; then\n"
                    "        COMPREPLY=($(compgen -W \"$(nullstream learn -q --text 2>/dev/null)\""
                    " -- \"$cur\") $(compgen -d -- \"$cur\"))\n    else\n"
                    "        COMPREPLY=($(compgen -f -- \"$cur\"))\n    fi\n}\n"
                    "complete -o filenames -F _nullstream nullstream\n");
}

/* Text inside '...' and [...] of zsh's _arguments, or '...' of fish. */
static void add_quoted(struct strbuf *sb, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            strbuf_adds(sb, "'\\''");
        else if (strchr("[]:", *text))
            strbuf_addf(sb, "\\%c", *text);
        else if (*text != '`')
            strbuf_addc(sb, *text);
    }
}

static void add_zsh_option(struct strbuf *sb, const struct option *option, const char *dashed)
{
    strbuf_addf(sb, "                '%s%s%s[", option->repeats ? "*" : "", dashed,
                !option->argument    ? ""
                : strlen(dashed) > 2 ? "="
                                     : "+");
    add_quoted(sb, option->help);
    strbuf_addc(sb, ']');
    if (option->argument) {
        strbuf_adds(sb, ":");
        add_quoted(sb, option->argument);
        strbuf_adds(sb, ":");
        if (option->choices) {
            strbuf_addc(sb, '(');
            add_words(sb, option->choices);
            strbuf_addc(sb, ')');
        } else if (option->id == OPTION_GPU) {
            strbuf_adds(sb, "_nullstream_gpus");
        } else if (option->id == OPTION_OUTPUT) {
            strbuf_adds(sb, "_files");
        }
    }
    strbuf_adds(sb, "' \\\n");
}

static bool takes_lesson(const struct command *command)
{
    return strcmp(command->complete, "lesson") == 0;
}

static void generate_zsh(struct strbuf *sb)
{
    strbuf_adds(sb, "#compdef nullstream\n# generated from the option tables of nullstream\n"
                    "_nullstream_gpus() {\n"
                    "    local -a gpus=(${(f)\"$(nullstream gpus -q 2>/dev/null)\"})\n"
                    "    _describe 'device profile' gpus\n    _files\n}\n"
                    "_nullstream_lessons() {\n"
                    "    local -a lessons=(${(f)\"$(nullstream learn -q --text 2>/dev/null)\"})\n"
                    "    _describe lesson lessons\n    _files -/\n}\n"
                    "_nullstream() {\n    local -a commands\n    commands=(\n");
    for (const struct command *const *c = command_table; *c; c++) {
        strbuf_addf(sb, "        '%s:", (*c)->name);
        add_quoted(sb, (*c)->summary);
        strbuf_adds(sb, "'\n");
    }
    strbuf_adds(sb, "    )\n    if (( CURRENT == 2 )); then\n"
                    "        _describe command commands\n        _files\n        return\n"
                    "    fi\n    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
                    "    case $command in\n");
    for (const struct command *const *c = command_table; *c; c++) {
        strbuf_addf(sb, "        %s)\n            _arguments -s \\\n", (*c)->name);
        for (size_t i = 0; i < option_count; i++) {
            const struct option *option = &option_table[i];
            if (!(option->groups & ((*c)->groups | GROUP_ALWAYS)))
                continue;
            struct strbuf dashed;
            strbuf_init(&dashed);
            strbuf_addf(&dashed, "--%s", option->name);
            add_zsh_option(sb, option, dashed.text);
            if (option->letter) {
                strbuf_clear(&dashed);
                strbuf_addf(&dashed, "-%c", option->letter);
                add_zsh_option(sb, option, dashed.text);
            }
            strbuf_release(&dashed);
        }
        strbuf_adds(sb, takes_lesson(*c) ? "                '*:lesson:_nullstream_lessons' ;;\n"
                                         : "                '*:file:_files' ;;\n");
    }
    strbuf_adds(sb, "        *) _files ;;\n    esac\n}\n_nullstream \"$@\"\n");
}

static void generate_fish(struct strbuf *sb)
{
    strbuf_adds(sb, "# fish completion for nullstream, generated from its option tables\n");
    for (const struct command *const *c = command_table; *c; c++) {
        strbuf_addf(sb, "complete -c nullstream -n __fish_use_subcommand -a %s -d '", (*c)->name);
        strbuf_addf(sb, "%s'\n", (*c)->summary);
        if (takes_lesson(*c))
            strbuf_addf(sb,
                        "complete -c nullstream -n '__fish_seen_subcommand_from %s' -a "
                        "'(nullstream learn -q --text 2>/dev/null)'\n",
                        (*c)->name);
    }
    for (size_t i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        strbuf_addf(sb, "complete -c nullstream -l %s", option->name);
        if (option->letter)
            strbuf_addf(sb, " -s %c", option->letter);
        if (option->choices) {
            strbuf_adds(sb, " -x -a '");
            add_words(sb, option->choices);
            strbuf_addc(sb, '\'');
        } else if (option->argument) {
            strbuf_adds(sb, " -r");
        }
        if (option->id == OPTION_GPU)
            strbuf_adds(sb, " -a '(nullstream gpus -q 2>/dev/null)'");
        if (option->groups == GROUP_TOPLEVEL) {
            strbuf_adds(sb, " -n __fish_use_subcommand");
        } else if (!(option->groups & GROUP_ALWAYS)) {
            strbuf_adds(sb, " -n '__fish_seen_subcommand_from");
            for (const struct command *const *c = command_table; *c; c++) {
                if (option->groups & (*c)->groups)
                    strbuf_addf(sb, " %s", (*c)->name);
            }
            strbuf_addc(sb, '\'');
        }
        strbuf_adds(sb, " -d '");
        for (const char *p = option->help; *p; p++) {
            if (*p == '\'')
                strbuf_adds(sb, "\\'");
            else if (*p != '`')
                strbuf_addc(sb, *p);
        }
        strbuf_adds(sb, "'\n");
    }
}

int generate(struct strbuf *sb, const char *kind)
{
    static const struct {
        const char *kind;
        void (*write)(struct strbuf *sb);
    } kinds[] = {{"man", generate_man},
                 {"bash", generate_bash},
                 {"zsh", generate_zsh},
                 {"fish", generate_fish},
                 {"cuda-header", builtin_headers_write_clang}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].kind, kind) == 0) {
            kinds[i].write(sb);
            return 0;
        }
    }
    return -1;
}
