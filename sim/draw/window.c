#include "sim/draw/window.h"

#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdlib.h>
#include <string.h>

/* In the order in which they are drawn behind the bars; those that can be stood on first. */
static const enum bar_role thin_roles[] = {ROLE_MARK, ROLE_ALLOC, ROLE_CALL, ROLE_RESOURCE,
                                           ROLE_WAIT};
enum { THIN = sizeof thin_roles / sizeof thin_roles[0] };

bool window_is_thin(enum bar_role role)
{
    return role == ROLE_WAIT || role == ROLE_RESOURCE || role == ROLE_MARK || role == ROLE_ALLOC ||
           role == ROLE_CALL;
}

static bool is_wait(enum bar_role role)
{
    return role == ROLE_WAIT || role == ROLE_RESOURCE;
}

/* --- the index -----------------------------------------------------------------------------------
 */

/* Which of its lane's tracks a bar belongs to. */
static size_t track_of(const struct layout_lane *lane, const struct layout_bar *bar)
{
    for (size_t i = 0; i < THIN; i++)
        if (bar->role == thin_roles[i])
            return lane->subs + i;
    return bar->sub < lane->subs ? bar->sub : (size_t)lane->subs - 1;
}

static void index_lane(struct window *window, size_t at, size_t *stop_count)
{
    const struct layout_lane *lane = &window->layout->lanes[at];
    const struct layout_bar *bars = window->layout->bars;
    struct window_track *tracks = window->tracks + window->first_track[at];
    size_t count = lane->subs + (size_t)THIN, end = lane->first_bar + lane->bar_count;
    for (size_t i = lane->first_bar; i < end; i++)
        tracks[track_of(lane, &bars[i])].count++;
    size_t first = lane->first_bar;
    for (size_t i = 0; i < count; i++) {
        tracks[i].first = first;
        first += tracks[i].count;
        tracks[i].count = 0;
    }
    window->first_stop[at] = *stop_count;
    for (size_t i = lane->first_bar; i < end; i++) {
        struct window_track *track = &tracks[track_of(lane, &bars[i])];
        size_t row = track->first + track->count++;
        window->rows[row] = (uint32_t)i;
        int64_t before = track->count > 1 ? window->reach[row - 1] : INT64_MIN;
        window->reach[row] = bars[i].to > before ? bars[i].to : before;
        track->roles |= 1u << bars[i].role;
        if (!is_wait((enum bar_role)bars[i].role))
            window->stops[(*stop_count)++] = (uint32_t)i;
    }
}

void window_init(struct window *window, const struct layout *layout)
{
    size_t lanes = layout->lane_count, tracks = 0, stops = 0;
    *window = (struct window){.layout = layout};
    window->first_track = mem_zalloc((lanes + 1) * sizeof *window->first_track);
    window->first_stop = mem_zalloc((lanes + 1) * sizeof *window->first_stop);
    for (size_t i = 0; i < lanes; i++) {
        window->first_track[i] = tracks;
        tracks += layout->lanes[i].subs + (size_t)THIN;
    }
    window->first_track[lanes] = tracks;
    window->tracks = mem_zalloc((tracks + 1) * sizeof *window->tracks);
    window->rows = mem_zalloc((layout->bar_count + 1) * sizeof *window->rows);
    window->reach = mem_zalloc((layout->bar_count + 1) * sizeof *window->reach);
    window->stops = mem_zalloc((layout->bar_count + 1) * sizeof *window->stops);
    for (size_t i = 0; i < lanes; i++)
        index_lane(window, i, &stops);
    window->first_stop[lanes] = stops;
    window->fences = mem_zalloc((layout->fence_count + 1) * sizeof *window->fences);
    for (size_t i = 0; i < layout->fence_count; i++)
        window->fences[i] = layout->fences[i].time;
    percentile_sort(window->fences, layout->fence_count);
}

void window_release(struct window *window)
{
    free(window->first_track);
    free(window->first_stop);
    free(window->tracks);
    free(window->rows);
    free(window->reach);
    free(window->stops);
    free(window->fences);
    memset(window, 0, sizeof *window);
}

/* --- searching -----------------------------------------------------------------------------------
 */

static const struct layout_bar *bar_of(const struct window *window,
                                       const struct window_track *track, size_t i)
{
    return &window->layout->bars[window->rows[track->first + i]];
}

/* The first of a track from `i` on that starts at a time or later; from near to far, so that
 * neighbours are found at once. */
static size_t first_from(const struct window *window, const struct window_track *track, size_t i,
                         int64_t time)
{
    size_t step = 1, low = i, high = i;
    while (high < track->count && bar_of(window, track, high)->from < time) {
        low = high + 1;
        high += step;
        step *= 2;
    }
    high = high < track->count ? high : track->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (bar_of(window, track, middle)->from < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first whose end, or that of one before it, is at a time or later. */
static size_t first_reaching(const struct window *window, const struct window_track *track,
                             int64_t time)
{
    size_t low = 0, high = track->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (window->reach[track->first + middle] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* --- drawing -------------------------------------------------------------------------------------
 */

void window_frame_init(struct window_frame *frame, struct grid *grid, int32_t left,
                       const struct scale *scale)
{
    __extension__ typedef __int128 wide;
    *frame = (struct window_frame){.grid = grid, .left = left, .scale = *scale};
    if (frame->scale.length < 1)
        frame->scale.length = 1;
    if (frame->scale.to <= frame->scale.from)
        frame->scale.to = frame->scale.from + 1;
    int32_t length = frame->scale.length;
    frame->edges = mem_zalloc((size_t)length * sizeof *frame->edges);
    wide span = (wide)frame->scale.to - frame->scale.from;
    for (int32_t c = 0; c < length; c++) /* rounded up, as scale_place() rounds down */
        frame->edges[c] = frame->scale.from + (int64_t)((c * span + length - 1) / length);
}

void window_frame_release(struct window_frame *frame)
{
    free(frame->edges);
    frame->edges = NULL;
}

/* As scale_place(). */
static int32_t place_of(const struct window_frame *frame, int64_t time)
{
    int32_t low = 0, high = frame->scale.length - 1;
    while (low < high) {
        int32_t middle = low + (high - low + 1) / 2;
        if (frame->edges[middle] <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

int32_t window_column(const struct window_frame *frame, int64_t time)
{
    return frame->left + place_of(frame, time);
}

/* When the place behind this one begins: what starts earlier stands here or before. */
static int64_t behind(const struct window_frame *frame, int32_t place)
{
    return place + 1 < frame->scale.length ? frame->edges[place + 1] : frame->scale.to + 1;
}

/* The last column that a bar covers whole, at least `from`. */
static int32_t last_whole(const struct window_frame *frame, const struct layout_bar *bar,
                          int32_t from)
{
    int32_t to = window_column(frame, bar->to);
    bool whole = bar->to >= frame->scale.to && !is_wait((enum bar_role)bar->role);
    return whole || to == from ? to : to - 1;
}

void window_columns(const struct window_frame *frame, const struct layout_bar *bar, int32_t *from,
                    int32_t *to)
{
    *from = *to = window_column(frame, bar->from);
    if (bar->role == ROLE_MARK || bar->role == ROLE_ALLOC)
        return;
    if (window_is_thin((enum bar_role)bar->role)) {
        *to = last_whole(frame, bar, *from);
        return;
    }
    *to = window_column(frame, bar->to);
    if (*to > *from && window_column(frame, bar->to - 1) < *to)
        --*to; /* ends where the next may begin */
}

/* Instances of one template, and overloads, begin alike: where the name is too long for its bar,
 * the middle makes room for the end, "scal..t, 8>". Names of kernels are ASCII; others are left as
 * they are. */
static void show_arguments(char *name, int32_t most)
{
    size_t length = strlen(name), width = most > 0 ? (size_t)most : 0;
    if (width < 7 || length <= width || !strpbrk(name, "<("))
        return;
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c >= 0x80)
            return;
    size_t head = (width - 2) / 2, tail = width - 2 - head;
    memcpy(name + head, "..", 2);
    memmove(name + head + 2, name + length - tail, tail + 1);
}

/* A bar covers its columns whole; behind its first cell stands its name, where it fits. */
static void draw_bar(const struct window *window, const struct window_frame *frame, int32_t row,
                     const struct layout_bar *bar)
{
    int32_t from, to;
    window_columns(frame, bar, &from, &to);
    grid_fill(frame->grid, row, from, to, (enum bar_role)bar->role);
    if (to - from < 3)
        return;
    char name[256];
    layout_bar_name(window->layout, bar, name, sizeof name);
    show_arguments(name, to - from - 1);
    grid_text(frame->grid, row, from + 1, to - 1, name, (enum bar_role)bar->role);
}

/* Of the bars that start in one column only the last is seen. */
static void draw_bars(const struct window *window, const struct window_frame *frame, int32_t row,
                      const struct window_track *track)
{
    for (size_t i = first_reaching(window, track, frame->scale.from); i < track->count; i++) {
        const struct layout_bar *bar = bar_of(window, track, i);
        if (bar->from > frame->scale.to)
            return;
        i = first_from(window, track, i + 1, behind(frame, place_of(frame, bar->from))) - 1;
        draw_bar(window, frame, row, bar_of(window, track, i));
    }
}

static bool is_free(const struct grid_cell *cell)
{
    return cell && cell->role == ROLE_NONE && cell->character == 0;
}

/* Where nothing stands: a mark or an allocation in its first column, a wait in all but the one it
 * ends in. */
static void draw_thin(const struct window *window, const struct window_frame *frame, int32_t row,
                      const struct window_track *track, enum bar_role role, uint32_t *roles)
{
    size_t next = 0; /* first that starts behind the column */
    for (int32_t place = 0; place < frame->scale.length; place++) {
        int64_t end = behind(frame, place);
        next = first_from(window, track, next, end);
        if (next == 0)
            continue;
        int64_t reach = window->reach[track->first + next - 1];
        bool here = place == 0 ? reach >= frame->scale.from
                               : bar_of(window, track, next - 1)->from >= frame->edges[place];
        bool through = is_wait(role) && place + 1 < frame->scale.length && reach >= end;
        if (!here && !through)
            continue;
        struct grid_cell *cell = grid_at(frame->grid, row, frame->left + place);
        if (is_free(cell)) {
            cell->role = (uint8_t)role;
            *roles |= 1u << role;
        }
    }
}

/* The name of a call behind its sign, where it fits, and as much of the line as is free. */
static void draw_call(const struct window *window, const struct window_frame *frame, int32_t row,
                      const struct layout_bar *bar, uint32_t *roles)
{
    int32_t from, to;
    window_columns(frame, bar, &from, &to);
    bool begins = bar->from >= frame->scale.from;
    char name[40] = "";
    const char *at = name;
    if (to - from >= 3)
        layout_bar_name(window->layout, bar, name, sizeof name);
    for (int32_t column = from; column <= to; column++) {
        struct grid_cell *cell = grid_at(frame->grid, row, column);
        enum bar_role role = column == from && begins ? ROLE_CALL : ROLE_BUSY;
        uint32_t character = 0;
        if (column > from && column < to && *at)
            at = grid_decode(at, &character);
        if (!is_free(cell))
            continue;
        *cell = (struct grid_cell){.character = character, .role = (uint8_t)role};
        *roles |= 1u << role;
    }
}

/* Calls of a host thread come one after the other; of those that begin in one column the last is
 * seen. */
static void draw_calls(const struct window *window, const struct window_frame *frame, int32_t row,
                       const struct window_track *track, uint32_t *roles)
{
    for (size_t i = first_reaching(window, track, frame->scale.from); i < track->count; i++) {
        const struct layout_bar *bar = bar_of(window, track, i);
        if (bar->from > frame->scale.to)
            return;
        i = first_from(window, track, i + 1, behind(frame, place_of(frame, bar->from))) - 1;
        draw_call(window, frame, row, bar_of(window, track, i), roles);
    }
}

void window_draw(const struct window *window, const struct window_frame *frame, size_t lane,
                 uint16_t sub, int32_t row, uint32_t *roles)
{
    const struct window_track *tracks = window->tracks + window->first_track[lane];
    uint16_t subs = window->layout->lanes[lane].subs;
    *roles |= tracks[sub].roles;
    draw_bars(window, frame, row, &tracks[sub]);
    for (size_t i = 0; sub == 0 && i < THIN; i++)
        if (tracks[subs + i].count && thin_roles[i] == ROLE_CALL)
            draw_calls(window, frame, row, &tracks[subs + i], roles);
        else if (tracks[subs + i].count)
            draw_thin(window, frame, row, &tracks[subs + i], thin_roles[i], roles);
}

void window_draw_fences(const struct window *window, const struct window_frame *frame, int32_t row,
                        uint32_t *roles)
{
    size_t count = window->layout->fence_count;
    for (int32_t place = 0; place < frame->scale.length; place++) {
        size_t low = 0, high = count;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (window->fences[middle] < frame->edges[place])
                low = middle + 1;
            else
                high = middle;
        }
        if (low == count)
            return;
        struct grid_cell *cell = grid_at(frame->grid, row, frame->left + place);
        if (window->fences[low] < behind(frame, place) && cell && cell->character == 0 &&
            (cell->role == ROLE_NONE || is_wait((enum bar_role)cell->role))) {
            cell->role = ROLE_FENCE;
            *roles |= 1u << ROLE_FENCE;
        }
    }
}

/* Ticks far enough from each other for the longest text, which is that of the last. */
static int64_t tick_step(const struct window_frame *frame, int64_t zero)
{
    enum { APART = 12 };
    int64_t step = scale_tick_step(&frame->scale, APART);
    struct strbuf text;
    strbuf_init(&text);
    scale_tick_text(&text, (frame->scale.to - zero) / step * step, step);
    int32_t apart = (int32_t)text.length + 2;
    strbuf_release(&text);
    return apart > APART ? scale_tick_step(&frame->scale, apart) : step;
}

void window_draw_ruler(const struct window *window, const struct window_frame *frame, int32_t row)
{
    int64_t zero = window->layout->timeline->zero;
    int64_t step = tick_step(frame, zero);
    struct strbuf text;
    strbuf_init(&text);
    for (int64_t time = scale_first_tick(&frame->scale, zero, step); time <= frame->scale.to - zero;
         time += step) {
        int32_t column = window_column(frame, zero + time);
        strbuf_clear(&text);
        scale_tick_text(&text, time, step);
        if (column + (int32_t)text.length + 1 > frame->left + frame->scale.length)
            break;
        grid_text(frame->grid, row, column, column, "|", ROLE_AXIS);
        grid_text(frame->grid, row, column + 1, frame->left + frame->scale.length - 1, text.text,
                  ROLE_AXIS);
    }
    strbuf_release(&text);
}

/* --- finding bars --------------------------------------------------------------------------------
 */

/* Where a search goes on from, a place for each track that is searched; of times that only grow. */
struct walk {
    size_t bar, mark, alloc, call;
};

static size_t bar_between(const struct window *window, size_t lane, uint16_t sub, int64_t from,
                          int64_t to, struct walk *walk)
{
    const struct window_track *tracks = window->tracks + window->first_track[lane];
    size_t after = walk->bar = first_from(window, &tracks[sub], walk->bar, to);
    if (after > 0 && bar_of(window, &tracks[sub], after - 1)->to >= from)
        return window->rows[tracks[sub].first + after - 1];
    if (sub > 0)
        return WINDOW_NO_BAR;
    const struct window_track *marks = &tracks[window->layout->lanes[lane].subs],
                              *allocs = marks + 1, *calls = marks + 2;
    size_t at = walk->mark = first_from(window, marks, walk->mark, from);
    if (at < marks->count && bar_of(window, marks, at)->from < to)
        return window->rows[marks->first + at];
    at = walk->alloc = first_from(window, allocs, walk->alloc, from);
    if (at < allocs->count && bar_of(window, allocs, at)->from < to)
        return window->rows[allocs->first + at];
    at = walk->call = first_from(window, calls, walk->call, to);
    if (at == 0)
        return WINDOW_NO_BAR;
    const struct layout_bar *call = bar_of(window, calls, at - 1);
    return call->from >= from || call->to >= to ? window->rows[calls->first + at - 1]
                                                : WINDOW_NO_BAR;
}

size_t window_bar_in(const struct window *window, size_t lane, uint16_t sub, int64_t from,
                     int64_t to)
{
    return bar_between(window, lane, sub, from, to, &(struct walk){0});
}

void window_bars_in(const struct window *window, const struct window_frame *frame, size_t lane,
                    uint16_t sub, size_t *bars)
{
    struct walk walk = {0};
    for (int32_t place = 0; place < frame->scale.length; place++) {
        bool last = place + 1 == frame->scale.length;
        bars[place] = bar_between(window, lane, sub, frame->edges[place],
                                  last ? frame->scale.to : frame->edges[place + 1], &walk);
    }
}

static int64_t distance(const struct layout_bar *bar, int64_t time)
{
    if (time < bar->from)
        return bar->from - time;
    return time < bar->to ? 0 : time - bar->to;
}

size_t window_nearest(const struct window *window, size_t lane, uint16_t sub, int64_t time)
{
    const struct window_track *tracks = window->tracks + window->first_track[lane];
    size_t best = WINDOW_NO_BAR;
    int64_t least = INT64_MAX;
    for (size_t t = 0; t < (sub == 0 ? 4 : 1); t++) {
        const struct window_track *track =
            t == 0 ? &tracks[sub] : &tracks[window->layout->lanes[lane].subs + t - 1];
        size_t after = first_from(window, track, 0, time + 1);
        for (size_t i = after > 0 ? after - 1 : 0; i <= after && i < track->count; i++) {
            int64_t far = distance(bar_of(window, track, i), time);
            if (far < least) {
                least = far;
                best = window->rows[track->first + i];
            }
        }
    }
    return best;
}

/* Where in the stops of its lane a bar stands, or the first behind it. */
static size_t stop_of(const struct window *window, size_t lane, size_t bar)
{
    size_t low = window->first_stop[lane], high = window->first_stop[lane + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (window->stops[middle] < bar)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t window_neighbor(const struct window *window, size_t lane, size_t bar, int step)
{
    size_t at = stop_of(window, lane, bar);
    if (step < 0)
        return at > window->first_stop[lane] ? window->stops[at - 1] : WINDOW_NO_BAR;
    return at + 1 < window->first_stop[lane + 1] ? window->stops[at + 1] : WINDOW_NO_BAR;
}

size_t window_find(const struct window *window, size_t lane, uint32_t op, uint32_t call,
                   int64_t start)
{
    const struct layout_bar *bars = window->layout->bars;
    size_t low = window->first_stop[lane], end = window->first_stop[lane + 1], high = end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (bars[window->stops[middle]].from < start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < end && bars[window->stops[low]].from == start; low++) {
        const struct layout_bar *bar = &bars[window->stops[low]];
        if (bar->op == op && (op != TIMELINE_NO_OP || bar->call == call))
            return window->stops[low];
    }
    return WINDOW_NO_BAR;
}
