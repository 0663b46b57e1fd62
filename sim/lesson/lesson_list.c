/* The order of the lessons. */
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/lesson/lesson_inside.h"

#include <stdlib.h>
#include <string.h>

int lesson_list_read(struct lesson_list *list, const char *folder, struct err *err)
{
    memset(list, 0, sizeof *list);
    arena_init(&list->arena);
    struct strbuf path, text;
    strbuf_init(&path);
    strbuf_init(&text);
    strbuf_addf(&path, "%s/ORDER", folder);
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

void lesson_list_release(struct lesson_list *list)
{
    free(list->slugs);
    arena_release(&list->arena);
    memset(list, 0, sizeof *list);
}
