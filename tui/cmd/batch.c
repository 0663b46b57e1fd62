#include "tui/cmd/batch.h"

#include "sim/base/mem.h"
#include "tui/cmd/measure.h"
#include "tui/cmd/message.h"
#include "tui/cmd/output.h"
#include "tui/cmd/report.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_MOST = 1 << 24 }; /* bytes of a list */

struct row {
    char **words; /* name, file, options; they point into the list */
    size_t word_count;
    char **argv; /* the options, where they are not words + 2 */
    struct arguments args;
    struct operand operand;
    struct timeline measured;
    bool done; /* measured, or failed and said so */
};

struct batch {
    struct strbuf list;
    struct row *rows;
    size_t count, capacity;
    size_t failed;
    const struct arguments *args;
    bool color;
};

/* A row can't be had; the others go on. */
static void fail(struct batch *batch, struct row *row, const struct err *err)
{
    struct err named = *err;
    if (!named.file[0])
        snprintf(named.file, sizeof named.file, "%s", row->words[0]);
    message_print(MESSAGE_ERROR, &named, batch->color);
    row->done = true;
    batch->failed++;
}

/* Cuts the line into words, in place. */
static void add_row(struct batch *batch, char *line)
{
    char **words = NULL;
    size_t count = 0, capacity = 0;
    for (char *at = line; *at;) {
        while (isspace((unsigned char)*at))
            *at++ = '\0';
        if (*at == '\0' || *at == '#')
            break;
        words = mem_grow(words, &capacity, count + 1, sizeof *words);
        words[count++] = at;
        while (*at && !isspace((unsigned char)*at))
            at++;
    }
    if (count == 0)
        return;
    batch->rows = mem_grow(batch->rows, &batch->capacity, batch->count + 1, sizeof *batch->rows);
    batch->rows[batch->count++] = (struct row){.words = words, .word_count = count};
}

static int read_list(struct batch *batch, const char *path, struct err *err)
{
    if (strbuf_read_file(&batch->list, path, LIST_MOST, err) < 0)
        return -1;
    for (char *line = batch->list.text; line && *line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        add_row(batch, line);
        line = end ? end + 1 : NULL;
    }
    if (batch->count == 0)
        return err_set_at(err, ERR_INPUT, path, 0, 0,
                          "the list is empty: a line of it is NAME FILE [OPTION...]");
    for (size_t i = 0; i < batch->count; i++)
        if (batch->rows[i].word_count < 2)
            return err_set(err, ERR_INPUT, "%s: '%s' has no file", path, batch->rows[i].words[0]);
    return 0;
}

static int load(const struct batch *batch, struct row *row, struct err *err)
{
    /* In the place of name and file comes the profile that --batch was given, if any. */
    static char gpu[] = "--gpu";
    const char *profile = arguments_value(batch->args, OPTION_GPU, NULL);
    char **words = row->words + (profile ? 0 : 2);
    size_t count = row->word_count - (profile ? 0 : 2);
    if (profile) {
        words = row->argv = mem_zalloc((row->word_count + 1) * sizeof *row->argv);
        memcpy(words, row->words, row->word_count * sizeof *words);
        words[0] = gpu;
        words[1] = (char *)(uintptr_t)profile;
    }
    if (arguments_parse(&row->args, (int)count, words, GROUP_PREDICT, err) < 0)
        return -1;
    if (row->args.operand_count || row->args.rest)
        return err_set(err, ERR_INPUT, "more than a file and options for it");
    if (operand_load(&row->operand, row->words[1], &row->args, err) < 0)
        return -1;
    if (row->operand.kind == OPERAND_TIMELINE)
        return err_set_at(err, ERR_INPUT, row->operand.path, 0, 0,
                          "a timeline is no program to run");
    return 0;
}

static bool same_environment(const struct gpu_options *a, const struct gpu_options *b)
{
    if (a->connections != b->connections || a->copy_connections != b->copy_connections ||
        a->variable_count != b->variable_count)
        return false;
    for (size_t i = 0; i < a->variable_count; i++)
        if (strcmp(a->variables[i].name, b->variables[i].name) != 0 ||
            strcmp(a->variables[i].value, b->variables[i].value) != 0)
            return false;
    return true;
}

static int write_row(const struct batch *batch, struct row *row, struct err *err)
{
    struct strbuf path;
    strbuf_init(&path);
    strbuf_addf(&path, "%s/%s.json", arguments_value(batch->args, OPTION_OUTPUT, "."),
                row->words[0]);
    int rc = measure_note_origin(&row->operand, &row->measured, &row->args, err);
    strbuf_clear(&row->measured.program);
    row->operand.timeline = &row->measured;
    if (rc == 0)
        rc = report_write_to(&row->operand, path.text, &row->args, err);
    strbuf_release(&path);
    return rc;
}

/* Measures the row with all that need the same environment, and writes them. */
static int measure_group(struct batch *batch, size_t first, struct gpu_options *options,
                         struct err *err)
{
    if (measure_environment(options, &batch->rows[first].operand, &batch->rows[first].args, err) <
        0)
        return -1;
    struct gpu_item *items = mem_zalloc((batch->count - first) * sizeof *items);
    size_t *of = mem_zalloc((batch->count - first) * sizeof *of);
    size_t count = 0;
    for (size_t i = first; i < batch->count; i++) {
        struct row *row = &batch->rows[i];
        struct gpu_options own = *options;
        if (row->done || measure_environment(&own, &row->operand, &row->args, err) < 0)
            continue;
        if (same_environment(options, &own)) {
            items[count] = (struct gpu_item){.program = &row->operand.prediction.program,
                                             .profile = &row->operand.prediction.profile,
                                             .timeline = &row->measured};
            of[count++] = i;
        }
        measure_environment_release(&own);
    }
    int rc = gpu_measure_all(items, count, options, err);
    for (size_t i = 0; rc == 0 && i < count; i++) {
        struct row *row = &batch->rows[of[i]];
        struct err why;
        err_init(&why);
        if (items[i].result != 0)
            fail(batch, row, &items[i].err);
        else if (write_row(batch, row, &why) != 0)
            fail(batch, row, &why);
        row->done = true;
    }
    free(items);
    free(of);
    measure_environment_release(options);
    return rc;
}

static int measure_rows(struct batch *batch, struct err *err)
{
    for (size_t i = 0; i < batch->count; i++) {
        struct err why;
        err_init(&why);
        if (load(batch, &batch->rows[i], &why) < 0)
            fail(batch, &batch->rows[i], &why);
    }
    struct gpu_options options;
    struct measure_shown shown;
    int rc = measure_options(&options, &shown, batch->args, err);
    for (size_t i = 0; rc == 0 && i < batch->count; i++)
        if (!batch->rows[i].done)
            rc = measure_group(batch, i, &options, err);
    measure_shown_end(&shown);
    if (rc == 0 && batch->failed)
        rc = err_set(err, ERR_RUN, "%zu of %zu could not be measured", batch->failed, batch->count);
    return rc;
}

int batch_measure(const char *list, const struct arguments *args, struct err *err)
{
    struct batch batch = {.args = args};
    strbuf_init(&batch.list);
    batch.color = message_wants_color(arguments_value(args, OPTION_COLOR, NULL), STDERR_FILENO);
    const char *folder = arguments_value(args, OPTION_OUTPUT, NULL);
    int rc = read_list(&batch, list, err);
    if (rc == 0 && folder) /* now, not when minutes have been measured */
        rc = output_make_folders(folder, err);
    if (rc == 0)
        rc = measure_rows(&batch, err);
    for (size_t i = 0; i < batch.count; i++) {
        struct row *row = &batch.rows[i];
        timeline_release(&row->measured);
        operand_release(&row->operand);
        arguments_release(&row->args);
        free(row->words);
        free(row->argv);
    }
    free(batch.rows);
    strbuf_release(&batch.list);
    return rc;
}
