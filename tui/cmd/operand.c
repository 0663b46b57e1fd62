#include "tui/cmd/operand.h"

#include "sim/base/builtin.h"
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/io/detect.h"
#include "sim/io/input.h"
#include "sim/io/program_file.h"
#include "sim/io/timeline_json.h"
#include "tui/cmd/data.h"
#include "tui/cmd/origin.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)4 << 30)

static int find_kind(const struct input *file, const char *path, enum operand_kind *kind,
                     struct err *err)
{
    static const char readable[] =
        "read are CUDA C++, and what -o writes as .json (timelines) and .nsp (programs)";
    enum file_kind found = detect(file->text, file->length);
    switch (found) {
    case FILE_SCENARIO:
        *kind = OPERAND_SCENARIO;
        return 0;
    case FILE_PROGRAM:
        *kind = OPERAND_PROGRAM;
        return 0;
    case FILE_TIMELINE:
        *kind = OPERAND_TIMELINE;
        return 0;
    case FILE_KINETO:
    case FILE_NSYS:
        err_set_at(err, ERR_INPUT, path, 0, 0, "this is %s, which is not read yet",
                   file_kind_name(found));
        return err_hint(err, "%s", readable);
    case FILE_GZIP:
        err_set_at(err, ERR_INPUT, path, 0, 0, "this is %s", file_kind_name(found));
        return err_hint(err, "unpack it with gunzip");
    default:
        err_set_at(err, ERR_INPUT, path, 0, 0,
                   "this is %s: neither a scenario, a program nor a timeline",
                   file_kind_name(found));
        if (found == FILE_CSV || found == FILE_MARKUP)
            err_hint(err, "%s", readable);
        return -1;
    }
}

/* Opens a file, or one that is built in. */
static int open_file(struct input *file, const char *path, struct err *err)
{
    const struct builtin_file *builtin = builtin_find(path);
    if (!builtin || access(path, F_OK) == 0)
        return input_open(file, path, MOST_BYTES, err);
    *file = (struct input){.text = builtin->text, .length = (size_t)(builtin->end - builtin->text)};
    strbuf_init(&file->read);
    return 0;
}

/* What came through a pipe is gone by when it is predicted. */
static void keep_piped(struct operand *operand, const struct input *input, const char *file)
{
    struct stat status;
    if (operand->kind != OPERAND_SCENARIO || input->mapping || builtin_find(file) ||
        (stat(file, &status) == 0 && S_ISREG(status.st_mode)))
        return;
    strbuf_add(&operand->piped, input->text, input->length);
    operand->is_piped = true;
}

static int read_timeline(struct operand *operand, const char *text, size_t length, const char *path,
                         struct err *err)
{
    struct prediction *prediction = &operand->prediction;
    if (timeline_json_read(&prediction->timeline, text, length, path, err) < 0)
        return -1;
    origin_profile(&prediction->profile, &prediction->timeline);
    return 0;
}

/* Finds out what the file is and reads what need not be predicted from its path. */
static int read_file(struct operand *operand, const char *path, const char *file, struct err *err)
{
    struct input input;
    if (open_file(&input, file, err) < 0)
        return -1;
    int rc = find_kind(&input, path, &operand->kind, err);
    if (rc == 0 && operand->kind == OPERAND_TIMELINE)
        rc = read_timeline(operand, input.text, input.length, path, err);
    if (rc == 0 && operand->kind == OPERAND_PROGRAM)
        rc = program_file_read(&operand->prediction.program, input.text, input.length, path, err);
    if (rc == 0)
        keep_piped(operand, &input, file);
    input_release(&input);
    return rc;
}

static void add_option(struct timeline *timeline, const char *text)
{
    timeline->options.rows = mem_grow(timeline->options.rows, &timeline->options.capacity,
                                      timeline->options.count + 1, sizeof *timeline->options.rows);
    timeline->options.rows[timeline->options.count++].text = intern_adds(&timeline->names, text);
}

void operand_note_options(struct timeline *timeline, const struct arguments *args,
                          const char *const *sets, size_t set_count)
{
    struct strbuf name;
    strbuf_init(&name);
    for (size_t i = 0; i < args->given_count; i++) {
        if (!(args->given[i].option->groups & (GROUP_PREDICT | GROUP_PART)))
            continue;
        strbuf_clear(&name);
        strbuf_addf(&name, "--%s", args->given[i].option->name);
        add_option(timeline, name.text);
        if (args->given[i].value)
            add_option(timeline, args->given[i].value);
    }
    for (size_t i = 0; i < set_count; i++) {
        if (!sets[i])
            continue;
        add_option(timeline, "--set");
        add_option(timeline, sets[i]);
    }
    if (args->rest_count > 0)
        add_option(timeline, "--");
    for (int i = 0; i < args->rest_count; i++)
        add_option(timeline, args->rest[i]);
    strbuf_release(&name);
}

static void note(void *context, const char *path, const char *text, size_t length)
{
    watch_note(context, path, text, length);
}

int operand_options(struct operand *operand, const struct arguments *args, struct err *err)
{
    int rc = study_options(&operand->study, args, err);
    if (operand->is_piped) {
        operand->study.options.text = operand->piped.text;
        operand->study.options.text_length = operand->piped.length;
    }
    return rc;
}

/* `watch` may be NULL. */
static int predict(struct operand *operand, const char *file, const struct arguments *args,
                   struct watch *watch, struct err *err)
{
    struct predict_options *options = &operand->study.options;
    int rc = operand_options(operand, args, err);
    options->on_read = watch ? note : NULL;
    options->read_context = watch;
    if (rc == 0)
        rc = operand->kind == OPERAND_SCENARIO
                 ? predict_file(&operand->prediction, file, options, err)
                 : predict_program(&operand->prediction, options, err);
    options->on_read = NULL;
    options->read_context = NULL;
    if (rc == 0)
        operand_note_options(&operand->prediction.timeline, args, NULL, 0);
    study_warn(&operand->prediction, args);
    return rc;
}

int operand_read(struct operand *operand, const char *path, struct err *err)
{
    *operand = (struct operand){.path = path};
    prediction_init(&operand->prediction);
    operand->timeline = &operand->prediction.timeline;
    strbuf_init(&operand->found);
    strbuf_init(&operand->piped);
    operand->file = data_find(path, &operand->found);
    return read_file(operand, path, operand->file, err);
}

static int load(struct operand *operand, const char *path, const struct arguments *args,
                struct watch *watch, struct err *err)
{
    int rc = operand_read(operand, path, err);
    if (rc == 0 && watch && operand->kind != OPERAND_SCENARIO)
        watch_add(watch, operand->file);
    if (rc == 0 && operand->kind != OPERAND_TIMELINE)
        rc = predict(operand, operand->file, args, watch, err);
    return rc;
}

int operand_load(struct operand *operand, const char *path, const struct arguments *args,
                 struct err *err)
{
    return load(operand, path, args, NULL, err);
}

int operand_load_watched(struct operand *operand, const char *path, const struct arguments *args,
                         struct watch *watch, struct err *err)
{
    return load(operand, path, args, watch, err);
}

int operand_load_program(struct operand *operand, const char *path, const char *text, size_t length,
                         const struct arguments *args, struct err *err)
{
    *operand = (struct operand){.path = path, .file = path, .kind = OPERAND_PROGRAM};
    prediction_init(&operand->prediction);
    strbuf_init(&operand->found);
    strbuf_init(&operand->piped);
    operand->timeline = &operand->prediction.timeline;
    if (program_file_read(&operand->prediction.program, text, length, path, err) < 0)
        return -1;
    return predict(operand, path, args, NULL, err);
}

void operand_release(struct operand *operand)
{
    prediction_release(&operand->prediction);
    study_release(&operand->study);
    strbuf_release(&operand->found);
    strbuf_release(&operand->piped);
}
