/* lesson.ini: the lesson's title, its questions, its exercise with requirements, hints and wrong
 * edits. */
#include "sim/lesson/lesson_inside.h"

#include "sim/base/strbuf.h"
#include "sim/base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WITHIN_DEFAULT = 10 };

static const char *question_kind_name(enum question_kind kind)
{
    static const char *const names[] = {
        [QUESTION_ORDER] = "order",
        [QUESTION_OVERLAP] = "overlap",
        [QUESTION_TIME] = "time",
        [QUESTION_CHOICE] = "choice",
    };
    return names[kind];
}

/* The section that is being read. */
struct reading {
    struct lesson *lesson;
    const struct ini_section *section;
    struct err *err;
};

static struct lesson_text text_of(struct reading *r, const struct ini_entry *entry)
{
    return (struct lesson_text){
        .text = entry->value,
        .place = {r->lesson->ini.path, entry->line, entry->column},
        .entry = entry,
    };
}

static struct lesson_place place_of(struct reading *r)
{
    return (struct lesson_place){r->lesson->ini.path, r->section->line, 0};
}

/* Keys of a section, for suggestions. */
static int unknown_key(struct reading *r, const struct ini_entry *entry, const char *const *keys)
{
    struct suggest near;
    struct strbuf all;
    strbuf_init(&all);
    suggest_init(&near, entry->key);
    for (const char *const *key = keys; *key; key++) {
        suggest_offer(&near, *key);
        strbuf_addf(&all, "%s%s", key == keys ? "" : ", ", *key);
    }
    err_set_at(r->err, ERR_INPUT, r->lesson->ini.path, entry->line, 1,
               "`%.60s` is no key of [%.30s]", entry->key, r->section->kind);
    if (near.best)
        err_hint(r->err, "did you mean `%s`?", near.best);
    else
        err_hint(r->err, "its keys are %.200s", all.text);
    strbuf_release(&all);
    return -1;
}

static bool key_is(const struct ini_entry *entry, const char *key)
{
    return strcmp(entry->key, key) == 0;
}

static int bad_value(struct reading *r, const struct ini_entry *entry, const char *what)
{
    return err_set_at(r->err, ERR_INPUT, r->lesson->ini.path, entry->line, entry->column, "%s",
                      what);
}

static int read_number(struct reading *r, const struct ini_entry *entry, int least, int most,
                       int *value)
{
    char *end;
    long number = strtol(entry->value, &end, 10);
    end += strspn(end, " %");
    if (end == entry->value || *end || number < least || number > most) {
        char what[80];
        snprintf(what, sizeof what, "a whole number from %d to %d is needed", least, most);
        return bad_value(r, entry, what);
    }
    *value = (int)number;
    return 0;
}

static const struct ini_entry *entries(struct reading *r, size_t *count)
{
    *count = r->section->entry_count;
    return *count ? r->lesson->ini.entries + r->section->first_entry : NULL;
}

/* --- [lesson] --- */

static int read_head(struct reading *r)
{
    static const char *const keys[] = {"title", "summary", "gpu", NULL};
    struct lesson *lesson = r->lesson;
    size_t count;
    const struct ini_entry *entry = entries(r, &count);
    for (size_t i = 0; i < count; i++, entry++) {
        if (*entry->value == '\0')
            return bad_value(r, entry, "there is no value");
        if (key_is(entry, "title"))
            lesson->title = entry->value;
        else if (key_is(entry, "summary"))
            lesson->summary = entry->value;
        else if (key_is(entry, "gpu"))
            lesson->gpu = entry->value;
        else
            return unknown_key(r, entry, keys);
    }
    return 0;
}

/* --- [question NAME] --- */

static struct lesson_choice *choice_of(struct lesson *lesson, struct lesson_question *question,
                                       const char *name)
{
    for (size_t i = 0; i < question->choice_count; i++)
        if (strcmp(question->choices[i].name, name) == 0)
            return &question->choices[i];
    struct lesson_choice *rows =
        arena_alloc(&lesson->arena, (question->choice_count + 1) * sizeof *rows);
    if (question->choice_count)
        memcpy(rows, question->choices, question->choice_count * sizeof *rows);
    question->choices = rows;
    rows[question->choice_count] = (struct lesson_choice){.name = name};
    return &rows[question->choice_count++];
}

static int read_kind(struct reading *r, const struct ini_entry *entry,
                     struct lesson_question *question)
{
    struct suggest near;
    suggest_init(&near, entry->value);
    for (int kind = QUESTION_ORDER; kind <= QUESTION_CHOICE; kind++) {
        const char *name = question_kind_name((enum question_kind)kind);
        question->kind = (enum question_kind)kind;
        if (strcmp(entry->value, name) == 0)
            return 0;
        suggest_offer(&near, name);
    }
    bad_value(r, entry, "a question's kind is order, overlap, time or choice");
    return near.best ? err_hint(r->err, "did you mean `%s`?", near.best) : -1;
}

static int read_scenario(struct reading *r, const struct ini_entry *entry, struct lesson_run *run)
{
    struct lesson_text text = text_of(r, entry);
    size_t at = 0;
    if (lesson_run_read(r->lesson, run, &text, &at, r->err) < 0)
        return -1;
    if (!run->file)
        return bad_value(r, entry, "a scenario is named by its file, as in `fence.cu -DN=3`");
    if (text.text[at])
        return lesson_fail(&text, at, r->err, "after a scenario only its options may stand");
    return 0;
}

static int read_question_entry(struct reading *r, const struct ini_entry *entry,
                               struct lesson_question *q)
{
    static const char *const keys[] = {
        "kind",  "ask", "scenario", "of",    "with",   "by",   "within", "formula",      "right",
        "wrong", "low", "high",     "ruler", "choice", "when", "reply",  "formula-text", NULL};
    struct {
        const char *key;
        struct lesson_text *where;
    } texts[] = {{"ask", &q->ask},         {"of", &q->of},       {"with", &q->with},
                 {"formula", &q->formula}, {"right", &q->right}, {"wrong", &q->wrong},
                 {"low", &q->low},         {"high", &q->high},   {"formula-text", &q->formula_text},
                 {"ruler", &q->ruler}};
    if (*entry->value == '\0')
        return bad_value(r, entry, "there is no value");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (key_is(entry, texts[i].key)) {
            *texts[i].where = text_of(r, entry);
            return 0;
        }
    if (key_is(entry, "kind"))
        return read_kind(r, entry, q);
    if (key_is(entry, "scenario"))
        return read_scenario(r, entry, &q->run);
    if (key_is(entry, "within"))
        return read_number(r, entry, 1, 100, &q->within);
    if (key_is(entry, "by")) {
        q->by_end = strcmp(entry->value, "end") == 0;
        return q->by_end || strcmp(entry->value, "start") == 0
                   ? 0
                   : bad_value(r, entry, "operations are in order by `start` or by `end`");
    }
    bool is_choice = key_is(entry, "choice"), is_when = key_is(entry, "when");
    if (!is_choice && !is_when && !key_is(entry, "reply"))
        return unknown_key(r, entry, keys);
    if (*entry->argument == '\0')
        return bad_value(r, entry, "whose? Write its name before the `=`, as in `choice a = ...`");
    struct lesson_choice *choice = choice_of(r->lesson, q, entry->argument);
    *(is_choice ? &choice->text : is_when ? &choice->when : &choice->reply) = text_of(r, entry);
    return 0;
}

static int lacks(struct reading *r, const char *key, const char *what)
{
    err_set_at(r->err, ERR_INPUT, r->lesson->ini.path, r->section->line, 1,
               "[%.30s%s%.60s] has no `%s`", r->section->kind, *r->section->name ? " " : "",
               r->section->name, key);
    return err_hint(r->err, "%s", what);
}

static int check_choice(struct reading *r, const struct lesson_question *q)
{
    if (q->choice_count < 2)
        return lacks(r, "choice",
                     "a question of choice has at least two: `choice a = ...`, "
                     "`when a = CONDITION`, `reply a = ...`");
    for (size_t i = 0; i < q->choice_count; i++) {
        const struct lesson_choice *choice = &q->choices[i];
        char key[80];
        const struct {
            const char *key;
            const struct lesson_text *text;
            const char *what;
        } needed[] = {
            {"choice", &choice->text, "what can be chosen"},
            {"when", &choice->when,
             "the condition under which it is right, as in `overlap(k1, k2) > 0`"},
            {"reply", &choice->reply, "what is said to a learner who chose it"},
        };
        for (size_t k = 0; k < 3; k++)
            if (!needed[k].text->text) {
                snprintf(key, sizeof key, "%s %.60s", needed[k].key, choice->name);
                return lacks(r, key, needed[k].what);
            }
    }
    return 0;
}

static int check_question(struct reading *r, const struct lesson_question *q, bool has_kind)
{
    if (!has_kind)
        return lacks(r, "kind", "it is order, overlap, time or choice");
    if (!q->ask.text)
        return lacks(r, "ask", "the question itself, as the learner reads it");
    if (!q->run.file)
        return lacks(r, "scenario", "the file whose run answers it, as in `fence.cu`");
    if (q->kind == QUESTION_CHOICE)
        return check_choice(r, q);
    if (!q->of.text)
        return lacks(r, "of",
                     q->kind == QUESTION_TIME ? "the time that is asked for, as in `wall`"
                                              : "the operations that are asked for, as in `k1 k2`");
    if (q->kind == QUESTION_OVERLAP && !q->with.text)
        return lacks(r, "with", "the operation that those of `of` may run beside");
    for (size_t i = 0; i < q->choice_count; i++)
        if (q->choices[i].text.text || q->choices[i].when.text) {
            err_set_at(r->err, ERR_INPUT, r->lesson->ini.path, r->section->line, 1,
                       "only a question of choice has `choice` and `when`");
            return -1;
        }
    return 0;
}

static int read_question(struct reading *r)
{
    struct lesson *lesson = r->lesson;
    if (*r->section->name == '\0')
        return lacks(r, "name", "write it in the section, as in [question order]");
    if (lesson_find_question(lesson, r->section->name) >= 0)
        return err_set_at(r->err, ERR_INPUT, lesson->ini.path, r->section->line, 1,
                          "there is a question `%.60s` already", r->section->name);
    struct lesson_question *q = &lesson->questions[lesson->question_count];
    *q = (struct lesson_question){
        .name = r->section->name, .within = WITHIN_DEFAULT, .place = place_of(r)};
    bool has_kind = false;
    size_t count;
    const struct ini_entry *entry = entries(r, &count);
    for (size_t i = 0; i < count; i++, entry++) {
        has_kind |= key_is(entry, "kind");
        if (read_question_entry(r, entry, q) < 0)
            return -1;
    }
    lesson->question_count++;
    return check_question(r, q, has_kind);
}

/* --- [exercise], [require NAME], [hint], [wrong NAME] --- */

static void read_names(struct lesson *lesson, const char *text, const char ***names, size_t *count)
{
    *names = arena_alloc(&lesson->arena, (strlen(text) / 2 + 1) * sizeof **names);
    *count = 0;
    for (const char *p = text + strspn(text, " ,\n\t"); *p;) {
        size_t length = strcspn(p, " ,\n\t");
        (*names)[(*count)++] = arena_strndup(&lesson->arena, p, length);
        p += length;
        p += strspn(p, " ,\n\t");
    }
}

static int read_exercise(struct reading *r)
{
    static const char *const keys[] = {"task",   "start", "solution", "chunking",
                                       "frozen", "done",  NULL};
    struct lesson_exercise *e = &r->lesson->exercise;
    if (e->exists)
        return err_set_at(r->err, ERR_INPUT, r->lesson->ini.path, r->section->line, 1,
                          "a lesson has one [exercise]");
    e->exists = true;
    e->place = place_of(r);
    e->start = "start.cu";
    e->solution = "solution.cu";
    size_t count;
    const struct ini_entry *entry = entries(r, &count);
    for (size_t i = 0; i < count; i++, entry++) {
        if (key_is(entry, "task")) {
            e->task = text_of(r, entry);
        } else if (key_is(entry, "done")) {
            e->done = text_of(r, entry);
        } else if (key_is(entry, "start")) {
            e->start = entry->value;
        } else if (key_is(entry, "solution")) {
            e->solution = entry->value;
        } else if (key_is(entry, "frozen")) {
            read_names(r->lesson, entry->value, &e->frozen, &e->frozen_count);
        } else if (key_is(entry, "chunking")) {
            e->chunking = strcmp(entry->value, "free") == 0;
            if (!e->chunking && strcmp(entry->value, "fixed") != 0)
                return bad_value(r, entry,
                                 "chunking is `fixed`, or `free` where the learner may divide the "
                                 "work otherwise");
        } else {
            return unknown_key(r, entry, keys);
        }
    }
    return e->task.text ? 0 : lacks(r, "task", "what the learner is to do, in Markdown");
}

static int read_require(struct reading *r)
{
    static const char *const keys[] = {"check", "fails", "points", NULL};
    struct lesson_exercise *e = &r->lesson->exercise;
    struct lesson_require *require = &e->requires[e->require_count++];
    *require = (struct lesson_require){.name = r->section->name, .points = 1, .place = place_of(r)};
    if (*r->section->name == '\0')
        return lacks(r, "name", "write it in the section, as in [require time]");
    for (size_t i = 0; i + 1 < e->require_count; i++)
        if (strcmp(e->requires[i].name, require->name) == 0)
            return err_set_at(r->err, ERR_INPUT, r->lesson->ini.path, r->section->line, 1,
                              "there is a requirement `%.60s` already", require->name);
    size_t count;
    const struct ini_entry *entry = entries(r, &count);
    for (size_t i = 0; i < count; i++, entry++) {
        if (key_is(entry, "check"))
            require->check = text_of(r, entry);
        else if (key_is(entry, "fails"))
            require->fails = text_of(r, entry);
        else if (!key_is(entry, "points"))
            return unknown_key(r, entry, keys);
        else if (read_number(r, entry, 0, 100, &require->points) < 0)
            return -1;
    }
    if (!require->check.text)
        return lacks(r, "check", "what must hold, as in `time <= 1.05 * solution`");
    return require->fails.text ? 0 : lacks(r, "fails", "the sentence shown when it does not hold");
}

static int read_hint(struct reading *r)
{
    static const char *const keys[] = {"text", NULL};
    struct lesson_hint *hint = &r->lesson->hints[r->lesson->hint_count++];
    size_t count;
    const struct ini_entry *entry = entries(r, &count);
    for (size_t i = 0; i < count; i++, entry++) {
        if (!key_is(entry, "text"))
            return unknown_key(r, entry, keys);
        hint->text = text_of(r, entry);
    }
    return hint->text.text ? 0 : lacks(r, "text", "the hint, in Markdown; the gentlest one first");
}

static int read_wrong(struct reading *r)
{
    static const char *const keys[] = {"idea", "must-fail", NULL};
    struct lesson_wrong *wrong = &r->lesson->wrongs[r->lesson->wrong_count++];
    *wrong = (struct lesson_wrong){.name = r->section->name, .place = place_of(r)};
    if (*r->section->name == '\0' || strchr(r->section->name, '/'))
        return lacks(r, "name",
                     "write it in the section: [wrong NAME] is of the file wrong/NAME.cu");
    size_t count;
    const struct ini_entry *entry = entries(r, &count);
    for (size_t i = 0; i < count; i++, entry++) {
        if (key_is(entry, "idea"))
            wrong->idea = entry->value;
        else if (key_is(entry, "must-fail"))
            wrong->must_fail = entry->value;
        else
            return unknown_key(r, entry, keys);
    }
    return wrong->idea ? 0 : lacks(r, "idea", "what somebody thinks who edits it so");
}

/* --- the whole file --- */

static const struct {
    const char *kind;
    int (*read)(struct reading *r);
} section_kinds[] = {
    {"lesson", read_head},     {"question", read_question}, {"exercise", read_exercise},
    {"require", read_require}, {"hint", read_hint},         {"wrong", read_wrong},
};

static int read_section(struct reading *r)
{
    struct suggest near;
    suggest_init(&near, r->section->kind);
    for (size_t i = 0; i < sizeof section_kinds / sizeof *section_kinds; i++) {
        if (strcmp(section_kinds[i].kind, r->section->kind) == 0)
            return section_kinds[i].read(r);
        suggest_offer(&near, section_kinds[i].kind);
    }
    err_set_at(r->err, ERR_INPUT, r->lesson->ini.path, r->section->line, 1,
               "there is no section [%.60s]", r->section->kind);
    return near.best ? err_hint(r->err, "did you mean [%s]?", near.best)
                     : err_hint(r->err, "there are [lesson], [question NAME], [exercise], [require "
                                        "NAME], [hint] and [wrong NAME]");
}

static size_t count_sections(const struct ini *ini, const char *kind)
{
    size_t count = 0;
    for (size_t i = 0; i < ini->section_count; i++)
        count += strcmp(ini->sections[i].kind, kind) == 0;
    return count + 1;
}

int lesson_read_ini(struct lesson *lesson, struct err *err)
{
    struct ini *ini = &lesson->ini;
    struct arena *arena = &lesson->arena;
    lesson->questions =
        arena_alloc(arena, count_sections(ini, "question") * sizeof *lesson->questions);
    lesson->exercise.requires =
        arena_alloc(arena, count_sections(ini, "require") * sizeof *lesson->exercise.requires);
    lesson->hints = arena_alloc(arena, count_sections(ini, "hint") * sizeof *lesson->hints);
    lesson->wrongs = arena_alloc(arena, count_sections(ini, "wrong") * sizeof *lesson->wrongs);
    for (size_t i = 0; i < ini->section_count; i++) {
        struct reading r = {lesson, &ini->sections[i], err};
        if (read_section(&r) < 0)
            return -1;
    }
    if (!lesson->title) {
        err_set_at(err, ERR_INPUT, ini->path, 1, 0, "the lesson has no title");
        return err_hint(err, "begin with [lesson] and `title = ...`");
    }
    if (lesson->exercise.require_count && !lesson->exercise.exists)
        return err_set_at(err, ERR_INPUT, ini->path, lesson->exercise.requires[0].place.line, 1,
                          "a [require] without an [exercise]");
    return 0;
}
