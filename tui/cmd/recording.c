#include "tui/cmd/recording.h"

#include "sim/io/program_file.h"
#include "tui/cmd/data.h"
#include "tui/cmd/trace.h"

#include <string.h>
#include <unistd.h>

/* The first of the same program, else the first of the same scenario; rather one that says when
 * operations started. */
static size_t find_in(const struct trace_list *list, const char *sha256, const char *scenario)
{
    for (int rank = 0; rank < 4; rank++)
        for (size_t i = 0; i < list->count; i++) {
            const struct trace_origin *origin = &list->origins[i];
            bool same = rank < 2 ? strcmp(origin->sha256, sha256) == 0
                                 : trace_same_scenario(origin->scenario, scenario);
            if (same && (origin->placed || rank % 2))
                return i;
        }
    return list->count;
}

int recording_find(const struct operand *operand, struct strbuf *path, struct err *err)
{
    struct trace_list list = {0};
    struct strbuf folder;
    char sha256[65];
    strbuf_init(&folder);
    program_file_sha256(&operand->prediction.program, sha256);
    const char *traces = data_find("traces", &folder);
    int rc = 0;
    if (access(traces, R_OK) != 0)
        rc = err_set(err, ERR_INPUT, "there are no recorded measurements beside the program");
    if (rc == 0)
        rc = trace_list_open(&list, traces, err);
    if (rc == 0)
        rc = trace_list_origins(&list, err);
    if (rc == 0) {
        size_t found = find_in(&list, sha256, operand->path);
        if (found < list.count)
            strbuf_adds(path, list.paths[found]);
        else
            rc = err_set(
                err, ERR_INPUT,
                "there is no recorded measurement of this program; `nullstream measure` makes "
                "one where there is a GPU");
    }
    trace_list_release(&list);
    strbuf_release(&folder);
    return rc;
}
