/* HOLDS: an assertion for what is asserted a hundred thousand times. libcheck writes to a file for
 * each assertion that holds, which takes longer than what is tested. */
#ifndef TESTS_UNIT_HOLDS_H
#define TESTS_UNIT_HOLDS_H

#include <check.h>

#define HOLDS(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg(__VA_ARGS__);                                                             \
    } while (0)

#endif
