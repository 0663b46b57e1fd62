#include "sim/script/bytecode.h"

#include <stdlib.h>
#include <string.h>

/* A segment number that memory never reaches. */
#define FUNCTIONS (UINT64_C(0x7fffff) << 40)

uint64_t bytecode_function_address(const struct function *function)
{
    return FUNCTIONS + ((uint64_t)function->index + 1) * 16;
}

int bytecode_function_index(const struct bytecode *code, uint64_t address)
{
    uint64_t index = (address - FUNCTIONS) / 16;
    if (address < FUNCTIONS || address % 16 != 0 || index == 0 ||
        index >= (uint64_t)code->function_count)
        return -1;
    return (int)index - 1;
}

const char *bytecode_target(const struct bytecode *code, uint32_t pc)
{
    size_t low = 0, high = code->target_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code->targets[middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low < code->target_count && code->targets[low].pc == pc ? code->targets[low].name : NULL;
}

static const char *const operand_kinds[] = {
#define BYTECODE_ROW(name, operands) operands,
    BYTECODE_OPS(BYTECODE_ROW)
#undef BYTECODE_ROW
};

const char *bytecode_op_operands(enum bytecode_op op)
{
    return operand_kinds[op];
}

void bytecode_release(struct bytecode *code)
{
    free(code->code);
    free(code->places);
    free(code->functions);
    free(code->sites);
    free(code->branches);
    free(code->locals);
    free(code->constants);
    free(code->targets);
    free(code->loops);
    free(code->globals);
    arena_release(&code->arena);
    memset(code, 0, sizeof *code);
}
