/* Speed and memory of the predictor on tests/bench/many.cu, a program of N launches and copies over
 * 16 streams.
 *
 * Usage: bench source N SCENARIO [OUT]: predicts it from its source; OUT gets the program
 *        bench turns N SCENARIO: the same for a program of N loop turns, which count as operations
 *        bench load PROGRAM: reads a program file
 *        bench replay PROGRAM: predicts a program already loaded
 *        bench check PROGRAM: looks for hazards in a program already loaded, and reports
 *        bench explain PROGRAM: predicts a program already loaded and explains it
 * One phase a process, so that each has its own memory figure. Prints "seconds operations
 * bytes-of-memory", where memory is what the phase added to the resident set at its peak.
 */
#include "sim/analysis/explain_text.h"
#include "sim/analysis/hazard_text.h"
#include "sim/analysis/pitfall_text.h"
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/io/program_file.h"
#include "sim/study/predict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts); /* other load does not count */
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static long peak_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024;
}

/* Forgets the peak so far: memory that was given back since then does not hide what comes. */
static void forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file) {
        fputs("5", file);
        fclose(file);
    }
}

/* A virtual machine gets memory that it has not used for some seconds from its host, page by page
 * and at half a gigabyte a second where this was written: longer than the prediction. Another
 * process has such memory fetched before the clock starts. */
static void fetch_memory(size_t bytes)
{
    pid_t child = fork();
    if (child == 0) {
        size_t capacity = 0;
        char *memory = mem_grow(NULL, &capacity, bytes, 1); /* in huge pages, as ours will be */
        for (size_t i = 0; i < bytes; i += 4096)
            ((volatile char *)memory)[i] = 1;
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

enum { BYTES_AN_OPERATION = 250, BYTES_A_LETTER = 5 }; /* the limit; many.cu's have 50 letters */

static int fail(const struct err *err)
{
    fprintf(stderr, "%s:%d: %s\n", err->file, err->line, err->message);
    return EXIT_FAILURE;
}

static int write_program(const struct program *program, const char *path, struct err *err)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return err_set(err, ERR_RUN, "cannot write %s", path);
    struct sink sink;
    sink_init_file(&sink, file, path);
    int rc = program_file_write(program, &sink, err);
    sink_release(&sink);
    if (fclose(file) != 0)
        rc = err_set(err, ERR_RUN, "cannot write %s", path);
    return rc;
}

static void print(double seconds, size_t operations, long bytes)
{
    printf("%.3f %zu %ld\n", seconds, operations, bytes);
}

static int bench_source(const char *count, const char *scenario, bool turns, const char *out)
{
    struct err err;
    err_init(&err);
    char define[64];
    snprintf(define, sizeof define, "N=%s", count);
    const char *defines[] = {define};
    struct predict_options options = {.gpu = "h200", .defines = defines, .define_count = 1};
    struct prediction prediction;
    fetch_memory(turns ? 0 : strtoul(count, NULL, 10) * BYTES_AN_OPERATION);
    long before = peak_memory();
    double from = now();
    prediction_init(&prediction);
    if (predict_file(&prediction, scenario, &options, &err) < 0)
        return fail(&err);
    double to = now();
    print(to - from, turns ? strtoul(count, NULL, 10) : prediction.timeline.ops.count,
          peak_memory() - before);
    int rc = EXIT_SUCCESS;
    if (out && write_program(&prediction.program, out, &err) < 0)
        rc = fail(&err);
    prediction_release(&prediction);
    return rc;
}

static int bench_program(bool replay, const char *path)
{
    struct err err;
    err_init(&err);
    struct strbuf text;
    strbuf_init(&text);
    if (strbuf_read_file(&text, path, (size_t)8 << 30, &err) < 0)
        return fail(&err);
    struct prediction prediction;
    prediction_init(&prediction);
    size_t use = text.length * BYTES_A_LETTER;
    fetch_memory(use);
    long before = peak_memory();
    double from = now();
    if (program_file_read(&prediction.program, text.text, text.length, path, &err) < 0)
        return fail(&err);
    strbuf_release(&text);
    if (replay) {
        struct predict_options options = {.gpu = "h200"};
        fetch_memory(use);
        from = now();
        if (predict_program(&prediction, &options, &err) < 0)
            return fail(&err);
    }
    double to = now();
    print(to - from, replay ? prediction.timeline.ops.count : prediction.program.records.count,
          peak_memory() - before);
    prediction_release(&prediction);
    return EXIT_SUCCESS;
}

static int bench_check(const char *path)
{
    struct err err;
    err_init(&err);
    struct strbuf text;
    strbuf_init(&text);
    struct program program;
    program_init(&program);
    if (strbuf_read_file(&text, path, (size_t)8 << 30, &err) < 0 ||
        program_file_read(&program, text.text, text.length, path, &err) < 0)
        return fail(&err);
    fetch_memory(text.length * BYTES_A_LETTER);
    strbuf_release(&text);
    strbuf_init(&text);
    forget_peak();
    long before = peak_memory();
    double from = now();
    struct hazards hazards;
    hazards_find(&hazards, &program);
    hazards_find_wrong(&hazards);
    hazards_text(&text, &hazards);
    double to = now();
    print(to - from, hazards.operations, peak_memory() - before);
    hazards_release(&hazards);
    strbuf_release(&text);
    program_release(&program);
    return EXIT_SUCCESS;
}

/* All that `nullstream explain` says; of so many operations it simulates no change. */
static void explain(struct strbuf *sb, const struct prediction *prediction)
{
    struct explain explain;
    struct pitfalls pitfalls;
    explain_find(&explain, &prediction->timeline, &prediction->profile, NULL);
    explain_find_slack(&explain);
    explain_text_waits(sb, &explain, 80);
    explain_text_path(sb, &explain, 80);
    pitfalls_find(&pitfalls, &(struct pitfall_input){.program = &prediction->program,
                                                     .timeline = &prediction->timeline,
                                                     .profile = &prediction->profile,
                                                     .summary = &explain.summary,
                                                     .critical = &explain.critical});
    pitfall_text(sb, &pitfalls, &explain.summary, 80);
    pitfalls_release(&pitfalls);
    explain_release(&explain);
}

static int bench_explain(const char *path)
{
    struct err err;
    err_init(&err);
    struct strbuf text;
    strbuf_init(&text);
    if (strbuf_read_file(&text, path, (size_t)8 << 30, &err) < 0)
        return fail(&err);
    struct prediction prediction;
    prediction_init(&prediction);
    fetch_memory(text.length * BYTES_A_LETTER * 2);
    long before = peak_memory();
    if (program_file_read(&prediction.program, text.text, text.length, path, &err) < 0)
        return fail(&err);
    strbuf_release(&text);
    strbuf_init(&text);
    struct predict_options options = {.gpu = "h200"};
    double from = now();
    if (predict_program(&prediction, &options, &err) < 0)
        return fail(&err);
    explain(&text, &prediction);
    double to = now();
    print(to - from, prediction.timeline.ops.count, peak_memory() - before);
    strbuf_release(&text);
    prediction_release(&prediction);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc >= 4 && strcmp(argv[1], "source") == 0)
        return bench_source(argv[2], argv[3], false, argc > 4 ? argv[4] : NULL);
    if (argc == 4 && strcmp(argv[1], "turns") == 0)
        return bench_source(argv[2], argv[3], true, NULL);
    if (argc == 3 && strcmp(argv[1], "load") == 0)
        return bench_program(false, argv[2]);
    if (argc == 3 && strcmp(argv[1], "replay") == 0)
        return bench_program(true, argv[2]);
    if (argc == 3 && strcmp(argv[1], "check") == 0)
        return bench_check(argv[2]);
    if (argc == 3 && strcmp(argv[1], "explain") == 0)
        return bench_explain(argv[2]);
    fprintf(stderr,
            "usage: bench source|turns N SCENARIO [OUT] | load|replay|check|explain PROGRAM\n");
    return EXIT_FAILURE;
}
