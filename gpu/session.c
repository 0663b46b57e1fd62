#include "gpu/session.h"

#include "gpu/instrument.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

uint32_t session_steps(const struct gpu_options *options)
{
    return 1 + options->warm_ups + 2 * options->repetitions + SESSION_TRACE_WARM_UPS;
}

/* --- plain runs ---------------------------------------------------------------------------------
 */

static int run_plain(struct running *running, struct err *err)
{
    const struct gpu_options *options = running->session->options;
    size_t answers = running->plan->answer_count;
    int64_t *message = mem_zalloc((answers + 1) * sizeof *message);
    int result = 0;
    for (uint32_t i = 0; result == 0 && i < options->warm_ups; i++)
        result = running_warm_up(running, err);
    if (result == 0)
        result = running_begin(running, err);
    for (uint32_t kept = 0; result == 0 && kept < options->repetitions;) {
        int64_t zero;
        bool counts;
        result =
            running_perform(running, &counts, err) || run_wall(&running->run, &zero, message, err);
        if (result || !counts)
            continue;
        kept++;
        if (answers)
            memcpy(message + 1, running->run.answers, answers * sizeof *message);
        result = process_send(running->process, SESSION_PLAIN, message,
                              (answers + 1) * sizeof *message, err);
    }
    free(message);
    return result ? -1 : 0;
}

/* --- the session --------------------------------------------------------------------------------
 */

static int send_facts(struct running *running, struct err *err)
{
    struct device_facts facts;
    memset(&facts, 0, sizeof facts);
    int error = running->device->api->facts(running->device, &facts);
    if (error)
        return objects_failed(&running->objects, NULL, error, err);
    return process_send(running->process, SESSION_FACTS, &facts, sizeof facts, err);
}

static int send_crowded(struct running *running, struct err *err)
{
    return process_send(running->process, SESSION_CROWDED, &running->crowded,
                        sizeof running->crowded, err);
}

int session_run(struct process *process, const struct session *session, struct err *err)
{
    struct running running = {.session = session,
                              .plan = session->plan,
                              .process = process,
                              .device = session->device,
                              .took = TIMELINE_UNKNOWN};
    int result = objects_init(&running.objects, session->plan, running.device, err);
    if (result == 0)
        result = host_memory_init(&running.memory, &running.objects, err);
    if (result == 0) {
        run_init(&running.run, &running.objects, process->page);
        process_step(process);
        result = send_facts(&running, err) != 0 ||
                         (session->plain && run_plain(&running, err) != 0) ||
                         (session->instrumented && instrument_run(&running, err) != 0) ||
                         send_crowded(&running, err) != 0
                     ? -1
                     : 0;
        run_release(&running.run);
    }
    host_memory_release(&running.memory);
    objects_release(&running.objects);
    return result;
}
