/* What roles look like on a terminal: a table for each theme, as terminals number their colours.
 *
 * Knows nothing of curses, and nothing of where a role stands on the screen.
 */
#ifndef TUI_TERM_THEME_H
#define TUI_TERM_THEME_H

#include "sim/draw/grid.h"

enum theme {
    THEME_DARK,  /* for a dark background */
    THEME_LIGHT, /* for a light one */
    THEME_MONO,  /* no colours, only bold, reverse, underlined and dim */
    THEME_COUNT
};

/* Their names, for an option: dark, light, mono. NULL-terminated. */
extern const char *const theme_names[];

/* The theme of that name, or `otherwise` when it is NULL or none. */
enum theme theme_from_name(const char *name, enum theme otherwise);

/* What the terminal says of its background in COLORFGBG ("15;0"), else dark. NULL: not said. */
enum theme theme_guess(const char *colorfgbg);

/* How a cell is to look. Colours are of xterm's 256, of the first 16 or 8 of them; -1: the
 * terminal's own. */
struct theme_look {
    int16_t foreground, background;
    uint8_t attributes; /* of enum cell_attribute; the cell's own included */
};

/* `colors`: how many the terminal has, 256, 16, 8 or 0. */
struct theme_look theme_look(enum theme theme, int colors, const struct grid_cell *cell);

#endif
