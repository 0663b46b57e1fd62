/* Names of std that a program expects and that are not declared: those that are not supported, with
 * what to write instead, members alike, and those whose header was not included. Knows no parser.
 */
#ifndef SIM_SCRIPT_STD_NAMES_H
#define SIM_SCRIPT_STD_NAMES_H

struct std_name {
    const char *name;    /* with its namespace: "std::map" */
    const char *header;  /* where it is declared; NULL: not supported */
    const char *instead; /* of what is not supported */
};

/* NULL if nothing is known about it. */
const struct std_name *std_name_find(const char *name);

/* What to write instead of a member of a type of std that is not supported: "wait_for" of
 * "std::condition_variable"; NULL if nothing is known about it. The type may have its < > behind.
 */
const char *std_member_instead(const char *type, const char *member);

#endif
