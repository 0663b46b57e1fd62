/* The order in which a calibration runs its rows, and which of them it runs again. */
#include "sim/study/calibration.h"

#include "sim/base/mem.h"
#include "sim/model/profile_value.h"
#include "sim/study/figures.h"

#include <stdlib.h>
#include <string.h>

/* A benchmark that cannot be run here is passed over; the others go on. Returns 1 where it ran. */
static int run_row(struct calibration *calibration, const struct calibration_passes *passes,
                   size_t row, uint32_t pass, const struct calibration_source *source,
                   struct err *err)
{
    struct err why;
    err_init(&why);
    if (passes->progress)
        passes->progress(passes->context, &calibration_rows[row], pass);
    if (calibration_run(calibration, &calibration_rows[row], pass, source, &why) == 0)
        return 1;
    if (why.status != ERR_UNAVAILABLE) {
        *err = why;
        return -1;
    }
    if (passes->passed_over && pass == 0)
        passes->passed_over(passes->context, &calibration_rows[row], &why);
    return 0;
}

/* Rows that hang together, from one that does not follow another to the last that follows it. */
static size_t group_end(size_t first)
{
    size_t end = first + 1;
    while (end < calibration_row_count && calibration_rows[end].follows)
        end++;
    return end;
}

static bool is_settled(const struct figures *figures, size_t first, size_t end)
{
    for (size_t i = 0; i < figures->count; i++)
        for (size_t row = first; row < end; row++)
            if (strcmp(figures->rows[i].benchmark, calibration_rows[row].name) == 0 &&
                !figures_settled(&figures->rows[i]))
                return false;
    return true;
}

static bool is_same_always(const struct figure *figure)
{
    for (size_t i = 1; i < figure->count; i++)
        if (figure->samples[i].value != figure->samples[0].value)
            return false;
    return true;
}

/* Whether the group says only how many there are of something or which of several it is, and has
 * said the same in each pass: a further one would have nothing to add. */
static bool is_certain(const struct figures *figures, size_t first, size_t end)
{
    bool any = false;
    for (size_t i = 0; i < figures->count; i++) {
        const struct figure *figure = &figures->rows[i];
        for (size_t row = first; row < end; row++) {
            if (strcmp(figure->benchmark, calibration_rows[row].name) != 0)
                continue;
            enum profile_unit unit = profile_key_info(figure->key)->unit;
            if ((unit != UNIT_COUNT && unit != UNIT_CHOICE) || !is_same_always(figure))
                return false;
            any = true;
        }
    }
    return any;
}

/* After so many passes, of those that are to be made. */
static bool is_enough(const struct figures *figures, size_t first, uint32_t made, uint32_t passes)
{
    size_t end = group_end(first);
    return made >= passes ? is_settled(figures, first, end)
                          : made >= 2 && is_certain(figures, first, end);
}

/* Runs the group once more. Returns 1 if any of its rows could be. */
static int run_group(struct calibration *calibration, const struct calibration_passes *passes,
                     size_t first, uint32_t pass, const struct calibration_source *source,
                     struct err *err)
{
    int ran = 0;
    for (size_t row = first; row < group_end(first); row++) {
        int result = run_row(calibration, passes, row, pass, source, err);
        if (result < 0)
            return -1;
        ran |= result;
    }
    return ran;
}

/* How far the groups have come, by their first rows. */
struct course {
    struct calibration *calibration;
    const struct calibration_passes *passes;
    const struct calibration_source *source;
    int64_t begin; /* ns */
    bool *is_done;
    uint32_t *made; /* the last pass that it was run in, from 1 on */
    int64_t *took;  /* that pass, ns */
    bool any, more; /* one has been run; one is not done */
};

enum which { ALL, WHAT_DIFFERS, THE_REST };

static bool is_due(const struct course *course, size_t first, uint32_t pass, enum which which)
{
    const struct calibration_passes *passes = course->passes;
    if (course->is_done[first] || course->made[first] > pass)
        return false;
    if (which == WHAT_DIFFERS && is_settled(course->calibration->figures, first, group_end(first)))
        return false;
    int64_t past = passes->now(passes->context) - course->begin;
    return pass < passes->sure || past <= passes->time_most - course->took[first];
}

static int run_groups(struct course *course, uint32_t pass, enum which which, struct err *err)
{
    for (size_t first = 0; first < calibration_row_count; first = group_end(first)) {
        if (!is_due(course, first, pass, which))
            continue;
        int64_t begin = course->passes->now(course->passes->context);
        int ran = run_group(course->calibration, course->passes, first, pass, course->source, err);
        if (ran < 0)
            return -1;
        course->took[first] = course->passes->now(course->passes->context) - begin;
        uint32_t passes = course->passes->passes;
        course->made[first] = pass + 1;
        course->any |= ran > 0;
        course->is_done[first] =
            ran == 0 ? pass + 1 >= passes
                     : is_enough(course->calibration->figures, first, pass + 1, passes);
        course->more |= !course->is_done[first];
    }
    return 0;
}

int calibration_run_all(struct calibration *calibration, const struct calibration_passes *passes,
                        const struct calibration_source *source, struct err *err)
{
    struct course course = {.calibration = calibration,
                            .passes = passes,
                            .source = source,
                            .begin = passes->now(passes->context),
                            .is_done = mem_zalloc(calibration_row_count * sizeof(bool)),
                            .made = mem_zalloc(calibration_row_count * sizeof(uint32_t)),
                            .took = mem_zalloc(calibration_row_count * sizeof(int64_t)),
                            .more = true};
    int rc = 0;
    for (uint32_t pass = 0; rc == 0 && course.more && pass < passes->most; pass++) {
        course.more = pass + 1 < passes->passes;
        rc = run_groups(&course, pass, pass < passes->sure ? ALL : WHAT_DIFFERS, err);
        if (rc == 0 && pass >= passes->sure && pass < passes->passes)
            rc = run_groups(&course, pass, THE_REST, err);
    }
    free(course.is_done);
    free(course.made);
    free(course.took);
    if (rc == 0 && !course.any)
        return err_set(err, ERR_UNAVAILABLE, "no benchmark could be run");
    return rc;
}

size_t calibration_unsettled(const struct calibration *calibration, size_t most, struct strbuf *out)
{
    struct figures *figures = calibration->figures;
    size_t count = 0;
    figures_finish(figures);
    for (size_t i = 0; i < figures->count; i++) {
        const struct figure *figure = &figures->rows[i];
        const struct profile_key_info *info = profile_key_info(figure->key);
        const struct profile_key_info time = {.unit = UNIT_TIME};
        bool is_point = info->unit == UNIT_CURVE;
        if (figure->settled || count++ >= most)
            continue;
        strbuf_addf(out, "%s%s%s%s", count > 1 ? ", " : "",
                    figure->call != CALL_NONE ? "" : info->section,
                    figure->call != CALL_NONE ? "" : ".",
                    figure->call != CALL_NONE ? call_info(figure->call)->name : info->name);
        if (is_point) {
            strbuf_adds(out, " at ");
            profile_value_format(&(struct profile_key_info){.unit = UNIT_BYTES}, figure->size, NULL,
                                 out);
        }
        strbuf_adds(out, " (");
        profile_value_format(is_point ? &time : info, figure->p10, NULL, out);
        strbuf_adds(out, " to ");
        profile_value_format(is_point ? &time : info, figure->p90, NULL, out);
        strbuf_adds(out, ")");
    }
    return count;
}
