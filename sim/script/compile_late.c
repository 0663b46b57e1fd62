/* From where on in main nothing that is still called matters to the timeline.
 *
 * A branch on times behind that decides what is printed, and at most whether something is given
 * back: it makes no program depend on time. It is found in main's own statements, of which the last
 * one that matters may be a loop around the rest.
 */
#include "sim/base/mem.h"
#include "sim/base/text.h"
#include "sim/script/compiler.h"

#include <stdlib.h>
#include <string.h>

/* What the library does. Times of the host alone are no work of the device and no wait for it. */
static bool matters_builtin(const char *name)
{
    static const char *const harmless[] = {
        "cudaFree",
        "cudaFreeHost",
        "cudaFreeAsync",
        "cudaStreamDestroy",
        "cudaEventDestroy",
        "cudaHostUnregister",
        "cudaGetErrorString",
        "cudaGetErrorName",
        "cudaGetLastError",
        "cudaPeekAtLastError",
        "cudaMemPoolDestroy",
        "cudaDeviceReset",
        "cudaEventElapsedTime",
        "cudaGetDevice",
        "cudaGetDeviceProperties",
    };
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(name, harmless[i]) == 0)
            return false;
    return text_begins_with(name, "cuda") || text_begins_with(name, "ns_") ||
           text_begins_with(name, "nvtx") || text_begins_with(name, "pthread_create") ||
           text_begins_with(name, "__ns_thread");
}

static bool matters_expr(struct seek *seek, const struct expr *e)
{
    (void)seek;
    return e->kind == EXPR_LAUNCH || e->kind == EXPR_OPAQUE;
}

static bool may_go_back(const struct stmt *s)
{
    return s->kind == STMT_GOTO;
}

/* What ends the values of a pthread key is called by pointers; without a key there is none. */
static void leave_out_keys(const struct translation_unit *tu, struct seek *seek)
{
    enum { NO = 2 };
    const struct function *end = NULL;
    for (int i = 0; i < tu->function_count; i++) {
        const struct function *f = tu->functions[i];
        if (f->is_used && strcmp(f->name, "pthread_key_create") == 0)
            return;
        if (f->record && f->name[0] == '~' && strcmp(f->record->name, "__ns_key_values") == 0)
            end = f;
    }
    if (end)
        seek->functions[end->index] = NO;
}

const struct stmt *late_find(const struct translation_unit *tu)
{
    struct seek seek = {.is_expr = matters_expr,
                        .is_stmt = may_go_back,
                        .is_builtin = matters_builtin,
                        .unknown = true,
                        .functions = mem_zalloc((size_t)tu->function_count)};
    leave_out_keys(tu, &seek);
    const struct stmt *s = tu->main->body, *last = NULL;
    while (s != NULL && s->kind == STMT_BLOCK && s->next == NULL)
        s = s->body;
    for (; s != NULL; s = s->next)
        if (seek_one(&seek, s))
            last = s;
    if (tu->at_exit && seek_function(&seek, tu->at_exit))
        last = NULL;
    free(seek.functions);
    return last;
}
