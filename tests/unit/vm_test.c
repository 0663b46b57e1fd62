/* sim/script/vm: registers with tags, frames as data, turns that wait. Code is assembled by hand;
 * the compiler has tests of its own (script_test.c). */
#include "sim/script/vm.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { CODE = 100, CONSTANTS = 16 };

static union bytecode_word code[CODE];
static struct place places[CODE];
static int64_t constants[CONSTANTS];
static struct bytecode_function functions[4];
static struct bytecode_branch branches[2];
static struct bytecode_local locals[2];
static struct bytecode_site sites[2];
static uint8_t seen[2];
static struct bytecode program;
static struct vm vm;
static struct vm_thread thread;
static struct err err;
static int count, function_count;

static void setup(void)
{
    const struct memory_limits limits = {1 << 26, 1 << 26, 1 << 26, 1000};
    vm_init(&vm, &limits);
    err_init(&err);
    memset(&program, 0, sizeof program);
    memset(functions, 0, sizeof functions);
    memset(constants, 0, sizeof constants);
    memset(seen, 0, sizeof seen);
    memset(&thread, 0, sizeof thread);
    for (int i = 0; i < CODE; i++)
        places[i] = (struct place){0, (uint32_t)i, 1};
    count = 1; /* no function begins at 0 */
    function_count = 0;
    program = (struct bytecode){.code = code,
                                .places = places,
                                .functions = functions,
                                .sites = sites,
                                .branches = branches,
                                .locals = locals,
                                .constants = constants};
    vm.code = &program;
    vm.branch_seen = seen;
}

static void teardown(void)
{
    vm.branch_seen = NULL;
    vm_thread_release(&thread);
    vm_release(&vm);
}

/* Functions take `parameters` registers, then have temporaries up to 8; constants are 8 and on. */
static void begin(int parameters)
{
    functions[function_count] = (struct bytecode_function){.entry = (uint32_t)count,
                                                           .parameters = (uint16_t)parameters,
                                                           .fixed = 8,
                                                           .constant_count = CONSTANTS};
    program.function_count = ++function_count;
}

static int op(enum bytecode_op which, int a, int b, int c)
{
    code[count].op = (uint16_t)which;
    code[count].a = (uint16_t)a;
    code[count].b = (uint16_t)b;
    code[count].c = (uint16_t)c;
    return count++;
}

static void jump(enum bytecode_op which, int a, int b, int go, int unknown)
{
    op(which, a, b, 0);
    code[count].go = go;
    code[count++].unknown = unknown;
}

static void number(enum bytecode_op which, int a, int b, int c, int64_t n)
{
    op(which, a, b, c);
    code[count++].number = n;
}

static enum vm_stop start(struct vm_cell a, struct vm_cell b)
{
    struct vm_cell args[2] = {a, b};
    ck_assert_msg(vm_thread_init_main(&vm, &thread, args, 2, &err) == 0, "%s", err.message);
    return vm_run(&vm, &thread, &err);
}

static struct vm_cell whole(int64_t i)
{
    return (struct vm_cell){.i = i};
}

static int64_t binary(enum bytecode_op which, int64_t a, int64_t b)
{
    teardown();
    setup();
    begin(2);
    op(which, 2, 0, 1);
    op(CODE_RETURN, 2, 0, 0);
    ck_assert_int_eq(start(whole(a), whole(b)), VM_ENDED);
    return thread.result.i;
}

START_TEST(integers_wrap_as_their_types_do)
{
    ck_assert_int_eq(binary(CODE_ADD_I32, INT32_MAX, 1), INT32_MIN);
    ck_assert_int_eq(binary(CODE_ADD_U32, UINT32_MAX, 1), 0);
    ck_assert_int_eq(binary(CODE_ADD_64, INT64_MAX, 1), INT64_MIN);
    ck_assert_int_eq(binary(CODE_SUB_U32, 0, 1), UINT32_MAX);
    ck_assert_int_eq(binary(CODE_MUL_I32, 65536, 65536), 0);
    ck_assert_int_eq(binary(CODE_SHL_I32, 1, 31), INT32_MIN);
    ck_assert_int_eq(binary(CODE_SHR_S32, -8, 1), -4);
    ck_assert_int_eq(binary(CODE_DIV_I32, -7, 2), -3);
    ck_assert_int_eq(binary(CODE_REM_I32, -7, 2), -1);
    ck_assert_int_eq(binary(CODE_SET_LT_U, 1, -1), 1);
    ck_assert_int_eq(binary(CODE_SET_LT_S, 1, -1), 0);
}
END_TEST

static const char *failure(enum bytecode_op which, int64_t a, int64_t b)
{
    teardown();
    setup();
    begin(2);
    op(which, 2, 0, 1);
    op(CODE_RETURN, 2, 0, 0);
    ck_assert_int_eq(start(whole(a), whole(b)), VM_FAILED);
    return err.message;
}

START_TEST(undefined_arithmetic_is_an_error)
{
    ck_assert_str_eq(failure(CODE_DIV_I32, 1, 0), "division by zero");
    ck_assert_str_eq(failure(CODE_REM_U, 1, 0), "division by zero");
    ck_assert_str_eq(failure(CODE_DIV_I32, INT32_MIN, -1),
                     "the quotient of the smallest integer and -1 does not fit its type");
    ck_assert_str_eq(failure(CODE_REM_I64, INT64_MIN, -1),
                     "the quotient of the smallest integer and -1 does not fit its type");
    ck_assert_str_eq(failure(CODE_SHL_I32, 1, 32), "a 32-bit integer is shifted by 32 bits");
    ck_assert_str_eq(failure(CODE_SHR_U64, 1, -1), "a 64-bit integer is shifted by -1 bits");
}
END_TEST

START_TEST(unknown_spreads_and_takes_neither_arm)
{
    begin(2);
    op(CODE_ADD_I32, 2, 0, 1);
    op(CODE_MOVE, 3, 8, 0); /* 0 */
    int at = count;
    jump(CODE_J_LT_S, 2, 1, at + 4, at + 6);
    op(CODE_MOVE, 3, 9, 0); /* false: 1 */
    op(CODE_RETURN, 3, 0, 0);
    op(CODE_MOVE, 3, 9, 0); /* true: 1 */
    op(CODE_RETURN, 3, 0, 0);
    jump(CODE_DECIDE, 0, 0, at + 4, at + 2); /* unknown */
    op(CODE_RETURN, 3, 0, 0);
    constants[1] = 1;
    branches[0] =
        (struct bytecode_branch){.place = {0, 7, 1}, .kind = BRANCH_IF, .calls_cuda = true};
    struct vm_cell unknown = {.i = 5, .tag = MEMORY_UNKNOWN};
    ck_assert_int_eq(start(unknown, whole(3)), VM_ENDED);
    ck_assert_int_eq(thread.result.i, 0);
    ck_assert_uint_eq(vm.warning_count, 1);
    ck_assert_uint_eq(vm.warnings[0].place.line, 7);
    ck_assert(!vm.warnings[0].remark);
    vm_thread_release(&thread);
    const struct vm_assumption assume = {7, true};
    vm.assumptions = &assume;
    vm.assumption_count = 1;
    ck_assert_int_eq(start(unknown, whole(3)), VM_ENDED);
    ck_assert_int_eq(thread.result.i, 1);
    ck_assert_uint_eq(vm.warning_count, 1);
}
END_TEST

START_TEST(a_branch_on_time_is_noted)
{
    begin(2);
    int at = count;
    jump(CODE_J_LT_S, 0, 1, at + 2, at + 2);
    op(CODE_RETURN, 0, 0, 0);
    ck_assert_int_eq(start((struct vm_cell){.i = 5, .tag = MEMORY_TIMED}, whole(3)), VM_ENDED);
    ck_assert_uint_eq(vm.timed_branch.line, (uint32_t)at);
}
END_TEST

START_TEST(endless_loops_and_recursion_end)
{
    begin(2);
    int at = op(CODE_TURN, 0, 0, 0);
    jump(CODE_JUMP, 0, 0, at, 0);
    vm.limits.turns = 5000000;
    ck_assert_int_eq(start(whole(0), whole(0)), VM_FAILED);
    ck_assert_ptr_nonnull(strstr(err.message, "more than 5000000 turns"));
    teardown();
    setup();
    begin(2);
    number(CODE_CALL, 2, 0, 0, 0); /* itself */
    op(CODE_RETURN, 2, 0, 0);
    ck_assert_int_eq(start(whole(0), whole(0)), VM_FAILED);
    ck_assert_str_eq(err.hint, "recursion without end? --limit depth=N raises the limit");
}
END_TEST

static enum vm_action suspend(struct vm_call *call, struct err *e)
{
    (void)e;
    call->vm->owner = (void *)(uintptr_t)call->args[0].u;
    return VM_SUSPEND;
}

static enum vm_action resumed(struct vm_call *call, const void *answer, struct err *e)
{
    (void)e;
    call->result.i = *(const int *)answer + call->args[0].i;
    return VM_OK;
}

START_TEST(suspends_in_any_frame_and_resumes)
{
    static const struct vm_builtin builtins[] = {{"wait", suspend, resumed}};
    vm.builtins = builtins;
    vm.builtin_count = 1;
    sites[0] = (struct bytecode_site){.place = {0, 30, 1}, .arg_count = 1};
    constants[0] = 100;
    begin(1); /* wait(n) + 100 */
    op(CODE_MOVE, 2, 0, 0);
    number(CODE_CALL_BUILTIN, 2, 1, 0, 0);
    op(CODE_ADD_64, 2, 2, 8);
    op(CODE_RETURN, 2, 0, 0);
    begin(2); /* f(a) * f(b) */
    op(CODE_MOVE, 2, 0, 0);
    number(CODE_CALL, 2, 1, 0, 0);
    op(CODE_MOVE, 3, 1, 0);
    number(CODE_CALL, 3, 1, 0, 0);
    op(CODE_MUL_64, 2, 2, 3);
    op(CODE_RETURN, 2, 0, 0);
    /* two threads, in turn */
    struct vm_thread other;
    struct vm_cell args[2] = {whole(5), whole(6)};
    ck_assert_int_eq(vm_thread_init_main(&vm, &other, args, 2, &err), 0);
    ck_assert_int_eq(start(whole(1), whole(2)), VM_CALL);
    ck_assert_ptr_eq(vm.owner, (void *)1);
    ck_assert_int_eq(vm_run(&vm, &other, &err), VM_CALL);
    ck_assert_ptr_eq(vm.owner, (void *)5);
    int answer = 10;
    ck_assert_int_eq(vm_resume(&vm, &thread, &answer, &err), VM_OK);
    ck_assert_int_eq(vm_resume(&vm, &other, &answer, &err), VM_OK);
    ck_assert_int_eq(vm_run(&vm, &thread, &err), VM_CALL);
    ck_assert_int_eq(vm_run(&vm, &other, &err), VM_CALL);
    ck_assert_int_eq(vm_resume(&vm, &thread, &answer, &err), VM_OK);
    ck_assert_int_eq(vm_resume(&vm, &other, &answer, &err), VM_OK);
    ck_assert_int_eq(vm_run(&vm, &other, &err), VM_ENDED);
    ck_assert_int_eq(vm_run(&vm, &thread, &err), VM_ENDED);
    ck_assert_int_eq(thread.result.i, (10 + 1 + 100) * (10 + 2 + 100));
    ck_assert_int_eq(other.result.i, (10 + 5 + 100) * (10 + 6 + 100));
    vm_thread_release(&other);
}
END_TEST

START_TEST(a_turn_that_only_waits_is_charged)
{
    static const struct memory_site site = {.name = "flag", .line = 1};
    uint64_t flag;
    ck_assert_int_eq(memory_make(&vm.memory, SEGMENT_GLOBAL, 4, true, &site, &flag, &err), 0);
    begin(2); /* while (!*flag) ; */
    int at = op(CODE_TURN, 0, 0, 0);
    op(CODE_LOAD_I32, 2, 0, 0);
    jump(CODE_J_FALSE, 2, 0, at, at);
    op(CODE_RETURN, 2, 0, 0);
    vm.concurrent = true;
    ck_assert_int_eq(start((struct vm_cell){.u = flag}, whole(0)), VM_TURN);
    ck_assert_int_eq(vm_run(&vm, &thread, &err), VM_TURN);
    ck_assert_int_eq(memory_write(&vm.memory, flag, 4, 1, 0, &err), 0);
    ck_assert_int_eq(vm_run(&vm, &thread, &err), VM_ENDED);
}
END_TEST

START_TEST(a_loop_that_works_is_not_charged)
{
    static const struct memory_site site = {.name = "a", .line = 1};
    uint64_t a;
    ck_assert_int_eq(memory_make(&vm.memory, SEGMENT_HEAP, 800000, true, &site, &a, &err), 0);
    constants[1] = 100000;
    begin(2); /* do sum += a[i]; while (++i < 100000) */
    op(CODE_MOVE, 2, 8, 0);
    op(CODE_MOVE, 3, 8, 0);
    int at = op(CODE_LOADX_64, 4, 0, 2);
    op(CODE_ADD_64, 3, 3, 4);
    op(CODE_ADDI_64_TURN, 2, 2, 1);
    jump(CODE_J_LT_S, 2, 9, at, at);
    op(CODE_RETURN, 2, 0, 0);
    vm.concurrent = true;
    ck_assert_int_eq(start((struct vm_cell){.u = a}, whole(0)), VM_ENDED);
    ck_assert_int_eq(thread.result.i, 100000);
}
END_TEST

START_TEST(a_loop_that_fills_an_array_is_not_charged)
{
    static const struct memory_site site = {.name = "a", .line = 1};
    uint64_t a;
    ck_assert_int_eq(memory_make(&vm.memory, SEGMENT_HEAP, 800000, true, &site, &a, &err), 0);
    constants[1] = 100000;
    begin(2); /* do a[i + 1] = a[0]; while (++i < 99999): it reads the same again and again */
    op(CODE_MOVE, 2, 8, 0);
    int at = op(CODE_LOAD_64, 3, 0, 0);
    op(CODE_ADDI_64_TURN, 2, 2, 1);
    op(CODE_STOREX_64, 3, 0, 2);
    op(CODE_ADDI_64, 4, 2, 1);
    jump(CODE_J_LT_S, 4, 9, at, at);
    op(CODE_RETURN, 2, 0, 0);
    vm.concurrent = true;
    ck_assert_int_eq(start((struct vm_cell){.u = a}, whole(0)), VM_ENDED);
    ck_assert_int_eq(thread.result.i, 99999);
}
END_TEST

START_TEST(locals_end_with_their_call)
{
    functions[0].local_count = 0;
    begin(2); /* returns the address of a local */
    functions[0].local_count = 1;
    locals[0] = (struct bytecode_local){16, {.name = "x", .line = 3}};
    op(CODE_STORE_64, 0, 8 + CONSTANTS, 0);
    op(CODE_RETURN, 8 + CONSTANTS, 0, 0);
    ck_assert_int_eq(start(whole(7), whole(0)), VM_ENDED);
    uint64_t value;
    unsigned tag;
    ck_assert_int_eq(memory_read(&vm.memory, thread.result.u, 8, &value, &tag, &err), -1);
    ck_assert_str_eq(err.message,
                     "host read through a pointer to a variable that no longer exists");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("vm");
    TCase *tests = tcase_create("vm");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, integers_wrap_as_their_types_do);
    tcase_add_test(tests, undefined_arithmetic_is_an_error);
    tcase_add_test(tests, unknown_spreads_and_takes_neither_arm);
    tcase_add_test(tests, a_branch_on_time_is_noted);
    tcase_add_test(tests, endless_loops_and_recursion_end);
    tcase_add_test(tests, suspends_in_any_frame_and_resumes);
    tcase_add_test(tests, a_turn_that_only_waits_is_charged);
    tcase_add_test(tests, a_loop_that_works_is_not_charged);
    tcase_add_test(tests, a_loop_that_fills_an_array_is_not_charged);
    tcase_add_test(tests, locals_end_with_their_call);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
