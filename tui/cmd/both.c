#include "tui/cmd/both.h"

#include "sim/io/program_file.h"
#include "tui/cmd/part.h"

/* What was predicted here gets the hash of its program, by which operations are matched best. */
static void hash_program(struct operand *operand)
{
    if (operand->kind != OPERAND_TIMELINE)
        program_file_sha256(&operand->prediction.program,
                            operand->prediction.timeline.program_sha256);
}

static int compare(struct both *both, const struct arguments *args, struct err *err)
{
    hash_program(&both->a);
    hash_program(&both->b);
    if (seen_find(&both->seen, &both->a, NULL, both->b.timeline, args, err) < 0)
        return -1;
    struct operand *others[] = {&both->b, &both->seen.operand};
    bool is_seen = both->seen.timeline != both->a.timeline;
    if (part_take_alike(&both->a, others, is_seen ? 2 : 1, args, err) < 0)
        return -1;
    if (seen_compare(&both->seen, &both->a, both->b.timeline, args, &both->compare, err) < 0)
        return -1;
    both->compared = true;
    return 0;
}

int both_load(struct both *both, const char *a, const char *b, const struct arguments *args,
              struct watch *watch_a, struct watch *watch_b, struct err *err)
{
    *both = (struct both){0};
    if (operand_load_watched(&both->a, a, args, watch_a, err) < 0 ||
        operand_load_watched(&both->b, b, args, watch_b, err) < 0)
        return -1;
    return compare(both, args, err);
}

void both_release(struct both *both)
{
    if (both->compared)
        compare_release(&both->compare);
    seen_release(&both->seen);
    operand_release(&both->b);
    operand_release(&both->a);
}
