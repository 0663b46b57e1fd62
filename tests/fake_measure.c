#include "tests/fake_measure.h"

#include "gpu/measure.h"
#include "sim/io/program_file.h"
#include "sim/io/sink.h"
#include "sim/io/timeline_json.h"
#include "sim/model/profile_read.h"
#include "sim/study/predict.h"
#include "tests/fake_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEFINES = 8 };

struct order {
    const char *gpu, *output, *file;
    const char *defines[MOST_DEFINES];
    size_t define_count;
};

static int read_order(struct order *order, int argc, char **argv, struct err *err)
{
    *order = (struct order){0};
    for (int i = 2; i < argc; i++) {
        bool is_option = argv[i][0] == '-', is_last = i + 1 == argc;
        if (!is_option)
            order->file = argv[i];
        else if (strcmp(argv[i], "--quiet") == 0 || is_last)
            continue;
        else if (strcmp(argv[i], "--gpu") == 0)
            order->gpu = argv[++i];
        else if (strcmp(argv[i], "-o") == 0)
            order->output = argv[++i];
        else if (strcmp(argv[i], "--define") == 0 && order->define_count < MOST_DEFINES)
            order->defines[order->define_count++] = argv[++i];
        else if (strcmp(argv[i], "--color") == 0)
            i++;
        else
            return err_set(err, ERR_INPUT, "unknown option %s", argv[i]);
    }
    return order->gpu && order->output && order->file
               ? 0
               : err_set(err, ERR_INPUT, "something is missing");
}

static int write_measured(const struct order *order, const struct timeline *measured,
                          struct err *err)
{
    struct sink sink;
    sink_init(&sink);
    int rc = timeline_json_write(measured, &sink, err);
    FILE *file = fopen(order->output, "w");
    if (!file || fwrite(sink.text.text, 1, sink.text.length, file) != sink.text.length)
        rc = -1;
    if (file)
        fclose(file);
    sink_release(&sink);
    return rc;
}

static int measure_on_fake(const struct order *order, const struct prediction *prediction,
                           struct timeline *measured, struct err *err)
{
    struct profile slower;
    const struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    if (profile_load(&slower, order->gpu, err) < 0)
        return -1;
    slower.value[PROFILE_latency_launch] += 200000;
    struct fake_options fake = {.profile = &slower};
    fake_device_use(getenv("NO_GPU") ? NULL : &fake);
    int rc = measure_program(fake_device_open, &prediction->program, &prediction->profile, &gpu,
                             measured, err);
    if (rc == 0)
        program_file_sha256(&prediction->program, measured->program_sha256);
    profile_release(&slower);
    return rc;
}

static int measure(const struct order *order, struct err *err)
{
    struct prediction prediction;
    struct timeline measured = {0};
    struct predict_options options = {
        .gpu = order->gpu, .defines = order->defines, .define_count = order->define_count};
    prediction_init(&prediction);
    int rc = predict_file(&prediction, order->file, &options, err);
    if (rc == 0)
        rc = measure_on_fake(order, &prediction, &measured, err);
    if (rc == 0)
        rc = write_measured(order, &measured, err);
    timeline_release(&measured);
    prediction_release(&prediction);
    return rc;
}

int fake_measure(int argc, char **argv)
{
    struct order order;
    struct err err;
    err_init(&err);
    if (read_order(&order, argc, argv, &err) == 0 && measure(&order, &err) == 0)
        return 0;
    fprintf(stderr, "nullstream: error: %s\n", err.message);
    return 3;
}
