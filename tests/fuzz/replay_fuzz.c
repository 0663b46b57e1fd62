/* Any bytes as a program that is run: whatever it says, an error or a timeline in which every
 * operation that was put into a stream has ended. */
#include "sim/io/program_file.h"
#include "sim/runtime/replay.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(struct program *program, const struct profile *profile, struct err *err)
{
    struct timeline timeline;
    timeline_init(&timeline);
    struct runtime_options options = {.max_calls = 10000};
    struct runtime *runtime = runtime_new(profile, &options, program, &timeline);
    struct replay *replay = replay_new(program);
    struct runtime_source source = replay_source(replay);
    int rc = runtime_run(runtime, &source, err);
    if (rc < 0 && err->message[0] == '\0')
        abort();
    for (size_t i = 0; rc == 0 && i < timeline.ops.count; i++) {
        const struct timeline_op *op = &timeline.ops.rows[i];
        if (op->start < op->call || op->end < op->start)
            abort();
    }
    replay_free(replay);
    runtime_free(runtime);
    timeline_release(&timeline);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err err;
    err_init(&err);
    struct profile profile;
    if (profile_load(&profile, "h200", &err) != 0)
        abort();
    struct program program;
    program_init(&program);
    if (program_file_read(&program, (const char *)data, size, "fuzz.nsp", &err) == 0)
        run(&program, &profile, &err);
    program_release(&program);
    profile_release(&profile);
    return 0;
}
