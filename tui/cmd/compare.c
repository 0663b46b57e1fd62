/* `nullstream compare`: a prediction and a measurement, or any two timelines. */
#include "sim/analysis/compare.h"
#include "sim/io/program_file.h"
#include "tui/cmd/command.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/output.h"
#include "tui/cmd/part.h"

#include <stdlib.h>

/* --tolerance in percent, with up to four decimals, as parts of a million; -1: not given. */
static int read_tolerance(const struct arguments *args, int64_t *tolerance, struct err *err)
{
    *tolerance = -1;
    const char *text = arguments_value(args, OPTION_TOLERANCE, NULL);
    if (!text)
        return 0;
    char *end;
    double percent = strtod(text, &end);
    if (end == text || *end || !(percent >= 0 && percent <= 1000))
        return err_set(err, ERR_INPUT,
                       "--tolerance takes a percentage from 0 to 1000, not '%.100s'", text);
    *tolerance = (int64_t)(percent * 10000 + 0.5);
    return 0;
}

/* Nothing is left unmatched, and with a tolerance the wall times are that near. */
static bool is_good(const struct compare *compare, int64_t tolerance)
{
    if (compare->match.only_a_count || compare->match.only_b_count)
        return false;
    if (tolerance < 0)
        return true;
    return compare->ours.wall_error != LABEL_UNKNOWN &&
           llabs(compare->ours.wall_error) <= tolerance;
}

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

/* What was predicted here gets the hash of its program, by which operations are matched best. */
static void hash_program(struct operand *operand)
{
    if (operand->kind != OPERAND_TIMELINE)
        program_file_sha256(&operand->prediction.program,
                            operand->prediction.timeline.program_sha256);
}

static int compare(struct operand *a, struct operand *b, const struct arguments *args,
                   struct err *err)
{
    int64_t tolerance;
    if (read_tolerance(args, &tolerance, err) < 0)
        return -1;
    hash_program(a);
    hash_program(b);
    if (part_take_both(a, b, args, err) < 0)
        return -1;
    struct compare result;
    struct strbuf sb;
    strbuf_init(&sb);
    compare_find(&result, a->timeline, b->timeline);
    add_side(&sb, "a", a);
    add_side(&sb, "b", b);
    strbuf_addc(&sb, '\n');
    compare_text(&sb, &result, arguments_has(args, OPTION_OPERATIONS));
    int rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    if (rc == 0 && !is_good(&result, tolerance))
        rc = ERR_FOUND;
    compare_release(&result);
    strbuf_release(&sb);
    return rc;
}

static int exec(const struct arguments *args, struct err *err)
{
    struct operand a, b;
    int rc = operand_load(&a, args->operands[0], args, err);
    if (rc == 0) {
        rc = operand_load(&b, args->operands[1], args, err);
        if (rc == 0)
            rc = compare(&a, &b, args, err);
        operand_release(&b);
    }
    operand_release(&a);
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
        "first. Exit status 1 if operations are unmatched or --tolerance is exceeded.",
    .groups = GROUP_PREDICT | GROUP_PART | GROUP_COMPARE,
    .least = 2,
    .most = 2,
    .complete = "file",
    .exec = exec,
};
