#include "sim/study/parameters.h"

#include "sim/base/mem.h"
#include "sim/script/script.h"

#include <stdlib.h>

int parameters_find(struct parameters *parameters, const char *path,
                    const struct predict_options *options, struct err *err)
{
    struct script_settings settings = {.defines = options->defines,
                                       .define_count = options->define_count,
                                       .limits = options->limits,
                                       .limit_count = options->limit_count};
    struct script_constant *constants;
    struct script *script = script_load(path, &settings, err);
    if (!script)
        return -1;
    parameters->count = script_constants(script, &constants);
    parameters->rows = mem_zalloc((parameters->count + 1) * sizeof *parameters->rows);
    for (size_t i = 0; i < parameters->count; i++)
        parameters->rows[i] =
            (struct parameter){.name = mem_strdup(constants[i].name),
                               .value = constants[i].value,
                               .file = constants[i].file ? mem_strdup(constants[i].file) : NULL,
                               .line = constants[i].line,
                               .shared = constants[i].shared};
    free(constants);
    script_free(script);
    return 0;
}

void parameters_release(struct parameters *parameters)
{
    for (size_t i = 0; i < parameters->count; i++) {
        free(parameters->rows[i].name);
        free(parameters->rows[i].file);
    }
    free(parameters->rows);
    *parameters = (struct parameters){0};
}
