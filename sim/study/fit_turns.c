/* What calls cost that are made in turn, as programs make them; the first of all and of a kind;
 * what CUPTI adds; and launches in a row. */
#include "sim/study/fits.h"

/* What a call is by its cost: a figure of the host's, and what CUPTI adds to it. */
struct call_cost {
    enum profile_key key; /* host.other: by the call */
    enum call call;
    enum profile_key recorded; /* PROFILE_KEY_COUNT: nothing */
};

static bool kind_of(const struct figures *figures, const struct sight_row *row,
                    struct call_cost *kind)
{
    switch (row->kind) {
    case SIGHT_KERNEL:
        *kind = (struct call_cost){PROFILE_host_launch_pending, CALL_NONE, PROFILE_cupti_launch};
        return true;
    case SIGHT_H2D:
    case SIGHT_D2H:
        *kind = (struct call_cost){PROFILE_host_other, CALL_cudaMemcpyAsync, PROFILE_cupti_copy};
        return true;
    case SIGHT_D2D:
        *kind = (struct call_cost){PROFILE_host_copy_d2d, CALL_NONE, PROFILE_cupti_copy_d2d};
        return true;
    case SIGHT_MEMSET:
        *kind = row->bytes <= figures_value(figures, PROFILE_host_memset_small_bytes, 4096)
                    ? (struct call_cost){PROFILE_host_memset_small, CALL_NONE,
                                         PROFILE_cupti_memset_small}
                    : (struct call_cost){PROFILE_host_other, CALL_cudaMemsetAsync,
                                         PROFILE_cupti_memset};
        return true;
    case SIGHT_RECORD:
        *kind = (struct call_cost){PROFILE_host_record_no_timing, CALL_NONE, PROFILE_KEY_COUNT};
        return true;
    case SIGHT_WAIT:
        *kind = (struct call_cost){PROFILE_host_other, CALL_cudaStreamWaitEvent, PROFILE_KEY_COUNT};
        return true;
    default:
        return false;
    }
}

/* What this pass says of it; -1: nothing. */
static int64_t figure_of(const struct figures *figures, const struct call_cost *kind)
{
    return kind->key == PROFILE_host_other ? figures_pass_call_value(figures, kind->call, -1)
                                           : figures_pass_value(figures, kind->key, -1);
}

/* The very first call takes more than such a call on an idle device, the first of a kind more than
 * the second. */
static void fit_first(const struct sight *sight, struct figures *figures)
{
    bool is_very_first = true;
    for (size_t i = 0; i + 1 < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (!sight_is_in(row, "first"))
            continue;
        if (is_very_first) {
            int64_t usual = figures_pass_call_value(figures, row->call, -1);
            if (usual >= 0)
                figures_add(figures, PROFILE_host_first_call,
                            sight_cost(row) > usual ? sight_cost(row) - usual : 0);
            is_very_first = false;
        } else if (row[1].kind == row->kind && sight_is_in(&row[1], "first")) {
            bool is_mark = row->kind == SIGHT_RECORD || row->kind == SIGHT_WAIT;
            int64_t more = sight_cost(row) - sight_cost(&row[1]);
            figures_add(figures, is_mark ? PROFILE_host_first_mark : PROFILE_host_first_work,
                        more > 0 ? more : 0);
            i++;
        }
    }
}

/* Calls in turn, but for the first so many of each kind. */
static void fit_in_turn(const struct sight *sight, struct figures *figures, size_t first)
{
    size_t seen[SIGHT_HOST + 1] = {0};
    struct call_cost kind;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (!sight_is_in(row, "turns") || !kind_of(figures, row, &kind) ||
            seen[row->kind]++ < first)
            continue;
        if (kind.key == PROFILE_host_other)
            figures_add_call(figures, kind.call, sight_cost(row));
        else
            figures_add(figures, kind.key, sight_cost(row));
    }
}

void fit_turns(const struct sight *sight, struct figures *figures)
{
    fit_in_turn(sight, figures, 0);
    fit_first(sight, figures);
}

/* Up to the next call: the stamps that an instrument makes between two are its cost too, but not
 * what lies there anyway. */
static int64_t recorded_cost(const struct sight *sight, const struct figures *figures, size_t i)
{
    const struct sight_row *row = &sight->rows[i];
    bool follows = i + 1 < sight->count && sight_is_in(&row[1], "turns");
    return follows ? row[1].enter - row->enter - figures_value(figures, PROFILE_host_between, 0)
                   : sight_cost(row);
}

/* What it adds to the first call, and to the first of a kind, beyond what it adds to all. */
static void fit_recorded_first(const struct sight *sight, struct figures *figures)
{
    bool is_very_first = true;
    for (size_t i = 0; i + 1 < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (!sight_is_in(row, "first"))
            continue;
        bool is_pair = row[1].kind == row->kind && sight_is_in(&row[1], "first");
        if (is_very_first) {
            int64_t usual = figures_pass_call_value(figures, row->call, -1);
            int64_t plain = figures_pass_value(figures, PROFILE_host_first_call, -1);
            int64_t more = sight_cost(row) - usual - plain -
                           figures_pass_value(figures, PROFILE_cupti_launch, 0);
            if (usual >= 0 && plain >= 0)
                figures_add(figures, PROFILE_cupti_first_call, more > 0 ? more : 0);
            is_very_first = false;
        } else if (is_pair && (row->kind == SIGHT_H2D || row->kind == SIGHT_MEMSET)) {
            int64_t plain = figures_pass_value(figures, PROFILE_host_first_work, -1);
            int64_t more = sight_cost(row) - sight_cost(&row[1]) - plain;
            if (plain >= 0)
                figures_add(figures, PROFILE_cupti_first_work, more > 0 ? more : 0);
            i++;
        }
    }
}

void fit_recorded_turns(const struct sight *sight, struct figures *figures)
{
    struct call_cost kind;
    for (size_t i = 0; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (!sight_is_in(row, "turns") || !kind_of(figures, row, &kind) ||
            kind.recorded == PROFILE_KEY_COUNT)
            continue;
        int64_t plain = figure_of(figures, &kind), cost = recorded_cost(sight, figures, i);
        if (plain >= 0)
            figures_add(figures, kind.recorded, cost > plain ? cost - plain : 0);
    }
    fit_recorded_first(sight, figures);
}

/* Beyond what a synchronize takes that asks whether all is done. */
static void fit_first_release(const struct sight_row *row, struct figures *figures)
{
    int64_t more = sight_cost(row) - figures_call_value(figures, row->call, 0) -
                   figures_value(figures, PROFILE_host_look, 0);
    figures_add(figures, PROFILE_host_pool_release_first, more > 0 ? more : 0);
}

void fit_pool_first(const struct sight *sight, struct figures *figures)
{
    for (size_t i = 0; i < sight->count; i++)
        if (sight_is_in(&sight->rows[i], "pool") && sight->rows[i].call == CALL_cudaMallocAsync)
            figures_add(figures, PROFILE_host_pool_first, sight_cost(&sight->rows[i]));
        else if (sight_is_in(&sight->rows[i], "released") &&
                 sight->rows[i].call == CALL_cudaStreamSynchronize)
            fit_first_release(&sight->rows[i], figures);
}

/* Whether it is one of the launches of the row, or of the long kernels before it. */
static bool is_in_row(const struct sight_row *row)
{
    return row->kind == SIGHT_KERNEL && sight_is_in(row, "row");
}

/* What the launches of a row cost in the mean, behind the first so many, and what lies between
 * them; -1: there are none. Each is the median of many runs, so that none counts that was slow
 * once. */
static int64_t launch_cost(const struct sight *sight, size_t from, int64_t *between)
{
    int64_t sum = 0, gaps = 0, count = 0;
    size_t number = 0;
    *between = -1;
    for (size_t i = 1; i < sight->count; i++) {
        const struct sight_row *row = &sight->rows[i];
        if (!is_in_row(row) || number++ < from || !is_in_row(&row[-1]))
            continue;
        sum += sight_cost(row);
        gaps += row->enter - row[-1].returned;
        count++;
    }
    if (count > 0)
        *between = (gaps + count / 2) / count;
    return count > 0 ? (sum + count / 2) / count : -1;
}

/* The calls in turn of this program are further samples of what such calls cost, as processes
 * differ by some per cent; what launches cost less than those behind so many others, where they go
 * on to cost the same (launch-loops.txt), is said for the first such place. */
void fit_rows(const struct sight *sight, struct figures *figures)
{
    enum { FIRST = 2 /* of each kind: what comes first costs more */, PLACE = 16, FROM = 16 };
    fit_in_turn(sight, figures, FIRST);
    int64_t in_turn = figures_pass_value(figures, PROFILE_host_launch_pending, -1), between;
    int64_t here = launch_cost(sight, FROM, &between);
    if (in_turn < 0 || here < 0)
        return;
    figures_add_at(figures, PROFILE_host_row_less, PLACE, in_turn - here);
    figures_add(figures, PROFILE_host_between, between);
}
