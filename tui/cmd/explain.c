/* `nullstream explain`: why each operation waited, the critical path, what would help. */
#include "sim/analysis/explain.h"
#include "sim/analysis/explain_text.h"
#include "sim/analysis/infer.h"
#include "sim/analysis/pitfall_text.h"
#include "sim/base/wrap.h"
#include "sim/study/gain.h"
#include "tui/cmd/command.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/output.h"
#include "tui/cmd/part.h"
#include "tui/cmd/report.h"
#include "tui/cmd/whatif.h"

#include <string.h>

/* What the sections of a report are made from. */
struct explanation {
    struct operand *operand;
    const struct arguments *args;
    struct explain explain;
    struct text_style style;
    bool inferred; /* its waits: a measurement has none of its own */
};

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

/* Of a part nothing is said: what its operations had to wait for may be what was taken out. */
static int add_pitfalls(const struct explanation *e, struct strbuf *sb, struct err *err)
{
    (void)err;
    const struct operand *operand = e->operand;
    if (operand->is_part)
        return 0;
    bool is_predicted = operand->kind != OPERAND_TIMELINE;
    struct pitfall_input input = {
        .program = is_predicted ? &operand->prediction.program : NULL,
        .timeline = operand->timeline,
        .profile = is_predicted ? &operand->prediction.profile : NULL,
        .summary = &e->explain.summary,
        .critical = &e->explain.critical,
    };
    struct pitfalls pitfalls;
    pitfalls_find(&pitfalls, &input);
    if (operand->kind == OPERAND_SCENARIO)
        gain_tune(&pitfalls, &operand->prediction, operand->path, &operand->study.options);
    if (is_predicted)
        gain_find(&pitfalls, &operand->prediction, &operand->study.options, input.summary,
                  GAIN_OPERATIONS);
    pitfall_text(sb, &pitfalls, input.summary, e->style.width);
    pitfalls_release(&pitfalls);
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

/* Lines that others wrote, broken to the width. */
static void add_wrapped(struct strbuf *sb, char *text, int width)
{
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        char ended = *end;
        *end = '\0';
        wrap_add(sb, line, width, 0, 2);
        end += ended != '\0';
    }
}

/* Whose numbers these are, and the verdict. */
static int add_head(const struct explanation *e, struct strbuf *sb, bool verdict, struct err *err)
{
    struct strbuf head;
    strbuf_init(&head);
    report_first_line(&head, e->operand);
    int rc = verdict ? report_verdict(&head, e->operand, &e->explain.verdict, err) : 0;
    if (rc == 0 && e->inferred)
        strbuf_adds(&head, "What waited for what is inferred from streams, events and times: a "
                           "measurement does not record it.\n");
    add_wrapped(sb, head.text, e->style.width);
    strbuf_release(&head);
    return rc;
}

/* For people: the sections, or with --op that alone. */
static int write_text(struct explanation *e, struct strbuf *sb, struct err *err)
{
    const char *op = arguments_value(e->args, OPTION_OP, NULL);
    struct explain_pick pick;
    if (op && explain_pick(&pick, e->operand->timeline, op, err) < 0)
        return -1;
    if (add_head(e, sb, !op, err) < 0)
        return -1;
    if (!op)
        return add_sections(e, sb, err);
    explain_text_pick(sb, &e->explain, &pick, e->style.width);
    return 0;
}

static int explain_operand(struct operand *operand, const struct arguments *args, struct err *err)
{
    struct explanation e = {.operand = operand, .args = args};
    e.inferred = operand->timeline->waits.count == 0 && operand->kind == OPERAND_TIMELINE;
    if (e.inferred)
        infer_waits(&operand->prediction.timeline);
    if (output_style(args, &e.style, err) < 0)
        return -1;
    explain_find(&e.explain, operand->timeline,
                 operand->kind == OPERAND_TIMELINE ? NULL : &operand->prediction.profile);
    struct strbuf sb;
    strbuf_init(&sb);
    int rc = write_text(&e, &sb, err);
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    strbuf_release(&sb);
    explain_release(&e.explain);
    return rc;
}

static int exec(const struct arguments *args, struct err *err)
{
    struct operand operand;
    int rc = operand_load(&operand, args->operands[0], args, err);
    if (rc == 0 && arguments_has(args, OPTION_WHAT_IF)) {
        rc = whatif_report(&operand, args, err);
    } else if (rc == 0) {
        rc = part_take(&operand, args, err);
        if (rc == 0)
            rc = explain_operand(&operand, args, err);
    }
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
        "--op one operation or call: a name, a line (14 or file.cu:14) or an id (#2). With "
        "--what-if "
        "the same program under other conditions, as a table or as --format json, csv or svg.",
    .groups = GROUP_PREDICT | GROUP_PART | GROUP_WRITE | GROUP_TEXT | GROUP_EXPLAIN,
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .complete = "file",
    .exec = exec,
};
