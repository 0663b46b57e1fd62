/* Any bytes as a scenario: an error with a message, or a program that runs to its end or to an
 * error with a message, within small limits. */
#include "sim/script/script.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run(struct script *script, const struct profile *profile, struct err *err)
{
    const struct runtime_options options = {.record = true, .max_calls = 2000};
    struct program program;
    struct timeline timeline;
    program_init(&program);
    timeline_init(&timeline);
    struct runtime *runtime = runtime_new(profile, &options, &program, &timeline);
    int rc = script_attach(script, profile, &program, runtime, err);
    if (rc == 0) {
        const struct runtime_source source = script_source(script);
        rc = runtime_run(runtime, &source, err);
    }
    runtime_free(runtime);
    timeline_release(&timeline);
    program_release(&program);
    return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const limits[] = {"steps=20000",   "depth=100", "memory=4000000",
                                         "output=100000", "threads=8", "allocations=2000"};
    const struct script_settings settings = {.limits = limits,
                                             .limit_count = sizeof limits / sizeof *limits};
    struct profile profile;
    struct err err;
    err_init(&err);
    if (profile_load(&profile, "h200", &err) != 0)
        abort();
    struct script *script = script_load_text("fuzz.cu", (const char *)data, size, &settings, &err);
    if (script == NULL ? err.message[0] == '\0'
                       : run(script, &profile, &err) != 0 && err.message[0] == '\0')
        abort(); /* an error without a message */
    script_free(script);
    profile_release(&profile);
    return 0;
}
