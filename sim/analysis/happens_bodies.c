#include "sim/analysis/happens_inside.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

void happens_find_bodies(struct happens *h)
{
    const struct program *p = h->program;
    bool any = false;
    for (size_t i = 0; i < p->threads.count; i++)
        any |= happens_is_worker(p, (uint32_t)i);
    if (!any)
        return;
    size_t count = p->records.count;
    h->body = mem_realloc(NULL, (count + 1) * sizeof *h->body);
    h->issued_by = mem_realloc(NULL, (count + 1) * sizeof *h->issued_by);
    uint32_t *issuer = mem_realloc(NULL, (p->hostfns.count + 1) * sizeof *issuer);
    uint32_t *at = mem_realloc(NULL, p->threads.count * sizeof *at);
    memset(issuer, 0xff, (p->hostfns.count + 1) * sizeof *issuer);
    memset(at, 0xff, p->threads.count * sizeof *at);
    for (uint32_t i = 0; i < count; i++) {
        const struct program_record *row = &p->records.rows[i];
        h->body[i] = h->issued_by[i] = HAPPENS_NONE;
        if (!happens_is_worker(p, row->thread)) {
            if (call_info((enum call)row->call)->object == OBJECT_HOSTFN &&
                row->object < p->hostfns.count)
                issuer[row->object] = i;
            continue;
        }
        if (row->call == CALL_cudaLaunchHostFunc) {
            at[row->thread] = row->object < p->hostfns.count ? issuer[row->object] : HAPPENS_NONE;
        } else if (at[row->thread] != HAPPENS_NONE) {
            uint32_t before = at[row->thread];
            h->issued_by[i] = h->issued_by[before] == HAPPENS_NONE ? before : h->issued_by[before];
            h->body[before] = i;
            at[row->thread] = i;
        }
    }
    free(issuer);
    free(at);
}
