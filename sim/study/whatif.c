#include "sim/study/whatif.h"

/* The options that a recorded program takes; the others have done their work on it. */
static struct predict_options for_program(const struct prediction *prediction,
                                          const struct predict_options *options,
                                          bool more_connections)
{
    struct predict_options again = {.gpu = options->gpu,
                                    .sets = options->sets,
                                    .set_count = options->set_count,
                                    .runtime = options->runtime};
    if (more_connections)
        again.runtime.compute_connections =
            (int32_t)prediction->profile.value[PROFILE_connections_compute_most];
    return again;
}

int whatif_wall(const struct prediction *prediction, const struct predict_options *options,
                enum edit_kind edit, bool more_connections, int64_t *wall, struct err *err)
{
    *wall = TIMELINE_UNKNOWN;
    if (prediction->program.time_dependent)
        return 0;
    struct prediction edited;
    prediction_init(&edited);
    program_release(&edited.program);
    edit_copy_program(&edited.program, &prediction->program);
    int rc = 0;
    if (edit == EDIT_NONE
            ? more_connections
            : edit_apply(&edited.program, &(struct edit){.kind = edit, .stream = EDIT_ANY}) > 0) {
        struct predict_options again = for_program(prediction, options, more_connections);
        rc = predict_program(&edited, &again, err);
        if (rc == 0)
            *wall = edited.timeline.wall;
    }
    prediction_release(&edited);
    return rc;
}
