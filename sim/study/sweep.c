#include "sim/study/sweep.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/variables.h"
#include "sim/study/sweep_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    bool named; /* the value begins with NAME= */
} kinds[SWEEP_KIND_COUNT] = {
#define ROW(kind, name, named) {name, named},
    SWEEP_OPTIONS(ROW)
#undef ROW
};

void sweep_init(struct sweep *sweep)
{
    memset(sweep, 0, sizeof *sweep);
    arena_init(&sweep->arena);
}

enum sweep_kind sweep_kind_of(const char *option)
{
    int kind = 0;
    while (kind < SWEEP_KIND_COUNT && strcmp(kinds[kind].name, option) != 0)
        kind++;
    return (enum sweep_kind)kind;
}

const char *sweep_option_name(enum sweep_kind kind)
{
    return kinds[kind].name;
}

int sweep_add(struct sweep *sweep, enum sweep_kind kind, const char *value, size_t most,
              struct err *err)
{
    const char *list = value, *equals = strchr(value, '=');
    if (kinds[kind].named)
        list = equals ? equals + 1 : "";
    size_t prefix = (size_t)(list - value), count;
    const char *const *values;
    if (!*list)
        return 0;
    if (sweep_values(list, most, &sweep->arena, &values, &count, err) < 0)
        return -1;
    if (count < 2)
        return 0;
    if (sweep->parameter_count == SWEEP_PARAMETERS) {
        err_set(err, ERR_INPUT, "more than two options have several values");
        return err_hint(err, "give --%s%s%.*s one value", kinds[kind].name, prefix ? " " : "",
                        (int)(prefix ? prefix - 1 : 0), value);
    }
    const char **texts = arena_alloc(&sweep->arena, count * sizeof *texts);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(values[i]);
        char *text = arena_alloc(&sweep->arena, prefix + length + 1);
        memcpy(text, value, prefix);
        memcpy(text + prefix, values[i], length + 1);
        texts[i] = text;
    }
    sweep->parameters[sweep->parameter_count++] = (struct sweep_parameter){
        .kind = kind,
        .name = prefix ? arena_strndup(&sweep->arena, value, prefix - 1) : kinds[kind].name,
        .texts = texts,
        .values = values,
        .count = count,
    };
    return 1;
}

size_t sweep_value(const struct sweep *sweep, size_t trial, size_t parameter)
{
    size_t at = trial - 1;
    for (size_t p = sweep->parameter_count; p-- > parameter + 1;)
        at /= sweep->parameters[p].count;
    return at % sweep->parameters[parameter].count;
}

/* --- the options of one run ----------------------------------------------------------------------
 */

static void append(struct arena *arena, const char *const **list, size_t *count, const char *text)
{
    const char **longer = arena_alloc(arena, (*count + 1) * sizeof *longer);
    if (*count)
        memcpy(longer, *list, *count * sizeof *longer);
    longer[(*count)++] = text;
    *list = longer;
}

static int read_connections(const char *option, const char *text, int32_t *value, struct err *err)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end || number < 1 || number > VARIABLE_CONNECTIONS_MOST)
        return err_set(err, ERR_INPUT, "--%s takes a whole number from 1 to %d, not '%.200s'",
                       option, VARIABLE_CONNECTIONS_MOST, text);
    *value = (int32_t)number;
    return 0;
}

static int set_variable(struct arena *arena, struct predict_options *options, const char *name,
                        const char *value)
{
    size_t count = options->runtime.variable_count;
    struct runtime_variable *longer = arena_alloc(arena, (count + 1) * sizeof *longer);
    if (count)
        memcpy(longer, options->runtime.variables, count * sizeof *longer);
    longer[count] = (struct runtime_variable){name, value};
    options->runtime.variables = longer;
    options->runtime.variable_count = count + 1;
    return 0;
}

static int set_value(struct sweep *sweep, const struct sweep_parameter *parameter, size_t row,
                     struct predict_options *options, struct err *err)
{
    const char *text = parameter->texts[row], *value = parameter->values[row];
    const char *option = kinds[parameter->kind].name;
    switch (parameter->kind) {
    case SWEEP_DEFINE:
        append(&sweep->arena, &options->defines, &options->define_count, text);
        return 0;
    case SWEEP_GPU:
        options->gpu = value;
        return 0;
    case SWEEP_SET:
        append(&sweep->arena, &options->sets, &options->set_count, text);
        return 0;
    case SWEEP_COST:
        append(&sweep->arena, &options->costs, &options->cost_count, text);
        return 0;
    case SWEEP_ENV:
        return set_variable(&sweep->arena, options, parameter->name, value);
    case SWEEP_CONNECTIONS:
        return read_connections(option, value, &options->runtime.compute_connections, err);
    case SWEEP_COPY_CONNECTIONS:
        return read_connections(option, value, &options->runtime.copy_connections, err);
    case SWEEP_DEFAULT_STREAM:
        options->runtime.per_thread_default = strcmp(value, "per-thread") == 0;
        if (!options->runtime.per_thread_default && strcmp(value, "legacy") != 0)
            return err_set(err, ERR_INPUT,
                           "--default-stream takes legacy and per-thread, not '%.200s'", value);
        return 0;
    case SWEEP_KIND_COUNT:
        break;
    }
    return 0;
}

/* --- running -------------------------------------------------------------------------------------
 */

/* What is kept of each run until it is known which is the first that came out. */
struct kept {
    struct sweep_source source;
    struct predict_warning *warnings;
    size_t warning_count;
};

static void keep(const struct prediction *prediction, void *context)
{
    struct kept *kept = context;
    const struct profile *profile = &prediction->profile;
    struct sweep_source *source = &kept->source;
    snprintf(source->device, sizeof source->device, "%s", profile->name);
    snprintf(source->profile, sizeof source->profile, "%s", profile->id);
    snprintf(source->base, sizeof source->base, "%s", profile->base);
    if (!profile_builtin_text(profile->id))
        snprintf(source->date, sizeof source->date, "%s", profile->date);
    profile_count_inherited(profile, &source->inherited, &source->total);
    kept->warning_count = prediction->warning_count;
    kept->warnings = mem_zalloc((kept->warning_count + 1) * sizeof *kept->warnings);
    for (size_t i = 0; i < kept->warning_count; i++)
        kept->warnings[i] = prediction->warnings[i];
}

static int prepare(struct sweep *sweep, const char *path, const struct program *program,
                   const struct predict_options *base, struct kept *kept, struct err *err)
{
    sweep->trials = mem_zalloc(sweep->count * sizeof *sweep->trials);
    for (size_t i = 0; i < sweep->count; i++) {
        struct predict_options *options = arena_alloc(&sweep->arena, sizeof *options);
        *options = *base;
        for (size_t p = 0; i > 0 && p < sweep->parameter_count; p++)
            if (set_value(sweep, &sweep->parameters[p], sweep_value(sweep, i, p), options, err) < 0)
                return -1;
        sweep->trials[i] = (struct trial){.path = path,
                                          .program = program,
                                          .options = options,
                                          .keep = keep,
                                          .context = &kept[i]};
    }
    return 0;
}

static void find_best(struct sweep *sweep)
{
    for (size_t i = 1; i < sweep->count; i++)
        if (trial_came_out(&sweep->trials[i]) &&
            (!sweep->best || sweep->trials[i].wall < sweep->trials[sweep->best].wall))
            sweep->best = i;
    sweep->enough = sweep->best;
    if (!sweep->best || sweep->parameter_count != 1)
        return;
    int64_t best = sweep->trials[sweep->best].wall;
    for (size_t i = sweep->best; i-- > 1;)
        if (trial_came_out(&sweep->trials[i]) &&
            sweep->trials[i].wall - best <= duration_divide(best, SWEEP_NEAR, 1000))
            sweep->enough = i;
}

/* The first that came out says whose numbers these are; the others' warnings are the same. */
static void take_first(struct sweep *sweep, struct kept *kept)
{
    bool taken = false;
    for (size_t i = 0; i < sweep->count; i++) {
        if (sweep->trials[i].status == 0 && !taken) {
            taken = true;
            sweep->source = kept[i].source;
            sweep->warnings = kept[i].warnings;
            sweep->warning_count = kept[i].warning_count;
        } else {
            free(kept[i].warnings);
        }
    }
}

int sweep_run(struct sweep *sweep, const char *path, const struct program *program,
              const struct predict_options *options, size_t most, unsigned threads, struct err *err)
{
    size_t runs = 1;
    for (size_t p = 0; p < sweep->parameter_count; p++)
        runs *= sweep->parameters[p].count; /* each at most `most`: no overflow */
    if (runs > most) {
        err_set(err, ERR_INPUT, "%zu runs, more than %zu", runs, most);
        return err_hint(err, "take fewer values, or allow it with --runs %zu", runs);
    }
    sweep->count = runs + 1;
    struct kept *kept = mem_zalloc(sweep->count * sizeof *kept);
    int rc = prepare(sweep, path, program, options, kept, err);
    if (rc == 0) {
        trials_run(sweep->trials, sweep->count, threads);
        for (size_t i = 1; i < sweep->count; i++)
            trial_judge(&sweep->trials[i], &sweep->trials[0].failures, sweep->trials[0].exit_code);
        take_first(sweep, kept);
        find_best(sweep);
    }
    free(kept);
    return rc;
}

/* --- asking --------------------------------------------------------------------------------------
 */

int64_t sweep_gain(const struct sweep *sweep, size_t trial)
{
    const struct trial *as_is = &sweep->trials[0], *run = &sweep->trials[trial];
    return trial_came_out(as_is) && trial_came_out(run) ? as_is->wall - run->wall
                                                        : TIMELINE_UNKNOWN;
}

struct sorted {
    size_t trial;
    int64_t wall; /* DURATION_NEVER: none */
};

static int by_wall(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    if (x->wall != y->wall)
        return x->wall < y->wall ? -1 : 1;
    return (x->trial > y->trial) - (x->trial < y->trial);
}

size_t *sweep_by_gain(const struct sweep *sweep)
{
    size_t count = sweep->count - 1;
    struct sorted *rows = mem_zalloc(count * sizeof *rows);
    size_t *order = mem_zalloc(count * sizeof *order);
    for (size_t i = 0; i < count; i++)
        rows[i] =
            (struct sorted){i + 1, trial_came_out(&sweep->trials[i + 1]) ? sweep->trials[i + 1].wall
                                                                         : DURATION_NEVER};
    qsort(rows, count, sizeof *rows, by_wall);
    for (size_t i = 0; i < count; i++)
        order[i] = rows[i].trial;
    free(rows);
    return order;
}

void sweep_release(struct sweep *sweep)
{
    free(sweep->trials);
    free(sweep->warnings);
    arena_release(&sweep->arena);
    memset(sweep, 0, sizeof *sweep);
}
