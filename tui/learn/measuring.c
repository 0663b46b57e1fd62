#include "tui/learn/measuring.h"

#include "sim/base/mem.h"
#include "sim/io/timeline_json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_WORDS = 160, LARGEST = 1 << 28 };

/* The command line: options of the run in the form `--define NAME=VALUE`. */
static void collect(const char **words, const char *path, const struct lesson_run *run,
                    const char *gpu, const char *file)
{
    static const char *const names[] = {
        [LESSON_DEFINE] = "--define",
        [LESSON_GPU] = "--gpu",
        [LESSON_SET] = "--set",
        [LESSON_COST] = "--cost",
        [LESSON_ENV] = "--env",
        [LESSON_DEFAULT_STREAM] = "--default-stream",
        [LESSON_CONNECTIONS] = "--connections",
        [LESSON_COLD] = "--cold",
    };
    size_t n = 0;
    const char *const first[] = {"/proc/self/exe", "measure", "--quiet", "--color", "never",
                                 "--gpu",          gpu,       "-o",      file};
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
        words[n++] = first[i];
    for (size_t i = 0; i < run->option_count && n + 4 < MOST_WORDS; i++) {
        words[n++] = names[run->options[i].kind];
        if (run->options[i].kind != LESSON_COLD)
            words[n++] = run->options[i].value;
    }
    words[n++] = path;
    words[n] = NULL;
}

int measuring_start(struct measuring *measuring, const char *path, const struct lesson_run *run,
                    const char *gpu, struct err *err)
{
    memset(measuring, 0, sizeof *measuring);
    const char *words[MOST_WORDS + 1];
    const char *folder = getenv("TMPDIR");
    struct strbuf file;
    strbuf_init(&file);
    strbuf_addf(&file, "%s/nullstream-XXXXXX.json", folder && *folder ? folder : "/tmp");
    int fd = mkstemps(file.text, 5);
    if (fd < 0) {
        err_set(err, ERR_RUN, "cannot write %s: %s", file.text, strerror(errno));
        strbuf_release(&file);
        return -1;
    }
    close(fd);
    measuring->file = mem_strdup(file.text);
    measuring->run = *run;
    collect(words, path, run, gpu, measuring->file);
    strbuf_release(&file);
    measuring->on = true;
    int rc = child_start(&measuring->child, words, err);
    if (rc < 0)
        measuring_stop(measuring);
    return rc;
}

/* The first line that the program said, without its name and "error: ". */
static void take_reason(const struct measuring *measuring, struct err *err)
{
    const char *said = measuring->child.said.text, *error = strstr(said, "error: ");
    said = error ? error + strlen("error: ") : said;
    int length = (int)strcspn(said, "\n");
    if (length > 0)
        err_set(err, ERR_UNAVAILABLE, "%.*s", length, said);
    else
        err_set(err, ERR_RUN, "the measurement ended with status %d", measuring->child.status);
}

int measuring_poll(struct measuring *measuring, struct timeline *measured, struct err *err)
{
    if (!measuring->on || !child_poll(&measuring->child, 0))
        return 0;
    struct strbuf text;
    strbuf_init(&text);
    int rc = 1;
    if (measuring->child.status != 0) {
        take_reason(measuring, err);
        rc = -1;
    } else if (strbuf_read_file(&text, measuring->file, LARGEST, err) < 0) {
        rc = -1;
    } else {
        timeline_init(measured);
        if (timeline_json_read(measured, text.text, text.length, measuring->file, err) < 0) {
            timeline_release(measured);
            rc = -1;
        }
    }
    strbuf_release(&text);
    measuring_stop(measuring);
    return rc;
}

void measuring_stop(struct measuring *measuring)
{
    if (!measuring->on)
        return;
    child_release(&measuring->child);
    unlink(measuring->file);
    free(measuring->file);
    measuring->on = false;
}
