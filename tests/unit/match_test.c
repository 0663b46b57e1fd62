/* sim/analysis: which operation of one timeline is which of another. */
#include "sim/analysis/match.h"
#include "tests/unit/sample_timeline.h"

/* What a test matches: released behind it. */
static struct timeline a, b;
static struct match m;

static void set_up(void)
{
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    memset(&m, 0, sizeof m);
}

static void tear_down(void)
{
    match_release(&m);
    timeline_release(&a);
    timeline_release(&b);
}

static const struct sample_row two_streams[] = {
    {OP_COPY, COPY_H2D, 1, 0, 1, 101, -1, 0},
    {OP_KERNEL, 0, 1, 1, 101, 201, RULE_ID_STREAM, 0},
    {OP_COPY, COPY_H2D, 2, 2, 101, 201, RULE_ID_COPY_ENGINE, 0},
    {OP_KERNEL, 0, 2, 3, 201, 301, RULE_ID_STREAM, 2},
};

START_TEST(matching_by_position_and_by_name)
{
    sample_build(&a, two_streams, 4, 3);
    sample_build(&b, two_streams, 4, 3);
    memset(a.program_sha256, '1', 64);
    memset(b.program_sha256, '1', 64);
    for (size_t i = 0; i < 4; i++)
        b.ops.rows[i].place = 0; /* does not matter where the programs are the same */
    match_find(&m, &a, &b);
    ck_assert_int_eq(m.how, MATCH_POSITION);
    ck_assert_uint_eq(m.count, 4);
    match_release(&m);
    b.program_sha256[0] = '2';
    /* lines without files, as in traces that leave out what the program says */
    for (size_t i = 0; i < 4; i++) {
        b.ops.rows[i].place = a.ops.rows[i].place;
        b.places.rows[b.ops.rows[i].place].file = 0;
    }
    match_find(&m, &a, &b);
    ck_assert_int_eq(m.how, MATCH_LINE);
    ck_assert_uint_eq(m.count, 4);
    match_release(&m);
    /* another source: its lines are others, and so may be the streams */
    for (size_t i = 0; i < 4; i++) {
        b.places.rows[b.ops.rows[i].place].file = intern_adds(&b.names, "b.cu");
        b.places.rows[b.ops.rows[i].place].line += 7;
        b.ops.rows[i].stream = 0;
    }
    match_find(&m, &a, &b);
    ck_assert_int_eq(m.how, MATCH_WORK);
    ck_assert_uint_eq(m.count, 4);
    match_release(&m);
    for (size_t i = 0; i < 4; i++)
        b.places.rows[b.ops.rows[i].place].file = intern_adds(&b.names, "folder/a.cu");
    match_find(&m, &a, &b);
    ck_assert_int_eq(m.how, MATCH_LINE); /* the same one, of other lines */
    ck_assert_uint_eq(m.count, 0);
    match_release(&m);
    for (size_t i = 0; i < 4; i++)
        b.ops.rows[i].stream = a.ops.rows[i].stream;
    for (size_t i = 0; i < 4; i++)
        b.ops.rows[i].place = 0;
    match_find(&m, &a, &b);
    ck_assert_int_eq(m.how, MATCH_NAME);
    ck_assert_uint_eq(m.count, 4);
    ck_assert_uint_eq(m.pairs[3].b, 3);
    match_release(&m);
}
END_TEST

/* An operation of worker `thread` (main is 0) at `line`: a copy of some MiB, else a kernel. */
struct piece {
    uint16_t thread;
    int32_t line;
    uint32_t mebibytes;
};

static void build(struct timeline *t, const struct piece *pieces, uint32_t count)
{
    struct program p;
    program_init(&p);
    for (int i = 0; i < 3; i++)
        program_add_thread(&p, &(struct program_thread){.kind = THREAD_HOST});
    uint32_t file = sample_name(&p, "queue.cu");
    timeline_init(t);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = timeline_add_op(t); /* may move the rows */
        struct timeline_op *op = &t->ops.rows[id];
        op->kind = pieces[i].mebibytes ? OP_COPY : OP_KERNEL;
        op->thread = pieces[i].thread;
        op->place = program_add_place(&p, file, pieces[i].line);
        op->call = op->returned = i * 10000;
        op->start = op->ready = op->call;
        op->end = op->start + 5000;
        if (op->kind == OP_COPY)
            op->detail = program_add_copy(
                &p,
                &(struct program_copy){.kind = COPY_H2D, .dst.bytes = pieces[i].mebibytes << 20});
    }
    timeline_take_tables(t, &p);
    timeline_finish(t);
    program_release(&p);
}

/* Two workers take pieces of 4, 1, 1 and 1 MiB from a queue: a copy, then a kernel. In the second
 * timeline worker 2 gets the last one, too. Its kernel goes with its copy, although worker 1's
 * kernel of the piece before is the later one of both. */
START_TEST(shared_work_is_matched_whoever_got_it)
{
    static const struct piece first[] = {
        {1, 7, 4}, {1, 8, 0}, {2, 7, 1}, {2, 8, 0}, {1, 7, 1}, {1, 8, 0}, {1, 7, 1}, {1, 8, 0},
    };
    static const struct piece second[] = {
        {1, 7, 4}, {2, 7, 1}, {1, 8, 0}, {2, 8, 0}, {1, 7, 1}, {2, 7, 1}, {2, 8, 0}, {1, 8, 0},
    };
    static const uint32_t partners[] = {0, 2, 1, 3, 4, 7, 5, 6};
    build(&a, first, 8);
    build(&b, second, 8);
    match_find(&m, &a, &b);
    ck_assert_int_eq(m.how, MATCH_LINE);
    ck_assert_uint_eq(m.count, 8);
    ck_assert_int_eq(m.unmatched, 0);
    for (uint32_t i = 0; i < 8; i++) {
        ck_assert_uint_eq(m.pairs[i].a, i);
        ck_assert_uint_eq(m.pairs[i].b, partners[i]);
    }
}
END_TEST

/* Worker 2 makes a turn more: nobody's work went to somebody else, and its last turn is left. */
START_TEST(work_that_is_more_is_not_shared)
{
    static const struct piece first[] = {{1, 7, 1}, {1, 8, 0}, {2, 7, 1}, {2, 8, 0}};
    static const struct piece second[] = {
        {2, 7, 1}, {2, 8, 0}, {1, 7, 1}, {1, 8, 0}, {2, 7, 1}, {2, 8, 0},
    };
    static const uint32_t partners[] = {2, 3, 0, 1};
    build(&a, first, 4);
    build(&b, second, 6);
    match_find(&m, &a, &b);
    ck_assert_uint_eq(m.count, 4);
    for (uint32_t i = 0; i < 4; i++)
        ck_assert_uint_eq(m.pairs[i].b, partners[i]);
    ck_assert_uint_eq(m.only_b_count, 2);
    ck_assert_uint_eq(m.only_b[0], 4);
    ck_assert_uint_eq(m.only_b[1], 5);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match");
    TCase *tc = tcase_create("match");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, matching_by_position_and_by_name);
    tcase_add_test(tc, shared_work_is_matched_whoever_got_it);
    tcase_add_test(tc, work_that_is_more_is_not_shared);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
