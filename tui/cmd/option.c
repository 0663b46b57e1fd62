#include "tui/cmd/option.h"

#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/base/suggest.h"
#include "tui/cmd/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* True if `value` is one of "a|b|c". */
static bool is_choice(const char *choices, const char *value)
{
    size_t length = strlen(value);
    for (const char *at = choices; *at;) {
        size_t n = strcspn(at, "|");
        if (n == length && strncmp(at, value, n) == 0)
            return true;
        at += n + (at[n] == '|');
    }
    return false;
}

/* The one of that name that is taken here; if there is none, any. */
static const struct option *find_long(const char *name, size_t length, unsigned groups)
{
    const struct option *found = NULL;
    for (size_t i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        if (strlen(option->name) != length || strncmp(option->name, name, length) != 0)
            continue;
        if (option->groups & groups)
            return option;
        found = option;
    }
    return found;
}

/* Likewise. */
static const struct option *find_letter(char letter, unsigned groups)
{
    const struct option *found = NULL;
    for (size_t i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        if (option->letter != letter)
            continue;
        if (option->groups & groups)
            return option;
        found = option;
    }
    return found;
}

static int unknown(const char *text, size_t length, unsigned groups, struct err *err)
{
    char name[64] = "";
    if (length < sizeof name)
        memcpy(name, text, length);
    struct suggest suggest;
    suggest_init(&suggest, name);
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].groups & groups)
            suggest_offer(&suggest, option_table[i].name);
    }
    err_set(err, ERR_INPUT, "unknown option '--%.*s'", (int)(length < 200 ? length : 200), text);
    if (suggest.best)
        err_hint(err, "did you mean '--%s'?", suggest.best);
    return err_hint(err, "--help lists the options");
}

/* "a,b", where a command takes several values of an option. */
static bool are_choices(const char *choices, const char *values)
{
    char word[64];
    for (const char *at = values;; at++) {
        size_t length = strcspn(at, ",");
        if (length >= sizeof word)
            return false;
        memcpy(word, at, length);
        word[length] = '\0';
        if (!is_choice(choices, word))
            return false;
        at += length;
        if (!*at)
            return true;
    }
}

static int add(struct arguments *args, const struct option *option, const char *value,
               unsigned groups, struct err *err)
{
    bool is_list = groups & GROUP_SWEEP && option->groups & GROUP_PREDICT;
    if (option->choices && value && !(is_list && are_choices(option->choices, value)) &&
        !is_choice(option->choices, value)) {
        err_set(err, ERR_INPUT, "--%s takes one of %s, not '%s'", option->name, option->choices,
                value);
        return -1;
    }
    args->given[args->given_count++] = (struct given){option, value};
    return 0;
}

/* One word that starts with '-' and is more than that; *i is moved over a value in the next word.
 */
/* An option of other commands: which. */
static int misplaced(const struct option *option, struct err *err)
{
    struct strbuf commands;
    strbuf_init(&commands);
    for (size_t i = 0; command_table[i]; i++)
        if (command_table[i]->groups & option->groups)
            strbuf_addf(&commands, "%s%s", commands.length ? ", " : "", command_table[i]->name);
    err_set(err, ERR_INPUT, "option '--%s' has no meaning here", option->name);
    if (commands.length)
        err_hint(err, "it is an option of: %s", commands.text);
    strbuf_release(&commands);
    return -1;
}

static int parse_option(struct arguments *args, int argc, char **argv, int *i, unsigned groups,
                        struct err *err)
{
    const char *word = argv[*i];
    const struct option *option;
    const char *value = NULL;
    if (word[1] == '-') {
        size_t length = strcspn(word + 2, "=");
        option = find_long(word + 2, length, groups);
        if (!option)
            return unknown(word + 2, length, groups, err);
        if (word[2 + length] == '=')
            value = word + 2 + length + 1;
    } else {
        option = find_letter(word[1], groups);
        if (!option) {
            err_set(err, ERR_INPUT, "unknown option '%.200s'", word);
            return err_hint(err, "--help lists the options");
        }
        if (word[2])
            value = word + 2;
    }
    if (!(option->groups & groups))
        return misplaced(option, err);
    if (!option->argument) {
        if (value)
            return err_set(err, ERR_INPUT, "option '--%s' takes no value", option->name);
        return add(args, option, NULL, groups, err);
    }
    if (!value) {
        if (*i + 1 >= argc)
            return err_set(err, ERR_INPUT, "option '%.200s' needs a value (%s)", word,
                           option->argument);
        value = argv[++*i];
    }
    return add(args, option, value, groups, err);
}

int arguments_parse(struct arguments *args, int argc, char **argv, unsigned groups, struct err *err)
{
    size_t room = (size_t)argc + 1;
    *args = (struct arguments){.groups = groups,
                               .given = mem_zalloc(room * sizeof *args->given),
                               .operands = mem_zalloc(room * sizeof *args->operands)};
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            args->rest = argv + i + 1;
            args->rest_count = argc - i - 1;
            break;
        }
        if (argv[i][0] != '-' || argv[i][1] == '\0') {
            args->operands[args->operand_count++] = argv[i];
        } else if (parse_option(args, argc, argv, &i, groups, err) < 0) {
            arguments_release(args);
            return -1;
        }
    }
    return 0;
}

void arguments_release(struct arguments *args)
{
    free(args->given);
    free(args->operands);
    *args = (struct arguments){0};
}

bool arguments_has(const struct arguments *args, enum option_id id)
{
    for (size_t i = 0; i < args->given_count; i++) {
        if (args->given[i].option->id == id)
            return true;
    }
    return false;
}

const char *arguments_value(const struct arguments *args, enum option_id id, const char *otherwise)
{
    for (size_t i = args->given_count; i > 0; i--) {
        if (args->given[i - 1].option->id == id)
            return args->given[i - 1].value;
    }
    return otherwise;
}

int arguments_number(const struct arguments *args, enum option_id id, long least, long most,
                     long *value, struct err *err)
{
    const char *text = arguments_value(args, id, NULL);
    if (!text)
        return 0;
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (errno || end == text || *end || number < least || number > most) {
        const char *name = "";
        for (size_t i = 0; i < option_count; i++) {
            if (option_table[i].id == id)
                name = option_table[i].name;
        }
        return err_set(err, ERR_INPUT, "--%s takes a whole number from %ld to %ld, not '%.200s'",
                       name, least, most, text);
    }
    *value = number;
    return 0;
}

const char *arguments_next(const struct arguments *args, enum option_id id, size_t *at)
{
    while (*at < args->given_count) {
        const struct given *given = &args->given[(*at)++];
        if (given->option->id == id)
            return given->value;
    }
    return NULL;
}
