#include "sim/io/callers_json.h"

void callers_json(struct json_writer *w, const struct program *program, uint32_t caller)
{
    if (!caller)
        return;
    json_list(w, "callers");
    for (; caller; caller = program->callers.rows[caller].caller) {
        const struct program_caller *row = &program->callers.rows[caller];
        const struct program_place *place = &program->places.rows[row->place];
        json_open(w, NULL);
        json_text(w, "function", program_name(program, row->function));
        json_text(w, "file", program_name(program, place->file));
        json_int(w, "line", place->line);
        if (row->column)
            json_int(w, "column", row->column);
        json_close(w);
    }
    json_list_end(w);
}
