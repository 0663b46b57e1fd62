/* Literals that end with a name: units of time, those of strings, and what the program defines. */
#include "sim/base/strbuf.h"
#include "sim/script/objects.h"

#include <string.h>

static const struct unit {
    const char *name;
    int64_t num, den; /* seconds */
} units[] = {{"ns", 1, 1000000000}, {"us", 1, 1000000}, {"ms", 1, 1000},
             {"s", 1, 1},           {"min", 60, 1},     {"h", 3600, 1}};

static const struct unit *find_unit(const char *suffix)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(suffix, units[i].name) == 0)
            return &units[i];
    return NULL;
}

/* Whether a using directive shows the library's literals of that kind. */
static bool shows_literals(struct parser *p, const char *kind)
{
    for (size_t i = 0; i < p->using_count; i++) {
        const char *name = name_text(p, p->usings[i]);
        const char *last = strrchr(name, ':');
        last = last ? last + 1 : name;
        if (strcmp(last, "std") == 0 || strcmp(last, "literals") == 0 || strcmp(last, kind) == 0 ||
            (strcmp(last, "chrono") == 0 && strcmp(kind, "chrono_literals") == 0))
            return true;
    }
    return false;
}

/* 400us: in a pragma's clause a double of ns, elsewhere a std::chrono duration. */
static struct expr *with_unit(struct parser *p, const struct literal *l, const struct unit *unit)
{
    struct place place = l->token->place;
    if (p->in_clause) {
        p->has_unit = true;
        struct expr *e = expr_new(p, EXPR_FLOAT, p->basic[TYPE_DOUBLE], place);
        e->number = (l->is_float ? l->number : (double)l->whole) * (1e9 * (double)unit->num) /
                    (double)unit->den;
        return e;
    }
    if (!shows_literals(p, "chrono_literals"))
        parse_fail_hint(p, place,
                        "units of time stand in pragmas, or after using namespace "
                        "std::chrono_literals",
                        "a number cannot end so");
    struct type *type = type_disguised(p, DISGUISE_DURATION, l->is_float ? TYPE_DOUBLE : TYPE_LONG,
                                       unit->num, unit->den);
    if (!l->is_float)
        return expr_int(p, type, (int64_t)l->whole, place);
    struct expr *e = expr_new(p, EXPR_FLOAT, type, place);
    e->number = l->number;
    return e;
}

uint32_t literal_operator(struct parser *p, const char *suffix, size_t length)
{
    char name[80] = "operator\"\"";
    if (length >= sizeof name - strlen(name))
        return 0;
    strncat(name, suffix, length);
    return intern_adds(&p->tu->names, name);
}

/* operator""_suffix of the program. */
static struct expr *call_own(struct parser *p, const char *suffix, size_t length,
                             struct expr **args, int count, struct place place)
{
    uint32_t name = literal_operator(p, suffix, length);
    struct symbol *s = name ? symbol_find(p, name) : NULL;
    struct overload *overloads = s && s->kind == SYMBOL_FUNCTION ? s->overloads : NULL;
    if (!overloads)
        parse_fail_hint(p, place, "define the operator before it is used, or call a function",
                        "no operator\"\"%.*s is declared", (int)length, suffix);
    return build_call(p, overload_new(p, name, overloads, place), args, count, place);
}

/* In a clause what ends a number and is no unit, nor of a type, was meant to be a unit. */
static void refuse_unit(struct parser *p, struct place place, const char *suffix)
{
    struct strbuf hint;
    if (!p->in_clause || strspn(suffix, "uUlLfF") == strlen(suffix))
        return;
    strbuf_init(&hint);
    strbuf_adds(&hint, "units of time are");
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (units[i].num == 1)
            strbuf_addf(&hint, "%s %s", i > 0 ? "," : "", units[i].name);
    const char *text = arena_strndup(p->arena, hint.text, hint.length);
    strbuf_release(&hint);
    parse_fail_hint(p, place, text, "'%s' cannot end a number", suffix);
}

struct expr *literal_suffix(struct parser *p, const struct literal *l, const char *suffix)
{
    struct place place = l->token->place;
    const struct unit *unit = find_unit(suffix);
    if (unit && (!p->in_clause || unit->num == 1))
        return with_unit(p, l, unit);
    if (*suffix != '_') {
        refuse_unit(p, place, suffix);
        return NULL;
    }
    struct expr **args = arena_alloc(p->arena, sizeof *args);
    if (l->is_float) {
        args[0] = expr_new(p, EXPR_FLOAT, p->basic[TYPE_LDOUBLE], place);
        args[0]->number = l->number;
    } else {
        args[0] = expr_int(p, p->basic[TYPE_ULLONG], (int64_t)l->whole, place);
    }
    return call_own(p, suffix, strlen(suffix), args, 1, place);
}

struct expr *string_suffix(struct parser *p, struct expr *e)
{
    const struct token *t = peek(p);
    if (!is_identifier(t) || t->space_before || t->line_start || t->from_macro)
        return e;
    bool view = t->length == 2 && memcmp(t->text, "sv", 2) == 0;
    bool string = t->length == 1 && t->text[0] == 's';
    if (!view && !string && t->text[0] != '_')
        return e;
    p->at++;
    struct expr **args = arena_alloc(p->arena, 2 * sizeof *args);
    args[0] = decay(p, e);
    args[1] = expr_int(p, p->basic[TYPE_ULONG], e->length - 1, e->place);
    if (!view && !string)
        return call_own(p, t->text, t->length, args, 2, e->place);
    if (!shows_literals(p, view ? "string_view_literals" : "string_literals"))
        parse_fail_hint(p, t->place, "after using namespace std::string_literals it can",
                        "a string cannot end so");
    struct type *type = string_type(p);
    if (view) {
        struct symbol *s = symbol_innermost(p, intern_adds(&p->tu->names, "std::string_view"));
        if (!s || s->kind != SYMBOL_TYPE)
            parse_fail_hint(p, t->place, "add #include <string_view>",
                            "std::string_view is not declared");
        type = s->type;
    }
    return construct_value(p, type, args, 2, false, e->place);
}
