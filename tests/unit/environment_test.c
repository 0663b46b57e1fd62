/* gpu/measure over a fake device: what a measuring process finds in its environment, and batches of
 * which a process fails. */
#include "gpu/measure.h"
#include "sim/model/variables.h"
#include "tests/fake_device.h"
#include "tests/scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MANY = 25, KERNEL = 200000 }; /* ns */

/* A kernel that is not waited for, then one that is. */
static void build(struct scene *scene)
{
    scene_init(scene);
    uint32_t a = scene_stream(scene, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(scene, STREAM_NONBLOCKING, "b");
    scene_kernel(scene, a, "first", 1, KERNEL);
    scene_kernel(scene, b, "second", 1, KERNEL);
    scene_synchronize(scene);
}

static int measure(struct scene *scene, const struct gpu_options *options,
                   struct fake_options *fake, struct timeline *measured, struct err *err)
{
    fake->profile = &scene->profile;
    fake_device_use(fake);
    err_init(err);
    return measure_program(fake_device_open, &scene->program, &scene->profile, options, measured,
                           err);
}

/* Whatever the shell has set, for each variable that predictions know. */
START_TEST(the_shells_variables_do_not_reach_the_device)
{
    static const char *const names[] = {
#define NAME(name) name,
        VARIABLES(NAME)
#undef NAME
    };
    const struct gpu_options options = {.processes = 1, .repetitions = 1};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct scene scene;
        struct timeline measured;
        struct err err;
        struct fake_options fake = {.refuses = names[i]};
        build(&scene);
        setenv(names[i], "1", 1);
        ck_assert_msg(measure(&scene, &options, &fake, &measured, &err) == 0, "%s", err.message);
        ck_assert_str_eq(getenv(names[i]), "1"); /* of this process it is no business */
        unsetenv(names[i]);
        timeline_release(&measured);
        scene_release(&scene);
    }
}
END_TEST

/* With CUDA_LAUNCH_BLOCKING the second kernel comes after the first, whose launch waits, and the
 * last launch is the end of the timed part; what is said last counts, and 0 and nothing are off. */
START_TEST(launches_block_as_the_environment_says)
{
    static const struct {
        const char *values[2];
        bool blocks;
    } cases[] = {{{"1", NULL}, true},
                 {{"0", NULL}, false},
                 {{"", NULL}, false},
                 {{"0", "1"}, true},
                 {{"1", "0"}, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct scene scene;
        struct timeline measured;
        struct err err;
        struct gpu_variable variables[2];
        struct gpu_options options = {.processes = 1, .repetitions = 1, .variables = variables};
        struct runtime_variable known[2];
        struct fake_options fake = {.runtime.variables = known};
        build(&scene);
        scene.program.records.count--; /* no synchronize: the last launch may be the end */
        for (; options.variable_count < 2 && cases[i].values[options.variable_count];) {
            const char *value = cases[i].values[options.variable_count];
            known[options.variable_count] =
                (struct runtime_variable){VARIABLE_LAUNCH_BLOCKING, value};
            variables[options.variable_count++] =
                (struct gpu_variable){VARIABLE_LAUNCH_BLOCKING, value};
        }
        fake.runtime.variable_count = options.variable_count;
        ck_assert_msg(measure(&scene, &options, &fake, &measured, &err) == 0, "%s", err.message);
        scene.options.variables = known;
        scene.options.variable_count = options.variable_count;
        ck_assert_int_eq(scene_run(&scene), 0);
        if (cases[i].blocks)
            ck_assert_int_eq(measured.wall, scene.timeline.wall);
        ck_assert_int_eq(measured.ops.rows[1].start >= measured.ops.rows[0].end, cases[i].blocks);
        timeline_release(&measured);
        scene_release(&scene);
    }
}
END_TEST

/* Of 25 programs the first process measures 20; the device does not open for the second. */
START_TEST(what_was_measured_is_kept_when_the_device_goes)
{
    struct scene scenes[MANY];
    struct timeline timelines[MANY];
    struct gpu_item items[MANY];
    struct gpu_options options = {.processes = 1, .repetitions = 2};
    struct err err;
    err_init(&err);
    uint32_t *opens =
        mmap(NULL, sizeof *opens, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(opens, MAP_FAILED);
    for (int i = 0; i < MANY; i++) {
        build(&scenes[i]);
        items[i] = (struct gpu_item){.program = &scenes[i].program,
                                     .profile = &scenes[i].profile,
                                     .timeline = &timelines[i]};
    }
    struct fake_options fake = {.profile = &scenes[0].profile, .opens = opens, .opens_most = 1};
    fake_device_use(&fake);
    ck_assert_msg(measure_programs(fake_device_open, items, MANY, &options, &err) == 0, "%s",
                  err.message);
    for (int i = 0; i < MANY; i++) {
        ck_assert_int_eq(items[i].result, i < 20 ? 0 : -1);
        if (i < 20)
            ck_assert_uint_eq(timelines[i].measurement.repetitions, 2);
        else
            ck_assert_str_eq(items[i].err.message, "the device is gone");
        timeline_release(&timelines[i]);
    }
    fake.opens_most = 1; /* used up: now it opens for none */
    ck_assert_int_eq(measure_programs(fake_device_open, items, MANY, &options, &err), -1);
    ck_assert_str_eq(err.message, "the device is gone");
    for (int i = 0; i < MANY; i++) {
        timeline_release(&timelines[i]);
        scene_release(&scenes[i]);
    }
    munmap(opens, sizeof *opens);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("environment");
    TCase *tests = tcase_create("environment");
    tcase_add_test(tests, the_shells_variables_do_not_reach_the_device);
    tcase_add_test(tests, launches_block_as_the_environment_says);
    tcase_add_test(tests, what_was_measured_is_kept_when_the_device_goes);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
