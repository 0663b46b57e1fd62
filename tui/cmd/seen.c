#include "tui/cmd/seen.h"

#include "sim/base/mem.h"
#include "sim/io/program_file.h"
#include "sim/study/chances.h"

#include <string.h>

static void give(struct arguments *args, enum option_id id, const char *value)
{
    for (size_t i = 0; i < option_count; i++)
        if (option_table[i].id == id)
            args->given[args->given_count++] = (struct given){&option_table[i], value};
}

/* The warnings have been printed with the plain prediction. */
static void copy_arguments(struct seen *seen, const struct arguments *args)
{
    seen->args = (struct arguments){
        .groups = args->groups,
        .given = mem_zalloc((args->given_count + 2) * sizeof *seen->args.given),
        .rest = args->rest,
        .rest_count = args->rest_count,
    };
    for (size_t i = 0; i < args->given_count; i++)
        seen->args.given[seen->args.given_count++] = args->given[i];
    give(&seen->args, OPTION_INSTRUMENT, "cupti");
    seen->args.pace = arguments_has(args, OPTION_MEASURED_CALLS) ? &seen->pace : NULL;
    give(&seen->args, OPTION_QUIET, NULL);
}

/* What a measurement has from its plain runs: the wall time, and what cudaEventElapsedTime said. */
static void take_plain(struct timeline *timeline, const struct timeline *plain)
{
    timeline->wall = plain->wall;
    bool same = timeline->answers.count == plain->answers.count;
    for (size_t i = 0; same && i < plain->answers.count; i++)
        timeline->answers.rows[i].elapsed = plain->answers.rows[i].elapsed;
}

int seen_find(struct seen *seen, const struct operand *plain, const struct strbuf *program,
              const struct timeline *measured, const struct arguments *args, struct err *err)
{
    *seen = (struct seen){
        .timeline = plain->timeline, .places = plain->timeline, .walls = plain->timeline};
    const char *clock = timeline_name(measured, measured->measurement.clock);
    if (plain->kind == OPERAND_TIMELINE || measured->source != TIMELINE_MEASURED ||
        strcmp(clock, "cupti") != 0)
        return 0;
    pace_take(&seen->pace, measured);
    copy_arguments(seen, args);
    int rc = program ? operand_load_program(&seen->operand, plain->path, program->text,
                                            program->length, &seen->args, err)
                     : operand_load(&seen->operand, plain->path, &seen->args, err);
    if (rc < 0)
        return -1;
    struct timeline *timeline = &seen->operand.prediction.timeline;
    program_file_sha256(&seen->operand.prediction.program, timeline->program_sha256);
    take_plain(timeline, plain->timeline);
    seen->timeline = seen->places = timeline;
    return 0;
}

static int take_middle(struct seen *seen, struct operand *operand, const struct timeline **timeline,
                       struct err *err)
{
    const struct predict_options *options = &operand->study.options;
    if (operand->kind == OPERAND_TIMELINE || operand->is_part ||
        !chances_matter(&operand->prediction, options))
        return 0;
    struct timeline *middle = &seen->middles[seen->middle_count++];
    *timeline = middle;
    return chances_middle(&operand->prediction, options, middle, err);
}

int seen_middle(struct seen *seen, struct operand *plain, struct err *err)
{
    bool is_seen = seen->timeline != plain->timeline;
    if (take_middle(seen, plain, &seen->walls, err) < 0)
        return -1;
    seen->places = is_seen ? seen->places : seen->walls;
    if (!is_seen)
        return 0;
    int rc = take_middle(seen, &seen->operand, &seen->places, err);
    if (rc == 0 && seen->places != seen->timeline)
        take_plain(&seen->middles[seen->middle_count - 1], seen->walls);
    return rc;
}

void seen_release(struct seen *seen)
{
    if (seen->operand.path)
        operand_release(&seen->operand);
    arguments_release(&seen->args);
    pace_release(&seen->pace);
    for (size_t i = 0; i < seen->middle_count; i++)
        timeline_release(&seen->middles[i]);
    *seen = (struct seen){0};
}

int seen_again(const struct seen *seen, const struct variant *variant,
               const struct prediction *plain, struct prediction *again, struct err *err)
{
    struct variant slower = *variant;
    slower.options.on_read = NULL; /* what was read for the plain one counts */
    slower.options.runtime.cupti = true;
    slower.options.runtime.pace = seen->args.pace;
    if (!slower.path) { /* its program has the edits already */
        slower.program = &plain->program;
        slower.edit_count = 0;
    }
    if (variant_predict(&slower, again, err) == VARIANT_FAILED)
        return -1;
    program_file_sha256(&again->program, again->timeline.program_sha256);
    take_plain(&again->timeline, &plain->timeline);
    return 0;
}
