/* Any bytes as the file that says how far a learner is: an error, or rows that, written and read
 * again, are the same, and are written alike from then on. */
#include "sim/base/strbuf.h"
#include "sim/lesson/progress.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
}

/* Writes all of it anew; what stands in the file then. */
static void save(const struct progress *progress, const char *path, struct strbuf *text)
{
    struct err err;
    err_init(&err);
    if (progress_save(&progress->lessons[0], path, &err) < 0 ||
        strbuf_read_file(text, path, SIZE_MAX, &err) < 0)
        abort();
}

static void read_again(struct progress *progress, const char *path)
{
    struct err err;
    err_init(&err);
    progress_init(progress);
    if (progress_read(progress, path, &err) < 0)
        abort();
}

/* Whether they are the same but for blanks and line breaks: an answer is written as one line. */
static bool is_alike(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a && (unsigned char)*a <= ' ')
            a++;
        while (*b && (unsigned char)*b <= ' ')
            b++;
        if (*a != *b || *a == '\0')
            return *a == *b;
    }
}

static void compare(const struct progress *a, const struct progress *b)
{
    if (a->count != b->count)
        abort();
    for (size_t i = 0; i < a->count; i++) {
        const struct progress_lesson *x = &a->lessons[i], *y = &b->lessons[i];
        bool judged = x->most_points > 0;
        if (strcmp(x->slug, y->slug) != 0 || x->page != y->page || x->exercise != y->exercise ||
            x->hints != y->hints || x->most_points != y->most_points ||
            (judged && x->points != y->points) || x->answer_count != y->answer_count)
            abort();
        for (size_t k = 0; k < x->answer_count; k++)
            if (strcmp(x->answers[k].question, y->answers[k].question) != 0 ||
                !is_alike(x->answers[k].answer, y->answers[k].answer))
                abort();
    }
}

static void round_trip(const struct progress *progress, const char *path)
{
    struct progress again;
    struct strbuf once, twice;
    strbuf_init(&once);
    strbuf_init(&twice);
    save(progress, path, &once);
    read_again(&again, path);
    compare(progress, &again);
    save(&again, path, &twice);
    if (strcmp(once.text, twice.text) != 0)
        abort();
    progress_release(&again);
    strbuf_release(&once);
    strbuf_release(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    struct progress progress;
    struct err err;
    snprintf(path, sizeof path, "/tmp/nullstream-progress-fuzz.%ld", (long)getpid());
    put(path, data, size);
    progress_init(&progress);
    err_init(&err);
    if (progress_read(&progress, path, &err) < 0) {
        if (err.message[0] == '\0')
            abort();
    } else if (progress.count > 0) {
        round_trip(&progress, path);
    }
    progress_release(&progress);
    unlink(path);
    return 0;
}
