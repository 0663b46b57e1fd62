/* sim/draw/window: what it draws and finds by searching is what walking every bar gives. */
#include "sim/base/mem.h"
#include "sim/draw/window.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BARS = 60, SUBS = 3, TRIALS = 3000 };

struct sample {
    struct timeline timeline;
    struct layout layout;
    struct layout_lane lane;
    struct layout_bar bars[MOST_BARS];
    struct layout_fence fences[8];
};

static uint32_t below(uint64_t *state, uint32_t end)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % end;
}

static int by_start(const void *a, const void *b)
{
    const struct layout_bar *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->op > y->op) - (x->op < y->op);
}

/* Bars that follow each other in each sub-lane, some of no length, some touching; marks and waits
 * anywhere, and calls that follow each other. */
static void make(struct sample *s, uint64_t *state)
{
    static const enum bar_role thin[] = {ROLE_MARK, ROLE_ALLOC, ROLE_CALL, ROLE_RESOURCE,
                                         ROLE_WAIT};
    size_t count = 0;
    memset(s, 0, sizeof *s);
    timeline_init(&s->timeline);
    for (uint16_t sub = 0; sub < SUBS; sub++) {
        int64_t at = below(state, 100);
        for (int i = 0; i < 12; i++) {
            int64_t to = at + below(state, 3) * below(state, 40);
            s->bars[count] = (struct layout_bar){.from = at,
                                                 .to = to,
                                                 .op = (uint32_t)count,
                                                 .sub = sub,
                                                 .role = (uint8_t)(ROLE_KERNEL + below(state, 3))};
            count++;
            at = to + below(state, 2) * below(state, 60);
        }
    }
    int64_t called = below(state, 100);
    for (int i = 0; i < 20; i++) {
        enum bar_role role = thin[below(state, 5)];
        int64_t from = role == ROLE_CALL ? called : below(state, 500);
        int64_t length = role == ROLE_MARK || role == ROLE_ALLOC ? 0 : below(state, 120);
        if (role == ROLE_CALL) {
            length = below(state, 2) * length;
            called += length + below(state, 2) * below(state, 80);
        }
        s->bars[count] = (struct layout_bar){
            .from = from, .to = from + length, .op = (uint32_t)count, .role = (uint8_t)role};
        count++;
    }
    qsort(s->bars, count, sizeof *s->bars, by_start);
    for (uint32_t i = 0; i < count; i++) { /* names for the bars: none, and ids in order */
        s->bars[i].op = timeline_add_op(&s->timeline);
    }
    for (int i = 0; i < 8; i++)
        s->fences[i].time = below(state, 500);
    s->lane = (struct layout_lane){.group = LANE_STREAM, .bar_count = count, .subs = SUBS};
    s->layout = (struct layout){.timeline = &s->timeline,
                                .from = 0,
                                .to = 500,
                                .lanes = &s->lane,
                                .lane_count = 1,
                                .bars = s->bars,
                                .bar_count = count,
                                .fences = s->fences,
                                .fence_count = 8};
}

static bool is_outside(const struct layout_bar *bar, const struct scale *scale)
{
    return bar->to < scale->from || bar->from > scale->to;
}

/* A call that began before has no sign in the stretch; one that begins in the first column has. */
static void signs_plainly(const struct sample *s, const struct scale *scale, struct grid *grid)
{
    for (int begins = 1; begins >= 0; begins--)
        for (size_t i = 0; i < s->layout.bar_count; i++) {
            const struct layout_bar *bar = &s->bars[i];
            struct grid_cell *cell = grid_at(grid, 0, scale_place(scale, bar->from));
            if (bar->role == ROLE_CALL && !is_outside(bar, scale) &&
                (bar->from >= scale->from) == begins && cell->role == ROLE_NONE)
                cell->role = begins ? ROLE_CALL : ROLE_BUSY;
        }
}

/* A call in the columns behind its first that it covers to their end. */
static void go_on_plainly(const struct layout_bar *bar, const struct scale *scale,
                          struct grid *grid)
{
    for (int32_t column = scale_place(scale, bar->from) + 1; column < scale->length; column++) {
        bool ends_here = scale_place(scale, bar->to) == column && bar->to < scale->to;
        if (ends_here || scale_place(scale, bar->to) < column)
            return;
        if (grid_at(grid, 0, column)->role == ROLE_NONE)
            grid_at(grid, 0, column)->role = ROLE_BUSY;
    }
}

/* Every bar of the sub-lane in order, then where nothing stands what is thin, kind by kind. */
static void draw_plainly(const struct sample *s, const struct scale *scale, uint16_t sub,
                         struct grid *grid)
{
    static const enum bar_role order[] = {ROLE_MARK, ROLE_ALLOC, ROLE_CALL, ROLE_RESOURCE,
                                          ROLE_WAIT};
    for (size_t i = 0; i < s->layout.bar_count; i++) {
        const struct layout_bar *bar = &s->bars[i];
        if (window_is_thin((enum bar_role)bar->role) || bar->sub != sub || is_outside(bar, scale))
            continue;
        int32_t from = scale_place(scale, bar->from), to = scale_place(scale, bar->to);
        if (to > from && scale_place(scale, bar->to - 1) < to)
            to--;
        grid_fill(grid, 0, from, to, (enum bar_role)bar->role);
    }
    for (int kind = 0; kind < 5 && sub == 0; kind++) {
        if (order[kind] == ROLE_CALL)
            signs_plainly(s, scale, grid);
        for (size_t i = 0; i < s->layout.bar_count; i++) {
            const struct layout_bar *bar = &s->bars[i];
            if (bar->role != order[kind] || is_outside(bar, scale))
                continue;
            int32_t from = scale_place(scale, bar->from), to = scale_place(scale, bar->to);
            bool wait = bar->role == ROLE_WAIT || bar->role == ROLE_RESOURCE;
            to = wait ? (to > from ? to - 1 : to) : from;
            for (int32_t column = from; column <= to; column++)
                if (grid_at(grid, 0, column)->role == ROLE_NONE)
                    grid_at(grid, 0, column)->role = bar->role;
            if (bar->role == ROLE_CALL)
                go_on_plainly(bar, scale, grid);
        }
    }
}

static void fences_plainly(const struct sample *s, const struct scale *scale, struct grid *grid)
{
    for (size_t i = 0; i < s->layout.fence_count; i++) {
        int64_t time = s->fences[i].time;
        if (time < scale->from || time > scale->to)
            continue;
        struct grid_cell *cell = grid_at(grid, 0, scale_place(scale, time));
        if (cell->role == ROLE_NONE || cell->role == ROLE_WAIT || cell->role == ROLE_RESOURCE)
            cell->role = ROLE_FENCE;
    }
}

START_TEST(draws_what_walking_every_bar_draws)
{
    uint64_t state = 42;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct sample s;
        struct window window;
        struct window_frame frame;
        struct grid quick, plain;
        uint32_t roles = 0;
        make(&s, &state);
        int64_t from = below(&state, 400), to = from + 1 + below(&state, 500);
        struct scale scale = {from, to, 1 + (int32_t)below(&state, 120)};
        uint16_t sub = (uint16_t)below(&state, SUBS);
        grid_init(&quick, scale.length, 1);
        grid_init(&plain, scale.length, 1);
        window_init(&window, &s.layout);
        window_frame_init(&frame, &quick, 0, &scale);
        window_draw(&window, &frame, 0, sub, 0, &roles);
        window_draw_fences(&window, &frame, 0, &roles);
        draw_plainly(&s, &scale, sub, &plain);
        fences_plainly(&s, &scale, &plain);
        size_t bars[120];
        window_bars_in(&window, &frame, 0, sub, bars);
        for (int32_t column = 0; column < scale.length; column++) {
            int64_t end = column + 1 < scale.length ? frame.edges[column + 1] : to;
            ck_assert_uint_eq(bars[column],
                              window_bar_in(&window, 0, sub, frame.edges[column], end));
        }
        for (int32_t column = 0; column < scale.length; column++)
            ck_assert_msg(grid_at(&quick, 0, column)->role == grid_at(&plain, 0, column)->role,
                          "trial %d column %d of %d, %lld to %lld: %d, not %d", trial, column,
                          scale.length, (long long)from, (long long)to,
                          grid_at(&quick, 0, column)->role, grid_at(&plain, 0, column)->role);
        window_frame_release(&frame);
        window_release(&window);
        grid_release(&quick);
        grid_release(&plain);
        timeline_release(&s.timeline);
    }
}
END_TEST

static bool is_stop(const struct layout_bar *bar)
{
    return bar->role != ROLE_WAIT && bar->role != ROLE_RESOURCE;
}

static int64_t distance(const struct layout_bar *bar, int64_t time)
{
    return time < bar->from ? bar->from - time : time < bar->to ? 0 : time - bar->to;
}

START_TEST(finds_what_walking_every_bar_finds)
{
    uint64_t state = 7;
    for (int trial = 0; trial < 300; trial++) {
        struct sample s;
        struct window window;
        make(&s, &state);
        window_init(&window, &s.layout);
        size_t before = WINDOW_NO_BAR;
        for (size_t i = 0; i < s.layout.bar_count; i++) {
            const struct layout_bar *bar = &s.bars[i];
            if (!is_stop(bar))
                continue;
            ck_assert_uint_eq(window_neighbor(&window, 0, i, -1), before);
            if (before != WINDOW_NO_BAR)
                ck_assert_uint_eq(window_neighbor(&window, 0, before, 1), i);
            ck_assert_uint_eq(window_find(&window, 0, bar->op, 0, bar->from), i);
            ck_assert_uint_eq(window_find(&window, 0, bar->op, 0, bar->from + 1), WINDOW_NO_BAR);
            before = i;
        }
        ck_assert_uint_eq(window_neighbor(&window, 0, before, 1), WINDOW_NO_BAR);
        for (int i = 0; i < 20; i++) {
            int64_t time = below(&state, 600);
            uint16_t sub = (uint16_t)below(&state, SUBS);
            int64_t least = INT64_MAX;
            for (size_t b = 0; b < s.layout.bar_count; b++)
                if (is_stop(&s.bars[b]) && s.bars[b].sub == sub &&
                    distance(&s.bars[b], time) < least)
                    least = distance(&s.bars[b], time);
            size_t found = window_nearest(&window, 0, sub, time);
            ck_assert_uint_ne(found, WINDOW_NO_BAR);
            ck_assert_int_eq(distance(&s.bars[found], time), least);
        }
        window_release(&window);
        timeline_release(&s.timeline);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("window");
    TCase *all = tcase_create("all");
    tcase_add_test(all, draws_what_walking_every_bar_draws);
    tcase_add_test(all, finds_what_walking_every_bar_finds);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
