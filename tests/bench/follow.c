/* How long `nullstream view` keeps its keys waiting when a large file that it follows has been
 * saved.
 *
 * Usage: bench-follow N SCENARIO: shows the scenario with -D N, saves it, changed, to a file of its
 *        own and takes over the new prediction; then once more, of a what-if, which lets go of the
 *        first one. Prints a line each: what it is and the most milliseconds that a turn of the
 *        view's loop took, looking and drawing. It is processor time of the thread that answers
 *        keys, so that other load and other threads do not count.
 */
#include "sim/base/mem.h"
#include "tui/view/step_mode.h"
#include "tui/view/versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MS INT64_C(1000000)

enum { WIDTH = 200, HEIGHT = 50 };

struct rig {
    char path[64];
    char define[32];
    const char *defines[1];
    struct predict_options options;
    struct prediction prediction;
    struct version *first;
    struct view view;
    struct versions versions;
    struct bindings bindings;
};

static int64_t on_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void note(void *context, const char *file, const char *text, size_t length)
{
    watch_note(context, file, text, length);
}

static void save(const struct rig *rig, const char *text, const char *more)
{
    FILE *file = fopen(rig->path, "w");
    if (!file || fputs(text, file) < 0 || fputs(more, file) < 0 || fclose(file) != 0) {
        perror(rig->path);
        exit(1);
    }
}

static void draw(struct rig *rig)
{
    struct grid grid;
    grid_init(&grid, WIDTH, HEIGHT);
    view_draw(&rig->view, &grid);
    versions_draw(&rig->versions, &rig->view, &grid);
    grid_release(&grid);
}

/* Turns of the loop until something new is shown; the most that one took, ns. */
static int64_t turn_until_new(struct rig *rig)
{
    const struct timespec pause = {0, 10 * MS};
    int64_t most = 0;
    for (enum versions_news news = VERSIONS_NOTHING; news != VERSIONS_NEW;) {
        int64_t before = on_clock(CLOCK_THREAD_CPUTIME_ID);
        news = versions_poll(&rig->versions, &rig->view, on_clock(CLOCK_MONOTONIC));
        if (news != VERSIONS_NOTHING)
            draw(rig);
        int64_t took = on_clock(CLOCK_THREAD_CPUTIME_ID) - before;
        most = took > most ? took : most;
        if (rig->versions.trouble[0]) {
            fprintf(stderr, "%s", rig->versions.trouble);
            exit(1);
        }
        nanosleep(&pause, NULL);
    }
    return most;
}

static void begin(struct rig *rig, const char *text)
{
    struct watch read;
    struct err err;
    struct follow_source source = {.path = rig->path, .options = &rig->options};
    save(rig, text, "");
    err_init(&err);
    watch_init(&read);
    prediction_init(&rig->prediction);
    rig->options = (struct predict_options){.gpu = "h200",
                                            .defines = rig->defines,
                                            .define_count = 1,
                                            .on_read = note,
                                            .read_context = &read};
    if (predict_file(&rig->prediction, rig->path, &rig->options, &err) < 0) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    rig->options.on_read = NULL;
    rig->first = version_new(&rig->prediction.timeline, &rig->prediction.profile, "the prediction");
    versions_source(&source);
    versions_init(&rig->versions, &source, &read, &rig->prediction, rig->first);
    view_init(&rig->view, WIDTH, HEIGHT);
    bindings_join(&rig->bindings, &view_bindings, &whatif_bindings);
    rig->view.bindings = &rig->bindings;
    view_show(&rig->view, &rig->first->chart, TIMELINE_NO_OP);
}

int main(int argc, char **argv)
{
    static struct rig rig = {.path = "/tmp/nullstream-bench-XXXXXX.cu"};
    struct strbuf text;
    struct err err;
    if (argc != 3) {
        fprintf(stderr, "usage: bench-follow N SCENARIO\n");
        return 2;
    }
    snprintf(rig.define, sizeof rig.define, "N=%s", argv[1]);
    rig.defines[0] = rig.define;
    strbuf_init(&text);
    err_init(&err);
    int file = mkstemps(rig.path, 3);
    if (file < 0 || close(file) < 0 || strbuf_read_file(&text, argv[2], 1 << 20, &err) < 0) {
        fprintf(stderr, "cannot read %s\n", argv[2]);
        return 1;
    }
    begin(&rig, text.text);
    save(&rig, text.text, "// saved\n");
    printf("a save %.2f\n", (double)turn_until_new(&rig) / 1e6);
    int64_t before = on_clock(CLOCK_THREAD_CPUTIME_ID);
    versions_act(&rig.versions, &rig.view, WHATIF_MORE_CONNECTIONS, on_clock(CLOCK_MONOTONIC));
    int64_t key = on_clock(CLOCK_THREAD_CPUTIME_ID) - before;
    int64_t most = turn_until_new(&rig);
    printf("a what-if %.2f\n", (double)(key > most ? key : most) / 1e6);
    unlink(rig.path);
    return 0; /* the process ends with all it holds */
}
