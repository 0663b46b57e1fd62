#include "sim/script/pragma_name.h"

#include "sim/script/token.h"

#include <string.h>

static bool at_colons(const struct token *t, const struct token *end)
{
    return t < end && t->kind == TOKEN_PUNCT && t->punct == PUNCT2(':', ':');
}

const char *pragma_name_read(struct arena *arena, const struct token **t, const struct token *end)
{
    const struct token *first = *t, *at = first;
    size_t length = 0;
    if (at_colons(at, end))
        length += (at++)->length;
    while (at < end && at->kind == TOKEN_NAME) {
        length += (at++)->length;
        if (!at_colons(at, end) || at + 1 >= end || at[1].kind != TOKEN_NAME)
            break;
        length += (at++)->length;
    }
    if (at == first || at[-1].kind != TOKEN_NAME)
        return NULL;
    char *text = arena_alloc(arena, length + 1);
    size_t n = 0;
    for (const struct token *part = first; part < at; part++) {
        memcpy(text + n, part->text, part->length);
        n += part->length;
    }
    text[n] = 0;
    *t = at;
    return text;
}

bool pragma_name_is_idle(const struct translation_unit *tu, const char *name)
{
    for (int i = 0; i < tu->idle_kernel_count; i++)
        if (strcmp(tu->idle_kernels[i], name) == 0)
            return true;
    return false;
}

/* Whether `whole`, without what stands in < >, is the name. */
static bool same_name(const char *whole, const char *name)
{
    int angles = 0;
    for (; *whole != '\0'; whole++) {
        angles += *whole == '<';
        if (angles == 0 && *name++ != *whole)
            return false;
        angles -= *whole == '>';
    }
    return *name == '\0';
}

bool pragma_names(const struct function *function, const char *name)
{
    return strcmp(function->name, name) == 0 ||
           (function->record && function->display_name && same_name(function->display_name, name));
}

static bool is_known(const struct translation_unit *tu, const char *name, bool kernel)
{
    for (int i = 0; i < tu->function_count; i++) {
        const struct function *f = tu->functions[i];
        if (f->is_kernel == kernel && (kernel || f->body) && pragma_names(f, name))
            return true;
    }
    return kernel && pragma_name_is_idle(tu, name);
}

const char *pragma_name_find(const struct translation_unit *tu, const struct pragma *pragma,
                             const char *name, bool kernel)
{
    if (strncmp(name, "::", 2) == 0)
        return name + 2;
    size_t length = pragma->prefix ? strlen(pragma->prefix) : 0;
    while (length > 0) {
        char *text = arena_alloc(tu->arena, length + strlen(name) + 3);
        memcpy(text, pragma->prefix, length);
        memcpy(text + length, "::", 2);
        strcpy(text + length + 2, name);
        if (is_known(tu, text, kernel))
            return text;
        do
            length--;
        while (length > 0 && strncmp(pragma->prefix + length, "::", 2) != 0);
    }
    return name;
}

static bool ends_in(const char *whole, const char *name)
{
    size_t length = strlen(whole), part = strlen(name);
    return length > part + 2 && strcmp(whole + length - part, name) == 0 &&
           strncmp(whole + length - part - 2, "::", 2) == 0;
}

const char *pragma_name_elsewhere(const struct translation_unit *tu, const char *name)
{
    const char *found = NULL;
    for (int i = 0; i < tu->function_count + tu->idle_kernel_count; i++) {
        const struct function *f = i < tu->function_count ? tu->functions[i] : NULL;
        const char *whole = f ? f->name : tu->idle_kernels[i - tu->function_count];
        if ((f && !f->is_kernel) || !ends_in(whole, name))
            continue;
        if (found && strcmp(found, whole) != 0)
            return NULL;
        found = whole;
    }
    return found;
}
