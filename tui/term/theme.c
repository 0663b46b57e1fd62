#include "tui/term/theme.h"

#include <stdlib.h>
#include <string.h>

const char *const theme_names[] = {"dark", "light", "mono", NULL};

enum theme theme_from_name(const char *name, enum theme otherwise)
{
    for (int i = 0; name && i < THEME_COUNT; i++)
        if (strcmp(theme_names[i], name) == 0)
            return (enum theme)i;
    return otherwise;
}

enum theme theme_guess(const char *colorfgbg)
{
    const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
    if (!last)
        return THEME_DARK;
    long background = strtol(last + 1, NULL, 10);
    return background == 7 || (background >= 9 && background <= 15) ? THEME_LIGHT : THEME_DARK;
}

enum { OWN = -1, BLACK_256 = 16, WHITE_256 = 231, BRIGHT = 8 };

/* A row a role: of 256 colours on dark and on light ground, of 8 (dark ground brightens them where
 * there are 16), attributes where there are colours and where there are none. */
static const struct {
    int16_t dark, light, basic;
    uint8_t with_color, without;
} looks[ROLE_COUNT] = {
    [ROLE_NONE] = {OWN, OWN, OWN, 0, 0},
    [ROLE_KERNEL] = {71, 28, 2, 0, 0},
    [ROLE_H2D] = {75, 25, 4, 0, 0},
    [ROLE_D2H] = {176, 91, 5, 0, 0},
    [ROLE_D2D] = {80, 30, 6, 0, 0},
    [ROLE_MEMSET] = {145, 60, 6, 0, 0},
    [ROLE_HOSTFN] = {179, 130, 3, 0, 0},
    [ROLE_MARK] = {179, 130, 3, 0, 0},
    [ROLE_ALLOC] = {80, 30, 6, 0, 0},
    [ROLE_CALL] = {250, 241, OWN, 0, 0},
    [ROLE_BLOCKED] = {167, 124, 1, 0, 0},
    [ROLE_WAIT] = {246, 243, OWN, CELL_DIM, CELL_DIM},
    [ROLE_RESOURCE] = {203, 160, 1, 0, 0},
    [ROLE_FENCE] = {203, 160, 1, 0, 0},
    [ROLE_AXIS] = {246, 243, OWN, CELL_DIM, CELL_DIM},
    [ROLE_LABEL] = {OWN, OWN, OWN, 0, 0},
    [ROLE_LENGTH] = {75, 25, 4, 0, 0},
    [ROLE_BEST] = {71, 28, 2, 0, 0},
    [ROLE_TITLE] = {OWN, OWN, OWN, CELL_BOLD, CELL_BOLD},
    [ROLE_STATUS] = {OWN, OWN, OWN, CELL_REVERSE, CELL_REVERSE},
    [ROLE_KEY] = {179, 130, 3, CELL_BOLD, CELL_BOLD},
    [ROLE_NOTE] = {246, 243, OWN, CELL_DIM, CELL_DIM},
    [ROLE_GOOD] = {71, 28, 2, 0, CELL_BOLD},
    [ROLE_BAD] = {203, 160, 1, CELL_BOLD, CELL_BOLD},
    [ROLE_LINK] = {179, 130, 3, CELL_BOLD, CELL_BOLD},
    [ROLE_BUSY] = {250, 241, OWN, 0, 0},
};

static int16_t color_of(enum theme theme, int colors, enum bar_role role)
{
    if (colors >= 256)
        return theme == THEME_LIGHT ? looks[role].light : looks[role].dark;
    int16_t basic = looks[role].basic;
    if (colors >= 16 && theme == THEME_DARK && basic > 0)
        return (int16_t)(basic + BRIGHT);
    return basic;
}

/* Dimmed: one grey for all where the terminal has greys, since few make colours of their own dim.
 */
static int16_t grey(enum theme theme, int colors)
{
    if (colors >= 256)
        return theme == THEME_LIGHT ? 250 : 240;
    return theme == THEME_LIGHT ? 7 : BRIGHT;
}

/* A bar at the cursor is in the colour that stands out most: the reverse of a cell that is filled
 * would be an empty one. */
static struct theme_look selected_bar(enum theme theme, int colors, const struct grid_cell *cell)
{
    int16_t black = colors >= 256 ? BLACK_256 : 0;
    int16_t white = colors >= 256 ? WHITE_256 : colors >= 16 ? 15 : 7;
    int16_t bar = theme == THEME_LIGHT ? black : white;
    uint8_t attributes = cell->attributes & (uint8_t) ~(CELL_REVERSE | CELL_DIM);
    if (grid_is_on_bar(cell))
        return (struct theme_look){theme == THEME_LIGHT ? white : black, bar, attributes};
    return (struct theme_look){bar, OWN, attributes};
}

struct theme_look theme_look(enum theme theme, int colors, const struct grid_cell *cell)
{
    enum bar_role role = cell->role;
    struct theme_look look = {OWN, OWN, cell->attributes};
    bool on_bar = grid_is_on_bar(cell);
    if (colors < 8 || theme == THEME_MONO) {
        /* a bar's name between its cells needs no reverse of its own, but the cursor's does */
        look.attributes |= looks[role].without;
        return look;
    }
    if (cell->attributes & CELL_REVERSE && grid_is_bar(cell))
        return selected_bar(theme, colors, cell);
    int16_t color = color_of(theme, colors, role);
    look.attributes |= looks[role].with_color;
    if (colors >= 16) {
        bool dim = cell->attributes & CELL_DIM;
        look.attributes &= (uint8_t)~CELL_DIM;
        if (dim)
            color = grey(theme, colors);
        else if (looks[role].with_color & CELL_DIM && colors < 256)
            color = grey(theme, colors);
    }
    if (on_bar) {
        int16_t dark = colors >= 256 ? BLACK_256 : 0;
        int16_t light = colors >= 256 ? WHITE_256 : colors >= 16 ? 15 : 7;
        look.background = color;
        look.foreground = theme == THEME_LIGHT ? light : dark;
    } else {
        look.foreground = color;
    }
    return look;
}
