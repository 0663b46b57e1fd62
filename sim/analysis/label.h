/* What reports call things: operations, places, streams, sizes. */
#ifndef SIM_ANALYSIS_LABEL_H
#define SIM_ANALYSIS_LABEL_H

#include "sim/base/strbuf.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>

/* "k2", "k2?" (its cost was assumed), "h2d 16 MiB", "memset 1 KiB", "record done", "wait done". */
void label_op(struct strbuf *sb, const struct timeline *timeline, uint32_t op);

/* Whether both are called the same: copies of one line may differ in size. */
bool label_ops_alike(const struct timeline *timeline, uint32_t a, uint32_t b);

/* Of several that are alike but for that, without size and event: "h2d", "memset", "record". */
void label_op_kind(struct strbuf *sb, const struct timeline *timeline, uint32_t op);

/* Calls like the one in a row of the timeline's calls: "cudaFree", "3 calls of cudaFree"; what is
 * no function of CUDA's is called what it is, as nobody wrote its name: "a wait for another
 * thread", "memset of 16 MiB". */
void label_calls(struct strbuf *sb, const struct timeline *timeline, uint32_t row, size_t count);

/* Whether an operation's name is meant by the first `length` bytes of `text`: the name itself or,
 * of a template's instance or an overload, the name without what stands behind it: both
 * "scale<float, 256>" and "scale" mean the former. */
bool label_is_meant(const char *text, size_t length, const char *name);

/* "fence.cu:14", without folders; nothing if the place is unknown. */
void label_place(struct strbuf *sb, const struct timeline *timeline, uint32_t place);

/* "a"; "default" for the legacy stream; "stream 3" for one without a name, "stream 3 a" for one
 * whose name others have as well. */
void label_stream(struct strbuf *sb, const struct timeline *timeline, uint32_t stream);

/* In a sentence: "stream a", "streams[0]", "the default stream", "stream 3",
 * "stream 3 a". */
void label_the_stream(struct strbuf *sb, const struct timeline *timeline, uint32_t stream);

/* As a call's argument: "a", "0" for the legacy stream. */
void label_stream_code(struct strbuf *sb, const struct timeline *timeline, uint32_t stream);

/* The driver that moves pages which are prefetched (MACHINE_COPY_DRIVER), where machines stand. */
#define LABEL_PREFETCHING "prefetching"

/* "SM array", "copy engine in", "copy engine out", "prefetching", "host worker", "host",
 * "device" (what runs on none of them). */
void label_machine(struct strbuf *sb, enum machine_kind kind, unsigned index);

/* "64 B", "16 MiB", "1.5 GiB". */
void label_bytes(struct strbuf *sb, uint64_t bytes);

/* "12.3 %", from parts of a million; "-" for what is unknown. */
void label_percent(struct strbuf *sb, int64_t ppm);

/* Parts of a million; 0 where a file's own figures make no sense. */
int64_t label_ppm(int64_t part, int64_t whole);

/* As label_percent(), of a change: "+12.3 %", "-0.50 %". */
void label_change(struct strbuf *sb, int64_t ppm);

/* "306 us"; "-" for TIMELINE_UNKNOWN. */
void label_time(struct strbuf *sb, int64_t ns);

#define LABEL_UNKNOWN INT64_MIN

#endif
