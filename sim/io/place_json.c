#include "sim/io/place_json.h"

void place_json(struct json_writer *w, const struct timeline *timeline, uint32_t place)
{
    if (place == 0 || place >= timeline->places.count)
        return;
    const struct program_place *row = &timeline->places.rows[place];
    if (row->file)
        json_text(w, "file", timeline_name(timeline, row->file));
    json_int(w, "line", row->line);
}
