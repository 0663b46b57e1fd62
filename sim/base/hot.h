/* Marks of what every operation passes through, and of what hardly any does.
 *
 * A prediction of a million operations runs through some 30 KiB of code for each, about what the
 * processor's first cache holds. The compiler puts functions marked HOT together and moves those
 * marked COLD, and the branches that lead to them, out of their way: an eighth of the time. */
#ifndef SIM_BASE_HOT_H
#define SIM_BASE_HOT_H

#define HOT  __attribute__((hot))
#define COLD __attribute__((cold, noinline))

#endif
