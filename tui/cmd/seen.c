#include "tui/cmd/seen.h"

#include "sim/analysis/elapsed.h"
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

/* Each thread's answers are in the order of its calls, whatever the order of the threads. */
static void take_answers(struct timeline *timeline, const struct timeline *plain)
{
    struct elapsed elapsed;
    elapsed_find(&elapsed, timeline, plain, true);
    for (size_t i = 0; i < elapsed.count; i++)
        timeline->answers.rows[elapsed.pairs[i].a].elapsed =
            plain->answers.rows[elapsed.pairs[i].b].elapsed;
    elapsed_release(&elapsed);
}

/* What a measurement has from its plain runs: the wall time, and what cudaEventElapsedTime said. */
static void take_plain(struct timeline *timeline, const struct timeline *plain)
{
    timeline->wall = plain->wall;
    if (timeline->answers.count == plain->answers.count)
        take_answers(timeline, plain);
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
    if (operand->is_part || !chances_matter(&operand->prediction, options))
        return 0;
    struct timeline *middle = &seen->middles[seen->middle_count++];
    size_t runs;
    int rc = chances_middle(&operand->prediction, options, middle, &runs, err);
    seen->runs = seen->middle_count == 1 || runs < seen->runs ? runs : seen->runs;
    *timeline = middle;
    return rc;
}

/* Whether the medians of "walls" or "places" are not asked for. */
static bool is_one_run(const struct seen *seen, const char *what)
{
    return seen->one_run && strcmp(seen->one_run, what) == 0;
}

/* Sets `places` and `walls` to the middle of many runs, for commands that compare figures, and draw
 * and explain no operation by them (GROUP_COMPARE). */
static int take_middles(struct seen *seen, struct operand *plain, const struct timeline *measured,
                        const struct arguments *args, struct err *err)
{
    if (!(args->groups & GROUP_COMPARE) || measured->source != TIMELINE_MEASURED ||
        plain->kind == OPERAND_TIMELINE)
        return 0;
    bool same_runs = seen->timeline == plain->timeline;
    seen->one_run = same_runs ? NULL : arguments_value(args, OPTION_ONE_RUN, NULL);
    if (!is_one_run(seen, "walls") && take_middle(seen, plain, &seen->walls, err) < 0)
        return -1;
    if (same_runs) {
        seen->places = seen->walls;
        return 0;
    }
    if (!is_one_run(seen, "places") && take_middle(seen, &seen->operand, &seen->places, err) < 0)
        return -1;
    bool is_middle = seen->places != seen->timeline;
    take_plain(is_middle ? &seen->middles[seen->middle_count - 1]
                         : &seen->operand.prediction.timeline,
               seen->walls);
    return 0;
}

void seen_add_runs(struct strbuf *sb, const struct seen *seen)
{
    strbuf_addf(sb, "the medians of %zu runs", seen->runs);
    if (seen->one_run)
        strbuf_addf(sb, "; %s are one run's", seen->one_run);
}

int seen_compare(struct seen *seen, struct operand *plain, const struct timeline *measured,
                 const struct arguments *args, struct compare *compare, struct err *err)
{
    if (take_middles(seen, plain, measured, args, err) < 0)
        return -1;
    compare_find(compare, seen->places, measured);
    compare->calls_of_others = seen->args.pace && compare->match.shared;
    if (seen->places != seen->walls)
        compare_take_walls(compare, seen->walls);
    return 0;
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
