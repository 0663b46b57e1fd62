#include "tui/cmd/report.h"

#include "sim/analysis/assumed.h"
#include "sim/analysis/compare.h"
#include "sim/analysis/failures.h"
#include "sim/analysis/label.h"
#include "sim/analysis/pinning.h"
#include "sim/analysis/verdict.h"
#include "sim/base/text.h"
#include "sim/base/wrap.h"
#include "sim/draw/gantt.h"
#include "sim/draw/svg.h"
#include "sim/io/chrome.h"
#include "sim/io/csv.h"
#include "sim/io/program_file.h"
#include "sim/io/table.h"
#include "sim/io/timeline_json.h"
#include "sim/study/whatif.h"
#include "tui/cmd/output.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

struct report {
    const struct operand *operand;
    const struct arguments *args;
    struct text_style style;
};

static void add_part(struct strbuf *sb, const struct operand *operand)
{
    if (operand->is_part)
        strbuf_addf(sb, "; a part of it: %zu of %zu operations", operand->part_count,
                    operand->whole_count);
}

/* By what starts and ends were seen, and what that changed. */
static void add_instrument(struct strbuf *sb, const struct timeline *timeline)
{
    const struct timeline_measurement *facts = &timeline->measurement;
    if (facts->clock == 0 || facts->instrument_wall == TIMELINE_UNKNOWN ||
        timeline->wall == TIMELINE_UNKNOWN || timeline->wall <= 0)
        return;
    int64_t change = compare_share(facts->instrument_wall - timeline->wall, timeline->wall);
    strbuf_addf(sb, "starts and ends by %s, which changed the wall time by %s",
                timeline_name(timeline, facts->clock), change > 0 ? "+" : "");
    label_percent(sb, change);
    if (llabs(change) > COMPARE_MOST_DISTURBANCE)
        strbuf_adds(sb, ": too much for them to count");
    strbuf_addc(sb, '\n');
}

static void add_crowded(struct strbuf *sb, const struct timeline *timeline)
{
    uint32_t crowded = timeline->measurement.crowded;
    if (crowded)
        strbuf_addf(sb,
                    "%u run%s, with those for starts and ends, shared %s core with something else: "
                    "calls take longer then\n",
                    crowded, crowded == 1 ? "" : "s", crowded == 1 ? "its" : "their");
}

/* What students would trust otherwise: on a device the first touch of such memory is what takes
 * long. */
static void add_managed(struct strbuf *sb, const struct program *program)
{
    for (size_t i = 1; i < program->allocs.count; i++)
        if (program->allocs.rows[i].kind == MEMORY_MANAGED) {
            strbuf_adds(
                sb,
                "managed memory: pages that move on a fault take no time here; prefetches do\n");
            return;
        }
}

/* Of the profile. Without one, what a kernel would take alone is not known. */
static void add_state(struct strbuf *sb, const struct profile *profile)
{
    if (!profile) {
        strbuf_adds(sb,
                    ", which is not at hand: kernels count as if all had room beside each other");
        return;
    }
    if (!profile_builtin_text(profile->id) && profile->date[0])
        strbuf_addf(sb, ", calibrated %s", profile->date);
    int inherited, total;
    profile_count_inherited(profile, &inherited, &total);
    if (inherited > 0)
        strbuf_addf(sb, ": %d of %d values inherited from %s, not measured", inherited, total,
                    profile->base);
}

void report_first_line(struct strbuf *sb, const struct operand *operand)
{
    const struct timeline *timeline = operand->timeline;
    const char *device = timeline_name(timeline, timeline->device_name);
    if (timeline->source == TIMELINE_MEASURED) {
        strbuf_addf(sb, "measured on %s, %u repetitions", device,
                    timeline->measurement.repetitions);
        if (timeline->measurement.date)
            strbuf_addf(sb, ", %s", timeline_name(timeline, timeline->measurement.date));
        add_part(sb, operand);
        strbuf_addc(sb, '\n');
        add_instrument(sb, timeline);
        add_crowded(sb, timeline);
        return;
    }
    strbuf_addf(sb, "predicted for %s, profile %s", device,
                timeline_name(timeline, timeline->profile));
    add_state(sb, prediction_profile(&operand->prediction));
    add_part(sb, operand);
    strbuf_addc(sb, '\n');
    if (operand->kind != OPERAND_TIMELINE)
        add_managed(sb, &operand->prediction.program);
}

void report_assumed(struct strbuf *sb, const struct timeline *timeline,
                    const struct critical *critical)
{
    struct assumed assumed;
    assumed_find(&assumed, timeline, critical);
    assumed_text(sb, &assumed, timeline);
    assumed_release(&assumed);
}

/* Tries the changes that the verdict names: the simpler one goes before a fiftieth of the wall
 * time, as it does in the list of what to change. */
static int try_changes(const struct operand *operand, struct verdict *verdict, int64_t *wall,
                       struct err *err)
{
    const struct prediction *prediction = &operand->prediction;
    const struct predict_options *options = &operand->study.options;
    int64_t simpler = TIMELINE_UNKNOWN;
    if (whatif_wall(prediction, options, verdict->edit, verdict->more_connections, wall, err) < 0 ||
        whatif_wall(prediction, options, verdict->simpler, false, &simpler, err) < 0)
        return -1;
    if (simpler == TIMELINE_UNKNOWN ||
        (*wall != TIMELINE_UNKNOWN && simpler - *wall > verdict->wall / 50))
        return 0;
    verdict->edit = verdict->simpler;
    *wall = simpler;
    return 0;
}

int report_verdict(struct strbuf *sb, const struct operand *operand, const struct verdict *verdict,
                   struct err *err)
{
    if (operand->is_part)
        return 0;
    int64_t alternative = TIMELINE_UNKNOWN;
    struct verdict said = *verdict;
    if (operand->timeline == &operand->prediction.timeline && operand->kind != OPERAND_TIMELINE &&
        try_changes(operand, &said, &alternative, err) < 0)
        return -1;
    const struct profile *profile = prediction_profile(&operand->prediction);
    if (alternative != TIMELINE_UNKNOWN && said.edit == EDIT_PINNED && profile)
        said.set_up = pinning_find(operand->timeline, &operand->prediction.program, profile, 0);
    verdict_text(sb, &said, operand->timeline, alternative);
    strbuf_addc(sb, '\n');
    return 0;
}

static int add_chart(const struct report *report, struct sink *sink, struct err *err)
{
    (void)err;
    struct gantt_options options = {
        .width = report->style.width, .ascii = !report->style.utf8, .color = report->style.color};
    gantt_draw(report->operand->timeline, &options, &sink->text);
    return 0;
}

static int add_table(const struct report *report, struct sink *sink, struct err *err)
{
    if (!output_folds(report->args))
        return table_write(report->operand->timeline, 0, sink, err);
    struct sink table;
    sink_init(&table);
    int rc = table_write(report->operand->timeline, report->style.width, &table, err);
    if (rc == 0)
        rc = output_fold(report->args, &table.text, err);
    strbuf_add(&sink->text, table.text.text, table.text.length);
    sink_release(&table);
    return rc;
}

/* For people: whose numbers, the verdict, the chart or table, the summary. */
static int write_text(const struct report *report, struct sink *sink,
                      int (*add_body)(const struct report *report, struct sink *sink,
                                      struct err *err),
                      struct err *err)
{
    const struct operand *operand = report->operand;
    struct critical critical;
    struct summary summary;
    struct verdict verdict;
    critical_find(&critical, operand->timeline);
    summary_find(&summary, operand->timeline, prediction_profile(&operand->prediction), &critical);
    verdict_find(&verdict, operand->timeline, &summary, &critical);
    struct strbuf head;
    strbuf_init(&head);
    report_first_line(&head, operand);
    report_assumed(&head, operand->timeline, &critical);
    int rc = report_verdict(&head, operand, &verdict, err);
    wrap_add_lines(&sink->text, head.text, report->style.width, 0, 2);
    strbuf_release(&head);
    strbuf_addc(&sink->text, '\n');
    if (operand->timeline->ops.count || operand->timeline->calls.count) {
        if (rc == 0)
            rc = add_body(report, sink, err);
        strbuf_addc(&sink->text, '\n');
    }
    if (operand->lacks_some)
        summary_part_text(&sink->text, &summary, report->style.width);
    else
        summary_text(&sink->text, &summary, report->style.width);
    failures_text(&sink->text, operand->timeline);
    critical_release(&critical);
    return rc;
}

static int write_gantt(const struct report *report, struct sink *sink, struct err *err)
{
    return write_text(report, sink, add_chart, err);
}

static int write_table(const struct report *report, struct sink *sink, struct err *err)
{
    return write_text(report, sink, add_table, err);
}

static int write_chrome(const struct report *report, struct sink *sink, struct err *err)
{
    return chrome_write(report->operand->timeline, sink, err);
}

static int write_csv(const struct report *report, struct sink *sink, struct err *err)
{
    return csv_write(report->operand->timeline, sink, err);
}

static int write_json(const struct report *report, struct sink *sink, struct err *err)
{
    return timeline_json_write(report->operand->timeline, sink, err);
}

static int write_program(const struct report *report, struct sink *sink, struct err *err)
{
    return program_file_write(&report->operand->prediction.program, sink, err);
}

static int write_svg(const struct report *report, struct sink *sink, struct err *err)
{
    (void)err;
    svg_draw(report->operand->timeline, report->style.width * 10, &sink->text);
    return 0;
}

static const struct format {
    const char *name;
    const char *suffixes; /* "|.a|.b|" */
    int (*write)(const struct report *report, struct sink *sink, struct err *err);
} formats[FORMAT_COUNT] = {
    [FORMAT_GANTT] = {"gantt", "|.txt|", write_gantt},
    [FORMAT_TABLE] = {"table", "", write_table},
    [FORMAT_CHROME] = {"chrome", "|.trace|", write_chrome},
    [FORMAT_CSV] = {"csv", "|.csv|", write_csv},
    [FORMAT_JSON] = {"json", "|.json|", write_json},
    [FORMAT_SVG] = {"svg", "|.svg|", write_svg},
    [FORMAT_PROGRAM] = {"program", "|.nsp|", write_program},
};

/* The format of a path's suffix, or FORMAT_COUNT. */
static enum report_format by_suffix(const char *path)
{
    const char *dot = path ? strrchr(path, '.') : NULL;
    size_t length = dot ? strlen(dot) : 0;
    for (int i = 0; length && i < FORMAT_COUNT; i++) {
        for (const char *at = formats[i].suffixes; at && (at = strchr(at, '|')) && at[1];) {
            at++;
            if (strncasecmp(at, dot, length) == 0 && at[length] == '|')
                return (enum report_format)i;
        }
    }
    return FORMAT_COUNT;
}

static bool has_suffix(const char *path)
{
    return path && strchr(text_file_name(path), '.') != NULL;
}

static int no_format(const char *path, struct err *err)
{
    err_set(err, ERR_INPUT, "%.200s: its suffix names no format", path);
    return err_hint(err, "--format says which; suffixes are .txt, .json, .csv, .svg, .trace, .nsp");
}

static enum report_format by_name(const char *name)
{
    for (int i = 0; name && i < FORMAT_COUNT; i++) {
        if (formats[i].name && strcmp(formats[i].name, name) == 0)
            return (enum report_format)i;
    }
    return FORMAT_COUNT;
}

/* What the scenario printed: before a report for people, otherwise beside it. */
static int write_scenario_output(const struct operand *operand, const struct arguments *args,
                                 bool beside, struct output *output)
{
    const struct strbuf *text = &operand->timeline->output;
    if (arguments_has(args, OPTION_QUIET) || operand->kind == OPERAND_TIMELINE || !text->length)
        return 0;
    if (!beside) {
        strbuf_add(&output->sink.text, text->text, text->length);
        if (text->text[text->length - 1] != '\n')
            strbuf_addc(&output->sink.text, '\n');
        return 0;
    }
    return fwrite(text->text, 1, text->length, stderr) == text->length ? 0 : -1;
}

void report_printed(const struct operand *operand, const struct arguments *args, const char *path)
{
    const struct strbuf *text = &operand->timeline->output;
    if (arguments_has(args, OPTION_QUIET) || operand->kind == OPERAND_TIMELINE || !text->length)
        return;
    const char *other = arguments_value(args, OPTION_REPORT_FORMAT, NULL);
    enum report_format format =
        by_name(arguments_value(args, OPTION_FORMAT, other)); /* of text none is called so */
    if (format == FORMAT_COUNT)
        format = by_suffix(path);
    bool beside = (format != FORMAT_GANTT && format != FORMAT_TABLE && format != FORMAT_COUNT) ||
                  (path && strcmp(path, "-") != 0);
    FILE *file = beside ? stderr : stdout;
    (void)fwrite(text->text, 1, text->length, file);
    if (text->text[text->length - 1] != '\n') /* the error begins a line */
        (void)fputc('\n', file);
    (void)fflush(file);
}

int report_load(struct operand *operand, const struct arguments *args, struct err *err)
{
    int rc = operand_load(operand, args->operands[0], args, err);
    if (rc < 0)
        report_printed(operand, args, arguments_value(args, OPTION_OUTPUT, NULL));
    return rc;
}

/* What cannot be written must not cost what stands at `path`: opening empties it. */
static int may_write(const struct operand *operand, const char *path, enum report_format format,
                     struct err *err)
{
    if (format == FORMAT_PROGRAM && operand->kind == OPERAND_TIMELINE)
        return err_set_at(err, ERR_INPUT, operand->path, 0, 0, "a timeline holds no program");
    struct stat from, to;
    if (path && stat(path, &to) == 0 && S_ISREG(to.st_mode) && stat(operand->path, &from) == 0 &&
        from.st_dev == to.st_dev && from.st_ino == to.st_ino) {
        err_set(err, ERR_INPUT, "%.200s is what is read; it would be written over", path);
        return err_hint(err, "give -o another name");
    }
    return 0;
}

static int write_as(struct operand *operand, const char *path, enum report_format format,
                    const struct arguments *args, struct err *err)
{
    if (may_write(operand, path, format, err) != 0)
        return -1;
    struct report report = {.operand = operand, .args = args};
    if (format == FORMAT_JSON && operand->kind != OPERAND_TIMELINE)
        program_file_sha256(&operand->prediction.program,
                            operand->prediction.timeline.program_sha256);
    if (output_style(args, &report.style, err) < 0)
        return -1;
    struct output output;
    if (output_open(&output, path, err) < 0)
        return -1;
    bool beside = format != FORMAT_GANTT && format != FORMAT_TABLE;
    (void)write_scenario_output(operand, args, beside || output.file != stdout, &output);
    int rc = formats[format].write(&report, &output.sink, err);
    return output_close(&output, err) < 0 ? -1 : rc;
}

int report_format(const struct arguments *args, enum report_format otherwise,
                  enum report_format *format, struct err *err)
{
    const char *path = arguments_value(args, OPTION_OUTPUT, NULL);
    *format = by_name(arguments_value(args, OPTION_FORMAT, NULL));
    if (*format == FORMAT_COUNT)
        *format = by_suffix(path);
    if (*format == FORMAT_COUNT && has_suffix(path))
        return no_format(path, err);
    if (*format == FORMAT_COUNT)
        *format = otherwise;
    return 0;
}

const char *report_format_name(enum report_format format)
{
    return formats[format].name;
}

int report_write(struct operand *operand, const struct arguments *args,
                 enum report_format otherwise, struct err *err)
{
    enum report_format format;
    if (report_format(args, otherwise, &format, err) < 0)
        return -1;
    return write_as(operand, arguments_value(args, OPTION_OUTPUT, NULL), format, args, err);
}

int report_write_to(struct operand *operand, const char *path, const struct arguments *args,
                    struct err *err)
{
    enum report_format format = by_name(arguments_value(args, OPTION_FORMAT, NULL));
    if (format == FORMAT_COUNT)
        format = by_suffix(path);
    if (format == FORMAT_COUNT)
        return no_format(path, err);
    return write_as(operand, path, format, args, err);
}
