#include "sim/analysis/match_inside.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/text.h"

#include <stdlib.h>
#include <string.h>

/* An operation by its key and the how-manieth with that key it is. */
struct entry {
    uint32_t key, occurrence, op;
};

bool match_takes_part(const struct timeline *t, uint32_t id)
{
    return timeline_is_work(&t->ops.rows[id]) && timeline_is_timed(t, &t->ops.rows[id]);
}

/* Without folders, template arguments and parameters: what traces of one program agree on. */
static void add_short_name(struct strbuf *sb, const char *name)
{
    size_t length = strcspn(name, "<(");
    strbuf_add(sb, name, length ? length : strlen(name));
}

unsigned match_host_thread(const struct timeline *t, uint16_t thread)
{
    unsigned before = 0;
    for (uint16_t i = 0; i < thread && i < t->threads.count; i++)
        before += t->threads.rows[i].kind == THREAD_HOST;
    return before;
}

static void add_kind(struct strbuf *sb, const struct timeline *t, const struct timeline_op *op)
{
    strbuf_adds(sb, op_kind_name((enum op_kind)op->kind));
    if (op->kind == OP_COPY && op->detail)
        strbuf_adds(sb, copy_kind_name(t->copies.rows[op->detail].kind));
    strbuf_addc(sb, ' ');
}

void match_add_line(struct strbuf *sb, const struct timeline *t, const struct timeline_op *op,
                    const struct match_keying *keying)
{
    const struct program_place *place = &t->places.rows[op->place];
    int line = keying->lines ? keying->lines[op->place] : place->line;
    add_kind(sb, t, op);
    if (keying->files)
        strbuf_adds(sb, text_file_name(timeline_name(t, place->file)));
    strbuf_addf(sb, ":%d", line);
    if (line == 0 && place->line != 0)
        strbuf_adds(sb, " gone");
}

static uint32_t key_of(const struct timeline *t, uint32_t id, const struct match_keying *keying,
                       struct intern *keys, struct strbuf *sb)
{
    enum match_how how = keying->how;
    const struct timeline_op *op = &t->ops.rows[id];
    strbuf_clear(sb);
    if (how == MATCH_POSITION) {
        strbuf_addf(sb, "%u", match_host_thread(t, op->thread));
        return intern_add(keys, sb->text, sb->length);
    }
    if (how == MATCH_LINE) {
        match_add_line(sb, t, op, keying);
        if (keying->pieces && keying->pieces[id])
            strbuf_addf(sb, " piece %u", keying->pieces[id]);
        else
            strbuf_addf(sb, " thread %u", match_host_thread(t, op->thread));
    } else {
        add_kind(sb, t, op);
        if (op->kind == OP_KERNEL || op->kind == OP_HOST)
            add_short_name(sb, timeline_name(t, op->name));
        if (how == MATCH_WORK)
            strbuf_addf(sb, " thread %u", match_host_thread(t, op->thread));
        else
            strbuf_addf(sb, " stream %u", op->stream);
    }
    return intern_add(keys, sb->text, sb->length);
}

/* What a key depends on besides place or name: mostly as for the operation before of that place or
 * name, so that its text need not be made again. */
struct memo {
    uint64_t of; /* 0: nothing */
    uint32_t key;
};

static uint64_t depends_on(const struct timeline *t, const struct timeline_op *op,
                           enum match_how how)
{
    uint64_t copy = op->kind == OP_COPY && op->detail ? t->copies.rows[op->detail].kind + 1u : 0;
    uint64_t other = how == MATCH_LINE ? 0 : op->stream;
    return 1 | (uint64_t)op->kind << 1 | copy << 8 | (uint64_t)op->thread << 16 | other << 32;
}

static struct entry *entries_of(const struct timeline *t, const struct match_keying *keying,
                                struct intern *keys, size_t *count)
{
    size_t memo_count = keying->how == MATCH_LINE ? t->places.count : t->names.count;
    struct memo *memos = mem_zalloc((memo_count + 1) * sizeof *memos);
    struct entry *entries = mem_zalloc((t->ops.count + 1) * sizeof *entries);
    struct strbuf sb;
    strbuf_init(&sb);
    uint32_t *seen = NULL;
    size_t capacity = 0, seen_count = 0;
    *count = 0;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        if (!match_takes_part(t, id) || (keying->leave && keying->leave[id]))
            continue;
        const struct timeline_op *op = &t->ops.rows[id];
        size_t slot = keying->how == MATCH_LINE ? op->place : op->name;
        struct memo *memo = slot < memo_count ? &memos[slot] : &memos[memo_count];
        uint64_t of = depends_on(t, op, keying->how);
        if (memo->of != of || slot >= memo_count || keying->pieces)
            *memo = (struct memo){of, key_of(t, id, keying, keys, &sb)};
        uint32_t key = memo->key;
        if (key >= seen_count) {
            seen = mem_grow(seen, &capacity, key + 1, sizeof *seen);
            memset(seen + seen_count, 0, (key + 1 - seen_count) * sizeof *seen);
            seen_count = key + 1;
        }
        entries[(*count)++] = (struct entry){key, seen[key]++, id};
    }
    free(seen);
    free(memos);
    strbuf_release(&sb);
    return entries;
}

/* By key; those of one key stand in order of occurrence already, and stay so. */
static struct entry *sorted(struct entry *entries, size_t count, size_t key_count)
{
    struct entry *result = mem_zalloc((count + 1) * sizeof *result);
    size_t *next = mem_zalloc((key_count + 1) * sizeof *next);
    for (size_t i = 0; i < count; i++)
        next[entries[i].key + 1]++;
    for (size_t key = 0; key < key_count; key++)
        next[key + 1] += next[key];
    for (size_t i = 0; i < count; i++)
        result[next[entries[i].key]++] = entries[i];
    free(next);
    free(entries);
    return result;
}

static int compare_entries(const struct entry *x, const struct entry *y)
{
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->occurrence < y->occurrence ? -1 : x->occurrence > y->occurrence;
}

/* By their operation in the first timeline, of which each is in one pair at most. */
static void sort_pairs(struct match *match, size_t op_count)
{
    uint32_t *partners = mem_zalloc((op_count + 1) * sizeof *partners); /* and 1 */
    size_t count = 0;
    for (size_t i = 0; i < match->count; i++)
        partners[match->pairs[i].a] = match->pairs[i].b + 1;
    for (uint32_t op = 0; op < op_count; op++)
        if (partners[op])
            match->pairs[count++] = (struct match_pair){op, partners[op] - 1};
    free(partners);
}

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Whether most of the work has a source line. */
static bool has_lines(const struct timeline *t)
{
    size_t with = 0, all = 0;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        bool part = match_takes_part(t, id);
        all += part;
        with += part && t->ops.rows[id].place;
    }
    return with * 2 > all;
}

/* Whether a place of its work names a file. */
static bool has_files(const struct timeline *t)
{
    for (uint32_t id = 0; id < t->ops.count; id++)
        if (match_takes_part(t, id) && t->places.rows[t->ops.rows[id].place].file)
            return true;
    return false;
}

/* The next work from `id` on whose file is another one than `*file`, which becomes that; the count
 * of operations if there is none. */
static uint32_t next_file(const struct timeline *t, uint32_t id, uint32_t *file)
{
    for (; id < t->ops.count; id++) {
        uint32_t of = match_takes_part(t, id) ? t->places.rows[t->ops.rows[id].place].file : 0;
        if (of && of != *file) {
            *file = of;
            break;
        }
    }
    return id;
}

/* Whether the work of both is from one file, whatever its folder. */
static bool share_a_file(const struct timeline *a, const struct timeline *b)
{
    struct intern of_a;
    struct strbuf sb;
    bool shared = false;
    intern_init(&of_a);
    strbuf_init(&sb);
    for (uint32_t file = 0, id = 0; (id = next_file(a, id, &file)) < a->ops.count;) {
        strbuf_clear(&sb);
        strbuf_adds(&sb, text_file_name(timeline_name(a, file)));
        intern_add(&of_a, sb.text, sb.length);
    }
    for (uint32_t file = 0, id = 0; !shared && (id = next_file(b, id, &file)) < b->ops.count;) {
        strbuf_clear(&sb);
        strbuf_adds(&sb, text_file_name(timeline_name(b, file)));
        shared = intern_find(&of_a, sb.text, sb.length) != 0;
    }
    strbuf_release(&sb);
    intern_release(&of_a);
    return shared;
}

static enum match_how choose(const struct timeline *a, const struct timeline *b)
{
    if (a->program_sha256[0] && strcmp(a->program_sha256, b->program_sha256) == 0)
        return MATCH_POSITION;
    if (!has_lines(a) || !has_lines(b))
        return MATCH_NAME;
    return has_files(a) && has_files(b) && !share_a_file(a, b) ? MATCH_WORK : MATCH_LINE;
}

static int64_t duration_of(const struct timeline *t, uint32_t id)
{
    const struct timeline_op *op = &t->ops.rows[id];
    return op->start == TIMELINE_UNKNOWN || op->end == TIMELINE_UNKNOWN ? 0 : op->end - op->start;
}

static int64_t busy_share(const struct timeline *t, const uint32_t *ids, size_t count)
{
    int64_t part = 0, whole = 0;
    for (size_t i = 0; i < count; i++)
        part = duration_add(part, duration_of(t, ids[i]));
    for (uint32_t id = 0; id < t->ops.count; id++)
        whole = match_takes_part(t, id) ? duration_add(whole, duration_of(t, id)) : whole;
    return whole > 0 ? duration_divide(part, 1000000, whole) : count ? 1000000 : 0;
}

/* Appends pairs and what is left of both. */
static void pair_up(struct match *match, const struct timeline *a, const struct match_keying *of_a,
                    const struct timeline *b, const struct match_keying *of_b)
{
    struct intern keys;
    intern_init(&keys);
    size_t a_count, b_count;
    struct entry *in_a = entries_of(a, of_a, &keys, &a_count);
    struct entry *in_b = entries_of(b, of_b, &keys, &b_count);
    in_a = sorted(in_a, a_count, keys.count);
    in_b = sorted(in_b, b_count, keys.count);
    match->only_a_count = match->only_b_count = 0;
    for (size_t i = 0, k = 0; i < a_count || k < b_count;) {
        int order = i == a_count ? 1 : k == b_count ? -1 : compare_entries(&in_a[i], &in_b[k]);
        /* one position may hold different kinds where the programs differ after all */
        if (order == 0 && a->ops.rows[in_a[i].op].kind == b->ops.rows[in_b[k].op].kind) {
            match->pairs[match->count++] = (struct match_pair){in_a[i++].op, in_b[k++].op};
            continue;
        }
        if (order <= 0)
            match->only_a[match->only_a_count++] = in_a[i++].op;
        if (order >= 0)
            match->only_b[match->only_b_count++] = in_b[k++].op;
    }
    free(in_a);
    free(in_b);
    intern_release(&keys);
}

static void begin(struct match *match, const struct timeline *a, const struct timeline *b)
{
    memset(match, 0, sizeof *match);
    match->pairs = mem_zalloc((a->ops.count + 1) * sizeof *match->pairs);
    match->only_a = mem_zalloc((a->ops.count + 1) * sizeof *match->only_a);
    match->only_b = mem_zalloc((b->ops.count + 1) * sizeof *match->only_b);
}

static void end(struct match *match, const struct timeline *a, const struct timeline *b)
{
    sort_pairs(match, a->ops.count);
    qsort(match->only_a, match->only_a_count, sizeof *match->only_a, compare_ids);
    qsort(match->only_b, match->only_b_count, sizeof *match->only_b, compare_ids);
    int64_t share_a = busy_share(a, match->only_a, match->only_a_count);
    int64_t share_b = busy_share(b, match->only_b, match->only_b_count);
    match->unmatched = share_a > share_b ? share_a : share_b;
}

void match_find(struct match *match, const struct timeline *a, const struct timeline *b)
{
    begin(match, a, b);
    match->how = choose(a, b);
    struct match_keying keying = {.how = match->how, .files = has_files(a) && has_files(b)};
    pair_up(match, a, &keying, b, &keying);
    if (match->how == MATCH_LINE && match->only_a_count + match->only_b_count) {
        struct match_keying of_a = keying, of_b = keying;
        struct match_pieces pieces;
        if (match_pieces_find(&pieces, match, a, b, &keying)) {
            of_a.pieces = pieces.of_a;
            of_b.pieces = pieces.of_b;
            match->count = 0;
            match->shared = true;
            pair_up(match, a, &of_a, b, &of_b);
        }
        match_pieces_release(&pieces);
    }
    end(match, a, b);
}

void match_versions(struct match *match, const struct timeline *a, const struct timeline *b,
                    const int32_t *lines)
{
    begin(match, a, b);
    match->how = has_lines(a) && has_lines(b) ? MATCH_LINE : MATCH_NAME;
    struct match_keying of_a = {.how = match->how, .files = has_files(a) && has_files(b)},
                        of_b = of_a;
    of_a.lines = lines;
    pair_up(match, a, &of_a, b, &of_b);
    bool *a_leave = mem_zalloc(a->ops.count + 1), *b_leave = mem_zalloc(b->ops.count + 1);
    for (size_t i = 0; i < match->count; i++)
        a_leave[match->pairs[i].a] = b_leave[match->pairs[i].b] = true;
    of_a = of_b = (struct match_keying){.how = MATCH_WORK};
    of_a.leave = a_leave;
    of_b.leave = b_leave;
    pair_up(match, a, &of_a, b, &of_b);
    free(a_leave);
    free(b_leave);
    end(match, a, b);
}

const char *match_how_name(enum match_how how)
{
    static const char *const names[] = {"position in the program", "source line and occurrence",
                                        "kind, name and occurrence in the stream",
                                        "kind, name and occurrence"};
    return names[how];
}

void match_release(struct match *match)
{
    free(match->pairs);
    free(match->only_a);
    free(match->only_b);
    memset(match, 0, sizeof *match);
}
