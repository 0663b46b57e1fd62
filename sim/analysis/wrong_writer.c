#include "sim/analysis/wrong_writer.h"

#include "sim/analysis/values_inside.h"

#include <stdbool.h>

enum { LOOK_MOST = 1 << 14 }; /* records that are gone back through */

/* A byte that is followed back. */
struct byte {
    uint32_t alloc;
    uint64_t offset;
};

enum write {
    WRITES_NOT,
    WRITES,
    MOVES,     /* the byte comes from elsewhere */
    MAY_WRITE, /* nobody knows */
};

static bool holds(const struct program_range *range, struct byte byte)
{
    return range->alloc == byte.alloc && range->offset <= byte.offset &&
           byte.offset - range->offset < range->bytes;
}

static enum write launch_writes(const struct program *p, const struct program_record *record,
                                struct byte byte)
{
    const struct program_launch *launch = &p->launches.rows[record->object];
    enum write writes = WRITES_NOT;
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &p->accesses.rows[launch->first_access + i];
        if ((access->mode & ACCESS_WRITE) && holds(&access->range, byte))
            writes = access->certain && writes != MAY_WRITE ? WRITES : MAY_WRITE;
    }
    return writes;
}

/* A byte that is moved is followed to where it was. */
static enum write copy_writes(const struct program *p, const struct program_record *record,
                              struct byte *byte)
{
    const struct program_copy *copy = &p->copies.rows[record->object];
    if (copy->rows > 1)
        return copy->dst.alloc == byte->alloc ? MAY_WRITE : WRITES_NOT;
    if (!holds(&copy->dst, *byte))
        return WRITES_NOT;
    if (copy->kind == COPY_MEMSET)
        return WRITES;
    *byte = (struct byte){copy->src.alloc, copy->src.offset + (byte->offset - copy->dst.offset)};
    return MOVES;
}

static enum write writes(const struct values *values, uint32_t id, struct byte *byte)
{
    const struct program *p = values->program;
    const struct program_record *record = &p->records.rows[id];
    switch (values_action(values, id)) {
    case ACTION_LAUNCH:
        return launch_writes(p, record, *byte);
    case ACTION_COPY:
        return copy_writes(p, record, byte);
    case ACTION_NONE:
        return WRITES_NOT;
    default:
        break;
    }
    if (!call_is_touch(record->call))
        return MAY_WRITE; /* a host function */
    const bool there =
        record->call == CALL_host_write && holds(&p->copies.rows[record->object].dst, *byte);
    return there ? WRITES : WRITES_NOT;
}

/* Whether the two make values of one kind: what is said of the value is not in doubt then. */
static bool are_alike(const struct program *p, uint32_t a, uint32_t b)
{
    const struct program_record *x = &p->records.rows[a], *y = &p->records.rows[b];
    const enum call_object object = call_info((enum call)x->call)->object;
    if (object != call_info((enum call)y->call)->object)
        return false;
    if (object == OBJECT_LAUNCH)
        return p->launches.rows[x->object].kernel == p->launches.rows[y->object].kernel;
    if (call_is_touch(x->call) || call_is_touch(y->call))
        return x->call == y->call;
    return object == OBJECT_COPY && p->copies.rows[x->object].kind == COPY_MEMSET &&
           p->copies.rows[y->object].kind == COPY_MEMSET;
}

uint32_t wrong_writer(const struct values *values, const struct wrong_order *order, uint32_t alloc,
                      uint64_t offset, struct contents_run run)
{
    const struct values_origin origin = values_origin(values, run.value);
    struct byte byte = {alloc, offset};
    if (origin.maker != VALUES_RECORD)
        return VALUES_NO_RECORD;
    size_t left = order->count + order->first;
    for (int looked = 0; left > 0 && looked < LOOK_MOST; looked++) {
        left--;
        const uint32_t id =
            left < order->first ? (uint32_t)left : order->records[left - order->first];
        switch (writes(values, id, &byte)) {
        case WRITES:
            return are_alike(values->program, id, origin.row) ? id : VALUES_NO_RECORD;
        case MAY_WRITE:
            return VALUES_NO_RECORD;
        case MOVES:
        case WRITES_NOT:
            break;
        }
    }
    return VALUES_NO_RECORD;
}
