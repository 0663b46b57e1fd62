/* The order in which what a call is given is evaluated. C++ leaves most of it to the compiler; nvcc
 * hands host code to GCC, which on x86-64 goes from the last argument to the first. A program that
 * draws two random numbers in one call is another program in another order. */
#ifndef SIM_SCRIPT_CALL_ORDER_H
#define SIM_SCRIPT_CALL_ORDER_H

#include "sim/script/ast.h"

/* The number of the argument of an EXPR_CALL that is evaluated as the `turn`th; from 0 both. */
int call_order_at(const struct expr *call, int turn);

/* Gives a call that was just made its order: what lowering wrapped around it does not matter. */
struct expr *call_ordered(struct expr *made, enum call_order order);

/* Of the operands of an operator that the program defines, written as an operator. */
enum call_order call_order_of_operator(const char *name);

/* Tells of each flag that the expression sets to true, in the order in which it does. */
void call_order_flags(const struct expr *e, void (*set)(void *context, struct var *flag),
                      void *context);

/* Whether the variable on the left of + * & | ^ or a comparison is read behind what the right side
 * changes: GCC exchanges the two where the left one is only a variable. */
bool call_order_reads_late(const struct expr *e);

#endif
