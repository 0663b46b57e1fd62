/* A scenario with its options, as texts name it. */
#include "sim/base/suggest.h"
#include "sim/lesson/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    enum lesson_option_kind kind;
    bool takes_value;
} option_words[] = {
    {"--gpu", LESSON_GPU, true},
    {"--set", LESSON_SET, true},
    {"--cost", LESSON_COST, true},
    {"--env", LESSON_ENV, true},
    {"--default-stream", LESSON_DEFAULT_STREAM, true},
    {"--connections", LESSON_CONNECTIONS, true},
    {"--cold", LESSON_COLD, false},
};

/* The next word at *at: up to a blank, or to what ends it in an expression. */
static size_t word_length(const char *text)
{
    return strcspn(text, " \t\n,(){}");
}

static bool is_file(const char *word, size_t length)
{
    return length > 3 && memcmp(word + length - 3, ".cu", 3) == 0;
}

static void add_option(struct lesson *lesson, struct lesson_run *run, enum lesson_option_kind kind,
                       const char *value, size_t length)
{
    struct lesson_option *rows =
        arena_alloc(&lesson->arena, (run->option_count + 1) * sizeof *rows);
    if (run->option_count)
        memcpy(rows, run->options, run->option_count * sizeof *rows);
    rows[run->option_count++] =
        (struct lesson_option){kind, arena_strndup(&lesson->arena, value, length)};
    run->options = rows;
}

static size_t skip_blanks(const char *text, size_t at)
{
    return at + strspn(text + at, " \t\n");
}

/* The values that are checked here, so that a wrong one is found at its place. */
static int check_option(const struct lesson_text *text, size_t at, enum lesson_option_kind kind,
                        const char *value, size_t length, struct err *err)
{
    if (length == 0)
        return lesson_fail(text, at, err, "the option has no value");
    if (kind == LESSON_DEFAULT_STREAM && !(length == 6 && memcmp(value, "legacy", 6) == 0) &&
        !(length == 10 && memcmp(value, "per-thread", 10) == 0))
        return lesson_fail(text, at, err, "--default-stream is legacy or per-thread");
    if (kind == LESSON_CONNECTIONS && (length > 3 || strspn(value, "0123456789") < length ||
                                       atoi(value) < 1 || atoi(value) > 128))
        return lesson_fail(text, at, err, "--connections is a number from 1 to 128");
    if ((kind == LESSON_SET || kind == LESSON_COST || kind == LESSON_ENV) &&
        (!memchr(value, '=', length) || *value == '='))
        return lesson_fail(text, at, err, "the option's value is of the form NAME=VALUE");
    return 0;
}

/* Reads one option at *at; 0: there is none. */
static int read_option(struct lesson *lesson, struct lesson_run *run,
                       const struct lesson_text *text, size_t *at, struct err *err)
{
    const char *p = text->text + *at;
    size_t length = word_length(p), begin = *at;
    enum lesson_option_kind kind = LESSON_DEFINE;
    bool takes_value = true;
    size_t value;
    if (length >= 2 && p[0] == '-' && p[1] == 'D') {
        value = length > 2 ? begin + 2 : skip_blanks(text->text, begin + 2);
    } else if (length > 2 && p[0] == '-' && p[1] == '-') {
        size_t i = 0, count = sizeof option_words / sizeof *option_words;
        while (i < count && (strlen(option_words[i].word) != length ||
                             memcmp(option_words[i].word, p, length) != 0))
            i++;
        if (i == count) {
            char word[64];
            snprintf(word, sizeof word, "%.*s", length < 63 ? (int)length : 63, p);
            struct suggest near;
            suggest_init(&near, word);
            suggest_offer(&near, "-D");
            for (size_t k = 0; k < count; k++)
                suggest_offer(&near, option_words[k].word);
            lesson_fail(text, begin, err, "`%s` is no option of a run", word);
            return near.best ? err_hint(err, "did you mean `%s`?", near.best)
                             : err_hint(err, "there are -D, --gpu, --set, --cost, --env, "
                                             "--default-stream, --connections and --cold");
        }
        kind = option_words[i].kind;
        takes_value = option_words[i].takes_value;
        value = skip_blanks(text->text, begin + length);
    } else {
        return 0;
    }
    size_t value_length = takes_value ? word_length(text->text + value) : 0;
    if (takes_value && check_option(text, begin, kind, text->text + value, value_length, err) < 0)
        return -1;
    add_option(lesson, run, kind, text->text + value, value_length);
    *at = skip_blanks(text->text, takes_value ? value + value_length : begin + length);
    return 1;
}

int lesson_run_read(struct lesson *lesson, struct lesson_run *run, const struct lesson_text *text,
                    size_t *at, struct err *err)
{
    size_t here = skip_blanks(text->text, *at);
    size_t length = word_length(text->text + here);
    if (!is_file(text->text + here, length))
        return 0;
    if (text->text[here] == '/' || strncmp(text->text + here, "../", 3) == 0)
        return lesson_fail(text, here, err, "a lesson's files are in its own folder");
    *run = (struct lesson_run){
        .file = arena_strndup(&lesson->arena, text->text + here, length),
        .place = {.file = text->place.file, .line = text->place.line},
    };
    here = skip_blanks(text->text, here + length);
    int more;
    while ((more = read_option(lesson, run, text, &here, err)) > 0)
        continue;
    *at = here;
    return more;
}
