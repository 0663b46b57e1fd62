/* A join-based AVL tree with shared, counted nodes: Blelloch, Ferizovic and Sun, "Just Join for
 * Parallel Ordered Sets", SPAA 2016. Heights of siblings differ by at most two. */
#include "sim/analysis/contents.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

struct contents_node {
    struct contents_run run;
    uint64_t bytes;       /* of the subtree */
    uint64_t hash, power; /* of the subtree's runs as a polynomial modulo PRIME, once asked for */
    contents_t left, right;
    uint32_t holders;
    uint32_t height : 6;
    uint32_t hashed : 1;
    uint32_t runs : 25; /* of the subtree; at most MOST_RUNS */
};

#define PRIME ((UINT64_C(1) << 61) - 1)
#define BASE  UINT64_C(0x1A2B3C4D5E6F7081)
enum { MOST_RUNS = (1 << 25) - 1 };

uint64_t contents_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 29;
}

uint64_t contents_mix_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return contents_mix(hash, 0x7465787400);
}

static uint64_t times(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    uint64_t sum = (uint64_t)(product & PRIME) + (uint64_t)(product >> 61);
    return sum >= PRIME ? sum - PRIME : sum;
}

static uint64_t plus(uint64_t a, uint64_t b)
{
    uint64_t sum = a + b;
    return sum >= PRIME ? sum - PRIME : sum;
}

/* One run as a coefficient. */
static uint64_t token(struct contents_run run)
{
    uint64_t hash = contents_mix(contents_mix(contents_mix(0, run.value), run.offset), run.bytes);
    return hash % PRIME;
}

/* A polynomial and the power of the base by which what stands before it is multiplied. */
struct chain {
    uint64_t hash, power;
};

static struct chain chain_add(struct chain a, struct chain b)
{
    return (struct chain){plus(times(a.hash, b.power), b.hash), times(a.power, b.power)};
}

static bool counted(uint64_t value)
{
    return value & CONTENTS_COUNTED;
}

static bool continues(struct contents_run a, struct contents_run b)
{
    return a.value == b.value && (!counted(a.value) || a.offset + a.bytes == b.offset);
}

static struct contents_run run_part(struct contents_run run, uint64_t from, uint64_t bytes)
{
    return (struct contents_run){run.value, counted(run.value) ? run.offset + from : 0, bytes};
}

/* ---- nodes ---- */

void contents_init(struct contents_pool *pool)
{
    memset(pool, 0, sizeof *pool);
}

void contents_release(struct contents_pool *pool)
{
    free(pool->nodes);
    memset(pool, 0, sizeof *pool);
}

static contents_t node_new(struct contents_pool *pool)
{
    contents_t id = pool->free;
    if (id) {
        pool->free = pool->nodes[id].left;
        return id;
    }
    if (pool->count == 0)
        pool->count = 1; /* 0 is none */
    pool->nodes = mem_grow(pool->nodes, &pool->capacity, pool->count + 1, sizeof *pool->nodes);
    if (pool->count == 1)
        memset(pool->nodes, 0, sizeof *pool->nodes);
    return (contents_t)pool->count++;
}

static unsigned height(const struct contents_pool *pool, contents_t id)
{
    return id ? pool->nodes[id].height : 0;
}

/* As deep as the tree is high; most nodes are gone before anybody asks. */
static struct chain chain_of(struct contents_pool *pool, contents_t id)
{
    if (!id)
        return (struct chain){0, 1};
    struct contents_node *node = &pool->nodes[id];
    if (!node->hashed) {
        struct chain own = {token(node->run), BASE};
        struct chain all =
            chain_add(chain_add(chain_of(pool, node->left), own), chain_of(pool, node->right));
        node->hash = all.hash;
        node->power = all.power;
        node->hashed = 1;
    }
    return (struct chain){node->hash, node->power};
}

/* Takes both sides. */
static contents_t create(struct contents_pool *pool, contents_t left, struct contents_run run,
                         contents_t right)
{
    contents_t id = node_new(pool);
    struct contents_node *node = &pool->nodes[id];
    unsigned hl = height(pool, left), hr = height(pool, right);
    uint64_t runs = contents_runs(pool, left) + contents_runs(pool, right) + 1;
    *node = (struct contents_node){
        .run = run,
        .bytes = contents_bytes(pool, left) + run.bytes + contents_bytes(pool, right),
        .left = left,
        .right = right,
        .holders = 1,
        .height = ((hl > hr ? hl : hr) + 1) & 63,
        .runs = (runs < MOST_RUNS ? (unsigned)runs : (unsigned)MOST_RUNS) & MOST_RUNS,
    };
    return id;
}

contents_t contents_make(struct contents_pool *pool, uint64_t value, uint64_t offset,
                         uint64_t bytes)
{
    if (bytes == 0)
        return 0;
    return create(pool, 0, (struct contents_run){value, counted(value) ? offset : 0, bytes}, 0);
}

contents_t contents_hold(struct contents_pool *pool, contents_t contents)
{
    if (contents)
        pool->nodes[contents].holders++;
    return contents;
}

static void node_free(struct contents_pool *pool, contents_t id)
{
    pool->nodes[id].left = pool->free;
    pool->free = id;
}

/* As deep as the tree is high. */
void contents_drop(struct contents_pool *pool, contents_t contents)
{
    while (contents && --pool->nodes[contents].holders == 0) {
        contents_t left = pool->nodes[contents].left, right = pool->nodes[contents].right;
        node_free(pool, contents);
        contents_drop(pool, left);
        contents = right;
    }
}

struct parts {
    contents_t left, right;
    struct contents_run run;
};

/* Takes the node apart; its holder gets both sides. */
static struct parts take(struct contents_pool *pool, contents_t id)
{
    struct contents_node *node = &pool->nodes[id];
    struct parts parts = {node->left, node->right, node->run};
    if (node->holders == 1) {
        node_free(pool, id);
        return parts;
    }
    node->holders--;
    contents_hold(pool, parts.left);
    contents_hold(pool, parts.right);
    return parts;
}

/* ---- balance ---- */

static contents_t balance(struct contents_pool *pool, contents_t left, struct contents_run run,
                          contents_t right)
{
    unsigned hl = height(pool, left), hr = height(pool, right);
    if (hl > hr + 2) {
        struct parts l = take(pool, left);
        if (height(pool, l.left) >= height(pool, l.right))
            return create(pool, l.left, l.run, create(pool, l.right, run, right));
        struct parts m = take(pool, l.right);
        contents_t a = create(pool, l.left, l.run, m.left);
        return create(pool, a, m.run, create(pool, m.right, run, right));
    }
    if (hr > hl + 2) {
        struct parts r = take(pool, right);
        if (height(pool, r.right) >= height(pool, r.left))
            return create(pool, create(pool, left, run, r.left), r.run, r.right);
        struct parts m = take(pool, r.left);
        contents_t a = create(pool, left, run, m.left);
        return create(pool, a, m.run, create(pool, m.right, r.run, r.right));
    }
    return create(pool, left, run, right);
}

static contents_t join(struct contents_pool *pool, contents_t left, struct contents_run run,
                       contents_t right)
{
    unsigned hl = height(pool, left), hr = height(pool, right);
    if (hl > hr + 2) {
        struct parts l = take(pool, left);
        return balance(pool, l.left, l.run, join(pool, l.right, run, right));
    }
    if (hr > hl + 2) {
        struct parts r = take(pool, right);
        return balance(pool, join(pool, left, run, r.left), r.run, r.right);
    }
    return create(pool, left, run, right);
}

/* Takes the first or last run off. */
static contents_t take_first(struct contents_pool *pool, contents_t id, struct contents_run *run)
{
    struct parts p = take(pool, id);
    if (!p.left) {
        *run = p.run;
        return p.right;
    }
    contents_t rest = take_first(pool, p.left, run);
    return balance(pool, rest, p.run, p.right);
}

static contents_t take_last(struct contents_pool *pool, contents_t id, struct contents_run *run)
{
    struct parts p = take(pool, id);
    if (!p.right) {
        *run = p.run;
        return p.left;
    }
    contents_t rest = take_last(pool, p.right, run);
    return balance(pool, p.left, p.run, rest);
}

static struct contents_run first_run(const struct contents_pool *pool, contents_t id)
{
    while (pool->nodes[id].left)
        id = pool->nodes[id].left;
    return pool->nodes[id].run;
}

static struct contents_run last_run(const struct contents_pool *pool, contents_t id)
{
    while (pool->nodes[id].right)
        id = pool->nodes[id].right;
    return pool->nodes[id].run;
}

/* Takes both sides. Runs that continue each other become one. */
static contents_t join_runs(struct contents_pool *pool, contents_t left, struct contents_run run,
                            contents_t right)
{
    if (left && continues(last_run(pool, left), run)) {
        struct contents_run last;
        left = take_last(pool, left, &last);
        last.bytes += run.bytes;
        run = last;
    }
    if (right && continues(run, first_run(pool, right))) {
        struct contents_run first;
        right = take_first(pool, right, &first);
        run.bytes += first.bytes;
    }
    return join(pool, left, run, right);
}

/* Takes both. */
static contents_t concat(struct contents_pool *pool, contents_t left, contents_t right)
{
    if (!left || !right)
        return left ? left : right;
    struct contents_run first;
    right = take_first(pool, right, &first);
    return join_runs(pool, left, first, right);
}

/* Takes the whole; *left gets its first `at` bytes. */
static void split(struct contents_pool *pool, contents_t whole, uint64_t at, contents_t *left,
                  contents_t *right)
{
    if (!whole) {
        *left = *right = 0;
        return;
    }
    struct parts p = take(pool, whole);
    uint64_t before = contents_bytes(pool, p.left);
    if (at <= before) {
        contents_t middle;
        split(pool, p.left, at, left, &middle);
        *right = join(pool, middle, p.run, p.right);
    } else if (at >= before + p.run.bytes) {
        contents_t middle;
        split(pool, p.right, at - before - p.run.bytes, &middle, right);
        *left = join(pool, p.left, p.run, middle);
    } else {
        uint64_t first = at - before;
        *left = join(pool, p.left, run_part(p.run, 0, first), 0);
        *right = join(pool, 0, run_part(p.run, first, p.run.bytes - first), p.right);
    }
}

/* ---- what others see ---- */

uint64_t contents_bytes(const struct contents_pool *pool, contents_t contents)
{
    return contents ? pool->nodes[contents].bytes : 0;
}

uint64_t contents_runs(const struct contents_pool *pool, contents_t contents)
{
    return contents ? pool->nodes[contents].runs : 0;
}

contents_t contents_part(struct contents_pool *pool, contents_t whole, uint64_t from,
                         uint64_t bytes)
{
    contents_t before, part, after, rest;
    split(pool, contents_hold(pool, whole), from, &before, &rest);
    split(pool, rest, bytes, &part, &after);
    contents_drop(pool, before);
    contents_drop(pool, after);
    return part;
}

contents_t contents_put(struct contents_pool *pool, contents_t whole, uint64_t from,
                        contents_t part)
{
    contents_t before, old, after, rest;
    split(pool, whole, from, &before, &rest);
    split(pool, rest, contents_bytes(pool, part), &old, &after);
    contents_drop(pool, old);
    if (contents_runs(pool, part) == 1) {
        struct contents_run run = pool->nodes[part].run;
        contents_drop(pool, part);
        return join_runs(pool, before, run, after);
    }
    return concat(pool, concat(pool, before, part), after);
}

static struct chain digest(struct contents_pool *pool, contents_t id, uint64_t from, uint64_t to)
{
    if (!id || from >= to)
        return (struct chain){0, 1};
    const struct contents_node *node = &pool->nodes[id];
    if (from == 0 && to == node->bytes)
        return chain_of(pool, id);
    uint64_t before = contents_bytes(pool, node->left), after = before + node->run.bytes;
    struct chain all = digest(pool, node->left, from, to < before ? to : before);
    uint64_t first = from > before ? from : before, last = to < after ? to : after;
    if (first < last)
        all = chain_add(
            all, (struct chain){token(run_part(node->run, first - before, last - first)), BASE});
    if (to > after)
        all =
            chain_add(all, digest(pool, node->right, from > after ? from - after : 0, to - after));
    return all;
}

uint64_t contents_digest(struct contents_pool *pool, contents_t whole, uint64_t from,
                         uint64_t bytes)
{
    struct chain all = digest(pool, whole, from, from + bytes);
    return contents_mix(all.hash, all.power);
}

struct contents_run contents_at(const struct contents_pool *pool, contents_t contents, uint64_t at)
{
    while (contents) {
        const struct contents_node *node = &pool->nodes[contents];
        uint64_t before = contents_bytes(pool, node->left);
        if (at < before) {
            contents = node->left;
        } else if (at - before < node->run.bytes) {
            return run_part(node->run, at - before, node->run.bytes - (at - before));
        } else {
            at -= before + node->run.bytes;
            contents = node->right;
        }
    }
    return (struct contents_run){0};
}

bool contents_differ(const struct contents_pool *pool_a, contents_t a,
                     const struct contents_pool *pool_b, contents_t b, uint64_t *from,
                     uint64_t *bytes)
{
    uint64_t to = contents_bytes(pool_a, a);
    if (contents_bytes(pool_b, b) < to)
        to = contents_bytes(pool_b, b);
    for (uint64_t at = 0; at < to;) {
        struct contents_run x = contents_at(pool_a, a, at), y = contents_at(pool_b, b, at);
        uint64_t both = x.bytes < y.bytes ? x.bytes : y.bytes;
        if (x.value != y.value || x.offset != y.offset) {
            *from = at;
            *bytes = both < to - at ? both : to - at;
            return true;
        }
        at += both;
    }
    return false;
}
