#include "sim/runtime/ranges.h"

#include <string.h>

uint64_t ranges_common(const struct range_row *row, const struct program_range *range)
{
    uint64_t end = range->offset + range->bytes;
    uint64_t from = row->from > range->offset ? row->from : range->offset;
    uint64_t to = row->to < end ? row->to : end;
    return row->alloc == range->alloc && from < to ? to - from : 0;
}

uint64_t ranges_held(const struct range_list *list, const struct program_range *range,
                     uint64_t newest)
{
    uint64_t bytes = 0, since = 0;
    for (size_t i = list->count; i-- > 0 && since < newest;) {
        bytes += ranges_common(&list->rows[i], range);
        since += list->rows[i].to - list->rows[i].from;
    }
    return bytes;
}

static void push(struct range_list *list, uint32_t alloc, uint64_t from, uint64_t to)
{
    if (from >= to)
        return;
    if (list->count == RANGES_MOST)
        memmove(list->rows, list->rows + 1, --list->count * sizeof *list->rows);
    list->rows[list->count++] = (struct range_row){alloc, from, to};
}

void ranges_remove(struct range_list *list, const struct program_range *range)
{
    if (ranges_held(list, range, UINT64_MAX) == 0)
        return;
    const struct range_list old = *list;
    uint64_t end = range->offset + range->bytes;
    list->count = 0;
    for (size_t i = 0; i < old.count; i++) {
        const struct range_row *row = &old.rows[i];
        if (ranges_common(row, range) == 0) {
            push(list, row->alloc, row->from, row->to);
            continue;
        }
        push(list, row->alloc, row->from, range->offset);
        push(list, row->alloc, end, row->to);
    }
}

void ranges_add(struct range_list *list, const struct program_range *range)
{
    ranges_remove(list, range);
    push(list, range->alloc, range->offset, range->offset + range->bytes);
}
