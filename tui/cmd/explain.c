/* `nullstream explain`: why each operation waited, the critical path, what would help. */
#include "tui/cmd/explain.h"

#include "sim/analysis/called.h"
#include "sim/analysis/explain.h"
#include "sim/analysis/explain_text.h"
#include "sim/analysis/failures.h"
#include "sim/analysis/infer.h"
#include "sim/analysis/pitfall_text.h"
#include "sim/base/text.h"
#include "sim/base/wrap.h"
#include "sim/io/explain_json.h"
#include "sim/study/gain.h"
#include "tui/cmd/command.h"
#include "tui/cmd/output.h"
#include "tui/cmd/part.h"
#include "tui/cmd/patience.h"
#include "tui/cmd/report.h"
#include "tui/cmd/whatif.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What the sections of a report are made from. */
struct explanation {
    struct operand *operand;
    const struct arguments *args;
    struct predict_options options; /* of predictions with changes */
    struct explain explain;
    struct text_style style;
    struct pitfalls pitfalls;
    bool inferred; /* its waits: a measurement has none of its own */
};

/* Of a part nothing is said: what its operations had to wait for may be what was taken out. */
static void find_pitfalls(struct explanation *e)
{
    const struct operand *operand = e->operand;
    if (operand->is_part)
        return;
    bool is_predicted = operand->kind != OPERAND_TIMELINE;
    struct pitfall_input input = {
        .program = is_predicted ? &operand->prediction.program : NULL,
        .timeline = operand->timeline,
        .profile = prediction_profile(&operand->prediction),
        .summary = &e->explain.summary,
        .critical = &e->explain.critical,
    };
    pitfalls_find(&e->pitfalls, &input);
    if (is_predicted)
        gain_find(&e->pitfalls, &operand->prediction,
                  operand->kind == OPERAND_SCENARIO ? operand->path : NULL, &e->options,
                  arguments_has(e->args, OPTION_ALL_GAINS) ? 0 : GAIN_OPERATIONS);
    else
        pitfalls_without_gain(&e->pitfalls);
}

/* --- sections: each appends its text, with its title; an empty one is left out ------------------
 */

static int add_waits(const struct explanation *e, struct strbuf *sb, struct err *err)
{
    (void)err;
    explain_text_waits(sb, &e->explain, e->style.width);
    return 0;
}

static int add_path(const struct explanation *e, struct strbuf *sb, struct err *err)
{
    (void)err;
    explain_text_path(sb, &e->explain, e->style.width);
    return 0;
}

static int add_pitfalls(const struct explanation *e, struct strbuf *sb, struct err *err)
{
    (void)err;
    bool found = false;
    for (size_t i = 0; i < e->pitfalls.count; i++)
        found |= pitfall_matters(&e->pitfalls, &e->pitfalls.rows[i]);
    if (e->operand->is_part)
        return 0;
    if (found || e->operand->kind != OPERAND_TIMELINE)
        pitfall_text(sb, &e->pitfalls, &e->explain.summary, e->style.width);
    else
        wrap_add(sb,
                 "What to change: nothing that a timeline alone shows. What a change would gain is "
                 "found "
                 "from the scenario or the program that it came from.",
                 e->style.width, 0, 2);
    return 0;
}

static int (*const sections[])(const struct explanation *e, struct strbuf *sb, struct err *err) = {
    add_waits,
    add_path,
    add_pitfalls,
};

static int add_sections(const struct explanation *e, struct strbuf *sb, struct err *err)
{
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        size_t before = sb->length;
        strbuf_addc(sb, '\n');
        if (sections[i](e, sb, err) < 0)
            return -1;
        if (sb->length == before + 1)
            sb->text[sb->length = before] = '\0';
    }
    return 0;
}

/* Whether it has work, and no time of any of it: a measurement whose runs differed too much. */
static bool knows_no_times(const struct explanation *e)
{
    const struct timeline *t = e->operand->timeline;
    bool has_work = false;
    for (size_t i = 0; i < t->ops.count && !has_work; i++)
        has_work = timeline_is_work(&t->ops.rows[i]) && timeline_is_timed(t, &t->ops.rows[i]);
    return has_work && e->explain.summary.count == 0;
}

/* What the change that it suggests gains is not simulated for programs of which pitfalls are not
 * either: a million operations take seconds. */
static int add_verdict(const struct explanation *e, struct strbuf *sb, struct err *err)
{
    if (knows_no_times(e)) {
        strbuf_adds(sb, "When the operations started and ended is not in the file, so why they "
                        "waited is not known.\n");
        return 0;
    }
    if (e->operand->is_part || e->operand->timeline->ops.count < GAIN_OPERATIONS)
        return report_verdict(sb, e->operand, &e->explain.verdict, err);
    verdict_text(sb, &e->explain.verdict, e->operand->timeline, TIMELINE_UNKNOWN);
    strbuf_addc(sb, '\n');
    return 0;
}

/* Whose numbers these are, and the verdict. */
static int add_head(const struct explanation *e, struct strbuf *sb, bool verdict, struct err *err)
{
    struct strbuf head;
    strbuf_init(&head);
    report_first_line(&head, e->operand);
    if (verdict)
        report_assumed(&head, e->operand->timeline, &e->explain.critical);
    int rc = verdict ? add_verdict(e, &head, err) : 0;
    if (verdict)
        failures_text(&head, e->operand->timeline);
    if (rc == 0 && e->inferred && !knows_no_times(e))
        strbuf_adds(&head, "What waited for what is inferred from streams, events and times: a "
                           "measurement does not record it.\n");
    wrap_add_lines(sb, head.text, e->style.width, 0, 2);
    strbuf_release(&head);
    return rc;
}

/* Where the function that it stands in was called; a timeline alone does not say. */
static void add_callers(const struct explanation *e, struct strbuf *sb,
                        const struct explain_pick *pick)
{
    if (e->operand->kind == OPERAND_TIMELINE)
        return;
    const struct program *program = &e->operand->prediction.program;
    struct strbuf callers;
    strbuf_init(&callers);
    called_text(&callers, program, called_from(program, e->operand->timeline, pick));
    if (callers.length) {
        strbuf_addc(&callers, '\n');
        wrap_add_lines(sb, callers.text, e->style.width, 2, 4);
    }
    strbuf_release(&callers);
}

static int write_text(struct explanation *e, const struct explain_pick *pick, struct sink *sink,
                      struct err *err)
{
    struct strbuf *sb = &sink->text;
    if (add_head(e, sb, !pick, err) < 0)
        return -1;
    if (!pick && knows_no_times(e))
        return 0;
    explain_find_slack(&e->explain);
    if (pick) {
        explain_text_pick(sb, &e->explain, pick, e->style.width);
        add_callers(e, sb, pick);
        return 0;
    }
    find_pitfalls(e);
    return add_sections(e, sb, err);
}

static int write_table(struct explanation *e, const struct explain_pick *pick, struct sink *sink,
                       struct err *err)
{
    (void)pick;
    if (add_head(e, &sink->text, true, err) < 0)
        return -1;
    strbuf_addc(&sink->text, '\n');
    explain_find_slack(&e->explain);
    struct strbuf table;
    strbuf_init(&table);
    explain_text_table(&table, &e->explain);
    int rc = output_fold(e->args, &table, err);
    strbuf_add(&sink->text, table.text, table.length);
    strbuf_release(&table);
    return rc;
}

static int write_json(struct explanation *e, const struct explain_pick *pick, struct sink *sink,
                      struct err *err)
{
    struct strbuf verdict;
    strbuf_init(&verdict);
    int rc = pick ? 0 : add_verdict(e, &verdict, err);
    if (rc == 0) {
        if (verdict.length) /* without its line end */
            verdict.text[--verdict.length] = '\0';
        if (!pick)
            find_pitfalls(e);
        explain_find_slack(&e->explain);
        struct explain_json json = {
            .explain = &e->explain,
            .program =
                e->operand->kind == OPERAND_TIMELINE ? NULL : &e->operand->prediction.program,
            .pick = pick,
            .pitfalls = e->operand->is_part ? NULL : &e->pitfalls,
            .verdict = verdict.length ? verdict.text : NULL,
            .inferred = e->inferred,
        };
        rc = explain_json_write(&json, sink, err);
    }
    strbuf_release(&verdict);
    return rc;
}

static const struct format {
    const char *name, *suffix;
    int (*write)(struct explanation *e, const struct explain_pick *pick, struct sink *sink,
                 struct err *err);
} formats[] = {
    {"text", ".txt", write_text},
    {"table", NULL, write_table},
    {"json", ".json", write_json},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* What --format names, else -o's suffix, else text. */
static int find_format(const struct arguments *args, const struct format **format, struct err *err)
{
    const char *name = arguments_value(args, OPTION_FORMAT, NULL);
    const char *path = arguments_value(args, OPTION_OUTPUT, NULL);
    const char *suffix = path ? strrchr(text_file_name(path), '.') : NULL;
    *format = &formats[0];
    for (int i = 0; i < FORMATS; i++) {
        bool named = name && strcmp(formats[i].name, name) == 0;
        if (named ||
            (!name && suffix && formats[i].suffix && strcasecmp(formats[i].suffix, suffix) == 0)) {
            *format = &formats[i];
            return 0;
        }
    }
    if (!suffix && !name)
        return 0;
    err_set(err, ERR_INPUT, "%.200s is no format of an explanation", name ? name : path);
    return err_hint(err, "it is text, --format table or json; nullstream predict draws");
}

static int write_explanation(struct explanation *e, const struct format *format, struct err *err)
{
    const char *op = arguments_value(e->args, OPTION_OP, NULL);
    struct explain_pick pick;
    struct output output;
    if (op && explain_pick(&pick, e->operand->timeline, op, err) < 0)
        return -1;
    if (output_open(&output, arguments_value(e->args, OPTION_OUTPUT, NULL), err) < 0)
        return -1;
    struct patience patience;
    e->options = e->operand->study.options;
    patience_begin(&patience, "trying changes", e->args, &e->options);
    int rc = format->write(e, op ? &pick : NULL, &output.sink, err);
    patience_end(&patience);
    return output_close(&output, err) < 0 ? -1 : rc;
}

int explain_operand(struct operand *operand, const struct arguments *args, struct err *err)
{
    struct explanation e = {.operand = operand, .args = args};
    const struct format *format;
    if (find_format(args, &format, err) < 0 || output_style(args, &e.style, err) < 0)
        return -1;
    e.inferred =
        operand->timeline->source == TIMELINE_MEASURED && operand->timeline->waits.count == 0;
    if (e.inferred)
        infer_waits(&operand->prediction.timeline);
    bool *keep;
    if (part_mark(operand, args, &keep, err) < 0) {
        free(keep);
        return -1;
    }
    explain_find(&e.explain, operand->timeline, prediction_profile(&operand->prediction), keep);
    int rc = write_explanation(&e, format, err);
    pitfalls_release(&e.pitfalls);
    explain_release(&e.explain);
    free(keep);
    return rc;
}

static int exec(const struct arguments *args, struct err *err)
{
    struct operand operand;
    int rc = report_load(&operand, args, err);
    if (rc == 0)
        rc = arguments_has(args, OPTION_WHAT_IF) ? whatif_report(&operand, args, err)
                                                 : explain_operand(&operand, args, err);
    operand_release(&operand);
    return rc;
}

const struct command command_explain = {
    .name = "explain",
    .usage = "FILE [-- ARGUMENT...]",
    .summary = "why each operation waited, critical path, what would help",
    .text =
        "Says why the operations of FILE (a scenario, a recorded program, or a timeline, predicted "
        "or measured) waited, for how long and for what, back to the first cause; what the wall "
        "time went into, along the critical path; and by how much operations can end later. With "
        "--op one operation or call: a name, a line (14 or file.cu:14) or an id (#2). "
        "--format table has a line for each operation, --format json everything. With "
        "--what-if the same program under other conditions, as a table or as --format json, csv or "
        "svg.",
    .groups = GROUP_PREDICT | GROUP_PART | GROUP_TEXT | GROUP_EXPLAIN,
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .complete = "file",
    .exec = exec,
};
