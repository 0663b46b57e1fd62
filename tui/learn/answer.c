#include "tui/learn/answer.h"

#include "sim/base/mem.h"
#include "sim/draw/scale.h"

#include <stdlib.h>
#include <string.h>

enum { RULER_PARTS = 100 };
static const int64_t most_time = INT64_C(3600000000000); /* an hour: more than any lesson takes */

/* 1, 2 or 5 times a power of ten, at least `time`. */
static int64_t round_up(int64_t time)
{
    int64_t power = 1000;
    while (power * 10 <= time && power < most_time)
        power *= 10;
    for (int factor = 1; factor <= 10; factor += factor == 2 ? 3 : factor == 5 ? 5 : 1)
        if (power * factor >= time)
            return power * factor;
    return power * 10;
}

void answer_init(struct answer *answer, const struct lesson_question *question, int64_t range)
{
    memset(answer, 0, sizeof *answer);
    answer->kind = question->kind;
    answer->by_end = question->by_end;
    answer->time = -1;
    answer->range = round_up(range);
    if (question->kind == QUESTION_OVERLAP && question->with.text)
        answer->with = mem_strdup(question->with.text);
}

void answer_add(struct answer *answer, const char *name, const char *text)
{
    size_t capacity = answer->capacity;
    answer->items =
        mem_grow(answer->items, &answer->capacity, answer->count + 1, sizeof *answer->items);
    if (answer->capacity != capacity)
        answer->places = mem_realloc(answer->places, answer->capacity * sizeof *answer->places);
    answer->items[answer->count] = (struct answer_item){mem_strdup(name), mem_strdup(text)};
    answer->places[answer->count++] = 0;
}

unsigned answer_where(const struct answer *answer)
{
    return answer->kind == QUESTION_TIME     ? IN_TIME
           : answer->kind == QUESTION_CHOICE ? IN_CHOICE
                                             : IN_ANSWER;
}

/* What was typed, in ns; -1 if it is no time. The unit is the ruler's unless one is given. */
static int64_t typed_time(const struct answer *answer)
{
    char *end;
    double value = strtod(answer->typed, &end);
    double unit = answer->range >= 10000000 ? 1e6 : 1e3;
    if (end == answer->typed)
        return -1;
    if (*end == 'u')
        unit = 1e3;
    else if (*end == 'm')
        unit = 1e6;
    else if (*end == 's')
        unit = 1e9;
    double time = value * unit;
    return time >= 0 && time <= (double)most_time ? (int64_t)(time + 0.5) : most_time;
}

static void set_time(struct answer *answer, int64_t time)
{
    answer->time = time < 0 ? 0 : time > most_time ? most_time : time;
    if (answer->time > answer->range)
        answer->range = round_up(answer->time);
}

static void type(struct answer *answer, int32_t key)
{
    size_t length = strlen(answer->typed);
    bool has_unit = length > 0 && strchr("ums", answer->typed[length - 1]);
    bool fits = (key >= '0' && key <= '9' && !has_unit) ||
                (key == '.' && !has_unit && !strchr(answer->typed, '.')) ||
                (length > 0 && !has_unit && (key == 'u' || key == 'm' || key == 's')) ||
                (length > 0 && key == 's' &&
                 (answer->typed[length - 1] == 'u' || answer->typed[length - 1] == 'm'));
    if (!fits || length + 2 > sizeof answer->typed || length > 12)
        return;
    answer->typed[length] = (char)key;
    answer->typed[length + 1] = 0;
    int64_t time = typed_time(answer);
    if (time >= 0)
        set_time(answer, time);
}

static void key_time(struct answer *answer, enum learn_action action, int32_t key)
{
    int64_t step = answer->range / RULER_PARTS, now = answer->time < 0 ? 0 : answer->time;
    size_t length = strlen(answer->typed);
    switch (action) {
    case LEARN_LEFT:
        set_time(answer, now - step);
        break;
    case LEARN_RIGHT:
        set_time(answer, now + step);
        break;
    case LEARN_DOWN:
        set_time(answer, now - 10 * step);
        break;
    case LEARN_UP:
        set_time(answer, now + 10 * step);
        break;
    case LEARN_UNDO:
        if (length > 0)
            answer->typed[length - 1] = 0;
        answer->time = typed_time(answer);
        return;
    case LEARN_NOTHING:
        type(answer, key);
        return;
    default:
        return;
    }
    answer->typed[0] = 0;
}

/* Gives the item the next place, or takes its place away; those behind it move up. */
static void pick(struct answer *answer, size_t item)
{
    if (item >= answer->count)
        return;
    size_t place = answer->places[item];
    if (place == 0) {
        answer->picked++;
        answer->places[item] = answer->kind == QUESTION_ORDER ? answer->picked : 1;
        return;
    }
    answer->picked--;
    answer->places[item] = 0;
    for (size_t i = 0; i < answer->count && answer->kind == QUESTION_ORDER; i++)
        answer->places[i] -= answer->places[i] > place;
}

/* The item that was put in last; of marks, the last one in the list. */
static void undo(struct answer *answer)
{
    for (size_t i = answer->count; i-- > 0;)
        if (answer->places[i] > 0 &&
            (answer->kind != QUESTION_ORDER || answer->places[i] == answer->picked)) {
            pick(answer, i);
            answer->cursor = i;
            return;
        }
}

static void move(struct answer *answer, int64_t by)
{
    int64_t to = (int64_t)answer->cursor + by, last = (int64_t)answer->count - 1;
    answer->cursor = (size_t)(to > last ? last : to < 0 ? 0 : to);
}

/* The next choice whose name begins with a letter. */
static void find_letter(struct answer *answer, int32_t key)
{
    for (size_t i = 1; i <= answer->count && key > ' ' && key < 0x7f; i++) {
        size_t at = (answer->cursor + i) % answer->count;
        if (answer->items[at].name[0] == (char)key) {
            answer->cursor = at;
            return;
        }
    }
}

void answer_key(struct answer *answer, enum learn_action action, int32_t key)
{
    if (answer->kind == QUESTION_TIME) {
        key_time(answer, action, key);
        return;
    }
    if (answer->count == 0)
        return;
    switch (action) {
    case LEARN_UP:
        move(answer, -1);
        break;
    case LEARN_DOWN:
        move(answer, 1);
        break;
    case LEARN_HOME:
        answer->cursor = 0;
        break;
    case LEARN_END:
        answer->cursor = answer->count - 1;
        break;
    case LEARN_PICK:
        pick(answer, answer->cursor);
        if (answer->kind == QUESTION_ORDER)
            for (size_t i = 1; i < answer->count && answer->places[answer->cursor] > 0; i++)
                answer->cursor = (answer->cursor + 1) % answer->count;
        break;
    case LEARN_UNDO:
        undo(answer);
        break;
    case LEARN_NOTHING:
        if (answer->kind == QUESTION_CHOICE)
            find_letter(answer, key);
        break;
    default:
        break;
    }
}

bool answer_is_whole(const struct answer *answer)
{
    switch (answer->kind) {
    case QUESTION_TIME:
        return answer->time >= 0;
    case QUESTION_ORDER:
        return answer->picked == answer->count;
    default:
        return answer->count > 0;
    }
}

void answer_text(const struct answer *answer, struct strbuf *text)
{
    switch (answer->kind) {
    case QUESTION_TIME:
        strbuf_addf(text, "%lld.%03lld us", (long long)(answer->time / 1000),
                    (long long)(answer->time % 1000));
        return;
    case QUESTION_CHOICE:
        strbuf_adds(text, answer->count ? answer->items[answer->cursor].name : "");
        return;
    case QUESTION_ORDER:
        for (size_t place = 1; place <= answer->picked; place++)
            for (size_t i = 0; i < answer->count; i++)
                if (answer->places[i] == place)
                    strbuf_addf(text, "%s%s", place > 1 ? " " : "", answer->items[i].name);
        return;
    case QUESTION_OVERLAP:
        if (answer->picked == 0)
            strbuf_adds(text, "none");
        for (size_t i = 0, n = 0; i < answer->count; i++)
            if (answer->places[i])
                strbuf_addf(text, "%s%s", n++ ? " " : "", answer->items[i].name);
        return;
    }
}

void answer_release(struct answer *answer)
{
    for (size_t i = 0; i < answer->count; i++) {
        free(answer->items[i].name);
        free(answer->items[i].text);
    }
    free(answer->items);
    free(answer->places);
    free(answer->with);
    memset(answer, 0, sizeof *answer);
}
