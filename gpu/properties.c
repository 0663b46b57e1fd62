/* The device's properties, asked for in a child: a parent that has touched CUDA could start no
 * children that use it. */
#include "gpu/properties.h"
#include "gpu/gpu.h"
#include "gpu/process.h"

#define LIMIT INT64_C(20000000000) /* ns */

static int ask(struct process *process, void *context, struct err *err)
{
    (void)context;
    struct strbuf text;
    strbuf_init(&text);
    int rc = cuda_properties(&text, err);
    if (rc == 0)
        rc = process_send(process, 1, text.text, text.length, err);
    strbuf_release(&text);
    return rc;
}

static int receive(void *context, uint32_t type, const void *data, size_t bytes, struct err *err)
{
    (void)type, (void)err;
    strbuf_add(context, data, bytes);
    return 0;
}

int gpu_properties(struct strbuf *out, struct err *err)
{
    struct process_options options = {.limit = LIMIT, .receive = receive, .context = out};
    struct process_page page;
    int signal;
    enum process_end end = process_run(&options, ask, NULL, &page, &signal, err);
    if (end == PROCESS_TIMED_OUT || end == PROCESS_CRASHED)
        return err_set(err, ERR_RUN, "the GPU does not answer");
    return end == PROCESS_DONE ? 0 : -1;
}
