#include "sim/engine/sm_memo.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* What all SMs hold comes in more ways than what one does, and takes less room. */
enum { BITS = 10, PLACES = 1 << BITS, GIVEN_BITS = 14, GIVEN_PLACES = 1 << GIVEN_BITS };

static size_t place_of(uint64_t key, int64_t other, int bits)
{
    return (size_t)((key ^ (uint64_t)other) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits));
}

void sm_memo_release(struct sm_memo *memo)
{
    free(memo->rows);
    free(memo->rates);
    free(memo->given);
    free(memo->asks);
}

bool sm_memo_rates(struct sm_memo *memo, uint64_t key, int64_t memory, struct sm_memo_rate **rates)
{
    if (!memo->rows) {
        memo->rows = mem_zalloc(PLACES * sizeof *memo->rows);
        memo->rates = mem_realloc(NULL, PLACES * sizeof *memo->rates);
    }
    size_t place = place_of(key, memory, BITS);
    struct sm_memo_row *row = &memo->rows[place];
    bool known = row->key == key && row->memory == memory;
    row->key = key;
    row->memory = memory;
    *rates = memo->rates[place].of;
    return known;
}

bool sm_memo_asks(struct sm_memo *memo, uint64_t key, struct sm_memo_ask **ask)
{
    if (!memo->asks)
        memo->asks = mem_zalloc(PLACES * sizeof *memo->asks);
    struct sm_memo_ask *row = &memo->asks[place_of(key, 0, BITS)];
    bool known = row->key == key && key != 0;
    row->key = key;
    *ask = row;
    return known;
}

bool sm_memo_given(struct sm_memo *memo, uint64_t keys, int64_t copies, int64_t **memory)
{
    if (!memo->given)
        memo->given = mem_zalloc(GIVEN_PLACES * sizeof *memo->given);
    struct sm_memo_given *row = &memo->given[place_of(keys, copies, GIVEN_BITS)];
    bool known = row->keys == keys && row->copies == copies && row->memory != 0;
    row->keys = keys;
    row->copies = copies;
    *memory = &row->memory;
    return known;
}
