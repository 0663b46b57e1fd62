/* What reports call kernels of one name: "scale(float *, int)", by what each takes. */
#ifndef SIM_SCRIPT_OVERLOAD_NAME_H
#define SIM_SCRIPT_OVERLOAD_NAME_H

#include "sim/script/ast.h"

/* Gives them these names, by which --cost can mean one of them, too. Others keep theirs. */
void overload_names_find(struct translation_unit *tu);

#endif
