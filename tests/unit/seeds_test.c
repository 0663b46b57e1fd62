/* The seeds of the fuzz targets (tests/fuzz/corpus) have every field that the readers know, in
 * files that are read without an error: what no seed names, a fuzzer seldom finds, and `make test`,
 * which runs the seeds, never enters. */
#include "sim/io/program_fields.h"
#include "sim/io/program_file.h"
#include "sim/io/timeline_json.h"
#include "sim/io/timeline_sax.h"
#include "sim/model/profile.h"
#include "sim/model/rules.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 20 };

static bool is_timeline(const char *text, size_t length)
{
    struct timeline timeline;
    struct err err;
    err_init(&err);
    timeline_init(&timeline);
    bool good = timeline_json_read(&timeline, text, length, "seed", &err) == 0;
    timeline_release(&timeline);
    return good;
}

static bool is_program(const char *text, size_t length)
{
    struct program program;
    struct err err;
    err_init(&err);
    program_init(&program);
    bool good = program_file_read(&program, text, length, "seed", &err) == 0;
    program_release(&program);
    return good;
}

static const char *load_base(void *context, const char *name)
{
    (void)context;
    return profile_builtin_text(name);
}

static bool is_profile(const char *text, size_t length)
{
    struct profile profile;
    struct err err;
    err_init(&err);
    (void)length;
    bool good = profile_parse(&profile, "seed", text, load_base, NULL, &err) == 0;
    profile_release(&profile);
    return good;
}

/* The target's seeds that are good, one after the other; those of `report` may be two in one, with
 * a NUL between them. */
static void load_seeds(struct strbuf *seeds, const char *target,
                       bool (*is_good)(const char *text, size_t length))
{
    char pattern[80];
    glob_t found;
    snprintf(pattern, sizeof pattern, "tests/fuzz/corpus/%s/*", target);
    ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
    strbuf_init(seeds);
    strbuf_addc(seeds, '\n'); /* so that every line stands behind one */
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct strbuf text;
        struct err err;
        err_init(&err);
        strbuf_init(&text);
        ck_assert_int_eq(strbuf_read_file(&text, found.gl_pathv[i], LARGEST, &err), 0);
        for (size_t at = 0; at < text.length; at += strlen(text.text + at) + 1)
            if (is_good(text.text + at, strlen(text.text + at)))
                strbuf_addf(seeds, "%s\n", text.text + at);
        strbuf_release(&text);
    }
    globfree(&found);
}

/* Whether the words stand in one line, the first at its begin. */
static bool has_line(const char *text, const char *first, const char *word)
{
    char begin[80];
    snprintf(begin, sizeof begin, "\n%s", first);
    for (const char *at = text; (at = strstr(at, begin)); at++) {
        const char *end = strchr(at + 1, '\n'), *there = strstr(at, word);
        if (there && end && there < end)
            return true;
    }
    return false;
}

static const char *const timeline_targets[] = {"timeline", "report"};

START_TEST(timelines_have_every_key)
{
    static const char *const names[] = {
#define KEY(id, name, ...) name,
        SAX_KEYS(KEY)
#undef KEY
    };
    struct strbuf seeds;
    char key[80];
    load_seeds(&seeds, timeline_targets[_i], is_timeline);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(key, sizeof key, "\"%s\":", names[i]);
        ck_assert_msg(strstr(seeds.text, key), "no seed of %s has %s", timeline_targets[_i], key);
    }
    strbuf_release(&seeds);
}
END_TEST

/* Rules are many; what a fuzzer puts in place of one another comes from the dictionary. */
START_TEST(the_dictionary_has_every_key_and_rule)
{
    static const char *const names[] = {
#define KEY(id, name, ...) name,
        SAX_KEYS(KEY)
#undef KEY
    };
    struct strbuf words;
    struct err err;
    char word[80];
    err_init(&err);
    strbuf_init(&words);
    ck_assert_int_eq(strbuf_read_file(&words, "tests/fuzz/timeline.dict", LARGEST, &err), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(word, sizeof word, "\"\\\"%s\\\": \"\n", names[i]);
        ck_assert_msg(strstr(words.text, word), "timeline.dict lacks %s", word);
    }
    for (int rule = 0; rule < RULE_COUNT; rule++) {
        snprintf(word, sizeof word, "\"\\\"%s\\\"\"\n", rule_info((enum rule)rule)->name);
        ck_assert_msg(strstr(words.text, word), "timeline.dict lacks %s", word);
    }
    strbuf_release(&words);
}
END_TEST

static void seed_has(const char *seeds, const char *begin, const char *format, const char *name,
                     const char *value)
{
    char word[80];
    snprintf(word, sizeof word, format, name, value);
    ck_assert_msg(has_line(seeds, begin, word), "no seed of program has a line \"%s\" with \"%s\"",
                  begin, word);
}

START_TEST(programs_have_every_field)
{
    struct strbuf seeds;
    load_seeds(&seeds, "program", is_program);
    for (int id = 0; id < KIND_COUNT; id++) {
        const struct program_kind *kind = &program_kinds[id];
        char begin[40];
        snprintf(begin, sizeof begin, "%s ", kind->keyword);
        for (size_t i = 0; i < kind->field_count; i++) {
            const struct program_field *field = &kind->fields[i];
            seed_has(seeds.text, begin, " %s=%s", field->name, "");
            for (size_t k = 0; k < field->word_count; k++)
                seed_has(seeds.text, begin, " %s=%s", field->name, field->words[k]);
        }
    }
    for (size_t i = 0; i < program_call_field_count; i++) {
        const struct program_field *field = &program_call_fields[i];
        if (field->type != FIELD_OBJECT)
            seed_has(seeds.text, "", field->type == FIELD_FLAG ? " %s%s" : " %s=%s", field->name,
                     "");
    }
    for (int object = OBJECT_NONE + 1; object <= OBJECT_NAME; object++) {
        size_t table;
        seed_has(seeds.text, "", " %s=%s", program_object_field((enum call_object)object, &table),
                 "");
    }
    strbuf_release(&seeds);
}
END_TEST

/* Behind the line of its section, before that of the next. */
static bool has_key(const char *seeds, const char *section, const char *name)
{
    char head[40], key[80];
    snprintf(head, sizeof head, "\n[%s]\n", section);
    snprintf(key, sizeof key, "\n%s =", name);
    for (const char *at = seeds; (at = strstr(at, head)); at++) {
        const char *end = strstr(at + 1, "\n["), *there = strstr(at, key);
        if (there && (!end || there < end))
            return true;
    }
    return false;
}

START_TEST(profiles_have_every_key)
{
    struct strbuf seeds;
    load_seeds(&seeds, "profile", is_profile);
    for (int key = 0; key < PROFILE_KEY_COUNT; key++) {
        const struct profile_key_info *info = profile_key_info((enum profile_key)key);
        ck_assert_msg(has_key(seeds.text, info->section, info->name),
                      "no seed of profile has %s.%s", info->section, info->name);
    }
    strbuf_release(&seeds);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("seeds");
    TCase *tests = tcase_create("seeds");
    tcase_add_loop_test(tests, timelines_have_every_key, 0, 2);
    tcase_add_test(tests, the_dictionary_has_every_key_and_rule);
    tcase_add_test(tests, programs_have_every_field);
    tcase_add_test(tests, profiles_have_every_key);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
