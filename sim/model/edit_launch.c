/* Launches that name no stream get the one of the work whose data they take, or that takes theirs,
 * where the source can name it there. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* What becomes of the launches in a line. */
struct line {
    bool is_chosen, is_left; /* one of them is left as it is, and so are all */
    bool is_found, several;  /* they go by calls in several lines */
    bool behind;
    uint32_t place, column; /* of the call that all go by */
    uint32_t name;
    uint16_t call;
};

/* Between which records a stream is there. */
struct life {
    size_t from, to;
};

struct launching {
    struct editing *editing;
    const struct program *program;
    bool *chosen;                               /* by record */
    uint32_t *before, *after;                   /* the work that each goes by, from 1 */
    struct life *lives;                         /* by stream */
    struct line *lines;                         /* by place */
    const struct program_stream_sight **sights; /* by_places(), the first of equal ones alone */
    size_t sight_count;
};

/* Of pointers to sights: by where the launch stands, then by where the call does. */
static int by_places(const void *a, const void *b)
{
    const struct program_stream_sight *x = *(const struct program_stream_sight *const *)a;
    const struct program_stream_sight *y = *(const struct program_stream_sight *const *)b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    if (x->of_place != y->of_place)
        return x->of_place < y->of_place ? -1 : 1;
    return x->of_column < y->of_column ? -1 : x->of_column > y->of_column;
}

static int by_places_and_row(const void *a, const void *b)
{
    const struct program_stream_sight *x = *(const struct program_stream_sight *const *)a;
    const struct program_stream_sight *y = *(const struct program_stream_sight *const *)b;
    int order = by_places(a, b);
    return order ? order : x < y ? -1 : x > y;
}

/* There are as many as pairs of lines, and each launch asks for one. */
static void sort_sights(struct launching *launching)
{
    const struct program *program = launching->program;
    size_t count = program->stream_sights.count;
    launching->sights = mem_zalloc((count + 1) * sizeof(const struct program_stream_sight *));
    for (size_t i = 0; i < count; i++)
        launching->sights[i] = &program->stream_sights.rows[i];
    qsort(launching->sights, count, sizeof *launching->sights, by_places_and_row);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || by_places(&launching->sights[i - 1], &launching->sights[i]) != 0)
            launching->sights[launching->sight_count++] = launching->sights[i];
}

static const struct program_stream_sight *find_sight(const struct launching *launching,
                                                     const struct program_record *launch,
                                                     const struct program_record *work)
{
    const struct program_stream_sight wanted = {.place = launch->place,
                                                .column = launch->column,
                                                .of_place = work->place,
                                                .of_column = work->column};
    const struct program_stream_sight *key = &wanted, *const *found =
                                                          bsearch(&key, launching->sights,
                                                                  launching->sight_count,
                                                                  sizeof key, by_places);
    return found ? *found : NULL;
}

static uint32_t work_of(const struct launching *launching, size_t row)
{
    return launching->before[row] ? launching->before[row] : launching->after[row];
}

/* Where some have no work before them, as in the first turns of a loop, all of a line go by what
 * comes behind, if that is in the same streams. */
static void agree(struct launching *launching)
{
    size_t count = launching->program->records.count;
    bool *behind = mem_zalloc(launching->program->places.count + 1);
    const struct program_record *records = launching->program->records.rows;
    for (size_t i = 0; i < count; i++)
        if (launching->chosen[i] && !launching->before[i])
            behind[records[i].place] = true;
    for (size_t i = 0; i < count; i++)
        if (launching->chosen[i] && launching->before[i] &&
            edit_stream_of(launching->program, launching->before[i]) !=
                edit_stream_of(launching->program, launching->after[i]))
            behind[records[i].place] = false;
    for (size_t i = 0; i < count; i++)
        if (launching->chosen[i] && behind[records[i].place])
            launching->before[i] = 0;
    free(behind);
}

static struct life *find_lives(const struct program *program)
{
    struct life *lives = mem_zalloc((program->streams.count + 1) * sizeof *lives);
    for (size_t i = 0; i < program->streams.count; i++)
        lives[i].to = program->records.count;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (call_creates_stream(record->call))
            lives[record->object].from = i;
        else if (record->call == CALL_cudaStreamDestroy)
            lives[record->object].to = i;
    }
    return lives;
}

static void look_at(struct launching *launching, size_t row)
{
    const struct program *program = launching->program;
    const struct program_record *launch = &program->records.rows[row];
    struct line *line = &launching->lines[launch->place];
    uint32_t number = work_of(launching, row);
    line->is_chosen = true;
    if (number == 0) {
        line->is_left = true;
        return;
    }
    const struct program_record *work = &program->records.rows[number - 1];
    const struct program_stream_sight *sight = find_sight(launching, launch, work);
    uint32_t name = sight && work->thread == launch->thread ? sight->name : 0;
    bool behind = number > row;
    const struct life *life = &launching->lives[work->stream];
    if ((!sight && program->has_source) || row < life->from || row > life->to)
        line->is_left = true;
    if (line->is_found && (line->place != work->place || line->column != work->column ||
                           line->behind != behind || line->name != name)) {
        line->several = true;
        line->name = 0;
    } else {
        line->place = work->place;
        line->column = work->column;
        line->behind = behind;
        line->name = name;
        line->call = work->call;
    }
    line->is_found = true;
}

/* What is written in another line has the name only if that is the call which its thread has made
 * last, or makes next: a copy that the turn before has made was in that turn's stream. */
static void keep_names(struct launching *launching)
{
    const struct program *program = launching->program;
    for (size_t place = 0; place < program->places.count; place++) {
        struct line *line = &launching->lines[place];
        size_t *last = mem_zalloc((program->threads.count + 1) * sizeof *last); /* from 1 */
        size_t count = line->is_chosen && !line->several && line->name ? program->records.count : 0;
        for (size_t turn = 0; turn < count; turn++) {
            size_t i = line->behind ? count - 1 - turn : turn;
            const struct program_record *record = &program->records.rows[i];
            if (record->place == line->place && record->column == line->column)
                last[record->thread] = i + 1;
            if (launching->chosen[i] && record->place == place &&
                last[record->thread] != work_of(launching, i))
                line->name = 0;
        }
        free(last);
    }
}

static void launch_in(struct launching *launching, size_t row)
{
    struct program *program = launching->editing->program;
    struct program_record *record = &program->records.rows[row];
    const struct line *line = &launching->lines[record->place];
    if (line->is_left)
        return;
    record->stream = launching->program->records.rows[work_of(launching, row) - 1].stream;
    editing_note(launching->editing,
                 &(struct edit_change){.kind = CHANGE_LAUNCH,
                                       .call = record->call,
                                       .new_call = line->several ? CALL_NONE : line->call,
                                       .place = record->place,
                                       .other = line->several ? 0 : line->place,
                                       .stream = record->stream,
                                       .object = program->launches.rows[record->object].kernel,
                                       .name = line->name,
                                       .behind = line->behind,
                                       .count = 1});
    launching->editing->orders_lost = true;
}

void edit_launch(struct editing *editing, const struct edit *edit)
{
    const struct program *program = editing->program;
    size_t count = program->records.count;
    struct launching launching = {.editing = editing,
                                  .program = program,
                                  .chosen = mem_zalloc(count + 1),
                                  .lines =
                                      mem_zalloc(program->places.count * sizeof(struct line) + 1)};
    for (size_t i = 0; i < count; i++) {
        const struct program_record *record = &program->records.rows[i];
        launching.chosen[i] = record->stream == PROGRAM_STREAM_LEGACY && record->object != 0 &&
                              (edit->place == 0 || record->place == edit->place) &&
                              call_info((enum call)record->call)->object == OBJECT_LAUNCH &&
                              edit_takes_stream(program, record);
    }
    launching.before = edit_work_by_data(program, launching.chosen, false);
    launching.after = edit_work_by_data(program, launching.chosen, true);
    launching.lives = find_lives(program);
    sort_sights(&launching);
    agree(&launching);
    for (size_t i = 0; i < count; i++)
        if (launching.chosen[i])
            look_at(&launching, i);
    keep_names(&launching);
    for (size_t i = 0; i < count; i++)
        if (launching.chosen[i])
            launch_in(&launching, i);
    if (editing->changes->changed == 0)
        editing_refuse(editing, "no stream can be named there whose work the launch belongs to");
    free(launching.chosen);
    free(launching.before);
    free(launching.after);
    free(launching.lives);
    free(launching.lines);
    free(launching.sights);
}
