/* What is asked of the orders that happens.c found. */
#include "sim/analysis/happens.h"

/* What a host function did is its operation. */
static happens_event resolve(const struct happens *h, happens_event event)
{
    uint32_t record = happens_record(event);
    if (!h->issued_by || h->issued_by[record] == HAPPENS_NONE)
        return event;
    return happens_op(h->issued_by[record]);
}

static uint32_t chain_of(const struct happens *h, happens_event event)
{
    const struct program_record *row = &h->program->records.rows[happens_record(event)];
    return happens_is_op(event) ? (uint32_t)h->program->threads.count + row->stream : row->thread;
}

uint32_t happens_chain(const struct happens *happens, happens_event event)
{
    return chain_of(happens, resolve(happens, event));
}

bool happens_same(const struct happens *happens, happens_event a, happens_event b)
{
    return resolve(happens, a) == resolve(happens, b);
}

bool happens_before(const struct happens *happens, happens_event a, happens_event b)
{
    a = resolve(happens, a);
    b = resolve(happens, b);
    const struct program_record *x = &happens->program->records.rows[happens_record(a)];
    const struct program_record *y = &happens->program->records.rows[happens_record(b)];
    if (a >= b)
        return false; /* the order of the records is one of those that CUDA allows */
    if (happens_is_op(a) && happens_is_op(b) && x->stream == y->stream)
        return true;
    if (!happens_is_op(a) && x->thread == y->thread)
        return true;
    uint32_t clock = happens_is_op(b) ? happens->op_clock[happens_record(b)]
                                      : happens->host_clock[happens_record(b)];
    return clock_get(&happens->clocks, clock, chain_of(happens, a)) >= a;
}

bool happens_by_chance(const struct happens *happens, happens_event a, happens_event b)
{
    a = resolve(happens, a);
    b = resolve(happens, b);
    if (!happens_is_op(a) || !happens_is_op(b) || !happens_before(happens, a, b))
        return false;
    const uint32_t issuer = happens->program->records.rows[happens_record(a)].thread;
    return issuer != happens->program->records.rows[happens_record(b)].thread &&
           clock_get(&happens->clocks, happens->host_clock[happens_record(b)], issuer) <
               happens_host(happens_record(a));
}

bool happens_before_end(const struct happens *happens, happens_event a, uint32_t thread)
{
    a = resolve(happens, a);
    if (!happens_is_op(a) && happens->program->records.rows[happens_record(a)].thread == thread)
        return true;
    return clock_get(&happens->clocks, happens->end_clock[thread], chain_of(happens, a)) >= a;
}
