/* Choosing among functions of one name; which one a message is about where none fits. */
#include "sim/script/candidate.h"

#include <string.h>

int candidates_gather(struct parser *p, struct overload_expr *set, struct expr *object,
                      struct expr **args, int count, struct candidate *list, struct function **only,
                      int *named)
{
    int n = 0;
    *named = 0;
    *only = NULL;
    const char *name = name_text(p, set->name);
    for (struct function *f = set->methods; f && n < MAX_CANDIDATES; f = f->next_method) {
        if (strcmp(f->name, name) != 0)
            continue;
        ++*named;
        *only = f;
        list[n] = (struct candidate){.function = f};
        n += arity_fits(f, count) && rank_candidate(p, &list[n], object, args, count);
    }
    for (struct overload *o = set->overloads; o && n < MAX_CANDIDATES; o = o->next) {
        struct function *f = o->function;
        if (o->template && o->template->record && o->template->name != set->name)
            continue;
        ++*named;
        if (o->template) {
            f = template_function(p, o->template, set->arguments, set->argument_count, args, count,
                                  set->expr.place);
            if (!f)
                continue;
        } else if (set->argument_count > 0) {
            continue;
        } else {
            *only = f;
        }
        list[n] = (struct candidate){.function = f, .template = o->template};
        n += arity_fits(f, count) && rank_candidate(p, &list[n], object, args, count);
    }
    return n;
}

/* The instance of a template that takes so many arguments, of which some say what it is made for;
 * NULL when there are more, or none. */
static struct function *instance_of_arity(struct parser *p, struct overload_expr *set,
                                          struct expr **args, int count)
{
    struct function *found = NULL;
    int fitting = 0;
    for (struct overload *o = set->overloads; o; o = o->next) {
        struct function *f =
            o->template && o->template->builtin && !o->template->record
                ? template_function(p, o->template, set->arguments, set->argument_count, args,
                                    count, set->expr.place)
                : NULL;
        if (f && arity_fits(f, count)) {
            found = f;
            fitting++;
        }
    }
    return fitting == 1 ? found : NULL;
}

/* The one function that takes so many arguments; NULL when there are more, or none. */
static struct function *only_of_arity(struct parser *p, struct overload_expr *set, int count)
{
    struct function *found = NULL;
    const char *name = name_text(p, set->name);
    int fitting = 0;
    for (struct function *f = set->methods; f; f = f->next_method)
        if (strcmp(f->name, name) == 0 && arity_fits(f, count)) {
            found = f;
            fitting++;
        }
    for (struct overload *o = set->overloads; o; o = o->next)
        if (o->function && arity_fits(o->function, count)) {
            found = o->function;
            fitting++;
        }
    return fitting == 1 ? found : NULL;
}

/* Whether one of the set's functions, or a template, takes so many; yes where any is of a library:
 * our declarations of those are short. */
static bool any_of_arity(const struct overload_expr *set, int count)
{
    if (set->methods)
        return true;
    for (const struct overload *o = set->overloads; o; o = o->next) {
        const struct template *t = o->template;
        if (t ? t->builtin || t->unsupported || t->pattern_variadic || t->pattern_pack ||
                    (count >= t->required && count <= t->pattern_count)
              : o->function->is_builtin || arity_fits(o->function, count))
            return true;
    }
    return false;
}

struct function *candidate_choose(struct parser *p, struct overload_expr *set, struct expr *object,
                                  struct expr **args, int count, struct place place, bool must)
{
    struct candidate list[MAX_CANDIDATES];
    struct function *only;
    int named;
    p->unfit = NULL;
    int n = candidates_gather(p, set, object, args, count, list, &only, &named);
    const char *unfit = p->unfit;
    if (n == 0) {
        if (named == 1 && only) /* its own conversion says what is wrong */
            return only;
        if (!must)
            return NULL;
        only = instance_of_arity(p, set, args, count);
        if (!only)
            only = only_of_arity(p, set, count);
        if (only)
            return only;
        const char *name = name_text(p, set->name);
        if (p->device) {
            if (!any_of_arity(set, count))
                device_certain(p);
            if (!p->certain)
                return NULL;
        }
        parse_fail_hint(p, place, unfit, "no '%s' takes (%s)", name,
                        argument_types(p, args, count));
    }
    int best = 0;
    for (int i = 1; i < n; i++)
        if (compare_candidates(p, &list[i], &list[best], count) > 0)
            best = i;
    for (int i = 0; i < n && !p->device; i++)
        if (i != best && compare_candidates(p, &list[best], &list[i], count) <= 0 &&
            list[i].function != list[best].function) {
            if (!must)
                return NULL;
            parse_fail_hint(p, place, "cast the arguments to the types that are meant",
                            "more than one '%s' takes (%s)", name_text(p, set->name),
                            argument_types(p, args, count));
        }
    return template_complete(p, list[best].function);
}
