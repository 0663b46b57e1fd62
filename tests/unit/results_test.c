/* Results of scenarios: what is done otherwise computes the same, and work that is left out shows.
 */
#include "sim/analysis/values.h"
#include "sim/analysis/values_text.h"
#include "sim/study/predict.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct run {
    struct prediction prediction;
    struct values values;
};

static void compute(struct run *run, const char *path)
{
    struct err err;
    err_init(&err);
    prediction_init(&run->prediction);
    struct predict_options options = {.gpu = "h200"};
    int rc = predict_file(&run->prediction, path, &options, &err);
    ck_assert_msg(rc == 0, "%s:%d: %s", err.file, err.line, err.message);
    values_compute(&run->values, &run->prediction.program, &run->prediction.timeline);
}

static void release(struct run *run)
{
    values_release(&run->values);
    prediction_release(&run->prediction);
}

/* The first half of each pair was written with the pitfall, the second without: other streams,
 * events, kinds of memory and orders, on other lines of another file. */
START_TEST(pairs_compute_the_same)
{
    glob_t files;
    int compared = 0;
    ck_assert_int_eq(glob("tests/pitfalls/*-fixed.cu", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        char first[256];
        snprintf(first, sizeof first, "%.*s.cu",
                 (int)(strlen(files.gl_pathv[i]) - strlen("-fixed.cu")), files.gl_pathv[i]);
        struct run a, b;
        compute(&a, first);
        compute(&b, files.gl_pathv[i]);
        if (a.prediction.program.results.count) {
            struct values_difference where;
            struct strbuf text;
            strbuf_init(&text);
            bool same = values_same_results(&a.values, &b.values, &where);
            if (!same)
                values_text_difference(&text, &b.values, &a.values, &where);
            ck_assert_msg(same, "%s: %s", first, text.text);
            strbuf_release(&text);
            compared++;
        }
        release(&a);
        release(&b);
    }
    globfree(&files);
    ck_assert_int_ge(compared, 8);
}
END_TEST

/* tests/pitfalls/sync-copy.cu with one thing in it changed. */
static const struct {
    const char *from, *to;
    const char *difference; /* NULL: none */
} changes[] = {
    {"cudaStreamCreate(&stream[i])", "cudaStreamCreateWithPriority(&stream[i], 0, -1)", NULL},
    /* the copies are in the default stream, which orders no non-blocking ones: the run that is
     * predicted copies back before the kernel has begun */
    {"cudaStreamCreate(&stream[i])", "cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking)",
     "out[0..4 MiB) would hold the initial contents of in[0..4 MiB), expected the result of "
     "transform (sync-copy.cu:30, turn 1 of 8)"},
    {"const int s = b % 2", "const int s = 0", NULL},
    {"b = 0; b < BATCHES; b++", "b = BATCHES - 1; b >= 0; b--", NULL},
    /* one kernel left out: its batch comes back as it went in */
    {"transform<<<", "if (b != 5) transform<<<",
     "out[20..24 MiB) would hold the initial contents of in[20..24 MiB), expected the result of "
     "transform (sync-copy.cu:30, turn 6 of 8)"},
    {"cudaMemcpy(out + b * N", "if (b < 7) cudaMemcpy(out + b * N",
     "out[28..32 MiB) would hold the initial contents of out[28..32 MiB), expected the result of "
     "transform (sync-copy.cu:30, turn 8 of 8)"},
    {"cudaMemcpy(out + b * N", "cudaMemcpy(out + (b ^ 1) * N",
     "out[0..4 MiB) would hold the result of transform (line 30, turn 2 of 8), expected the result "
     "of transform (sync-copy.cu:30, turn 1 of 8)"},
    {"x[s], N);", "x[s], N - 1);",
     "out[0..4194300 B) would hold the result of transform (line 30, turn 1 of 8), made from other "
     "values than expected"},
};

static void write_changed(const char *path, const char *from, const char *to)
{
    struct strbuf text, changed;
    struct err err;
    err_init(&err);
    strbuf_init(&text);
    strbuf_init(&changed);
    ck_assert_int_eq(strbuf_read_file(&text, "tests/pitfalls/sync-copy.cu", 1 << 20, &err), 0);
    const char *at = strstr(text.text, from);
    ck_assert_msg(at != NULL, "%s", from);
    strbuf_add(&changed, text.text, (size_t)(at - text.text));
    strbuf_adds(&changed, to);
    strbuf_adds(&changed, at + strlen(from));
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(changed.text, 1, changed.length, file), changed.length);
    ck_assert_int_eq(fclose(file), 0);
    strbuf_release(&text);
    strbuf_release(&changed);
}

START_TEST(left_out_work_shows)
{
    char path[] = "/tmp/results_test_XXXXXX.cu";
    int file = mkstemps(path, 3);
    ck_assert_int_ge(file, 0);
    close(file);
    write_changed(path, changes[_i].from, changes[_i].to);
    struct run original, changed;
    compute(&original, "tests/pitfalls/sync-copy.cu");
    compute(&changed, path);
    unlink(path);
    struct values_difference where;
    struct strbuf text;
    strbuf_init(&text);
    bool same = values_same_results(&changed.values, &original.values, &where);
    if (!same)
        values_text_difference(&text, &changed.values, &original.values, &where);
    ck_assert_str_eq(text.text, changes[_i].difference ? changes[_i].difference : "");
    strbuf_release(&text);
    release(&original);
    release(&changed);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("results");
    TCase *tcase = tcase_create("results");
    tcase_add_test(tcase, pairs_compute_the_same);
    tcase_add_loop_test(tcase, left_out_work_shows, 0, (int)(sizeof changes / sizeof *changes));
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
