/* What a function of the program gets behind its `...`: an array of slots, which va_list goes
 * through (headers/stdarg.txt). Its address is the function's last parameter, hidden from the
 * program. Functions of the library take such arguments as they are.
 */
#ifndef SIM_SCRIPT_VARIADIC_H
#define SIM_SCRIPT_VARIADIC_H

#include "sim/script/parser.h"

#define VARIADIC_NAME "__ns_given" /* of the hidden parameter */

/* The second word of a slot, whose first is the value; behind the last slot stands VARIADIC_END. */
enum variadic_kind { VARIADIC_END, VARIADIC_WHOLE, VARIADIC_REAL, VARIADIC_POINTER };

/* Whether it has that parameter. */
bool takes_slots(const struct function *f);
/* The address of the slots of these arguments, which were promoted. */
struct expr *slots_of(struct parser *p, struct expr **args, int count, struct place place);

#endif
