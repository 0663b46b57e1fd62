/* The way of an operation from its queue to its end: it leaves the queue, comes to its machine,
 * starts, ends and frees what waited for it. What is to go on at a time is a timer of the engine's.
 *
 * Knows no order of events: the loop (engine.c) says when each of these happens, and failure.c does
 * so once for all that is there.
 */
#ifndef SIM_ENGINE_PASSAGE_H
#define SIM_ENGINE_PASSAGE_H

#include "sim/engine/engine_state.h"

/* Timers: entries of engine->heap, whose `id` is a slot. */
enum passage_timer {
    EVENT_HEAD, /* the first command of a queue may leave */
    EVENT_MARK, /* a record or wait in no queue is passed */
    EVENT_END,
    EVENT_CALL, /* a host function comes to the worker */
    EVENT_HOST, /* the host worker is awake for it */
};

/* The command stands first and its dependencies are met: it leaves when it can, and then those
 * behind it. 0: there is none. */
void engine_advance_queue(struct engine *engine, uint32_t slot);

/* It leaves now, and those behind it as they can. */
void engine_leave(struct engine *engine, uint32_t slot);

/* A record or wait without a command in a queue: it is passed as soon as it can be. */
void engine_pass_mark(struct engine *engine, uint32_t slot);

/* All that it waited for has ended. */
void engine_go_on(struct engine *engine, uint32_t slot);

/* The command has left its queue: hands it to its machine. */
void engine_dispatch(struct engine *engine, uint32_t slot);

/* The host worker takes the next function, if it can, which begins after `least` at the earliest:
 * behind another one latency.host_next (2.5 to 5.5 us from its return in host-function-3 and -long
 * of tests/validation, whose functions wait for nothing else; the same in one stream, zg056 and
 * zg148 of RANDOM-23). */
void engine_take_host_function(struct engine *engine, int64_t least);
void engine_begin_host_function(struct engine *engine, uint32_t slot);

/* Composes the stretches up to where its machine takes over; what that adds follows, and then the
 * start. */
void engine_explain(struct engine *engine, uint32_t slot);

/* Writes the operation's start and all that it waited for. */
void engine_begin(struct engine *engine, uint32_t slot, int64_t time, enum machine_kind machine,
                  uint8_t machine_index);

/* Likewise of a record that a copy's engine has come to. */
void engine_begin_record(struct engine *engine, uint32_t slot, int64_t time);

/* Writes its end, tells those that wait for it, and forgets it. */
void engine_finish(struct engine *engine, uint32_t slot, int64_t time);

#endif
