#include "sim/io/sink.h"

#include <errno.h>
#include <string.h>

enum { SINK_PIECE = 1 << 20 };

static int pass_to_file(struct sink *sink, struct err *err)
{
    errno = 0;
    if (fwrite(sink->text.text, 1, sink->text.length, sink->file) != sink->text.length)
        return err_set(err, ERR_RUN, "cannot write %s: %s", sink->name, strerror(errno));
    strbuf_clear(&sink->text);
    return 0;
}

void sink_init(struct sink *sink)
{
    memset(sink, 0, sizeof *sink);
    strbuf_init(&sink->text);
}

void sink_init_file(struct sink *sink, FILE *file, const char *name)
{
    sink_init(sink);
    sink->pass = pass_to_file;
    sink->file = file;
    sink->name = name;
}

int sink_flow(struct sink *sink, struct err *err)
{
    return sink->pass && sink->text.length >= SINK_PIECE ? sink->pass(sink, err) : 0;
}

int sink_finish(struct sink *sink, struct err *err)
{
    if (!sink->pass)
        return 0;
    if (sink->pass(sink, err) < 0)
        return -1;
    errno = 0;
    if (sink->file && fflush(sink->file) != 0)
        return err_set(err, ERR_RUN, "cannot write %s: %s", sink->name, strerror(errno));
    return 0;
}

void sink_release(struct sink *sink)
{
    strbuf_release(&sink->text);
}
