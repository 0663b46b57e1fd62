/* The order of the lessons. */
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/lesson/lesson_inside.h"

#include <stdlib.h>
#include <string.h>

static int read_names(struct lesson_list *list, const char *folder, const char *file,
                      struct err *err)
{
    memset(list, 0, sizeof *list);
    arena_init(&list->arena);
    struct strbuf path, text;
    strbuf_init(&path);
    strbuf_init(&text);
    strbuf_addf(&path, "%s/%s", folder, file);
    int rc = strbuf_read_file(&text, path.text, LESSON_LARGEST, err);
    for (const char *p = text.text; rc == 0 && *p;) {
        size_t line = strcspn(p, "\n"), begin = strspn(p, " \t"), length;
        length = begin < line ? strcspn(p + begin, " \t\r\n#") : 0;
        if (length) {
            list->slugs =
                mem_grow(list->slugs, &list->capacity, list->count + 1, sizeof *list->slugs);
            list->slugs[list->count++] = arena_strndup(&list->arena, p + begin, length);
        }
        p += line + (p[line] == '\n');
    }
    strbuf_release(&path);
    strbuf_release(&text);
    return rc;
}

int lesson_list_read(struct lesson_list *list, const char *folder, struct err *err)
{
    return read_names(list, folder, "ORDER", err);
}

int lesson_list_read_later(struct lesson_list *list, const char *folder, struct err *err)
{
    return read_names(list, folder, "LATER", err);
}

bool lesson_list_has(const struct lesson_list *list, const char *slug)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->slugs[i], slug) == 0)
            return true;
    return false;
}

void lesson_list_release(struct lesson_list *list)
{
    free(list->slugs);
    arena_release(&list->arena);
    memset(list, 0, sizeof *list);
}
