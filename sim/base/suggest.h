/* "Did you mean": the known name nearest to a misspelt one. Knows nothing of CUDA. */
#ifndef SIM_BASE_SUGGEST_H
#define SIM_BASE_SUGGEST_H

/* Letters inserted, deleted, replaced or swapped with their neighbour to make `b` of `a`; case
 * counts. Names longer than 63 bytes are never near: 64. */
int suggest_distance(const char *a, const char *b);

/* Offer names one by one; the first of the nearest wins, if it is near enough (a third of the
 * length of `typo`, at least one letter; never of a name of one letter). */
struct suggest {
    const char *typo;
    const char *best; /* NULL: none near enough so far; the caller's pointer */
    int distance;
};

void suggest_init(struct suggest *suggest, const char *typo);
void suggest_offer(struct suggest *suggest, const char *name);

#endif
