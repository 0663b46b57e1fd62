/* Contents of memory against an array of bytes, each with its value and offset. */
#include "sim/analysis/contents.h"
#include "tests/unit/holds.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>

enum { BYTES = 200 };

struct byte {
    uint64_t value, offset;
};

static uint64_t state;

/* splitmix64 */
static uint64_t draw(uint64_t below)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (z ^ z >> 31) % below;
}

static void hold_against(const struct contents_pool *pool, contents_t contents,
                         const struct byte *bytes)
{
    uint64_t runs = 0;
    ck_assert_uint_eq(contents_bytes(pool, contents), BYTES);
    for (uint64_t i = 0; i < BYTES; i++) {
        struct contents_run run = contents_at(pool, contents, i);
        HOLDS(run.value == bytes[i].value && run.offset == bytes[i].offset,
              "byte %" PRIu64 ": value %" PRIu64 " at %" PRIu64 ", not %" PRIu64 " at %" PRIu64, i,
              run.value, run.offset, bytes[i].value, bytes[i].offset);
        bool counted = bytes[i].value & CONTENTS_COUNTED;
        runs += i == 0 || bytes[i].value != bytes[i - 1].value ||
                (counted && bytes[i].offset != bytes[i - 1].offset + 1);
        if (i + run.bytes < BYTES) /* the run ends where the next byte is no continuation */
            HOLDS(bytes[i + run.bytes].value != run.value ||
                      (counted && bytes[i + run.bytes].offset != run.offset + run.bytes),
                  "the run at byte %" PRIu64 " goes on behind its %" PRIu64 " bytes", i, run.bytes);
    }
    ck_assert_uint_eq(contents_runs(pool, contents), runs);
}

static bool equal_bytes(const struct byte *a, const struct byte *b, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (a[i].value != b[i].value || a[i].offset != b[i].offset)
            return false;
    return true;
}

START_TEST(copies_and_writes_do_as_an_array_does)
{
    state = (uint64_t)_i;
    struct contents_pool pool;
    contents_init(&pool);
    static struct byte bytes[2][BYTES];
    contents_t memory[2];
    for (int m = 0; m < 2; m++) {
        memory[m] = contents_make(&pool, 2, 0, BYTES);
        for (int i = 0; i < BYTES; i++)
            bytes[m][i] = (struct byte){2, 0};
    }
    for (int turn = 0; turn < 300; turn++) {
        uint64_t to = draw(2), from = draw(2), a = draw(BYTES), b = draw(BYTES);
        uint64_t most = BYTES - (a > b ? a : b), count = draw(most + 1);
        if (draw(2)) { /* a value of a few, counted or not, from some byte on */
            uint64_t value = 1 + draw(6), offset = value & CONTENTS_COUNTED ? draw(3) : 0;
            memory[to] =
                contents_put(&pool, memory[to], a, contents_make(&pool, value, offset, count));
            for (uint64_t i = 0; i < count; i++)
                bytes[to][a + i] = (struct byte){value, value & CONTENTS_COUNTED ? offset + i : 0};
        } else { /* a copy, perhaps within one memory */
            struct byte moved[BYTES];
            for (uint64_t i = 0; i < count; i++)
                moved[i] = bytes[from][b + i];
            contents_t part = contents_part(&pool, memory[from], b, count);
            memory[to] = contents_put(&pool, memory[to], a, part);
            for (uint64_t i = 0; i < count; i++)
                bytes[to][a + i] = moved[i];
        }
        hold_against(&pool, memory[to], bytes[to]);
        /* equal stretches have equal digests, wherever they stand, and others have not */
        ck_assert_int_eq(contents_digest(&pool, memory[0], a, count) ==
                             contents_digest(&pool, memory[1], b, count),
                         equal_bytes(bytes[0] + a, bytes[1] + b, count));
        uint64_t at, length;
        bool differ = contents_differ(&pool, memory[0], &pool, memory[1], &at, &length);
        ck_assert_int_eq(differ, !equal_bytes(bytes[0], bytes[1], BYTES));
        if (differ) {
            ck_assert(equal_bytes(bytes[0], bytes[1], at));
            for (uint64_t i = at; i < at + length; i++)
                HOLDS(!equal_bytes(bytes[0] + i, bytes[1] + i, 1), "byte %" PRIu64 " is equal", i);
        }
    }
    contents_drop(&pool, memory[0]);
    contents_drop(&pool, memory[1]);
    size_t unused = 0; /* nothing was lost: a node made now is one that was given back */
    size_t count = pool.count;
    contents_t *taken = malloc(count * sizeof *taken);
    for (; unused + 1 < count; unused++)
        taken[unused] = contents_make(&pool, 2, 0, 1);
    ck_assert_uint_eq(pool.count, count);
    free(taken);
    contents_release(&pool);
}
END_TEST

START_TEST(a_part_keeps_its_offsets)
{
    /* value 5, bytes 0 to 9; bytes 4 to 7 of it put at 0 and 8 to 9 behind them: 4 5 6 7 8 9 is one
     * run, then the old 6 to 9 follow at 6: 4..9 is followed by 6, so a second run. */
    struct contents_pool pool;
    contents_init(&pool);
    contents_t whole = contents_make(&pool, 5, 0, 10);
    contents_t other = contents_make(&pool, 5, 0, 10);
    other = contents_put(&pool, other, 0, contents_part(&pool, whole, 4, 4));
    ck_assert_uint_eq(contents_runs(&pool, other), 2);
    other = contents_put(&pool, other, 4, contents_part(&pool, whole, 8, 2));
    ck_assert_uint_eq(contents_runs(&pool, other), 2);
    struct contents_run run = contents_at(&pool, other, 1);
    ck_assert_uint_eq(run.value, 5);
    ck_assert_uint_eq(run.offset, 5);
    ck_assert_uint_eq(run.bytes, 5);
    run = contents_at(&pool, other, 6);
    ck_assert_uint_eq(run.offset, 6);
    ck_assert_uint_eq(run.bytes, 4);
    ck_assert_uint_eq(contents_at(&pool, other, 10).bytes, 0);
    contents_release(&pool);
}
END_TEST

START_TEST(trees_stay_low)
{
    /* 2^13 runs put in ascending, descending and scattered order: an AVL tree whose siblings differ
     * by up to two is at most twice as high as a full one (13), so a digest is quick; here it is
     * only held that all of it is right, for every order. */
    enum { RUNS = 1 << 13 };
    uint64_t digests[3];
    struct contents_pool pool;
    contents_init(&pool);
    for (int order = 0; order < 3; order++) {
        contents_t all = contents_make(&pool, 2, 0, RUNS);
        for (uint64_t i = 0; i < RUNS; i++) {
            uint64_t at = order == 0 ? i : order == 1 ? RUNS - 1 - i : i * 40503 % RUNS;
            all = contents_put(&pool, all, at, contents_make(&pool, 4 + 2 * at, 0, 1));
        }
        ck_assert_uint_eq(contents_runs(&pool, all), RUNS);
        digests[order] = contents_digest(&pool, all, 0, RUNS);
        contents_drop(&pool, all);
    }
    ck_assert_uint_eq(digests[0], digests[1]);
    ck_assert_uint_eq(digests[0], digests[2]);
    contents_release(&pool);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contents");
    TCase *tcase = tcase_create("contents");
    tcase_add_loop_test(tcase, copies_and_writes_do_as_an_array_does, 0, 40);
    tcase_add_test(tcase, a_part_keeps_its_offsets);
    tcase_add_test(tcase, trees_stay_low);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
