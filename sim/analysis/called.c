#include "sim/analysis/called.h"

#include "sim/analysis/issued.h"
#include "sim/base/text.h"
#include "sim/model/callers.h"

#include <inttypes.h>

uint32_t called_from(const struct program *program, const struct timeline *timeline,
                     const struct explain_pick *pick)
{
    if (program->callers.count == 0)
        return 0;
    struct issued issued;
    issued_find(&issued, program, timeline);
    uint32_t caller = 0;
    for (uint32_t i = 0; i < issued.count; i++)
        if (pick->op != TIMELINE_NO_OP
                ? issued.ops[i] == pick->op
                : issued.calls[i] != ISSUED_NO_CALL && issued.calls[i] == pick->call)
            caller = program_caller_of(program, i);
    issued_release(&issued);
    return caller;
}

void called_text(struct strbuf *sb, const struct program *program, uint32_t caller)
{
    const struct program_caller *rows = program->callers.rows;
    size_t times;
    for (size_t before = sb->length; caller; caller = rows[caller].caller) {
        const struct program_place *place = &program->places.rows[rows[caller].place];
        strbuf_addf(sb, "%sin %.100s, called from %.200s:%" PRId32, sb->length > before ? "; " : "",
                    program_name(program, rows[caller].function),
                    text_file_name(program_name(program, place->file)), place->line);
        caller = program_caller_turns(program, caller, &times);
        if (times > 1)
            strbuf_addf(sb, ", %zu times", times);
    }
}
