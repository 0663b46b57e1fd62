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
#include "tui/term/clock.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_TRACE = 1 << 28,
    MOST_PROPERTIES = 1 << 16,
    PASSES = 3,
    PASSES_SURE = 2, /* of those, where nobody asks for a number: a pass takes 20 s */
    MOST_PASSES = 3  /* times as many of what differs as of all */
};

#define TIME_MOST INT64_C(54000000000) /* ns, in which the others end; starting takes some, too */

struct session {
    const char *keep, *replay; /* folders; NULL: none */
    bool quiet, progress, color;
    uint32_t passes;
    bool is_asked; /* by --passes: they are made whatever time they take */
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
    static const enum gpu_clock clocks[] = {[CALIBRATION_TRACED] = GPU_CLOCK_CUPTI,
                                            [CALIBRATION_STAMPED] = GPU_CLOCK_STAMPS,
                                            [CALIBRATION_PLAIN] = GPU_CLOCK_NONE};
    struct gpu_options options = {.processes = row->processes,
                                  .repetitions = row->repetitions ? row->repetitions : 1,
                                  .warm_ups = 1,
                                  .connections = row->connections,
                                  .clock = clocks[row->clock]};
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
            rc = output_make_folders(folder, err);
        if (rc == 0 && folder)
            rc = output_write(path.text, properties->text, properties->length, err);
    }
    strbuf_release(&path);
    return rc;
}

static int64_t now(void *context)
{
    (void)context;
    return clock_now();
}

static void progress(void *context, const struct calibration_row *row, uint32_t pass)
{
    const struct session *session = context;
    if (session->progress)
        fprintf(stderr, "\r\033[Kpass %u%s: %s", pass + 1,
                pass < session->passes ? "" : ", what differs", row->measures);
}

static void passed_over(void *context, const struct calibration_row *row, const struct err *why)
{
    const struct session *session = context;
    struct err note;
    err_init(&note);
    if (session->quiet)
        return;
    err_set(&note, ERR_NONE, "not measured: %s: %.300s", row->name, why->message);
    message_print(MESSAGE_NOTE, &note, session->color);
}

/* What the machine did not do alike each time is said, its spread stands in the profile. */
static void say_unsettled(const struct calibration *calibration, const struct session *session)
{
    enum { NAMED = 4 };
    struct strbuf names;
    struct err note;
    err_init(&note);
    strbuf_init(&names);
    size_t count = calibration_unsettled(calibration, NAMED, &names);
    if (count && !session->quiet) {
        err_set(&note, ERR_NONE,
                "%zu figure%s differ%s from pass to pass by more than the spread: %.400s%s", count,
                count == 1 ? "" : "s", count == 1 ? "s" : "", names.text,
                count > NAMED ? ", ..." : "");
        err_hint(&note, "the machine was not steady; on a quiet one, calibrate again");
        message_print(MESSAGE_NOTE, &note, session->color);
    }
    strbuf_release(&names);
}

static int run_all(struct calibration *calibration, struct session *session, struct err *err)
{
    struct calibration_source source = {run, session};
    struct calibration_passes passes = {
        .passes = session->passes,
        .sure = session->is_asked ? session->passes : PASSES_SURE,
        .most = session->passes < 2 ? session->passes : MOST_PASSES * session->passes,
        .time_most = TIME_MOST,
        .now = now,
        .progress = progress,
        .passed_over = passed_over,
        .context = session,
    };
    int rc = calibration_run_all(calibration, &passes, &source, err);
    if (session->progress)
        fputs("\r\033[K", stderr);
    if (rc == 0)
        say_unsettled(calibration, session);
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

static int calibrate(struct session *session, const struct arguments *args,
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
        rc = run_all(calibration, session, err);
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
    long passes = PASSES;
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
    session.passes = (uint32_t)passes;
    session.is_asked = arguments_has(args, OPTION_PASSES);
    int rc = calibrate(&session, args, &calibration, err);
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
