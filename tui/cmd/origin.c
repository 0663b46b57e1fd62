#include "tui/cmd/origin.h"

#include "sim/base/mem.h"
#include "tui/cmd/study.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What was given through a pipe is gone, and what is there now would be waited for. */
static bool is_at_hand(const char *gpu)
{
    struct stat status;
    return !gpu || profile_builtin_text(gpu) ||
           (stat(gpu, &status) == 0 && S_ISREG(status.st_mode));
}

static bool find(struct profile *profile, const struct arguments *args, const char *id)
{
    struct study_arguments study;
    struct err ignored; /* a file need not be where it was */
    err_init(&ignored);
    bool found = study_options(&study, args, &ignored) == 0;
    /* The one that is built in, whatever counts without --gpu on this machine. */
    if (found && !arguments_has(args, OPTION_GPU) && profile_builtin_text(id))
        study.options.gpu = id;
    found = found && is_at_hand(study.options.gpu) &&
            predict_profile(profile, &study.options, &ignored) == 0 && strcmp(profile->id, id) == 0;
    study_release(&study);
    return found;
}

void origin_profile(struct profile *profile, const struct timeline *timeline)
{
    *profile = (struct profile){0};
    if (timeline->source == TIMELINE_MEASURED)
        return;
    size_t count = timeline->options.count;
    char **words = mem_zalloc((count + 1) * sizeof *words);
    for (size_t i = 0; i < count; i++)
        words[i] = (char *)(uintptr_t)timeline_name(timeline, timeline->options.rows[i].text);
    struct arguments args;
    struct err ignored;
    err_init(&ignored);
    if (arguments_parse(&args, (int)count, words, GROUP_PREDICT | GROUP_PART, &ignored) < 0 ||
        !find(profile, &args, timeline_name(timeline, timeline->profile)))
        profile_release(profile); /* what was read of another one */
    arguments_release(&args);
    free(words);
}
