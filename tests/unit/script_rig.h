/* Programs run by the virtual runtime, from files or given as text, with the h200's costs. */
#ifndef TESTS_UNIT_SCRIPT_RIG_H
#define TESTS_UNIT_SCRIPT_RIG_H

#include "sim/script/script.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KERNEL                                                                                     \
    "#include <stdio.h>\n#include <cuda_runtime.h>\n#pragma nullstream kernel(k) time(10us)\n"     \
    "__global__ void k(int *x) { x[0] = 1; }\n" /* line 5 follows */

struct run {
    struct err err;
    struct program program;
    struct timeline timeline;
    struct script *script;
    int status; /* of load, attach and run */
};

static struct profile profile;
static struct script_settings settings;
static struct runtime_options options;

static void run_file(struct run *run, const char *path)
{
    memset(run, 0, sizeof *run);
    err_init(&run->err);
    program_init(&run->program);
    timeline_init(&run->timeline);
    options.record = true;
    run->status = -1;
    run->script = script_load(path, &settings, &run->err);
    if (run->script == NULL)
        return;
    struct runtime *runtime = runtime_new(&profile, &options, &run->program, &run->timeline);
    if (script_attach(run->script, &profile, &run->program, runtime, &run->err) == 0) {
        const struct runtime_source source = script_source(run->script);
        run->status = runtime_run(runtime, &source, &run->err);
    }
    runtime_free(runtime);
}

static void run_text(struct run *run, const char *text)
{
    char path[] = "/tmp/nullstream-XXXXXX.cu";
    int file = mkstemps(path, 3);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    run_file(run, path);
    unlink(path);
}

static void run_release(struct run *run)
{
    script_free(run->script);
    timeline_release(&run->timeline);
    program_release(&run->program);
}

static void setup(void)
{
    struct err err;
    err_init(&err);
    memset(&settings, 0, sizeof settings);
    memset(&options, 0, sizeof options);
    ck_assert_msg(profile_load(&profile, "h200", &err) == 0, "%s", err.message);
}

static void teardown(void)
{
    profile_release(&profile);
}

#endif
