/* Reading the tokens of a template again for an instance: what the files that do share, and only
 * they. A part of templates.h. */
#ifndef SIM_SCRIPT_INSTANCE_H
#define SIM_SCRIPT_INSTANCE_H

#include "sim/script/objects.h"

/* What is read, and with what; which members matter is the reader's. */
struct reading {
    struct template *template;
    struct template_argument *args;
    struct template_instance *instance;
    struct type *type;
    struct place place;
    int index;
};

/* Runs `read` at file level; an error goes on to whoever waits for it. */
void read_apart(struct parser *p, struct template *t, void (*read)(struct parser *, void *),
                struct reading *r);

/* ---- template_argument.c ---- */

/* The first `count` parameters mean the arguments, in the scope that is there. */
void bind_parameters(struct parser *p, const struct template *t,
                     const struct template_argument *args, int count);
/* A scope with the T of the struct around a method that is a template. */
void push_around(struct parser *p, const struct template *t);
/* Whether argument `index` is known; of several functions one is chosen by the parameter's type. */
bool settle_argument(struct parser *p, struct template *t, struct template_argument *args,
                     int index);
/* The arguments that are not known become the defaults; false: one has none. */
bool fill_fallbacks(struct parser *p, struct template *t, struct template_argument *args,
                    struct place place);
struct template_instance *find_instance(struct template *t, const struct template_argument *args);
struct template_instance *add_instance(struct parser *p, struct template *t,
                                       const struct template_argument *args, struct place place);
/* The whole name: what is inside a struct is found by it. */
const char *instance_name(struct parser *p, const struct template *t,
                          const struct template_argument *args, struct place place);

#endif
