#include "sim/lesson/require_text.h"

#include <stdlib.h>
#include <string.h>

/* What an operation is called by its kind; else by its name, as in the source. */
static void add_operation(struct strbuf *sb, const char *name, size_t length)
{
    static const struct {
        const char *name, *words;
    } kinds[] = {
        {"h2d", "a copy in (h2d)"},
        {"d2h", "a copy out (d2h)"},
        {"d2d", "a copy on the device (d2d)"},
        {"memset", "a memset"},
        {"hostfn", "a host function"},
        {"kernel", "a kernel"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strlen(kinds[i].name) == length && strncmp(kinds[i].name, name, length) == 0) {
            strbuf_adds(sb, kinds[i].words);
            return;
        }
    }
    strbuf_add(sb, name, length);
}

/* "k1 k3" */
static void add_overlap(struct strbuf *sb, const char *names)
{
    size_t first = strcspn(names, " ");
    const char *second = names + first + strspn(names + first, " ");
    add_operation(sb, names, first);
    strbuf_adds(sb, " runs at the same time as ");
    add_operation(sb, second, strcspn(second, " "));
}

/* "no cudaMalloc in a loop", "no cudaFree", "uses cudaStreamWaitEvent" */
static void add_calls(struct strbuf *sb, const char *what)
{
    if (strncmp(what, "no ", 3) == 0)
        strbuf_addf(sb, "the program does not call %s", what + 3);
    else if (strncmp(what, "uses ", 5) == 0)
        strbuf_addf(sb, "the program calls %s", what + 5);
    else
        strbuf_adds(sb, what);
}

/* "time <= 1.05 * solution": in percent, as far as it is one of the two usual ones. */
static void add_time(struct strbuf *sb, const char *check)
{
    static const char *const forms[][2] = {{"* solution", "the solution"},
                                           {"* start", "the starting program"}};
    char *end;
    const char *bound = check + strlen("time <= ");
    double factor = strtod(bound, &end);
    end += strspn(end, " ");
    for (size_t i = 0; end != bound && i < 2; i++) {
        if (strcmp(end, forms[i][0]) == 0) {
            strbuf_addf(sb, "it takes at most %.4g times as long as %s", factor, forms[i][1]);
            return;
        }
    }
    strbuf_adds(sb, check);
}

void require_text(struct strbuf *sb, const char *check)
{
    if (strncmp(check, "time <= ", 8) == 0)
        add_time(sb, check);
    else if (strcmp(check, "hazards = none") == 0)
        strbuf_adds(sb, "no hazard: nothing is used before it is ready");
    else if (strncmp(check, "overlap = ", 10) == 0)
        add_overlap(sb, check + 10);
    else if (strncmp(check, "calls = ", 8) == 0)
        add_calls(sb, check + 8);
    else if (strcmp(check, "host = start") == 0)
        strbuf_adds(sb, "the host's own work is still part of the timed run");
    else
        strbuf_adds(sb, check);
}
