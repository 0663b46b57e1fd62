/* `nullstream calibrate`: measures this GPU and writes its device profile. */
#include "gpu/gpu.h"
#include "sim/base/strbuf.h"
#include "sim/io/input.h"
#include "sim/io/timeline_json.h"
#include "sim/study/calibration.h"
#include "tui/cmd/command.h"
#include "tui/cmd/output.h"
#include "tui/cmd/stored.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TRACE = 1 << 28 };

struct session {
    const char *keep, *replay; /* folders; NULL: none */
    bool progress;
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
    struct input input;
    strbuf_init(&path);
    add_path(&path, folder, row, run);
    timeline_init(timeline);
    int rc = input_open(&input, path.text, MOST_TRACE, err);
    if (rc == 0) {
        rc = timeline_json_read(timeline, input.text, input.length, path.text, err);
        input_release(&input);
    }
    strbuf_release(&path);
    return rc;
}

static int run(void *context, const struct calibration_row *row, uint32_t number,
               const struct program *program, const struct profile *profile,
               struct timeline *timeline, struct err *err)
{
    const struct session *session = context;
    if (session->replay)
        return replay(session->replay, row, number, timeline, err);
    struct gpu_options options = {.repetitions = 1,
                                  .warm_ups = 1,
                                  .connections = row->connections,
                                  .stamps = row->clock == CALIBRATION_PLAIN};
    if (gpu_measure(program, profile, &options, timeline, err) != 0)
        return -1;
    return session->keep ? keep(session->keep, row, number, timeline, err) : 0;
}

static int run_all(struct calibration *calibration, struct session *session, uint32_t runs,
                   struct err *err)
{
    struct calibration_source source = {run, session};
    int rc = 0;
    for (uint32_t i = 0; rc == 0 && i < runs; i++)
        for (size_t row = 0; rc == 0 && row < calibration_row_count; row++) {
            if (session->progress)
                fprintf(stderr, "\r\033[Kpass %u of %u: %s", i + 1, runs,
                        calibration_rows[row].measures);
            rc = calibration_run(calibration, &calibration_rows[row], i, &source, err);
        }
    if (session->progress)
        fputs("\r\033[K", stderr);
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
        name_profile(calibration->device, name);
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

static int exec(const struct arguments *args, struct err *err)
{
    long runs = 3;
    struct profile reference;
    struct calibration calibration;
    struct session session = {
        .keep = arguments_value(args, OPTION_KEEP, NULL),
        .replay = arguments_value(args, OPTION_REPLAY, NULL),
        .progress = isatty(STDERR_FILENO) && !arguments_has(args, OPTION_QUIET),
    };
    if (arguments_number(args, OPTION_PASSES, 1, 100, &runs, err) < 0)
        return -1;
    int rc = profile_load(&reference, arguments_value(args, OPTION_GPU, "h200"), err);
    calibration_init(&calibration, &reference);
    struct strbuf text;
    strbuf_init(&text);
    if (rc == 0)
        rc = run_all(&calibration, &session, (uint32_t)runs, err);
    if (rc == 0)
        rc = calibration_write(&calibration, &text, err);
    if (rc == 0)
        rc = deliver(&calibration, &session, args, &text, err);
    strbuf_release(&text);
    calibration_release(&calibration);
    profile_release(&reference);
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
