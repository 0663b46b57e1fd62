/* sim/base: what everything else stands on. */
#include "sim/base/arena.h"
#include "sim/base/duration.h"
#include "sim/base/err.h"
#include "sim/base/heap.h"
#include "sim/base/intern.h"
#include "sim/base/json_writer.h"
#include "sim/base/keys.h"
#include "sim/base/strbuf.h"
#include "sim/base/wrap.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(duration_divides_to_nearest)
{
    /* 16 MiB at 55.4 GB/s: 16777216 / 55.4e9 s = 302.837 us */
    ck_assert_int_eq(duration_divide(16777216, 1000000000, 55400000000), 302838);
    ck_assert_int_eq(duration_divide(1, 1, 2), 1); /* halves up */
    ck_assert_int_eq(duration_divide(INT64_MAX, INT64_MAX, 1), DURATION_NEVER);
}
END_TEST

START_TEST(duration_wants_a_unit)
{
    int64_t ns = 7;
    ck_assert_int_eq(duration_parse("1.5us", &ns), 0);
    ck_assert_int_eq(ns, 1500);
    ck_assert_int_eq(duration_parse(" 2 ms ", &ns), 0);
    ck_assert_int_eq(ns, 2000000);
    ck_assert_int_eq(duration_parse("12", &ns), -1);
    ck_assert_int_eq(duration_parse("-1us", &ns), -1);
    ck_assert_int_eq(duration_parse("1usx", &ns), -1);
    ck_assert_int_eq(duration_parse("99999999999999999999s", &ns), -1);
    ck_assert_int_eq(ns, 2000000);
}
END_TEST

START_TEST(duration_prints)
{
    struct strbuf sb;
    strbuf_init(&sb);
    duration_add_us(&sb, -1234);
    strbuf_addc(&sb, ' ');
    duration_add_us(&sb, 5);
    strbuf_addc(&sb, ' ');
    duration_add_human(&sb, 301060);
    strbuf_addc(&sb, ' ');
    duration_add_human(&sb, 2900);
    ck_assert_str_eq(sb.text, "-1.234 0.005 301 us 2.90 us");
    strbuf_release(&sb);
}
END_TEST

START_TEST(json_is_written_key_by_key)
{
    struct strbuf sb;
    strbuf_init(&sb);
    struct json_writer w = json_writer_on(&sb);
    json_open(&w, NULL);
    json_text(&w, "name", "a \"b\"");
    json_int(&w, "absent", JSON_ABSENT);
    json_us(&w, "for_us", JSON_ABSENT);
    json_true(&w, "no", false);
    json_open(&w, "empty");
    json_close(&w);
    json_line(&w, 1);
    json_list(&w, "rows");
    for (int i = 0; i < 2; i++) {
        json_line(&w, 2);
        json_open(&w, NULL);
        json_us(&w, "from_us", 1500 * i);
        json_bool(&w, "last", i == 1);
        json_close(&w);
    }
    json_list_end(&w);
    json_list(&w, "three");
    for (int i = 0; i < 3; i++)
        json_count(&w, NULL, (size_t)i);
    json_list_end(&w);
    json_list(&w, "none");
    json_list_end(&w);
    json_close(&w);
    ck_assert_str_eq(sb.text, "{\"name\": \"a \\\"b\\\"\", \"empty\": {},\n"
                              " \"rows\": [\n"
                              "  {\"from_us\": 0.000, \"last\": false},\n"
                              "  {\"from_us\": 1.500, \"last\": true}],"
                              " \"three\": [0, 1, 2], \"none\": []}");
    strbuf_release(&sb);
}
END_TEST

/* A caller may pass on what was written and empty the text (sim/io/sink.h) between two calls. */
START_TEST(json_goes_on_in_an_emptied_text)
{
    struct strbuf sb;
    strbuf_init(&sb);
    struct json_writer w = json_writer_on(&sb);
    json_list(&w, NULL);
    ck_assert_str_eq(sb.text, "");
    json_int(&w, NULL, 1);
    ck_assert_str_eq(sb.text, "[1");
    strbuf_clear(&sb);
    json_int(&w, NULL, 2);
    json_list_end(&w);
    ck_assert_str_eq(sb.text, ", 2]");
    strbuf_release(&sb);
}
END_TEST

START_TEST(heap_breaks_ties_by_arrival)
{
    struct heap heap;
    heap_init(&heap);
    heap_push(&heap, 5, 0, 1);
    heap_push(&heap, 3, 0, 2);
    heap_push(&heap, 5, 0, 3);
    heap_push(&heap, 3, 0, 4);
    heap_push(&heap, 4, 0, 5);
    static const uint32_t expected[] = {2, 4, 5, 1, 3};
    for (size_t i = 0; i < 5; i++)
        ck_assert_uint_eq(heap_pop(&heap).id, expected[i]);
    ck_assert_ptr_null(heap_peek(&heap));
    heap_release(&heap);
}
END_TEST

START_TEST(intern_gives_equal_names_equal_ids)
{
    struct intern in;
    intern_init(&in);
    char name[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "k%d", i);
        ck_assert_uint_eq(intern_adds(&in, name), (uint32_t)i + 1);
    }
    ck_assert_uint_eq(intern_adds(&in, "k41"), 42);
    ck_assert_uint_eq(intern_find(&in, "nothing", 7), 0);
    ck_assert_str_eq(intern_name(&in, 42), "k41");
    intern_release(&in);
}
END_TEST

START_TEST(arena_is_aligned_and_zeroed)
{
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 1; i < 200000; i += 997) {
        char *p = arena_alloc(&arena, i);
        ck_assert_uint_eq((uintptr_t)p % 16, 0);
        ck_assert_int_eq(p[0], 0);
        ck_assert_int_eq(p[i - 1], 0);
        memset(p, 1, i);
    }
    arena_release(&arena);
}
END_TEST

/* A thousand keys, many of them alike in their lower or upper half: each its own row, in order. */
START_TEST(keys_give_equal_keys_equal_rows)
{
    struct keys keys;
    keys_init(&keys);
    ck_assert_uint_eq(keys_find(&keys, 7), KEYS_NONE);
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 1000; i++) {
            uint64_t key = i % 2 ? i << 32 : i;
            ck_assert_uint_eq(keys_add(&keys, key), i);
            ck_assert_uint_eq(keys_find(&keys, key), i);
        }
    ck_assert_uint_eq(keys.count, 1000);
    ck_assert_uint_eq(keys_find(&keys, 1001), KEYS_NONE);
    keys_release(&keys);
}
END_TEST

/* The excerpt of a line of `length` bytes, "0123456789" again and again, whose fault is in
 * `column`. */
static void excerpt_of(struct err *err, int length, int column)
{
    char line[1000];
    for (int i = 0; i < length; i++)
        line[i] = (char)('0' + i % 10);
    err_init(err);
    err_set_at(err, ERR_INPUT, "f", 1, column, "fault");
    err_excerpt(err, line, length);
}

START_TEST(excerpt_holds_the_column)
{
    struct err err;
    excerpt_of(&err, 199, 199);
    ck_assert_int_eq(err.caret, 199);
    ck_assert_uint_eq(strlen(err.excerpt), 199);
    for (int length = 200; length <= 1000; length += 100)
        for (int column = 1; column <= length + 1; column++) {
            excerpt_of(&err, length, column);
            size_t shown = strlen(err.excerpt);
            ck_assert_uint_lt(shown, sizeof err.excerpt);
            ck_assert_int_ge(err.caret, 1);
            if (column <= length)
                ck_assert_int_eq(err.excerpt[err.caret - 1], '0' + (column - 1) % 10);
            else
                ck_assert_uint_eq((size_t)err.caret, shown + 1);
            bool begins = strncmp(err.excerpt, "0123", 4) == 0 && column < 200;
            ck_assert(begins || strncmp(err.excerpt, "...", 3) == 0);
            ck_assert(strcmp(err.excerpt + shown - 3, "...") == 0 ||
                      (strcmp(err.excerpt + shown - 3, "789") == 0 && column + 200 > length));
        }
    excerpt_of(&err, 300, 400); /* not in this line */
    ck_assert_int_eq(err.caret, 0);
    ck_assert(strncmp(err.excerpt, "0123", 4) == 0);
}
END_TEST

START_TEST(excerpt_cuts_between_characters)
{
    struct strbuf line;
    struct err err;
    strbuf_init(&line);
    for (int i = 0; i < 200; i++)
        strbuf_adds(&line, "\xc3\xa4");
    for (int column = 1; column <= 400; column += 2) {
        err_init(&err);
        err_set_at(&err, ERR_INPUT, "f", 1, column, "fault");
        err_excerpt(&err, line.text, (int)line.length);
        const char *from = err.excerpt + (err.excerpt[0] == '.' ? 3 : 0);
        ck_assert_int_eq((unsigned char)*from, 0xc3);
        ck_assert_uint_eq(strcspn(from, ".") % 2, 0);
        ck_assert_int_eq((unsigned char)err.excerpt[err.caret - 1], 0xc3);
    }
    strbuf_release(&line);
}
END_TEST

START_TEST(wrap_breaks_between_words)
{
    struct strbuf sb;
    strbuf_init(&sb);
    /* "  one two" has 9 columns, " three" would make 15 */
    wrap_add(&sb, "one two three", 12, 2, 4);
    ck_assert_str_eq(sb.text, "  one two\n    three\n");
    strbuf_clear(&sb);
    wrap_add(&sb, "a-word-that-is-longer-than-a-line b", 10, 0, 1);
    ck_assert_str_eq(sb.text, "a-word-that-is-longer-than-a-line\n b\n");
    strbuf_clear(&sb);
    wrap_add(&sb, "\xc3\xa4\xc3\xa4 \xc3\xa4\xc3\xa4", 5, 0, 0); /* 5 columns, 9 bytes */
    ck_assert_str_eq(sb.text, "\xc3\xa4\xc3\xa4 \xc3\xa4\xc3\xa4\n");
    strbuf_clear(&sb);
    wrap_add(&sb, "", 10, 2, 2);
    ck_assert_str_eq(sb.text, "  \n");
    strbuf_release(&sb);
}
END_TEST

START_TEST(wrap_folds_tables_under_their_last_column)
{
    struct strbuf sb;
    strbuf_init(&sb);
    wrap_fold(&sb, "short  stays\n  a  1  the last column\n", 16);
    ck_assert_str_eq(sb.text, "short  stays\n  a  1  the last\n        column\n");
    strbuf_clear(&sb);
    /* The last column begins too far right: what does not fit stands below, further in. */
    wrap_fold(&sb, "a-long-name  one two\n", 14);
    ck_assert_str_eq(sb.text, "a-long-name\n  one two\n");
    strbuf_clear(&sb);
    /* Each line of a comment is one. */
    wrap_fold(&sb, "key = 1  ; from a source\n; key = 2 of another\n", 18);
    ck_assert_str_eq(sb.text, "key = 1  ; from a\n         ; source\n; key = 2 of\n  ; another\n");
    strbuf_clear(&sb);
    wrap_fold(&sb, "one two three, without an end", 12);
    ck_assert_str_eq(sb.text, "one two\n  three,\n  without an\n  end\n");
    strbuf_release(&sb);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base");
    TCase *tests = tcase_create("base");
    tcase_add_test(tests, duration_divides_to_nearest);
    tcase_add_test(tests, duration_wants_a_unit);
    tcase_add_test(tests, duration_prints);
    tcase_add_test(tests, json_is_written_key_by_key);
    tcase_add_test(tests, json_goes_on_in_an_emptied_text);
    tcase_add_test(tests, heap_breaks_ties_by_arrival);
    tcase_add_test(tests, intern_gives_equal_names_equal_ids);
    tcase_add_test(tests, arena_is_aligned_and_zeroed);
    tcase_add_test(tests, keys_give_equal_keys_equal_rows);
    tcase_add_test(tests, excerpt_holds_the_column);
    tcase_add_test(tests, excerpt_cuts_between_characters);
    tcase_add_test(tests, wrap_breaks_between_words);
    tcase_add_test(tests, wrap_folds_tables_under_their_last_column);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
