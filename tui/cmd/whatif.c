#include "tui/cmd/whatif.h"

#include "sim/analysis/compare.h"
#include "sim/analysis/label.h"
#include "sim/base/arena.h"
#include "sim/base/duration.h"
#include "sim/base/json_writer.h"
#include "sim/base/mem.h"
#include "sim/base/wrap.h"
#include "sim/draw/bars.h"
#include "sim/study/whatif.h"
#include "tui/cmd/output.h"
#include "tui/cmd/patience.h"
#include "tui/cmd/report.h"
#include "tui/cmd/sweep_report.h"

#include <stdlib.h>
#include <string.h>

/* Parts of a million of the wall time: less is no difference. */
#define LEAST 1000

static bool matters(const struct whatifs *whatifs, const struct whatif *row)
{
    return row->outcome == WHATIF_CAME_OUT && whatifs->wall > 0 &&
           llabs(compare_share(row->gain, whatifs->wall)) >= LEAST;
}

/* What a change does to the program; NULL: nothing that it must not. */
static const char *breaks(const struct whatif *row)
{
    if (row->other_results)
        return "other results";
    if (!row->breach.found)
        return NULL;
    if (hazard_info(row->breach.rule)->class == HAZARD_MISUSE)
        return "breaks the program";
    return row->breach.certain ? "breaks the order" : "may break the order";
}

/* --- for people ----------------------------------------------------------------------------------
 */

enum { COLUMNS = 3 };

struct table {
    struct bars_column columns[COLUMNS];
    struct bars_row *rows;
    const char **cells;
    struct arena arena;
    struct bars bars;
};

static const char *keep(struct table *table, struct strbuf *sb)
{
    const char *text = arena_strndup(&table->arena, sb->text, sb->length);
    strbuf_clear(sb);
    return text;
}

static void add_row(struct table *table, const char *sentence, int64_t wall, int64_t gain,
                    int64_t as_it_is, const char *note)
{
    struct strbuf sb;
    size_t row = table->bars.row_count++;
    const char **cells = table->cells + row * COLUMNS;
    strbuf_init(&sb);
    cells[0] = sentence;
    duration_add_human(&sb, wall);
    cells[1] = keep(table, &sb);
    if (gain == TIMELINE_UNKNOWN)
        strbuf_addc(&sb, '-');
    else
        label_percent(&sb, compare_share(gain, as_it_is));
    cells[2] = keep(table, &sb);
    strbuf_release(&sb);
    table->rows[row] = (struct bars_row){.cells = cells, .length = wall, .note = note};
}

/* The longest bar, ns: what the program's author can change fits, and as it is leaves a quarter of
 * itself free, up to twice that. A device of ten years ago would leave nothing to see of the
 * others, so its bar is cut. */
static int64_t longest_bar(const struct whatifs *whatifs)
{
    int64_t most = duration_divide(whatifs->wall, 5, 4);
    for (size_t i = 0; i < whatifs->count; i++)
        if (matters(whatifs, &whatifs->rows[i]) && whatifs->rows[i].id != WHATIF_GPU &&
            whatifs->rows[i].wall > most)
            most = whatifs->rows[i].wall;
    return most / 2 > whatifs->wall ? duration_add(whatifs->wall, whatifs->wall) : most;
}

static void table_init(struct table *table, const struct whatifs *whatifs)
{
    *table =
        (struct table){.columns = {{.header = "what if"},
                                   {.header = "wall", .right = true},
                                   {.header = "gain", .right = true}},
                       .rows = mem_zalloc((whatifs->count + 1) * sizeof *table->rows),
                       .cells = mem_zalloc((whatifs->count + 1) * COLUMNS * sizeof *table->cells)};
    arena_init(&table->arena);
    table->bars = (struct bars){.columns = table->columns,
                                .column_count = COLUMNS,
                                .rows = table->rows,
                                .most = longest_bar(whatifs)};
    bool stands = false; /* the row of the program as it is */
    bool marked = false; /* the best of what one can do */
    for (size_t i = 0; i < whatifs->count; i++) {
        const struct whatif *row = &whatifs->rows[i];
        if (!matters(whatifs, row))
            continue;
        if (row->gain < 0 && !stands) {
            add_row(table, "as it is", whatifs->wall, TIMELINE_UNKNOWN, whatifs->wall, NULL);
            stands = true;
        }
        /* less than a fiftieth is not worth a change, as in the list of what to change */
        bool best = row->is_change && row->gain > 0 && row->gain >= whatifs->wall / 50 &&
                    !breaks(row) && !row->less_set_up && !marked;
        const char *note = best ? "best" : breaks(row);
        add_row(table, row->sentence, row->wall, row->gain, whatifs->wall,
                note == NULL && row->less_set_up ? "less set-up" : note);
        table->rows[table->bars.row_count - 1].is_best = best;
        marked |= best;
    }
    if (!stands)
        add_row(table, "as it is", whatifs->wall, TIMELINE_UNKNOWN, whatifs->wall, NULL);
}

static void table_release(struct table *table)
{
    arena_release(&table->arena);
    free(table->rows);
    free(table->cells);
}

/* "Makes no difference:", and what, a line each. */
static void add_sentences(struct strbuf *out, const char *title, const struct strbuf *sentences,
                          int width)
{
    if (!sentences->length)
        return;
    wrap_add(out, title, width, 0, 2);
    wrap_add_lines(out, sentences->text, width, 2, 4);
}

/* "breaks the order: line 14: ... [stream-race]" */
static void add_breach(struct strbuf *sb, const struct whatif *row)
{
    if (row->other_results)
        strbuf_adds(sb, PROOF_OTHER_RESULTS);
    else
        strbuf_addf(sb, "%s: %s [%s]", breaks(row), row->breach.text,
                    hazard_info(row->breach.rule)->name);
}

/* Of each change that gains and breaks the program: which two operations it leaves without an
 * order. */
static void add_breaches(struct strbuf *out, const struct whatifs *whatifs, int width)
{
    struct strbuf sentences;
    strbuf_init(&sentences);
    for (size_t i = 0; i < whatifs->count; i++) {
        const struct whatif *row = &whatifs->rows[i];
        if (!matters(whatifs, row) || !breaks(row))
            continue;
        strbuf_addf(&sentences, "%s: ", row->sentence);
        add_breach(&sentences, row);
        strbuf_addc(&sentences, '\n');
    }
    add_sentences(out, "Gains, but breaks what the program needs:", &sentences, width);
    strbuf_release(&sentences);
}

static void add_rest(struct strbuf *out, const struct whatifs *whatifs, int width)
{
    static const char *const titles[] = {
        [WHATIF_CAME_OUT] = "Makes no difference:",
        [WHATIF_SKIPPED] = "Does not apply:",
        [WHATIF_UNKNOWN] = "Not known, since the program branches on time:",
        [WHATIF_ORDER] = ("Not known, since host threads would go on in another order, which only "
                          "the source can tell:"),
        [WHATIF_FAILED] = "Fails:",
    };
    struct strbuf sentences;
    strbuf_init(&sentences);
    for (int outcome = 0; outcome <= WHATIF_FAILED; outcome++) {
        strbuf_clear(&sentences);
        for (size_t i = 0; i < whatifs->count; i++) {
            const struct whatif *row = &whatifs->rows[i];
            if ((int)row->outcome != outcome || matters(whatifs, row))
                continue;
            strbuf_adds(&sentences, row->sentence);
            if (row->failure[0])
                strbuf_addf(&sentences, ": %s", row->failure);
            if (row->outcome == WHATIF_CAME_OUT && breaks(row)) {
                strbuf_adds(&sentences, ", but ");
                add_breach(&sentences, row);
            }
            strbuf_addc(&sentences, '\n');
        }
        add_sentences(out, titles[outcome], &sentences, width);
    }
    strbuf_release(&sentences);
}

static int write_text(const struct whatifs *whatifs, const struct operand *operand,
                      const struct arguments *args, bool svg, struct strbuf *out, struct err *err)
{
    struct text_style style;
    if (output_style(args, &style, err) < 0)
        return -1;
    const struct gantt_options options = {
        .width = style.width, .ascii = !style.utf8, .color = style.color};
    struct table table;
    table_init(&table, whatifs);
    if (svg) {
        struct strbuf title;
        strbuf_init(&title);
        strbuf_addf(&title, "wall time of %s, predicted for %s", operand->path,
                    operand->prediction.profile.name);
        bars_draw_svg(&table.bars, title.text, style.width * 10, out);
        strbuf_release(&title);
    } else {
        struct critical critical;
        struct strbuf head;
        strbuf_init(&head);
        critical_find(&critical, operand->timeline);
        report_first_line(&head, operand);
        report_assumed(&head, operand->timeline, &critical);
        wrap_add_lines(out, head.text, style.width, 0, 2);
        critical_release(&critical);
        strbuf_release(&head);
        strbuf_addc(out, '\n');
        bars_draw(&table.bars, &options, out);
        strbuf_addc(out, '\n');
        add_breaches(out, whatifs, style.width);
        add_rest(out, whatifs, style.width);
    }
    table_release(&table);
    return 0;
}

/* --- for programs --------------------------------------------------------------------------------
 */

static const char *const outcomes[] = {
    [WHATIF_CAME_OUT] = "predicted", [WHATIF_SKIPPED] = "does-not-apply",
    [WHATIF_UNKNOWN] = "unknown",    [WHATIF_ORDER] = "unknown",
    [WHATIF_FAILED] = "failed",
};

static void write_json(const struct whatifs *whatifs, const struct operand *operand,
                       struct strbuf *out)
{
    struct json_writer json = json_writer_on(out);
    json_open(&json, NULL);
    json_text(&json, "format", "nullstream-what-if");
    json_int(&json, "version", 1);
    json_line(&json, 1);
    json_text(&json, "scenario", operand->path);
    json_line(&json, 1);
    json_text(&json, "profile", operand->prediction.profile.id);
    json_line(&json, 1);
    json_us(&json, "wall_us", whatifs->wall);
    json_line(&json, 1);
    json_list(&json, "what_if");
    for (size_t i = 0; i < whatifs->count; i++) {
        const struct whatif *row = &whatifs->rows[i];
        json_line(&json, 2);
        json_open(&json, NULL);
        json_text(&json, "name", row->name);
        json_text(&json, "sentence", row->sentence);
        json_text(&json, "kind", row->is_change ? "change" : "condition");
        json_text(&json, "outcome", outcomes[row->outcome]);
        if (row->outcome == WHATIF_CAME_OUT) {
            json_us(&json, "wall_us", row->wall);
            json_us(&json, "gain_us", row->gain);
            if (row->breach.found) {
                json_text(&json, "breaks", hazard_info(row->breach.rule)->name);
                json_true(&json, "possibly", !row->breach.certain);
                json_text(&json, "why", row->breach.text);
            } else if (row->other_results) {
                json_text(&json, "breaks", "results");
                json_true(&json, "possibly", true);
                json_text(&json, "why", PROOF_OTHER_RESULTS);
            }
        } else if (row->outcome == WHATIF_FAILED) {
            json_text(&json, "failure", row->failure);
        }
        json_close(&json);
    }
    json_list_end(&json);
    json_close(&json);
    strbuf_addc(out, '\n');
}

/* No name holds a comma or a quote: constants' sentences, profiles' and our own. */
static void write_csv(const struct whatifs *whatifs, struct strbuf *out)
{
    strbuf_adds(out, "name,outcome,wall_us,gain_us,breaks\nas-it-is,predicted,");
    duration_add_us(out, whatifs->wall);
    strbuf_adds(out, ",0.000,\n");
    for (size_t i = 0; i < whatifs->count; i++) {
        const struct whatif *row = &whatifs->rows[i];
        strbuf_addf(out, "%s,%s,", row->name, outcomes[row->outcome]);
        if (row->outcome == WHATIF_CAME_OUT) {
            duration_add_us(out, row->wall);
            strbuf_addc(out, ',');
            duration_add_us(out, row->gain);
        } else {
            strbuf_addc(out, ',');
        }
        strbuf_addf(out, ",%s\n",
                    row->breach.found    ? hazard_info(row->breach.rule)->name
                    : row->other_results ? "results"
                                         : "");
    }
}

int whatif_report(const struct operand *operand, const struct arguments *args, struct err *err)
{
    enum report_format format;
    long jobs = 0;
    if (operand->kind == OPERAND_TIMELINE) {
        err_set_at(err, ERR_INPUT, operand->path, 0, 0, "a timeline is not predicted again");
        return err_hint(err, "--what-if takes a scenario or a recorded program");
    }
    if (arguments_has(args, OPTION_OP) || arguments_has(args, OPTION_ONLY) ||
        arguments_has(args, OPTION_RANGE) || arguments_has(args, OPTION_TIME))
        return err_set(
            err, ERR_INPUT,
            "--what-if is about the whole run: not with --op, --only, --range or --time");
    if (sweep_format(args, &format, err) < 0 ||
        arguments_number(args, OPTION_JOBS, 1, 64, &jobs, err) < 0)
        return -1;
    struct whatifs whatifs;
    struct strbuf text;
    struct patience patience;
    struct predict_options options = operand->study.options;
    int rc = 0;
    strbuf_init(&text);
    patience_begin(&patience, "what if", args, &options);
    whatifs_find(&whatifs, &operand->prediction,
                 operand->kind == OPERAND_SCENARIO ? operand->file : NULL, &options,
                 (unsigned)jobs);
    patience_end(&patience);
    if (format == FORMAT_JSON)
        write_json(&whatifs, operand, &text);
    else if (format == FORMAT_CSV)
        write_csv(&whatifs, &text);
    else
        rc = write_text(&whatifs, operand, args, format == FORMAT_SVG, &text, err);
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), text.text, text.length, err);
    whatifs_release(&whatifs);
    strbuf_release(&text);
    return rc;
}
