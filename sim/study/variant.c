#include "sim/study/variant.h"

#include "sim/base/strbuf.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The options that a recorded program takes; the others have done their work on it. */
static struct predict_options for_program(const struct predict_options *options)
{
    return (struct predict_options){.gpu = options->gpu,
                                    .sets = options->sets,
                                    .set_count = options->set_count,
                                    .runtime = options->runtime};
}

void variant_init(struct variant *variant, const char *path, const struct program *program,
                  const struct predict_options *options)
{
    *variant = (struct variant){.path = path, .program = program, .options = *options};
    if (!path)
        variant->options = for_program(options);
    arena_init(&variant->arena);
}

static const char *kept(struct variant *variant, const char *text)
{
    return text ? arena_strndup(&variant->arena, text, strlen(text)) : NULL;
}

static const char *const *all_kept(struct variant *variant, const char *const *texts, size_t count)
{
    const char **copy = arena_alloc(&variant->arena, (count + 1) * sizeof *copy);
    for (size_t i = 0; i < count; i++)
        copy[i] = kept(variant, texts[i]);
    return copy;
}

void variant_detach(struct variant *variant)
{
    struct predict_options *options = &variant->options;
    struct runtime_options *runtime = &options->runtime;
    variant->path = kept(variant, variant->path);
    if (options->text)
        options->text = arena_strndup(&variant->arena, options->text, options->text_length);
    options->gpu = kept(variant, options->gpu);
    options->sets = all_kept(variant, options->sets, options->set_count);
    options->defines = all_kept(variant, options->defines, options->define_count);
    options->costs = all_kept(variant, options->costs, options->cost_count);
    options->assumes = all_kept(variant, options->assumes, options->assume_count);
    options->arguments = all_kept(variant, options->arguments, options->argument_count);
    options->limits = all_kept(variant, options->limits, options->limit_count);
    struct runtime_variable *variables =
        arena_alloc(&variant->arena, (runtime->variable_count + 1) * sizeof *variables);
    for (size_t i = 0; i < runtime->variable_count; i++)
        variables[i] = (struct runtime_variable){kept(variant, runtime->variables[i].name),
                                                 kept(variant, runtime->variables[i].value)};
    runtime->variables = variables;
}

/* --- options -------------------------------------------------------------------------------------
 */

/* "NAME=VALUE", in the arena. */
static const char *joined(struct variant *variant, const char *name, const char *value)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "%s=%s", name, value);
    const char *copy = arena_strndup(&variant->arena, text.text, text.length);
    strbuf_release(&text);
    return copy;
}

/* A copy of a list of options with one more. */
static const char *const *longer(struct variant *variant, const char *const *texts, size_t *count,
                                 const char *more)
{
    const char **copy = arena_alloc(&variant->arena, (*count + 1) * sizeof *copy);
    if (*count)
        memcpy(copy, texts, *count * sizeof *copy);
    copy[(*count)++] = more;
    return copy;
}

void variant_set(struct variant *variant, const char *key, const char *value)
{
    struct predict_options *options = &variant->options;
    options->sets =
        longer(variant, options->sets, &options->set_count, joined(variant, key, value));
}

void variant_free_host(struct variant *variant, const struct profile *profile)
{
    char name[96];
    variant->options.runtime.free_host = true;
    for (int key = 0; key < PROFILE_KEY_COUNT; key++) {
        const struct profile_key_info *info = profile_key_info((enum profile_key)key);
        if (strcmp(info->section, "host") != 0 || profile->state[key] == PROFILE_MISSING)
            continue;
        snprintf(name, sizeof name, "%s.%s", info->section, info->name);
        if (info->unit == UNIT_TIME || info->unit == UNIT_PS)
            variant_set(variant, name, info->unit == UNIT_TIME ? "0ns" : "0ps");
        else if (info->unit == UNIT_CURVE)
            variant_set(variant, name, "1:0ns 2:0ns");
    }
    variant_set(variant, "copy.host_memcpy", "1000000TB/s");
    for (int call = CALL_NONE + 1; call < CALL_COUNT; call++) {
        enum profile_key curve;
        if (profile->call_state[call] == PROFILE_MISSING ||
            profile_call_curve((enum call)call, &curve))
            continue;
        snprintf(name, sizeof name, "host.%s", call_info((enum call)call)->name);
        variant_set(variant, name, "0ns");
    }
}

void variant_cost(struct variant *variant, const char *kernel, const char *time)
{
    struct predict_options *options = &variant->options;
    options->costs =
        longer(variant, options->costs, &options->cost_count, joined(variant, kernel, time));
}

void variant_define(struct variant *variant, const char *name, int64_t value)
{
    struct predict_options *options = &variant->options;
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, value);
    const char **copy = arena_alloc(&variant->arena, (options->define_count + 1) * sizeof *copy);
    size_t count = 0;
    for (size_t i = 0; i < options->define_count; i++)
        if (!predict_defines(options->defines[i], name))
            copy[count++] = options->defines[i];
    copy[count++] = joined(variant, name, number);
    options->defines = copy;
    options->define_count = count;
}

void variant_edit(struct variant *variant, enum edit_kind kind)
{
    assert(variant->edit_count < VARIANT_EDITS_MOST);
    variant->edits[variant->edit_count++] = (struct edit){.kind = kind, .stream = EDIT_ANY};
}

/* --- predicting ----------------------------------------------------------------------------------
 */

/* In place of the program its edited copy. Returns 1 where nothing changed. */
static int rewrite(struct program *program, void *context, struct err *err)
{
    const struct variant *variant = context;
    struct program edited;
    struct edit_changes changes;
    (void)err;
    edit_rewrite(&edited, program, variant->edits, variant->edit_count,
                 variant->options.runtime.stop, &changes);
    bool changed = changes.changed > 0 && !changes.stay;
    edit_changes_release(&changes);
    program_release(program);
    *program = edited;
    return changed ? 0 : 1;
}

/* Replays prediction->program edited; what the script said stays. */
static enum variant_outcome predict_edited(const struct variant *variant,
                                           struct prediction *prediction, struct err *err)
{
    if (prediction->program.time_dependent)
        return VARIANT_UNKNOWN;
    const atomic_bool *stop = variant->options.runtime.stop;
    bool applies = rewrite(&prediction->program, (void *)variant, err) == 0;
    if (stop && atomic_load(stop)) {
        err_set(err, ERR_INPUT, "stopped");
        return VARIANT_FAILED;
    }
    if (!applies)
        return VARIANT_SKIPPED;
    struct predict_options options = for_program(&variant->options);
    struct strbuf output = prediction->timeline.output;
    strbuf_init(&prediction->timeline.output);
    timeline_release(&prediction->timeline);
    timeline_init(&prediction->timeline);
    strbuf_release(&prediction->timeline.output);
    prediction->timeline.output = output;
    profile_release(&prediction->profile);
    memset(&prediction->profile, 0, sizeof prediction->profile);
    return predict_program(prediction, &options, err) == 0 ? VARIANT_CAME_OUT : VARIANT_FAILED;
}

enum variant_outcome variant_predict(const struct variant *variant, struct prediction *prediction,
                                     struct err *err)
{
    int rc;
    if (variant->path) {
        rc = predict_file(prediction, variant->path, &variant->options, err);
    } else {
        program_release(&prediction->program);
        edit_copy_program(&prediction->program, variant->program);
        rc = predict_program(prediction, &variant->options, err);
    }
    if (rc < 0)
        return VARIANT_FAILED;
    return variant->edit_count ? predict_edited(variant, prediction, err) : VARIANT_CAME_OUT;
}

struct trial variant_trial(struct variant *variant)
{
    bool edited = variant->edit_count > 0;
    if (edited)
        variant->options = for_program(&variant->options);
    return (struct trial){.path = edited ? NULL : variant->path,
                          .program = variant->program,
                          .options = &variant->options,
                          .edit = edited ? rewrite : NULL,
                          .context = variant};
}

void variant_release(struct variant *variant)
{
    arena_release(&variant->arena);
    *variant = (struct variant){0};
}
