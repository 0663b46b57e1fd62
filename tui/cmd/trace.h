/* Recorded timelines as files: which there are, and where the scenario of one is. */
#ifndef TUI_CMD_TRACE_H
#define TUI_CMD_TRACE_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

/* What a trace says that it ran. */
struct trace_origin {
    char *scenario;
    char sha256[65]; /* of the program; "" if it says none */
    bool placed;     /* it says when operations started: not every clock can */
};

struct trace_list {
    char **paths;
    struct trace_origin *origins; /* of each; filled by trace_list_origins() */
    size_t count, capacity;
};

/* A file, or all timelines (*.json) in a folder and those below, in order of their paths. An empty
 * folder is an error. trace_list_release() is needed also after an error. */
int trace_list_open(struct trace_list *list, const char *path, struct err *err);

/* Whether a path is a timeline or a folder. */
bool trace_is_one(const char *path);

/* Reads what each is of. */
int trace_list_origins(struct trace_list *list, struct err *err);
void trace_list_release(struct trace_list *list);

/* Whether two paths name the same scenario: one is the end of the other, whole names. */
bool trace_same_scenario(const char *a, const char *b);

/* Whether they have the same file name. */
bool trace_same_name(const char *a, const char *b);

/* The scenario that a trace names: as it stands, beside the program (data.h), or relative to a
 * folder above the trace, or in the trace's own. NULL if it is nowhere. Kept in `sb`. */
const char *trace_find_scenario(const char *trace, const char *scenario, struct strbuf *sb);

/* The file of the scenario's name in a folder; NULL if there is none. Kept in `sb`. */
const char *trace_find_in(const char *folder, const char *scenario, struct strbuf *sb);

/* What the trace's folder says of where its scenarios come from: the first line of the file
 * SCENARIOS there. NULL if it says nothing. Kept in `sb`. */
const char *trace_scenarios_note(const char *trace, struct strbuf *sb);

/* "legacy-fence": the file's name without folders and suffix. */
void trace_name(struct strbuf *sb, const char *path);

#endif
