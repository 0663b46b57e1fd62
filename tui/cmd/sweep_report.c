#include "tui/cmd/sweep_report.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/json_writer.h"
#include "sim/base/mem.h"
#include "sim/base/wrap.h"
#include "sim/draw/bars.h"
#include "sim/draw/curve.h"
#include "sim/model/calls.h"
#include "sim/model/cuda_errors.h"
#include "tui/cmd/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void sweep_add_values(struct strbuf *sb, const struct sweep *sweep, size_t trial)
{
    for (size_t p = 0; p < sweep->parameter_count; p++)
        strbuf_addf(sb, "%s%s=%s", p ? " and " : "", sweep->parameters[p].name,
                    sweep->parameters[p].values[sweep_value(sweep, trial, p)]);
}

/* The gain as a share of what it takes as it is; "-" where one of them did not come out. */
static void add_gain(struct strbuf *sb, const struct sweep *sweep, size_t trial)
{
    int64_t gain = sweep_gain(sweep, trial), whole = sweep->trials[0].wall;
    if (gain == TIMELINE_UNKNOWN || whole <= 0)
        label_percent(sb, LABEL_UNKNOWN);
    else
        label_percent(sb, gain < 0 ? -duration_divide(-gain, 1000000, whole)
                                   : duration_divide(gain, 1000000, whole));
}

static const char *bound_of(const struct trial *trial, struct strbuf *sb)
{
    strbuf_clear(sb);
    const struct summary *summary = &trial->summary;
    switch (summary->bound) {
    case BOUND_NONE:
        strbuf_adds(sb, "-");
        break;
    case BOUND_MACHINE:
        label_machine(sb, summary->machines[summary->bound_machine].kind,
                      summary->machines[summary->bound_machine].index);
        break;
    case BOUND_HOST:
        strbuf_adds(sb, "host");
        break;
    case BOUND_LATENCY:
        strbuf_adds(sb, "latency");
        break;
    case BOUND_WAITING:
        strbuf_adds(sb, summary->bound_rule == RULE_COUNT ? "waiting"
                                                          : rule_info(summary->bound_rule)->name);
        break;
    }
    return sb->text;
}

static void add_place(struct strbuf *sb, const struct err *err)
{
    if (err->file[0])
        strbuf_addf(sb, "%s:%d:%d: ", err->file, err->line, err->column);
}

/* --- for people ----------------------------------------------------------------------------------
 */

static void add_source(struct strbuf *sb, const struct sweep *sweep)
{
    bool several = false;
    for (size_t p = 0; p < sweep->parameter_count; p++)
        several |= sweep->parameters[p].kind == SWEEP_GPU;
    const struct sweep_source *source = &sweep->source;
    if (several) {
        strbuf_adds(sb, "predicted for several devices\n");
        return;
    }
    strbuf_addf(sb, "predicted for %s, profile %s", source->device, source->profile);
    if (source->date[0])
        strbuf_addf(sb, ", calibrated %s", source->date);
    if (source->inherited > 0)
        strbuf_addf(sb, ": %d of %d values inherited from %s, not measured", source->inherited,
                    source->total, source->base);
    strbuf_addc(sb, '\n');
}

/* "--define N", "--gpu". */
static void add_option(struct strbuf *sb, const char *before,
                       const struct sweep_parameter *parameter)
{
    const char *option = sweep_option_name(parameter->kind);
    strbuf_addf(sb, "%s--%s", before, option);
    if (parameter->name != option)
        strbuf_addf(sb, " %s", parameter->name);
}

static bool makes_no_difference(const struct sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++)
        if (!trial_came_out(&sweep->trials[i]) || sweep->trials[i].wall != sweep->trials[1].wall)
            return false;
    return true;
}

/* "Best of 8: N=3, 10.20 ms; as it is, 10.40 ms." */
static void add_result(struct strbuf *sb, const struct sweep *sweep)
{
    const struct trial *as_is = &sweep->trials[0];
    if (makes_no_difference(sweep)) {
        strbuf_adds(sb, "It makes no difference: ");
        duration_add_human(sb, sweep->trials[1].wall);
        strbuf_adds(sb, " with every value.\n");
        return;
    }
    strbuf_addf(sb, "Best of %zu: ", sweep->count - 1);
    sweep_add_values(sb, sweep, sweep->best);
    strbuf_adds(sb, ", ");
    duration_add_human(sb, sweep->trials[sweep->best].wall);
    if (trial_came_out(as_is)) {
        strbuf_adds(sb, "; as it is, without ");
        for (size_t p = 0; p < sweep->parameter_count; p++)
            add_option(sb, p ? " and " : "", &sweep->parameters[p]);
        strbuf_adds(sb, ", ");
        duration_add_human(sb, as_is->wall);
    }
    strbuf_adds(sb, ".");
    if (sweep->enough != sweep->best) {
        strbuf_addc(sb, ' ');
        sweep_add_values(sb, sweep, sweep->enough);
        strbuf_addf(sb, " is within %d %% of it.", SWEEP_NEAR / 10);
    }
    strbuf_addc(sb, '\n');
}

/* The least and the most of what the runs ask for. */
struct extent {
    uint64_t least, most;
};

static void extend(struct extent *extent, uint64_t value)
{
    extent->least = value < extent->least ? value : extent->least;
    extent->most = value > extent->most ? value : extent->most;
}

/* Parts of the work that is divided may be rounded up. */
static bool differs(const struct extent *extent)
{
    return extent->most - extent->least > extent->most / 20;
}

/* Where a value says how much is to be done, what takes least is no better for it. */
static void add_work(struct strbuf *sb, const struct sweep *sweep)
{
    struct extent copied = {UINT64_MAX, 0}, threads = {UINT64_MAX, 0};
    for (size_t i = 1; i < sweep->count; i++) {
        if (!trial_came_out(&sweep->trials[i]))
            continue;
        extend(&copied, sweep->trials[i].copied);
        extend(&threads, sweep->trials[i].threads);
    }
    if (copied.least > copied.most || (!differs(&copied) && !differs(&threads)))
        return;
    strbuf_adds(sb, "Not all do the same work: ");
    if (differs(&copied)) {
        strbuf_adds(sb, "they copy ");
        label_bytes(sb, copied.least);
        strbuf_adds(sb, " to ");
        label_bytes(sb, copied.most);
    }
    if (differs(&threads))
        strbuf_addf(sb, "%s%" PRIu64 " to %" PRIu64 " threads",
                    differs(&copied) ? " and launch " : "they launch ", threads.least,
                    threads.most);
    strbuf_adds(sb, ".\n");
}

enum { MOST_CELLS = SWEEP_PARAMETERS + 3 };

struct table {
    struct bars_row *rows;
    const char **cells;
    struct arena arena;
};

static const char *keep(struct table *table, struct strbuf *sb)
{
    const char *text = arena_strndup(&table->arena, sb->text, sb->length);
    strbuf_clear(sb);
    return text;
}

static void fill_row(struct table *table, const struct sweep *sweep, size_t row, size_t trial,
                     struct strbuf *sb)
{
    const struct trial *run = &sweep->trials[trial];
    const char **cells = table->cells + row * MOST_CELLS;
    size_t c = 0;
    for (size_t p = 0; p < sweep->parameter_count; p++)
        cells[c++] = sweep->parameters[p].values[sweep_value(sweep, trial, p)];
    table->rows[row] = (struct bars_row){.cells = cells, .length = TIMELINE_UNKNOWN};
    if (!trial_came_out(run)) {
        for (int i = 0; i < 3; i++)
            cells[c++] = "-";
        table->rows[row].note = run->status == 0 ? "nothing ran" : "failed";
        const struct failure *failure = failures_beyond(&run->failures, &sweep->trials[0].failures);
        if (failure) { /* it ran, all the same */
            strbuf_addf(sb, "failed: %s returned %s", call_info((enum call)failure->call)->name,
                        cuda_error_name(failure->result));
            table->rows[row].note = keep(table, sb);
        }
        return;
    }
    duration_add_human(sb, run->wall);
    cells[c++] = keep(table, sb);
    add_gain(sb, sweep, trial);
    cells[c++] = keep(table, sb);
    bound_of(run, sb);
    cells[c++] = keep(table, sb);
    table->rows[row].length = run->wall;
    bool is_best = trial == sweep->best && !makes_no_difference(sweep);
    table->rows[row].is_best = is_best;
    table->rows[row].note = is_best ? "best" : NULL;
}

static int write_table(const struct sweep *sweep, const struct arguments *args, struct strbuf *out,
                       struct err *err)
{
    struct text_style style;
    if (output_style(args, &style, err) < 0)
        return -1;
    const struct gantt_options options = {
        .width = style.width, .ascii = !style.utf8, .color = style.color};
    size_t count = sweep->count - 1, c = 0;
    struct bars_column columns[MOST_CELLS];
    for (size_t p = 0; p < sweep->parameter_count; p++)
        columns[c++] = (struct bars_column){.header = sweep->parameters[p].name, .right = true};
    columns[c++] = (struct bars_column){.header = "wall", .right = true};
    columns[c++] = (struct bars_column){.header = "gain", .right = true};
    columns[c++] = (struct bars_column){.header = "bound by"};
    struct table table = {.rows = mem_zalloc(count * sizeof *table.rows),
                          .cells = mem_zalloc(count * MOST_CELLS * sizeof *table.cells)};
    struct strbuf sb;
    arena_init(&table.arena);
    strbuf_init(&sb);
    bool by_gain = strcmp(arguments_value(args, OPTION_SORT, "value"), "gain") == 0;
    size_t *order = by_gain ? sweep_by_gain(sweep) : NULL;
    for (size_t i = 0; i < count; i++)
        fill_row(&table, sweep, i, order ? order[i] : i + 1, &sb);
    struct bars bars = {
        .columns = columns, .column_count = c, .rows = table.rows, .row_count = count};
    add_source(&sb, sweep);
    add_result(&sb, sweep);
    add_work(&sb, sweep);
    wrap_add_lines(out, sb.text, style.width, 0, 2);
    strbuf_addc(out, '\n');
    bars_draw(&bars, &options, out);
    strbuf_release(&sb);
    arena_release(&table.arena);
    free(table.rows);
    free(table.cells);
    free(order);
    return 0;
}

static int write_svg(const struct sweep *sweep, const char *path, const struct arguments *args,
                     struct strbuf *out, struct err *err)
{
    struct text_style style;
    if (output_style(args, &style, err) < 0)
        return -1;
    const struct sweep_parameter *x = &sweep->parameters[0], *series = &sweep->parameters[1];
    bool two = sweep->parameter_count == 2;
    size_t lines = two ? series->count : 1, best = SIZE_MAX;
    int64_t *values = mem_zalloc(x->count * lines * sizeof *values);
    for (size_t i = 1; i < sweep->count; i++) {
        size_t at = (two ? sweep_value(sweep, i, 1) : 0) * x->count + sweep_value(sweep, i, 0);
        values[at] = trial_came_out(&sweep->trials[i]) ? sweep->trials[i].wall : TIMELINE_UNKNOWN;
        best = i == sweep->best ? at : best;
    }
    struct strbuf title;
    strbuf_init(&title);
    strbuf_addf(&title, "wall time of %s, predicted for %s", path, sweep->source.device);
    struct curve curve = {
        .title = title.text,
        .x_name = x->name,
        .series_name = two ? series->name : NULL,
        .x = x->values,
        .series = two ? series->values : NULL,
        .x_count = x->count,
        .series_count = lines,
        .values = values,
        .best = best,
        .as_is = trial_came_out(&sweep->trials[0]) ? sweep->trials[0].wall : TIMELINE_UNKNOWN,
    };
    curve_draw_svg(&curve, style.width * 10, out);
    strbuf_release(&title);
    free(values);
    return 0;
}

/* --- for programs --------------------------------------------------------------------------------
 */

static void write_outcome(struct json_writer *json, const struct sweep *sweep, size_t trial)
{
    const struct trial *run = &sweep->trials[trial];
    struct strbuf text;
    strbuf_init(&text);
    if (run->status != 0) {
        add_place(&text, &run->err);
        strbuf_adds(&text, run->err.message);
        json_text(json, "error", text.text);
    } else if (run->wall != TIMELINE_UNKNOWN) {
        json_us(json, "wall_us", run->wall);
        json_us(json, "span_us", run->span);
        if (trial)
            json_us(json, "gain_us", sweep_gain(sweep, trial));
        json_text(json, "bound_by", bound_of(run, &text));
    }
    strbuf_release(&text);
}

static void write_parameters(struct json_writer *json, const struct sweep *sweep)
{
    json_list(json, "parameters");
    for (size_t p = 0; p < sweep->parameter_count; p++) {
        const struct sweep_parameter *parameter = &sweep->parameters[p];
        json_line(json, 2);
        json_open(json, NULL);
        json_text(json, "option", sweep_option_name(parameter->kind));
        json_text(json, "name", parameter->name);
        json_list(json, "values");
        for (size_t i = 0; i < parameter->count; i++)
            json_text(json, NULL, parameter->values[i]);
        json_list_end(json);
        json_close(json);
    }
    json_list_end(json);
}

static void write_json(const struct sweep *sweep, const char *path, struct strbuf *out)
{
    struct json_writer json = json_writer_on(out);
    json_open(&json, NULL);
    json_text(&json, "format", "nullstream-sweep");
    json_int(&json, "version", 1);
    json_line(&json, 1);
    json_text(&json, "scenario", path);
    json_line(&json, 1);
    json_text(&json, "profile", sweep->source.profile);
    json_line(&json, 1);
    write_parameters(&json, sweep);
    json_line(&json, 1);
    json_open(&json, "as_is");
    json_list(&json, "values");
    json_list_end(&json);
    write_outcome(&json, sweep, 0);
    json_close(&json);
    json_line(&json, 1);
    json_list(&json, "runs");
    for (size_t i = 1; i < sweep->count; i++) {
        json_line(&json, 2);
        json_open(&json, NULL);
        json_list(&json, "values");
        for (size_t p = 0; p < sweep->parameter_count; p++)
            json_text(&json, NULL, sweep->parameters[p].values[sweep_value(sweep, i, p)]);
        json_list_end(&json);
        write_outcome(&json, sweep, i);
        json_true(&json, "best", i == sweep->best);
        json_close(&json);
    }
    json_list_end(&json);
    json_close(&json);
    strbuf_addc(out, '\n');
}

static void write_csv(const struct sweep *sweep, struct strbuf *out)
{
    for (size_t p = 0; p < sweep->parameter_count; p++) {
        strbuf_add_csv(out, sweep->parameters[p].name);
        strbuf_addc(out, ',');
    }
    strbuf_adds(out, "wall_us,span_us,gain_us,bound_by,error\n");
    struct strbuf bound;
    strbuf_init(&bound);
    for (size_t i = 0; i < sweep->count; i++) {
        const struct trial *run = &sweep->trials[i];
        for (size_t p = 0; p < sweep->parameter_count; p++) {
            if (i)
                strbuf_add_csv(out, sweep->parameters[p].values[sweep_value(sweep, i, p)]);
            strbuf_addc(out, ',');
        }
        if (trial_came_out(run)) {
            duration_add_us(out, run->wall);
            strbuf_addc(out, ',');
            duration_add_us(out, run->span);
            strbuf_addc(out, ',');
            if (i && sweep_gain(sweep, i) != TIMELINE_UNKNOWN)
                duration_add_us(out, sweep_gain(sweep, i));
            strbuf_addf(out, ",%s,", bound_of(run, &bound));
        } else {
            strbuf_adds(out, ",,,,");
            strbuf_add_csv(out, run->err.message);
        }
        strbuf_addc(out, '\n');
    }
    strbuf_release(&bound);
}

int sweep_format(const struct arguments *args, enum report_format *format, struct err *err)
{
    if (report_format(args, FORMAT_TABLE, format, err) < 0)
        return -1;
    switch (*format) {
    case FORMAT_GANTT: /* the suffix .txt */
        *format = FORMAT_TABLE;
        return 0;
    case FORMAT_TABLE:
    case FORMAT_SVG:
    case FORMAT_JSON:
    case FORMAT_CSV:
        return 0;
    default:
        err_set(err, ERR_INPUT, "figures are not written as %s", report_format_name(*format));
        return err_hint(err, "--format takes table, json, csv or svg here");
    }
}

int sweep_report(const struct sweep *sweep, const char *path, enum report_format format,
                 const struct arguments *args, struct err *err)
{
    struct strbuf text;
    strbuf_init(&text);
    int rc = 0;
    if (format == FORMAT_SVG)
        rc = write_svg(sweep, path, args, &text, err);
    else if (format == FORMAT_JSON)
        write_json(sweep, path, &text);
    else if (format == FORMAT_CSV)
        write_csv(sweep, &text);
    else
        rc = write_table(sweep, args, &text, err);
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), text.text, text.length, err);
    strbuf_release(&text);
    return rc;
}
