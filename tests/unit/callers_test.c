/* By which calls a record was reached: rows that are shared, records without one. */
#include "sim/model/callers.h"
#include "sim/model/edit.h"

#include <check.h>
#include <stdlib.h>

static struct program p;

static void set_up(void)
{
    program_init(&p);
    for (int i = 0; i < 100; i++)
        program_add_record(&p, &(struct program_record){.call = CALL_cudaDeviceSynchronize});
}

static void tear_down(void)
{
    program_release(&p);
}

static uint32_t call(uint32_t place, uint32_t column, uint32_t caller)
{
    return program_add_caller(&p, &(struct program_caller){1, place, column, caller});
}

START_TEST(equal_calls_share_a_row)
{
    uint32_t outer = call(1, 5, 0), inner = call(2, 5, outer);
    ck_assert_uint_ne(outer, 0);
    ck_assert_uint_eq(call(1, 5, 0), outer);
    ck_assert_uint_eq(call(2, 5, outer), inner);
    ck_assert_uint_ne(call(2, 5, 0), inner);
    for (uint32_t i = 0; i < 1000; i++)
        call(i, i % 7, outer);
    size_t rows = p.callers.count;
    for (uint32_t i = 0; i < 1000; i++)
        ck_assert_uint_eq(p.callers.rows[call(i, i % 7, outer)].place, i);
    ck_assert_uint_eq(p.callers.count, rows);
}
END_TEST

START_TEST(records_of_main_have_none)
{
    program_set_caller(&p, 10, 0);
    ck_assert_uint_eq(p.called_from_count, 0);
    uint32_t row = call(1, 5, 0);
    program_set_caller(&p, 70, row);
    for (uint32_t i = 0; i < 100; i++)
        ck_assert_uint_eq(program_caller_of(&p, i), i == 70 ? row : 0);
    program_set_caller(&p, 70, 0);
    ck_assert_uint_eq(program_caller_of(&p, 70), 0);
}
END_TEST

START_TEST(a_recursion_is_one_call)
{
    uint32_t main_call = call(9, 5, 0), turns[3];
    turns[0] = call(3, 5, main_call);
    turns[1] = call(3, 5, turns[0]);
    turns[2] = call(3, 5, turns[1]);
    size_t times;
    ck_assert_uint_eq(program_caller_turns(&p, turns[2], &times), turns[0]);
    ck_assert_uint_eq(times, 3);
    ck_assert_uint_eq(program_caller_turns(&p, main_call, &times), main_call);
    ck_assert_uint_eq(times, 1);
}
END_TEST

/* Its records would be others. */
START_TEST(what_an_edit_makes_has_none)
{
    program_set_caller(&p, 3, call(1, 5, 0));
    struct program edited;
    edit_copy_program(&edited, &p);
    ck_assert_uint_eq(program_caller_of(&edited, 3), 0);
    program_set_caller(&edited, 4,
                       program_add_caller(&edited, &(struct program_caller){1, 2, 3, 0}));
    ck_assert_uint_ne(program_caller_of(&edited, 4), 0);
    ck_assert_uint_eq(program_caller_of(&p, 4), 0);
    program_release(&edited);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("callers");
    TCase *tc = tcase_create("callers");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, equal_calls_share_a_row);
    tcase_add_test(tc, records_of_main_have_none);
    tcase_add_test(tc, a_recursion_is_one_call);
    tcase_add_test(tc, what_an_edit_makes_has_none);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
