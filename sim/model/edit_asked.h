/* The stream that a host thread needs where it waits for the device: of those into which it has put
 * work since it waited last, the last one with a copy to the host, or the last one.
 *
 * For the edit that makes such waits narrower, in records (edit_synchronize.c) and where the source
 * is interpreted again (sim/study/steer.c).
 */
#ifndef SIM_MODEL_EDIT_ASKED_H
#define SIM_MODEL_EDIT_ASKED_H

#include "sim/model/calls.h"
#include "sim/model/program.h"

/* Of a thread; zero-initialised, and again where it waits. */
struct edit_asked {
    uint32_t any, out; /* 1 + the stream of the last work, of the last copy to the host; 0: none */
};

/* Takes a record that enqueues. */
static inline void edit_asked_note(struct edit_asked *asked, const struct program *program,
                                   const struct program_record *record)
{
    asked->any = record->stream + 1;
    if (call_info((enum call)record->call)->object == OBJECT_COPY &&
        record->object < program->copies.count &&
        program->copies.rows[record->object].kind == COPY_D2H)
        asked->out = record->stream + 1;
}

/* PROGRAM_STREAM_LEGACY where it has put work into none, too: there is no narrower wait then. */
static inline uint32_t edit_asked_stream(const struct edit_asked *asked)
{
    uint32_t one_more = asked->out ? asked->out : asked->any;
    return one_more ? one_more - 1 : PROGRAM_STREAM_LEGACY;
}

#endif
