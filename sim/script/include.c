/* Source files: read once each, built in, or beside the file that names them. */
#include "sim/base/text.h"
#include "sim/script/preprocess.h"

#include "sim/base/mem.h"
#include "sim/base/strbuf.h"

#include <string.h>
#include <unistd.h>

uint32_t source_add(struct preprocessor *pp, const char *path, const char *text, size_t length,
                    bool builtin)
{
    struct sources *s = &pp->tu->sources;
    if (s->count == s->capacity)
        s->files = mem_grow(s->files, &s->capacity, s->count + 1, sizeof *s->files);
    s->files[s->count] = (struct source){path, text, length, builtin};
    return (uint32_t)s->count++;
}

static bool find_source(struct preprocessor *pp, const char *path, uint32_t *file)
{
    for (size_t i = 0; i < pp->tu->sources.count; i++)
        if (strcmp(pp->tu->sources.files[i].path, path) == 0) {
            *file = (uint32_t)i;
            return true;
        }
    return false;
}

static void tell_read(struct preprocessor *pp, const char *path, const char *text, size_t length)
{
    if (pp->options->on_read)
        pp->options->on_read(pp->options->read_context, path, text, length);
}

int source_load(struct preprocessor *pp, const char *path, uint32_t *file)
{
    if (find_source(pp, path, file))
        return 0;
    struct strbuf sb;
    strbuf_init(&sb);
    int64_t limit = pp->options->max_file_bytes ? pp->options->max_file_bytes : 64 << 20;
    if (strbuf_read_file(&sb, path, (size_t)limit, pp->err)) {
        tell_read(pp, path, NULL, 0);
        strbuf_release(&sb);
        return -1;
    }
    tell_read(pp, path, sb.text, sb.length);
    char *text = arena_strndup(pp->arena, sb.text, sb.length);
    size_t length = sb.length;
    strbuf_release(&sb);
    *file = source_add(pp, arena_strndup(pp->arena, path, strlen(path)), text, length, false);
    return 0;
}

static const char *builtin_text(struct preprocessor *pp, const char *name)
{
    return pp->options->builtin_header ? pp->options->builtin_header(pp->options->context, name)
                                       : NULL;
}

bool source_builtin(struct preprocessor *pp, const char *name, uint32_t *file)
{
    struct strbuf path;
    strbuf_init(&path);
    strbuf_addf(&path, "<%s>", name);
    bool found = find_source(pp, path.text, file);
    if (!found) {
        const char *text = builtin_text(pp, name);
        found = text != NULL;
        if (found)
            *file = source_add(pp, arena_strndup(pp->arena, path.text, path.length), text,
                               strlen(text), true);
    }
    strbuf_release(&path);
    return found;
}

/* The path of a quoted include: beside the file that names it. */
static char *beside(struct preprocessor *pp, const char *name, size_t length, uint32_t from)
{
    const char *path = pp->tu->sources.files[from].path;
    size_t dir = name[0] != '/' ? (size_t)(text_file_name(path) - path) : 0;
    char *joined = arena_alloc(pp->arena, dir + length + 1);
    memcpy(joined, path, dir);
    memcpy(joined + dir, name, length);
    return joined;
}

int include_find(struct preprocessor *pp, const char *name, size_t length, bool quoted,
                 uint32_t from, uint32_t *file, bool *found)
{
    *found = true;
    char *plain = arena_strndup(pp->arena, name, length);
    const char *last = text_file_name(plain);
    /* What lies there is for nvcc: under nullstream its functions are built in. */
    if (strcmp(last, "nullstream.cuh") == 0 && source_builtin(pp, last, file))
        return 0;
    if (quoted && !pp->tu->sources.files[from].builtin) {
        char *path = beside(pp, name, length, from);
        if (access(path, F_OK) == 0)
            return source_load(pp, path, file);
        tell_read(pp, path, NULL, 0);
    }
    if (source_builtin(pp, plain, file))
        return 0;
    if (quoted && last != plain && source_builtin(pp, last, file))
        return 0;
    *found = false;
    return 0;
}

bool include_exists(struct preprocessor *pp, const char *name, size_t length, bool quoted,
                    uint32_t from)
{
    char *plain = arena_strndup(pp->arena, name, length);
    if (quoted && access(beside(pp, name, length, from), F_OK) == 0)
        return true;
    return builtin_text(pp, plain) != NULL;
}
