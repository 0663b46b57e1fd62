/* The calibration against a device that is known: the engine with a profile whose values were
 * altered answers instead of a GPU, and every altered value must be found again. */
#include "sim/model/profile_read.h"
#include "sim/runtime/replay.h"
#include "sim/runtime/runtime.h"
#include "sim/study/calibration.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The engine as the device: `profile` is what it really is. */
static int run_engine(void *context, const struct calibration_row *row, uint32_t run,
                      const struct program *program, const struct profile *reference,
                      struct timeline *timeline, struct err *err)
{
    (void)run, (void)reference;
    const struct profile *profile = context;
    timeline_init(timeline);
    struct runtime_options options = {.compute_connections = (int32_t)row->connections};
    struct runtime *runtime =
        runtime_new(profile, &options, (struct program *)(uintptr_t)program, timeline);
    struct replay *replay = replay_new(program);
    struct runtime_source source = replay_source(replay);
    int rc = runtime_run(runtime, &source, err);
    replay_free(replay);
    runtime_free(runtime);
    return rc;
}

static void load(struct profile *profile)
{
    struct err err;
    err_init(&err);
    ck_assert_msg(profile_load(profile, "h200", &err) == 0, "%s", err.message);
}

static void calibrate(const struct profile *reference, struct profile *device, struct strbuf *text,
                      struct strbuf *table)
{
    struct err err;
    err_init(&err);
    struct calibration calibration;
    struct calibration_source source = {run_engine, device};
    calibration_init(&calibration, reference);
    for (size_t i = 0; i < calibration_row_count; i++) {
        int rc = calibration_run(&calibration, &calibration_rows[i], 0, &source, &err);
        ck_assert_msg(rc == 0, "%s: %s:%d: %s", calibration_rows[i].name, err.file, err.line,
                      err.message);
    }
    ck_assert_msg(calibration_write(&calibration, text, &err) == 0, "%s", err.message);
    calibration_explain(&calibration, table);
    calibration_release(&calibration);
}

/* Every key that a row sets gets another value, one that the benchmarks can tell. */
static void alter(struct profile *profile, enum profile_key key)
{
    static const char *const words[] = {"copy.inline_bytes=8KiB", "host.memset_small_bytes=1KiB"};
    struct err err;
    err_init(&err);
    const struct profile_key_info *info = profile_key_info(key);
    int64_t *value = &profile->value[key];
    switch (info->unit) {
    case UNIT_TIME:
    case UNIT_PS:
        *value += *value / 5 + 100 + 10 * key;
        break;
    case UNIT_RATE:
        *value -= *value / 10;
        break;
    case UNIT_CURVE:
        for (size_t i = 0; i < profile->curve[key].count; i++)
            profile->curve[key].time[i] += profile->curve[key].time[i] / 4;
        break;
    default:
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncmp(strchr(words[i], '.') + 1, info->name, strlen(info->name)) == 0) {
                ck_assert(profile_set(profile, words[i], &err) == 0);
                return;
            }
        ck_abort_msg("%s.%s has nothing to be altered to", info->section, info->name);
    }
}

static void alter_all(struct profile *profile)
{
    for (size_t i = 0; i < calibration_row_count; i++) {
        const struct calibration_row *row = &calibration_rows[i];
        for (size_t k = 0; row->keys[k] != PROFILE_KEY_COUNT; k++)
            alter(profile, row->keys[k]);
        for (size_t k = 0; row->calls[k] != CALL_NONE; k++)
            profile->call_cost[row->calls[k]] += 100 + 7 * row->calls[k];
    }
}

/* Within the stated spread, but for the rounding of what is added up: 1 ns, or 1 in 10000; what a
 * call costs for each MiB is seen over 64 of them. */
static void expect(const struct profile *device, const struct profile *found,
                   const struct profile_slot *slot)
{
    const struct profile_key_info *info = profile_key_info(slot->key);
    const char *name = slot->call != CALL_NONE ? call_info(slot->call)->name : info->name;
    int64_t low = 0, high = 0;
    ck_assert_msg(profile_spread(found, slot, &low, &high), "%s has no spread", name);
    if (slot->call == CALL_NONE && info->unit == UNIT_CURVE) {
        const struct profile_curve *curve = &found->curve[slot->key];
        for (size_t i = 0; i < curve->count; i++) {
            int64_t real = profile_curve_at(&device->curve[slot->key], curve->size[i]);
            int64_t slack = 1 + real / 1000; /* up to 0.5 ns for each of 128 waves in 60 us */
            ck_assert_msg(real >= curve->time[i] * low / 1000 - slack &&
                              real <= curve->time[i] * high / 1000 + slack,
                          "%s at %lld is %lld, found %lld", name, (long long)curve->size[i],
                          (long long)real, (long long)curve->time[i]);
        }
        return;
    }
    bool is_call = slot->call != CALL_NONE;
    int64_t real = is_call ? device->call_cost[slot->call] : device->value[slot->key];
    int64_t slack = 1 + real / 10000 + (info->unit == UNIT_PS ? 1000 / 64 : 0);
    ck_assert_msg(real >= low - slack && real <= high + slack, "%s is %lld, found %lld..%lld", name,
                  (long long)real, (long long)low, (long long)high);
}

START_TEST(altered_values_are_found_again)
{
    struct profile reference, device, found;
    struct strbuf text, table;
    struct err err;
    err_init(&err);
    strbuf_init(&text);
    strbuf_init(&table);
    load(&reference);
    load(&device);
    alter_all(&device);
    calibrate(&reference, &device, &text, &table);
    ck_assert_msg(profile_parse(&found, "found.ini", text.text, NULL, NULL, &err) == 0, "%s",
                  err.message);
    if (getenv("SHOW"))
        fputs(table.text, stderr);
    for (size_t i = 0; i < calibration_row_count; i++) {
        const struct calibration_row *row = &calibration_rows[i];
        for (size_t k = 0; row->keys[k] != PROFILE_KEY_COUNT; k++)
            expect(&device, &found, &(struct profile_slot){row->keys[k], CALL_NONE});
        for (size_t k = 0; row->calls[k] != CALL_NONE; k++)
            expect(&device, &found, &(struct profile_slot){PROFILE_host_other, row->calls[k]});
    }
    profile_release(&found);
    profile_release(&device);
    profile_release(&reference);
    strbuf_release(&text);
    strbuf_release(&table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("calibration");
    TCase *tests = tcase_create("calibration");
    tcase_add_test(tests, altered_values_are_found_again);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
