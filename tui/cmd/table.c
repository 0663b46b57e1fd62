#include "tui/cmd/command.h"

#include <string.h>

const struct command *const command_table[] = {
    &command_predict,  &command_explain, &command_check,     &command_sweep, &command_measure,
    &command_validate, &command_compare, &command_calibrate, &command_gpus,  &command_rules,
    &command_convert,  &command_view,    &command_learn,     NULL,
};

const struct command *command_find(const char *name)
{
    for (const struct command *const *c = command_table; *c; c++) {
        if (strcmp((*c)->name, name) == 0)
            return *c;
    }
    return NULL;
}
