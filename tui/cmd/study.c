#include "tui/cmd/study.h"

#include "sim/base/mem.h"
#include "sim/model/variables.h"
#include "sim/script/script.h"
#include "tui/cmd/message.h"
#include "tui/cmd/stored.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All values of an option, appended to study->values at *used; each must hold a '='. */
static int collect(struct study_arguments *study, const struct arguments *args, enum option_id id,
                   const char *form, size_t *used, const char *const **list, size_t *count,
                   struct err *err)
{
    *list = study->values + *used;
    *count = 0;
    size_t at = 0;
    for (const char *value; (value = arguments_next(args, id, &at));) {
        if (form && (!strchr(value, '=') || *value == '='))
            return err_set(err, ERR_INPUT, "'%.200s' is not of the form %s", value, form);
        study->values[(*used)++] = value;
        (*count)++;
    }
    return 0;
}

/* --env NAME=VALUE */
static int collect_variables(struct study_arguments *study, const struct arguments *args,
                             struct err *err)
{
    size_t bytes = 0, count = 0, at = 0;
    for (const char *value; (value = arguments_next(args, OPTION_ENV, &at)); count++) {
        if (!strchr(value, '=') || *value == '=')
            return err_set(err, ERR_INPUT, "'%.200s' is not of the form NAME=VALUE", value);
        bytes += (size_t)(strchr(value, '=') - value) + 1;
    }
    study->variables = mem_zalloc((count + 1) * sizeof *study->variables);
    char *name = study->variable_names = mem_zalloc(bytes + 1);
    at = count = 0;
    for (const char *value; (value = arguments_next(args, OPTION_ENV, &at)); count++) {
        size_t length = (size_t)(strchr(value, '=') - value);
        memcpy(name, value, length);
        study->variables[count] = (struct runtime_variable){name, value + length + 1};
        name += length + 1;
    }
    study->options.runtime.variables = study->variables;
    study->options.runtime.variable_count = count;
    return 0;
}

/* Whether -D has what nvcc's headers ask for; with any value, as they do. */
static bool defines_per_thread(const struct predict_options *options)
{
    size_t length = strlen(SCRIPT_PER_THREAD);
    for (size_t i = 0; i < options->define_count; i++) {
        const char *define = options->defines[i];
        if (strncmp(define, SCRIPT_PER_THREAD, length) == 0 &&
            (define[length] == '=' || define[length] == '\0'))
            return true;
    }
    return false;
}

static int read_options(struct study_arguments *study, const struct arguments *args,
                        struct err *err)
{
    struct predict_options *options = &study->options;
    size_t used = 0;
    if (collect(study, args, OPTION_SET, "KEY=VALUE", &used, &options->sets, &options->set_count,
                err) < 0 ||
        collect(study, args, OPTION_DEFINE, NULL, &used, &options->defines, &options->define_count,
                err) < 0 ||
        collect(study, args, OPTION_COST, "KERNEL=TIME", &used, &options->costs,
                &options->cost_count, err) < 0 ||
        collect(study, args, OPTION_ASSUME, "LINE=true or LINE=false", &used, &options->assumes,
                &options->assume_count, err) < 0 ||
        collect(study, args, OPTION_LIMIT, "NAME=VALUE", &used, &options->limits,
                &options->limit_count, err) < 0 ||
        collect_variables(study, args, err) < 0)
        return -1;
    options->gpu = arguments_value(args, OPTION_GPU, NULL);
    if ((!options->gpu || !profile_builtin_text(options->gpu)) &&
        stored_find(options->gpu, &study->stored))
        options->gpu = study->stored.text;
    options->gate = arguments_has(args, OPTION_GATE);
    options->runtime.sm_steps =
        args->groups & GROUP_SCREEN; /* a screen shows how full the SMs are */
    options->strict = arguments_has(args, OPTION_STRICT);
    options->runtime.cold = arguments_has(args, OPTION_COLD);
    options->runtime.cupti = arguments_has(args, OPTION_INSTRUMENT);
    options->runtime.lenient = args->lenient;
    options->runtime.pace = args->pace;
    const char *kind = arguments_value(args, OPTION_DEFAULT_STREAM, "legacy");
    options->runtime.per_thread_default =
        strcmp(kind, "per-thread") == 0 || defines_per_thread(options);
    long compute = 0, copy = 0;
    if (arguments_number(args, OPTION_CONNECTIONS, 1, VARIABLE_CONNECTIONS_MOST, &compute, err) <
            0 ||
        arguments_number(args, OPTION_COPY_CONNECTIONS, 1, VARIABLE_CONNECTIONS_MOST, &copy, err) <
            0)
        return -1;
    options->runtime.compute_connections = (int32_t)compute;
    options->runtime.copy_connections = (int32_t)copy;
    options->arguments = (const char *const *)args->rest;
    options->argument_count = (size_t)args->rest_count;
    return 0;
}

int study_options(struct study_arguments *study, const struct arguments *args, struct err *err)
{
    *study = (struct study_arguments){0};
    strbuf_init(&study->stored);
    study->values = mem_zalloc((args->given_count + 1) * sizeof *study->values);
    return read_options(study, args, err);
}

void study_release(struct study_arguments *study)
{
    free(study->values);
    strbuf_release(&study->stored);
    free(study->variables);
    free(study->variable_names);
    *study = (struct study_arguments){0};
}

void study_warn(const struct prediction *prediction, const struct arguments *args)
{
    if (arguments_has(args, OPTION_QUIET))
        return;
    bool color = message_wants_color(arguments_value(args, OPTION_COLOR, NULL), STDERR_FILENO);
    for (size_t i = 0; i < prediction->warning_count; i++)
        message_print(MESSAGE_WARNING, &prediction->warnings[i].text, color);
}
