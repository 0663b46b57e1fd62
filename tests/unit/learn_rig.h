/* The lesson player without a terminal, for tests: keys go in, a grid comes out. The lesson is
 * tests/learn/small unless a test says otherwise; tests run in the root of the repository. */
#ifndef TESTS_UNIT_LEARN_RIG_H
#define TESTS_UNIT_LEARN_RIG_H

#include "sim/base/strbuf.h"
#include "tui/learn/session.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct session session;
static char work[] = "/tmp/learn-view-XXXXXX", state[64];

static inline void begin(void)
{
    struct err err;
    err_init(&err);
    strcpy(work + strlen(work) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(work));
    snprintf(state, sizeof state, "%s/progress", work);
    struct session_options options = {.lessons = "tests/learn", .work = work, .state = state};
    ck_assert_msg(session_init(&session, &options, &err) == 0, "%s", err.message);
}

static inline void end(void)
{
    char command[100];
    session_release(&session);
    snprintf(command, sizeof command, "rm -r %s", work);
    ck_assert_int_eq(system(command), 0);
}

/* Keys by name, blanks between them. */
static inline void press(const char *keys)
{
    char name[32];
    for (int length; sscanf(keys, " %31s%n", name, &length) == 1; keys += length) {
        int32_t key = keycode_from_name(name);
        ck_assert_msg(key != 0, "no such key: %s", name);
        session_key(&session, key);
    }
}

static inline void screen(struct strbuf *text, int32_t width, int32_t height)
{
    struct grid grid;
    struct grid_style style = {.ascii = true};
    int32_t row = -1, column = -1;
    session_resize(&session, width, height);
    grid_init(&grid, width, height);
    session_draw(&session, &grid, &row, &column);
    strbuf_clear(text);
    grid_write(&grid, &style, text);
    grid_release(&grid);
    /* the terminal's cursor is in sight */
    ck_assert(row >= 0 && row < height && column >= 0 && column < width);
}

static inline void shows(const char *text)
{
    struct strbuf sb;
    strbuf_init(&sb);
    screen(&sb, 80, 24);
    ck_assert_msg(strstr(sb.text, text), "not on the screen: %s\n%s", text, sb.text);
    strbuf_release(&sb);
}

static inline void lacks(const char *text)
{
    struct strbuf sb;
    strbuf_init(&sb);
    screen(&sb, 80, 24);
    ck_assert_msg(!strstr(sb.text, text), "on the screen: %s\n%s", text, sb.text);
    strbuf_release(&sb);
}

/* The player ends and is started again. */
static inline void start_again(void)
{
    struct err err;
    err_init(&err);
    struct session_options options = session.options;
    session_release(&session);
    ck_assert_msg(session_init(&session, &options, &err) == 0, "%s", err.message);
}

static int64_t now = 1000000000; /* ns, by the session's clock */

/* Polls until the file was judged; the machine may be busy. */
static inline void judge(void)
{
    for (int i = 0; i < 3000; i++) {
        now += 200000000;
        session_poll(&session, now);
        if (session.bench.exercise.result && !session.bench.exercise.busy)
            return;
        usleep(10000);
    }
    ck_abort_msg("the file was not judged within 30 s");
}

static inline void save(const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s.new", session_file(&session));
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    ck_assert_int_eq(rename(path, session_file(&session)), 0); /* as editors save */
}

/* From the poll that sees the change to the result of it. */
static inline void save_and_judge(const char *text)
{
    struct grading_result *before = session.bench.exercise.result;
    save(text);
    for (int i = 0; i < 100 && session.bench.exercise.result == before; i++)
        judge();
    ck_assert_ptr_ne(session.bench.exercise.result, before);
}

static inline char *read_all(const char *path)
{
    struct strbuf text;
    struct err err;
    err_init(&err);
    strbuf_init(&text);
    ck_assert_int_eq(strbuf_read_file(&text, path, 1 << 20, &err), 0);
    return text.text;
}

#endif
