#include "sim/model/truth.h"

#include <string.h>

enum { ANY = -1 };

static const struct truth_copy synchronous_rows[] = {
    {"host to device, pageable", "waits for its stream, returns when the bytes are staged", NULL,
     COPY_H2D, MEMORY_PAGEABLE},
    {"host to device, pinned", "returns when the copy is done", NULL, COPY_H2D, ANY},
    {"device to host, any", "returns when the copy is done", NULL, COPY_D2H, ANY},
    {"device to device", "returns at once", NULL, COPY_D2D, ANY},
    {"host to host", "waits for its stream, copies, returns", NULL, COPY_H2H, ANY},
};

static const struct truth_copy asynchronous_rows[] = {
    {"host to device, pageable", "may wait for its stream; returns when staged",
     "returns when staged; more than 2 MiB wait for their stream first, so does the third pending",
     COPY_H2D, MEMORY_PAGEABLE},
    {"host to device, pinned", "returns at once", NULL, COPY_H2D, MEMORY_PINNED},
    {"device to host, pageable", "may wait", "returns when its stream's work and the copy are done",
     COPY_D2H, MEMORY_PAGEABLE},
    {"device to host, pinned", "returns at once", NULL, COPY_D2H, MEMORY_PINNED},
    {"from or to managed memory", "says nothing",
     "in: waits for its stream, returns when staged; out: when the copy is done", ANY,
     MEMORY_MANAGED},
    {"device to device", "returns at once", NULL, COPY_D2D, ANY},
    {"host to host", "waits for its stream, copies, returns", NULL, COPY_H2H, ANY},
};

static const struct truth_copy memset_rows[] = {
    {"device memory", "returns at once", NULL, COPY_MEMSET, MEMORY_NONE},
    {"pinned host memory", "returns when it is done", NULL, COPY_MEMSET, ANY},
};

const struct truth_copy *truth_copies(enum call call, size_t *count)
{
#define ROWS(rows) (*count = sizeof(rows) / sizeof *(rows), rows)
    *count = 0;
    if (call == CALL_NONE || call_info(call)->blocks_guaranteed != BLOCKS_COPY)
        return NULL;
    if (strstr(call_info(call)->name, "Memset"))
        return ROWS(memset_rows);
    if (strstr(call_info(call)->name, "Async"))
        return ROWS(asynchronous_rows);
    return ROWS(synchronous_rows);
#undef ROWS
}

const struct truth_copy *truth_of_copy(enum call call, enum copy_kind kind, enum memory_kind memory)
{
    size_t count;
    const struct truth_copy *rows = truth_copies(call, &count);
    for (size_t i = 0; i < count; i++)
        if ((rows[i].kind == ANY || rows[i].kind == (int)kind) &&
            (rows[i].memory == ANY || rows[i].memory == (int)memory))
            return &rows[i];
    return NULL;
}

const char *truth_blocks(enum call_blocks blocks)
{
    static const char *const sentences[] = {
        [BLOCKS_NEVER] = "does not wait for the device",
        [BLOCKS_DEVICE] = "the host waits until all work of the device is done",
        [BLOCKS_STREAM] = "the host waits until all work of the stream is done",
        [BLOCKS_EVENT] = "the host waits until the event's captured record is done",
        [BLOCKS_COPY] = "depends on direction and kind of host memory",
        [BLOCKS_MAY] = "may wait for the device; the documentation does not promise either",
        [BLOCKS_HOST] = "waits for another host thread",
        [BLOCKS_OUT] = "waits for copies out, for no kernel and no other copy",
    };
    return sentences[blocks];
}

const char *truth_fences(enum call_fences fences)
{
    static const char *const sentences[] = {
        [FENCES_NO] = "no barrier to other streams",
        [FENCES_LEGACY] = "in the default stream a barrier to all blocking streams, both ways",
        [FENCES_DEVICE] = "later work of the device waits too",
    };
    return sentences[fences];
}
