/* What the tests of the runtime share: one scene a test, and assertions about it. Profile:
 * scene_init_round, so that a launch costs the host 2 us (4 while work is pending), a copy 1, a
 * record 0.5, and nothing else takes time but the work itself. Times in ns. */
#ifndef TESTS_UNIT_RUNTIME_CASE_H
#define TESTS_UNIT_RUNTIME_CASE_H

#include "sim/model/cuda_errors.h"
#include "tests/scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define US(n) ((int64_t)((n)*1000))

static struct scene s;

static inline void setup(void)
{
    scene_init_round(&s);
}

static inline void teardown(void)
{
    scene_release(&s);
}

static inline void run(void)
{
    ck_assert_msg(scene_run(&s) == 0, "%s", s.err.message);
    scene_check(&s);
}

static inline void refuse(int line, const char *part)
{
    ck_assert_int_eq(scene_run(&s), -1);
    ck_assert_int_eq(s.err.status, ERR_INPUT);
    ck_assert_msg(strstr(s.err.message, part) != NULL, "'%s' lacks '%s'", s.err.message, part);
    ck_assert_int_eq(s.err.line, line);
}

static inline void starts(uint32_t op, int64_t start)
{
    ck_assert_msg(scene_op(&s, op)->start == start, "op %u starts at %lld, not %lld", op,
                  (long long)scene_op(&s, op)->start, (long long)start);
}

static inline void ends(uint32_t op, int64_t end)
{
    ck_assert_msg(scene_op(&s, op)->end == end, "op %u ends at %lld, not %lld", op,
                  (long long)scene_op(&s, op)->end, (long long)end);
}

/* The n-th wait of an operation. */
static inline void waits(uint32_t op, uint32_t n, enum rule rule, uint32_t blocker, int64_t to)
{
    const struct timeline_op *row = scene_op(&s, op);
    ck_assert_uint_lt(n, row->wait_count);
    const struct timeline_wait *wait = &s.timeline.waits.rows[row->first_wait + n];
    ck_assert_str_eq(rule_info((enum rule)wait->rule)->name, rule_info(rule)->name);
    ck_assert_uint_eq(wait->blocker, blocker);
    ck_assert_int_eq(wait->to, to);
}

/* The n-th wait of a call's row. */
static inline void call_waits(const struct timeline_call *call, uint32_t n, enum rule rule,
                              uint32_t blocker, int64_t to)
{
    ck_assert_ptr_nonnull(call);
    ck_assert_uint_lt(n, call->wait_count);
    const struct timeline_wait *wait = &s.timeline.waits.rows[call->first_wait + n];
    ck_assert_str_eq(rule_info((enum rule)wait->rule)->name, rule_info(rule)->name);
    ck_assert_uint_eq(wait->blocker, blocker);
    ck_assert_int_eq(wait->to, to);
}

static inline void returns(enum call call, size_t n, int64_t at, int error)
{
    const struct timeline_call *row = scene_row(&s, call, n);
    ck_assert_msg(row != NULL, "no row of %s", call_info(call)->name);
    ck_assert_int_eq(row->returned, at);
    ck_assert_str_eq(cuda_error_name(row->result), cuda_error_name(error));
}

/* The `after` of an operation, in a string: "0 3". */
static inline void comes_after(uint32_t op, const char *expected)
{
    struct strbuf sb;
    strbuf_init(&sb);
    const struct timeline_op *row = scene_op(&s, op);
    for (uint32_t i = 0; i < row->after_count; i++)
        strbuf_addf(&sb, "%s%u", i ? " " : "", s.timeline.afters.rows[row->first_after + i]);
    ck_assert_str_eq(sb.text, expected);
    strbuf_release(&sb);
}

/* Runs the suite of one case with a scene each. */
static inline int run_case(const char *name, TCase *tests)
{
    Suite *suite = suite_create(name);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
