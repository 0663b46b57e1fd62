/* The state at an instant in words: what a host thread calls, what somebody waits for, what happens
 * at this very moment. Parts of sentences, without a full stop.
 */
#ifndef SIM_ANALYSIS_INSTANT_TEXT_H
#define SIM_ANALYSIS_INSTANT_TEXT_H

#include "sim/analysis/instant.h"
#include "sim/base/strbuf.h"

/* What an operation is called: as in label.h, with its number where others have its name: "k1",
 * "step#7" for the seventh, "h2d#2 16 MiB". */
void instant_text_op(struct strbuf *sb, const struct instants *instants, uint32_t op);

/* "k1<<<20, 256, 0, a>>>", "cudaDeviceSynchronize", "cudaMemcpy: h2d 16 MiB", "h2d 16 MiB in stream
 * a" (whose call is not recorded by name). */
void instant_text_call(struct strbuf *sb, const struct instants *instants,
                       const struct host_call *call);

/* Where a thread is: "in cudaDeviceSynchronize", "between two calls, after ...". */
void instant_text_host(struct strbuf *sb, const struct instants *instants,
                       const struct instant_host *host);

/* What a thread waits for in its call: "waits for k3: device-synchronize"; nothing if it does not
 * wait. */
void instant_text_host_wait(struct strbuf *sb, const struct instants *instants,
                            const struct instant_host *host);

/* Why an alive operation does not run: "waits for k2: legacy-fence"; nothing of one that runs. */
void instant_text_wait(struct strbuf *sb, const struct instants *instants,
                       const struct instant_op *state);

/* "k1 ends, k2 becomes ready and starts": at most `most` operations by name, then how many more. */
void instant_text_events(struct strbuf *sb, const struct instants *instants,
                         const struct instant *instant, size_t most);

#endif
