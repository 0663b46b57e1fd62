/* What memory holds: which value stands in which bytes.
 *
 * A value is a number that stands for what some step computed; a byte is byte `offset` of its
 * value, so that a copy of a part is right. Contents are an immutable sequence of such runs, kept
 * as a balanced tree whose parts are shared: to copy a range, to put one into another and to take
 * its digest are O(log runs) each, whatever the number of bytes. Runs that continue each other are
 * always one run, so equal contents have equal digests however they were put together.
 *
 * Must not know what a value stands for, nor what an allocation is.
 */
#ifndef SIM_ANALYSIS_CONTENTS_H
#define SIM_ANALYSIS_CONTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values with this bit set count their bytes; without it all bytes of the value are alike, as those
 * of a memset, and `offset` is 0. */
#define CONTENTS_COUNTED UINT64_C(1)

struct contents_run {
    uint64_t value;
    uint64_t offset; /* of the first byte, within the value */
    uint64_t bytes;  /* > 0 */
};

/* A sequence of runs: a node of the pool, owned by who holds it. 0: no bytes. */
typedef uint32_t contents_t;

struct contents_node;

/* All contents that share parts. */
struct contents_pool {
    struct contents_node *nodes;
    size_t count, capacity;
    contents_t free; /* first of the list of unused nodes */
};

void contents_init(struct contents_pool *pool);

/* `bytes` bytes of one value, from its byte `offset` on. */
contents_t contents_make(struct contents_pool *pool, uint64_t value, uint64_t offset,
                         uint64_t bytes);

/* Another holder of the same contents. */
contents_t contents_hold(struct contents_pool *pool, contents_t contents);
void contents_drop(struct contents_pool *pool, contents_t contents);

uint64_t contents_bytes(const struct contents_pool *pool, contents_t contents);

/* `bytes` bytes from `from` on, which must be there; the whole stays with its holder. */
contents_t contents_part(struct contents_pool *pool, contents_t whole, uint64_t from,
                         uint64_t bytes);

/* Puts `part` over the bytes from `from` on, which must be there; takes both, returns the new
 * whole. */
contents_t contents_put(struct contents_pool *pool, contents_t whole, uint64_t from,
                        contents_t part);

/* A hash of the values in a range, in their order; it depends on nothing else: not on where the
 * range begins, nor on how it came to be. */
uint64_t contents_digest(struct contents_pool *pool, contents_t whole, uint64_t from,
                         uint64_t bytes);

/* The run that byte `at` is in, from that byte to the run's end. */
struct contents_run contents_at(const struct contents_pool *pool, contents_t contents, uint64_t at);

/* Where two contents first differ: *from and *bytes are the first stretch in which every byte of
 * one run of `a` differs from one run of `b`. False if they are equal (or one is a prefix of the
 * other). */
bool contents_differ(const struct contents_pool *pool_a, contents_t a,
                     const struct contents_pool *pool_b, contents_t b, uint64_t *from,
                     uint64_t *bytes);

/* Number of runs. */
uint64_t contents_runs(const struct contents_pool *pool, contents_t contents);

void contents_release(struct contents_pool *pool);

/* Hashes, for who makes values: `hash` with one more word in it; the hash of a text. */
uint64_t contents_mix(uint64_t hash, uint64_t word);
uint64_t contents_mix_text(uint64_t hash, const char *text);

#endif
