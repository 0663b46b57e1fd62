/* `nullstream calibrate`: measures this GPU and writes its device profile. */
#include "gpu/gpu.h"
#include "sim/base/strbuf.h"
#include "sim/io/input.h"
#include "sim/io/timeline_json.h"
#include "sim/study/calibration.h"
#include "tui/cmd/command.h"
#include "tui/cmd/message.h"
#include "tui/cmd/output.h"
#include "tui/cmd/stored.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TRACE = 1 << 28, MOST_PROPERTIES = 1 << 16 };

struct session {
    const char *keep, *replay; /* folders; NULL: none */
    bool quiet, progress, color;
    uint32_t done; /* benchmarks that were run */
};

/* FOLDER/ROW-RUN.json, blanks in the row's name as hyphens. */
static void add_path(struct strbuf *path, const char *folder, const struct calibration_row *row,
                     uint32_t run)
{
    strbuf_addf(path, "%s/", folder);
    for (const char *p = row->name; *p; p++)
        strbuf_addc(path, *p == ' ' ? '-' : *p);
    strbuf_addf(path, "-%u.json", run);
}

static int keep(const char *folder, const struct calibration_row *row, uint32_t run,
                const struct timeline *timeline, struct err *err)
{
    struct strbuf path;
    struct output output;
    strbuf_init(&path);
    add_path(&path, folder, row, run);
    int rc = output_open(&output, path.text, err);
    if (rc == 0) {
        rc = timeline_json_write(timeline, &output.sink, err);
        if (output_close(&output, err) != 0)
            rc = -1;
    }
    strbuf_release(&path);
    return rc;
}

static int replay(const char *folder, const struct calibration_row *row, uint32_t run,
                  struct timeline *timeline, struct err *err)
{
    struct strbuf path;
    struct input input = {0};
    strbuf_init(&path);
    add_path(&path, folder, row, run);
    int rc;
    if (access(path.text, F_OK) != 0)
        rc = err_set(err, ERR_UNAVAILABLE, "there is no %s", path.text);
    else
        rc = input_open(&input, path.text, MOST_TRACE, err);
    if (rc == 0) {
        rc = timeline_json_read(timeline, input.text, input.length, path.text, err);
        input_release(&input);
    }
    strbuf_release(&path);
    return rc;
}

static int run(void *context, const struct calibration_row *row, uint32_t number,
               const struct program *program, const struct profile *device,
               struct timeline *timeline, struct err *err)
{
    const struct session *session = context;
    if (session->replay)
        return replay(session->replay, row, number, timeline, err);
    struct gpu_options options = {.repetitions = 1,
                                  .warm_ups = 1,
                                  .connections = row->connections,
                                  .clock = row->clock == CALIBRATION_PLAIN ? GPU_CLOCK_STAMPS
                                                                           : GPU_CLOCK_CUPTI};
    timeline_release(timeline); /* it initializes it itself */
    if (gpu_measure(program, device, &options, timeline, err) != 0)
        return -1;
    return session->keep ? keep(session->keep, row, number, timeline, err) : 0;
}

/* What the device says about itself: from the GPU, or as it was kept. */
static int get_properties(const struct session *session, struct strbuf *properties, struct err *err)
{
    struct strbuf path;
    strbuf_init(&path);
    int rc = 0;
    const char *folder = session->replay ? session->replay : session->keep;
    if (folder)
        strbuf_addf(&path, "%s/properties.txt", folder);
    if (session->replay) {
        if (access(path.text, F_OK) != 0) {
            rc = err_set(err, ERR_INPUT, "there is no %s", path.text);
            err_hint(err, "--replay takes a folder that `nullstream calibrate --keep` filled");
        } else {
            rc = strbuf_read_file(properties, path.text, MOST_PROPERTIES, err);
        }
    } else {
        rc = gpu_properties(properties, err);
        if (rc != 0)
            err_hint(err, "only a machine with an NVIDIA GPU can be calibrated; `nullstream gpus` "
                          "lists the profiles that are there");
        if (rc == 0 && folder)
            rc = output_write(path.text, properties->text, properties->length, err);
    }
    strbuf_release(&path);
    return rc;
}

/* A benchmark that cannot be run here is passed over with a word; the others go on. */
static int run_one(struct calibration *calibration, struct session *session,
                   const struct calibration_row *row, uint32_t pass, struct err *err)
{
    struct calibration_source source = {run, session};
    struct err why, note;
    err_init(&why);
    err_init(&note);
    if (calibration_run(calibration, row, pass, &source, &why) == 0) {
        session->done++;
        return 0;
    }
    if (why.status != ERR_UNAVAILABLE) {
        *err = why;
        return -1;
    }
    if (pass == 0 && !session->quiet) {
        err_set(&note, ERR_NONE, "not measured: %s: %.300s", row->name, why.message);
        message_print(MESSAGE_NOTE, &note, session->color);
    }
    return 0;
}

static int run_all(struct calibration *calibration, struct session *session, uint32_t passes,
                   struct err *err)
{
    int rc = 0;
    for (uint32_t pass = 0; rc == 0 && pass < passes; pass++)
        for (size_t i = 0; rc == 0 && i < calibration_row_count; i++) {
            if (session->progress)
                fprintf(stderr, "\r\033[Kpass %u of %u: %s", pass + 1, passes,
                        calibration_rows[i].measures);
            rc = run_one(calibration, session, &calibration_rows[i], pass, err);
        }
    if (session->progress)
        fputs("\r\033[K", stderr);
    if (rc == 0 && session->done == 0)
        rc = err_set(err, ERR_UNAVAILABLE, "no benchmark could be run");
    return rc;
}

/* "NVIDIA H200" as the name of a file: nvidia-h200. */
static void name_profile(const char *device, char name[64])
{
    size_t length = 0;
    for (const char *p = device; *p && length < 63; p++) {
        if (isalnum((unsigned char)*p))
            name[length++] = (char)tolower((unsigned char)*p);
        else if (length && name[length - 1] != '-')
            name[length++] = '-';
    }
    while (length && name[length - 1] == '-')
        length--;
    name[length] = '\0';
}

/* What was measured here becomes the default; a replay only goes where it was asked to. */
static int deliver(const struct calibration *calibration, const struct session *session,
                   const struct arguments *args, const struct strbuf *profile, struct err *err)
{
    const char *file = arguments_value(args, OPTION_OUTPUT, NULL);
    bool explain = arguments_has(args, OPTION_EXPLAIN);
    int rc = 0;
    struct strbuf text;
    strbuf_init(&text);
    if (!session->replay) {
        char name[64];
        struct strbuf path;
        strbuf_init(&path);
        name_profile(calibration->name, name);
        rc = stored_put(name, profile->text, profile->length, &path, err);
        if (rc == 0 && !explain && !file)
            strbuf_addf(&text, "%s\n", path.text);
        strbuf_release(&path);
    }
    if (rc == 0 && (file || (session->replay && !explain)))
        rc = output_write(file, profile->text, profile->length, err);
    if (rc == 0 && explain)
        calibration_explain(calibration, &text);
    if (rc == 0)
        rc = output_write(NULL, text.text, text.length, err);
    strbuf_release(&text);
    return rc;
}

static int calibrate(struct session *session, const struct arguments *args, uint32_t passes,
                     struct calibration *calibration, struct err *err)
{
    struct strbuf properties, profile;
    strbuf_init(&properties);
    strbuf_init(&profile);
    int rc = get_properties(session, &properties, err);
    if (rc == 0)
        rc = calibration_init(
            calibration, arguments_value(args, OPTION_GPU, calibration_reference(properties.text)),
            properties.text, err);
    if (rc == 0)
        rc = run_all(calibration, session, passes, err);
    if (rc == 0)
        rc = calibration_write(calibration, &profile, err);
    if (rc == 0)
        rc = deliver(calibration, session, args, &profile, err);
    strbuf_release(&properties);
    strbuf_release(&profile);
    return rc;
}

static int exec(const struct arguments *args, struct err *err)
{
    long passes = 3;
    struct calibration calibration = {.figures = NULL};
    struct session session = {
        .keep = arguments_value(args, OPTION_KEEP, NULL),
        .replay = arguments_value(args, OPTION_REPLAY, NULL),
        .quiet = arguments_has(args, OPTION_QUIET),
        .progress = isatty(STDERR_FILENO) && !arguments_has(args, OPTION_QUIET),
        .color = message_wants_color(arguments_value(args, OPTION_COLOR, NULL), STDERR_FILENO),
    };
    if (arguments_number(args, OPTION_PASSES, 1, 100, &passes, err) < 0)
        return -1;
    int rc = calibrate(&session, args, (uint32_t)passes, &calibration, err);
    calibration_release(&calibration);
    return rc;
}

const struct command command_calibrate = {
    .name = "calibrate",
    .usage = "",
    .summary = "measures this GPU, stores and writes a device profile",
    .text = "Runs microbenchmarks on GPU 0, in less than a minute, and makes a device profile of "
            "what they show, each figure with its spread (10th to 90th percentile); what they do "
            "not show is taken from the profile of --gpu. The profile is stored under "
            "$XDG_DATA_HOME/nullstream/profiles (or ~/.local/share) and is from then on the "
            "default where --gpu is not given.",
    .groups = GROUP_CALIBRATE,
    .least = 0,
    .most = 0,
    .complete = "",
    .exec = exec,
};
