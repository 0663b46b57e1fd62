/* Names of places: __func__ and __PRETTY_FUNCTION__, and what std::source_location is made of,
 * which in a default argument is where the call stands. */
#include "sim/base/strbuf.h"
#include "sim/script/objects.h"

#include <string.h>

/* As GCC writes it: char* and const int& without the space, long unsigned int. */
static void add_type(struct parser *p, struct strbuf *out, const struct type *type)
{
    static const char *const words[][2] = {{"unsigned long long", "long long unsigned int"},
                                           {"unsigned long", "long unsigned int"},
                                           {"unsigned short", "short unsigned int"},
                                           {"long long", "long long int"},
                                           {"long", "long int"},
                                           {"short", "short int"}};
    const char *s = type_text(p, type);
    size_t count = sizeof words / sizeof words[0], i = 0;
    bool is_const = strncmp(s, "const ", 6) == 0;
    while (i < count && strncmp(s + (is_const ? 6 : 0), words[i][0], strlen(words[i][0])) != 0)
        i++;
    if (i < count) {
        strbuf_addf(out, "%s%s", is_const ? "const " : "", words[i][1]);
        s += (is_const ? 6 : 0) + strlen(words[i][0]);
    }
    for (; *s; s++)
        if (*s != ' ' || (s[1] != '*' && s[1] != '&'))
            strbuf_addc(out, *s);
}

static struct expr *text(struct parser *p, const char *bytes, size_t length, struct place place)
{
    return expr_string(p, arena_strndup(p->arena, bytes, length), length, place);
}

/* int S::f(float) const; of an instance of a template its name alone. */
static struct expr *pretty_name(struct parser *p, const struct function *f, struct place place)
{
    struct strbuf out;
    if (f->is_lambda || strchr(f->display_name ? f->display_name : f->name, '<'))
        return text(p, f->name, strlen(f->name), place);
    strbuf_init(&out);
    bool is_end = f->record && f->name[0] == '~';
    if (f->record && !f->is_method && !f->is_constructor && !is_end)
        strbuf_adds(&out, "static ");
    if (!f->is_constructor && f->name[0] != '~') {
        add_type(p, &out, f->type->base);
        strbuf_addc(&out, ' ');
    }
    const char *last = is_end ? strrchr(f->record->name, ':') : NULL;
    if (is_end)
        strbuf_addf(&out, "%s::~%s(", f->record->name, last ? last + 1 : f->record->name);
    else
        strbuf_addf(&out, "%s(", f->display_name ? f->display_name : f->name);
    for (int i = 0; i < f->type->parameter_count; i++) {
        strbuf_adds(&out, i > 0 ? ", " : "");
        add_type(p, &out, f->type->parameters[i]);
    }
    strbuf_adds(&out, f->is_const_method ? ") const" : ")");
    struct expr *made = text(p, out.text, out.length, place);
    strbuf_release(&out);
    return made;
}

struct expr *parse_place_name(struct parser *p)
{
    const struct token *t = next(p);
    const struct function *f = p->body ? p->body->function : NULL;
    struct place place = p->call_place.line > 0 ? p->call_place : t->place;
    if (t->name == KW___PRETTY_FUNCTION__)
        return f ? pretty_name(p, f, t->place) : text(p, "top level", 9, t->place);
    const char *name = f ? f->name : "";
    if (t->name == KW___func__ || t->name == KW___FUNCTION__)
        return text(p, name, strlen(name), t->place);
    expect(p, PUNCT1('('), "after its name");
    expect(p, PUNCT1(')'), "after (: it takes nothing");
    if (t->name == KW___builtin_FUNCTION)
        return text(p, name, strlen(name), t->place);
    if (t->name == KW___builtin_LINE)
        return expr_int(p, p->basic[TYPE_INT], place.line, t->place);
    if (t->name == KW___builtin_COLUMN)
        return expr_int(p, p->basic[TYPE_INT], place.column, t->place);
    name = p->tu->sources.files[place.file].path;
    return text(p, name, strlen(name), t->place);
}
