#include "tui/cmd/reread.h"

#include "tui/view/versions.h"

#include <sys/stat.h>
#include <unistd.h>

/* A program or a timeline, once more: runs in a thread. */
static int read_again(void *context, const char *path, struct prediction *prediction,
                      struct err *err)
{
    struct operand operand;
    (void)context;
    int rc = operand_read(&operand, path, err);
    if (rc == 0 && operand.kind == OPERAND_SCENARIO)
        rc = err_set_at(err, ERR_INPUT, path, 0, 0,
                        "this has become a scenario; leave the view and open it again");
    if (rc == 0) {
        prediction_release(prediction);
        *prediction = operand.prediction;
        prediction_init(&operand.prediction);
    }
    operand_release(&operand);
    return rc;
}

bool reread_can(const struct operand *operand)
{
    struct stat status;
    return stat(operand->file, &status) == 0 && S_ISREG(status.st_mode) &&
           access(operand->file, R_OK) == 0;
}

void reread_source(struct follow_source *source, const struct operand *operand)
{
    *source = (struct follow_source){.path = operand->file,
                                     .options = &operand->study.options,
                                     .read = operand->kind == OPERAND_SCENARIO ? NULL : read_again,
                                     .is_timeline = operand->kind == OPERAND_TIMELINE};
    versions_source(source);
}
