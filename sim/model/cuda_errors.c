#include "sim/model/cuda_errors.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    int number;
    const char *text;
} errors[] = {
#define ERROR(name, number, text) {#name, number, text},
    CUDA_ERROR_LIST(ERROR)
#undef ERROR
};

enum { ERROR_COUNT = sizeof errors / sizeof *errors };

const char *cuda_error_name(int error)
{
    for (size_t i = 0; i < ERROR_COUNT; i++)
        if (errors[i].number == error)
            return errors[i].name;
    return "unrecognized error code";
}

const char *cuda_error_text(int error)
{
    for (size_t i = 0; i < ERROR_COUNT; i++)
        if (errors[i].number == error)
            return errors[i].text;
    return "unrecognized error code";
}

int cuda_error_find(const char *name)
{
    for (size_t i = 0; i < ERROR_COUNT; i++)
        if (strcmp(errors[i].name, name) == 0)
            return errors[i].number;
    return -1;
}
