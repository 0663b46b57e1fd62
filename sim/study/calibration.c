#include "sim/study/calibration.h"

#include "sim/base/builtin.h"
#include "sim/base/mem.h"
#include "sim/model/profile_read.h"
#include "sim/model/profile_value.h"
#include "sim/script/script.h"
#include "sim/study/figures.h"
#include "sim/study/sight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the device's own words ----------------------------------------------------------------------
 */

static const char properties_source[] = "cudaGetDeviceProperties";

/* The next `KEY=VALUE` of the text, into `line`; what follows it, NULL at the end. */
static const char *next_line(const char *text, char *line, size_t size)
{
    size_t length = strcspn(text, "\n");
    snprintf(line, size, "%.*s", (int)(length < size ? length : size - 1), text);
    return text[length] ? text + length + 1 : length ? text + length : NULL;
}

const char *calibration_reference(const char *properties)
{
    char line[160];
    long capability = 0;
    for (const char *p = properties; (p = next_line(p, line, sizeof line));)
        if (strncmp(line, "device.compute_capability=", 26) == 0)
            capability = strtol(line + 26, NULL, 10);
    for (const char *const *name = profile_builtin_names(); *name; name++) {
        struct profile profile;
        struct err ignored;
        err_init(&ignored);
        bool is_same = profile_load(&profile, *name, &ignored) == 0 &&
                       profile.value[PROFILE_device_compute_capability] == capability;
        profile_release(&profile);
        if (is_same)
            return *name;
    }
    return "h200";
}

/* A property into the device's profile, as one that was measured. */
static int take_property(struct calibration *calibration, const char *line, struct err *err)
{
    if (strncmp(line, "name=", 5) == 0) {
        snprintf(calibration->name, sizeof calibration->name, "%.95s", line + 5);
        return 0;
    }
    char section[32];
    const char *dot = strchr(line, '.'), *equals = strchr(line, '=');
    struct profile_slot slot;
    bool is_known = dot && equals && dot < equals && (size_t)(dot - line) < sizeof section;
    char name[64] = "";
    if (is_known) {
        snprintf(section, sizeof section, "%.*s", (int)(dot - line), line);
        snprintf(name, sizeof name, "%.*s", (int)(equals - dot - 1), dot + 1);
        is_known = profile_find_key(section, name, &slot);
    }
    if (!is_known)
        return err_set(err, ERR_INPUT, "`%.80s` is no property of a device", line);
    int64_t value = 0;
    struct profile_curve curve = {0};
    char why[200];
    if (profile_value_parse(profile_key_info(slot.key), equals + 1, &value, &curve, why,
                            sizeof why) != 0)
        return err_set(err, ERR_INPUT, "`%.80s`: %s", line, why);
    profile_store(&calibration->device, &slot, value, &curve, PROFILE_MEASURED, properties_source);
    return 0;
}

int calibration_init(struct calibration *calibration, const char *reference, const char *properties,
                     struct err *err)
{
    char line[160];
    *calibration = (struct calibration){.figures = mem_zalloc(sizeof *calibration->figures)};
    int rc = profile_load(&calibration->reference, reference, err);
    if (rc == 0)
        rc = profile_load(&calibration->device, reference, err);
    for (const char *p = properties; rc == 0 && (p = next_line(p, line, sizeof line));)
        rc = take_property(calibration, line, err);
    return rc == 0 ? profile_check(&calibration->device, err) : -1;
}

void calibration_release(struct calibration *calibration)
{
    if (calibration->figures)
        figures_release(calibration->figures);
    free(calibration->figures);
    profile_release(&calibration->reference);
    profile_release(&calibration->device);
    *calibration = (struct calibration){0};
}

/* --- one run -------------------------------------------------------------------------------------
 */

static int record(struct script *script, const struct calibration_row *row,
                  const struct profile *device, struct program *program, struct err *err)
{
    struct timeline timeline;
    timeline_init(&timeline);
    struct runtime_options options = {.record = true,
                                      .compute_connections = (int32_t)row->connections};
    struct runtime *runtime = runtime_new(device, &options, program, &timeline);
    int rc = script_attach(script, device, program, runtime, err);
    if (rc == 0) {
        struct runtime_source source = script_source(script);
        rc = runtime_run(runtime, &source, err);
    }
    if (rc != 0)
        script_complete_error(script, err);
    runtime_free(runtime);
    timeline_release(&timeline);
    return rc;
}

/* Interprets the row's scenario for a device and records its program into *program (initialized by
 * this call; to be released by the caller, also after an error). */
static int record_program(const struct calibration_row *row, const struct profile *device,
                          struct program *program, struct err *err)
{
    char path[96];
    snprintf(path, sizeof path, "sim/profiles/calibrate/%s.cu", row->file);
    program_init(program);
    const struct builtin_file *file = builtin_find(path);
    if (!file)
        return err_set(err, ERR_INPUT, "%s is not part of this program", path);
    struct script_settings settings = {.defines = &row->define,
                                       .define_count = row->define != NULL};
    struct script *script =
        script_load_text(path, file->text, (size_t)(file->end - file->text), &settings, err);
    if (!script)
        return -1;
    program->scenario = intern_adds(&program->names, path);
    int rc = record(script, row, device, program, err);
    script_free(script);
    return rc;
}

static void take_word(char *word, size_t size, const struct timeline *timeline, uint32_t name)
{
    if (word[0] == '\0' && name)
        snprintf(word, size, "%s", timeline_name(timeline, name));
}

int calibration_run(struct calibration *calibration, const struct calibration_row *row,
                    uint32_t run, const struct calibration_source *source, struct err *err)
{
    struct program program;
    struct timeline timeline;
    struct sight sight = {0};
    timeline_init(&timeline);
    int rc = record_program(row, &calibration->device, &program, err);
    if (rc == 0) {
        rc = source->run(source->context, row, run, &program, &calibration->device, &timeline, err);
    }
    if (rc == 0)
        rc = sight_init(&sight, &program, &timeline, err);
    if (rc == 0) {
        struct calibration *c = calibration;
        const struct timeline_measurement *facts = &timeline.measurement;
        take_word(c->name, sizeof c->name, &timeline, timeline.device_name);
        take_word(c->driver, sizeof c->driver, &timeline, facts->driver);
        take_word(c->date, sizeof c->date, &timeline, facts->date);
        take_word(c->host, sizeof c->host, &timeline, facts->host_cpu);
        calibration->figures->benchmark = row->name;
        calibration->figures->pass = run;
        row->fit(&sight, calibration->figures);
    }
    sight_release(&sight);
    timeline_release(&timeline);
    program_release(&program);
    return rc;
}

/* --- the profile ---------------------------------------------------------------------------------
 */

static bool is_curve(const struct figure *figure)
{
    return profile_key_info(figure->key)->unit == UNIT_CURVE;
}

/* The rows of the curve that begins at `first`. */
static size_t curve_end(const struct figures *figures, size_t first)
{
    size_t end = first + 1;
    while (end < figures->count && is_curve(&figures->rows[first]) &&
           figures->rows[end].key == figures->rows[first].key)
        end++;
    return end;
}

static void add_scalar(const struct figure *figure, int64_t value, struct strbuf *out)
{
    profile_value_format(profile_key_info(figure->key), value, NULL, out);
}

/* A curve's spread is that of its points, as a factor. */
static void add_spread(const struct figure *rows, size_t count, struct strbuf *out)
{
    const int64_t most = 1000000; /* of a point that is next to nothing */
    bool is_settled = true;
    for (size_t i = 0; i < count; i++)
        is_settled &= rows[i].settled;
    if (!is_settled)
        strbuf_adds(out, ", passes differ");
    if (!is_curve(rows)) {
        if (profile_key_info(rows->key)->unit == UNIT_CHOICE)
            return;
        strbuf_adds(out, ", ");
        add_scalar(rows, rows->p10, out);
        strbuf_adds(out, "..");
        add_scalar(rows, rows->p90, out);
        return;
    }
    int64_t low = 1000, high = 1000;
    for (size_t i = 0; i < count; i++) {
        int64_t value = rows[i].value > 0 ? rows[i].value : 1;
        int64_t p10 = rows[i].p10 * 1000 / value, p90 = (rows[i].p90 * 1000 + value - 1) / value;
        low = p10 < low ? p10 : low;
        high = p90 > high ? p90 : high;
        high = high < most ? high : most;
    }
    strbuf_addf(out, ", %lld.%03lld..%lld.%03lld of it", (long long)(low / 1000),
                (long long)(low % 1000), (long long)(high / 1000), (long long)(high % 1000));
}

static struct profile_curve curve_of(const struct figure *rows, size_t count)
{
    struct profile_curve curve = {0};
    for (size_t i = 0; i < count && is_curve(rows) && i < PROFILE_CURVE_POINTS; i++) {
        curve.size[i] = rows[i].size;
        curve.time[i] = rows[i].value;
        curve.count = i + 1;
    }
    return curve;
}

static void store(struct profile *profile, const struct figure *rows, size_t count)
{
    const struct profile_key_info *info = profile_key_info(rows->key);
    struct profile_curve curve = curve_of(rows, count);
    struct strbuf source;
    strbuf_init(&source);
    strbuf_addf(&source, "calibrate, %s", rows->benchmark);
    add_spread(rows, count, &source);
    int64_t value = rows->value;
    value = value < info->minimum ? info->minimum : value > info->maximum ? info->maximum : value;
    struct profile_slot slot = {.key = rows->key, .call = rows->call};
    profile_store(profile, &slot, value, &curve, PROFILE_MEASURED, source.text);
    strbuf_release(&source);
}

/* What was measured on another device is at best a guess here. */
static void doubt(struct profile *profile, const struct profile_slot *slot, int64_t value,
                  int state, const char *old, const struct profile *reference)
{
    static const struct profile_curve none;
    bool is_call = slot->call != CALL_NONE;
    if ((state != PROFILE_MEASURED && state != PROFILE_INHERITED) ||
        (old && strcmp(old, properties_source) == 0))
        return;
    struct strbuf source;
    strbuf_init(&source);
    strbuf_addf(&source, "as on %s, not measured here", reference->name);
    struct profile_curve curve = is_call ? none : profile->curve[slot->key];
    profile_store(profile, slot, value, &curve, PROFILE_ASSUMED, source.text);
    strbuf_release(&source);
}

static void doubt_all(struct profile *profile, const struct profile *reference)
{
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        doubt(profile, &(struct profile_slot){(enum profile_key)key, CALL_NONE},
              profile->value[key], profile->state[key], profile->source[key], reference);
    for (int call = CALL_NONE + 1; call < CALL_COUNT; call++)
        doubt(profile, &(struct profile_slot){PROFILE_host_other, (enum call)call},
              profile->call_cost[call], profile->call_state[call], profile->call_source[call],
              reference);
    profile->base[0] = '\0'; /* everything stands in it now */
}

/* The costs of calls that are assumed to be like another follow it. */
static void follow(struct profile *profile, const struct figures *figures)
{
    static const struct profile_curve none;
    for (size_t i = 0; i < figures->count; i++) {
        const struct figure *figure = &figures->rows[i];
        for (size_t k = 0; figure->call != CALL_NONE && k < calibration_kin_count; k++) {
            if (calibration_kin[k].like != figure->call)
                continue;
            char source[80];
            snprintf(source, sizeof source, "as %s", call_info(figure->call)->name);
            profile_store(profile, &(struct profile_slot){figure->key, calibration_kin[k].call},
                          figure->value, &none, PROFILE_ASSUMED, source);
        }
    }
}

/* On a machine that others use, too, a copy may seem faster beside another than alone: then it is
 * as fast as alone. */
static void limit_duplex(struct profile *profile)
{
    static const enum profile_key rates[][2] = {
        {PROFILE_copy_h2d_duplex_rate, PROFILE_copy_h2d_rate},
        {PROFILE_copy_d2h_duplex_rate, PROFILE_copy_d2h_rate},
    };
    int64_t *value = profile->value;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        if (value[rates[i][0]] > value[rates[i][1]])
            value[rates[i][0]] = value[rates[i][1]];
}

/* The reference with the device's properties and all figures. */
static int assemble(const struct calibration *calibration, struct profile *profile, struct err *err)
{
    struct strbuf text;
    char path[80];
    strbuf_init(&text);
    snprintf(path, sizeof path, "%s.ini", calibration->reference.id);
    profile_write(&calibration->device, &text);
    int rc = profile_parse(profile, path, text.text, profile_builtin_base, NULL, err);
    strbuf_release(&text);
    if (rc != 0)
        return -1;
    if (calibration->name[0] && strcmp(calibration->name, calibration->reference.name) != 0)
        doubt_all(profile, &calibration->reference);
    memcpy(profile->name, calibration->name, sizeof profile->name);
    memcpy(profile->driver, calibration->driver, sizeof profile->driver);
    memcpy(profile->date, calibration->date, sizeof profile->date);
    memcpy(profile->host, calibration->host, sizeof profile->host);
    /* Keys that come later are inherited, so that the profile stays readable. */
    if (profile_builtin_text(calibration->reference.id))
        memcpy(profile->base, calibration->reference.id, sizeof profile->base);
    struct figures *figures = calibration->figures;
    for (size_t i = 0; i < figures->count; i = curve_end(figures, i))
        store(profile, &figures->rows[i], curve_end(figures, i) - i);
    follow(profile, figures);
    limit_duplex(profile);
    return profile_check(profile, err);
}

int calibration_write(const struct calibration *calibration, struct strbuf *out, struct err *err)
{
    struct profile profile;
    figures_finish(calibration->figures);
    int rc = assemble(calibration, &profile, err);
    if (rc == 0)
        profile_write(&profile, out);
    profile_release(&profile);
    return rc;
}

/* --- for people ----------------------------------------------------------------------------------
 */

static void add_name(const struct figure *figure, struct strbuf *out)
{
    if (figure->call != CALL_NONE)
        strbuf_adds(out, call_info(figure->call)->name);
    else
        strbuf_addf(out, "%s.%s", profile_key_info(figure->key)->section,
                    profile_key_info(figure->key)->name);
}

static int64_t old_value(const struct profile *reference, const struct figure *figure)
{
    if (figure->call != CALL_NONE)
        return reference->call_cost[figure->call];
    if (is_curve(figure))
        return profile_curve_at(&reference->curve[figure->key], figure->size);
    return reference->value[figure->key];
}

static void add_row(const struct calibration *calibration, const struct figure *figure,
                    struct strbuf *out)
{
    size_t begin = out->length;
    static const struct profile_key_info time = {.unit = UNIT_TIME};
    const struct profile_key_info *info = is_curve(figure) ? &time : profile_key_info(figure->key);
    add_name(figure, out);
    if (is_curve(figure)) {
        strbuf_adds(out, " at ");
        profile_value_format(&(struct profile_key_info){.unit = UNIT_BYTES}, figure->size, NULL,
                             out);
    }
    strbuf_pad(out, begin, 38);
    const int64_t values[] = {figure->value, figure->p10, figure->p90,
                              old_value(&calibration->reference, figure)};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        profile_value_format(info, values[i], NULL, out);
        strbuf_addc(out, ' ');
        strbuf_pad(out, begin, 38 + 13 * (i + 1));
    }
    strbuf_addf(out, "%5zu  %s\n", figure->count, figure->benchmark);
}

void calibration_explain(const struct calibration *calibration, struct strbuf *out)
{
    struct figures *figures = calibration->figures;
    figures_finish(figures);
    strbuf_addf(out, "%-38s%-13s%-13s%-13s%-13s%s\n", "figure", "measured", "10th pct", "90th pct",
                calibration->reference.id, "samples, benchmark");
    for (size_t i = 0; i < figures->count; i++)
        add_row(calibration, &figures->rows[i], out);
}
