/* `nullstream compare`: a prediction and a measurement, or any two timelines. */
#include "tui/cmd/both.h"
#include "tui/cmd/command.h"
#include "tui/cmd/judge.h"

static void add_side(struct strbuf *sb, const char *which, const struct operand *operand)
{
    const struct timeline *timeline = operand->timeline;
    strbuf_addf(sb, "%s: %s, %s %s", which, operand->path,
                timeline->source == TIMELINE_MEASURED ? "measured on" : "predicted for",
                timeline_name(timeline, timeline->device_name));
    if (timeline->source == TIMELINE_PREDICTED)
        strbuf_addf(sb, ", profile %s", timeline_name(timeline, timeline->profile));
    else if (timeline->measurement.repetitions)
        strbuf_addf(sb, ", %u repetitions", timeline->measurement.repetitions);
    if (operand->is_part)
        strbuf_addf(sb, "; a part of it: %zu of %zu operations", timeline->ops.count,
                    operand->whole_count);
    strbuf_addc(sb, '\n');
}

/* A prediction in the second place is taken as it is. */
static bool is_swapped(const struct operand *a, const struct operand *b)
{
    return a->timeline->source == TIMELINE_MEASURED && b->kind != OPERAND_TIMELINE;
}

static void add_head(struct strbuf *sb, const struct operand *a, const struct operand *b,
                     const struct seen *seen)
{
    add_side(sb, "a", a);
    add_side(sb, "b", b);
    if (seen->timeline != a->timeline)
        strbuf_adds(sb, "places of a: with calls as slow as CUPTI makes them, as in "
                        "b (--instrument cupti)\n");
    if (seen->middle_count) {
        strbuf_adds(sb, "several threads call, and who is first is chance: a has ");
        seen_add_runs(sb, seen);
        strbuf_addc(sb, '\n');
    }
    if (is_swapped(a, b))
        strbuf_adds(sb, "The prediction is second: its places are those without an instrument, and "
                        "the errors are a's. Give it first.\n");
    strbuf_addc(sb, '\n');
}

static int write_report(struct both *both, const struct arguments *args, struct err *err)
{
    struct judgement judgement;
    int rc = judge_init(&judgement, args, err);
    if (rc == 0) {
        add_head(&judgement.head, &both->a, &both->b, &both->seen);
        validation_add(&judgement.validation, both->b.path, "", &both->compare);
        judgement.one = &both->compare;
        rc = judge_write(&judgement, args, err);
    }
    judge_release(&judgement);
    return rc;
}

static int exec(const struct arguments *args, struct err *err)
{
    struct both both;
    int rc = both_load(&both, args->operands[0], args->operands[1], args, NULL, NULL, err);
    if (rc == 0)
        rc = write_report(&both, args, err);
    both_release(&both);
    return rc;
}

const struct command command_compare = {
    .name = "compare",
    .usage = "A B",
    .summary = "two timelines, operation by operation",
    .text =
        "Compares A (usually a prediction) with B (usually a measurement): wall time, placement "
        "of each operation, relations between operations that nothing orders, beside what two "
        "models that know nothing would say. A scenario or a recorded program is predicted "
        "first. Exit status 1 if operations are unmatched or a tolerance is exceeded.",
    .groups = GROUP_PREDICT | GROUP_PART | GROUP_COMPARE | GROUP_TEXT,
    .least = 2,
    .most = 2,
    .complete = "file",
    .exec = exec,
};
