/* What stands on the terminal of a test: its text, its colours, and whether all is as it was. */
#include "sim/draw/grid.h"
#include "tests/term/pty.h"

#include <string.h>

static VTermScreenCell cell_at(const struct pty *pty, int row, int column)
{
    VTermScreenCell cell;
    memset(&cell, 0, sizeof cell);
    vterm_screen_get_cell(pty->screen, (VTermPos){row, column}, &cell);
    return cell;
}

static void size_of(const struct pty *pty, int *rows, int *columns)
{
    vterm_get_size(pty->vterm, rows, columns);
}

static void cut_blanks(struct strbuf *text, size_t from)
{
    while (text->length > from && text->text[text->length - 1] == ' ')
        text->text[--text->length] = 0;
}

void pty_row(const struct pty *pty, int row, struct strbuf *text)
{
    int rows, columns;
    size_of(pty, &rows, &columns);
    size_t from = text->length;
    for (int column = 0; column < columns && row < rows; column++) {
        VTermScreenCell cell = cell_at(pty, row, column);
        if (cell.chars[0] != (uint32_t)-1) /* the second half of a wide one */
            grid_add_character(cell.chars[0] ? cell.chars[0] : ' ', text);
    }
    cut_blanks(text, from);
}

void pty_cursor(const struct pty *pty, int *row, int *column)
{
    VTermPos place;
    vterm_state_get_cursorpos(vterm_obtain_state(pty->vterm), &place);
    *row = place.row;
    *column = place.col;
}

static void add_color(struct strbuf *out, const char *name, const VTermColor *color)
{
    if (VTERM_COLOR_IS_INDEXED(color))
        strbuf_addf(out, " %s %d", name, color->indexed.idx);
    else
        strbuf_addf(out, " %s #%02x%02x%02x", name, color->rgb.red, color->rgb.green,
                    color->rgb.blue);
}

/* " color 71 bold": empty for what is plain. Of a blank only what is seen: whether ncurses wrote it
 * or cleared the rest of the line differs from version to version. */
static void add_look(struct strbuf *out, const VTermScreenCell *cell)
{
    bool blank = cell->chars[0] == 0 || cell->chars[0] == ' ';
    bool ink = !blank || cell->attrs.reverse || cell->attrs.underline;
    if (ink && !VTERM_COLOR_IS_DEFAULT_FG(&cell->fg))
        add_color(out, "color", &cell->fg);
    if (!VTERM_COLOR_IS_DEFAULT_BG(&cell->bg))
        add_color(out, "on", &cell->bg);
    if (!blank && cell->attrs.bold)
        strbuf_adds(out, " bold");
    if (cell->attrs.underline)
        strbuf_adds(out, " underlined");
    if (cell->attrs.reverse)
        strbuf_adds(out, " reverse");
}

enum { LOOKS = 52, LOOK_BYTES = 64 };

struct looks {
    char texts[LOOKS][LOOK_BYTES];
    int count;
};

static char letter_of(struct looks *looks, const VTermScreenCell *cell)
{
    struct strbuf text;
    strbuf_init(&text);
    add_look(&text, cell);
    int i = 0;
    if (text.length > 0) {
        while (i < looks->count && strncmp(looks->texts[i], text.text, LOOK_BYTES - 1) != 0)
            i++;
        if (i == looks->count && i < LOOKS) {
            strncpy(looks->texts[i], text.text, LOOK_BYTES - 1);
            looks->count++;
        }
    } else {
        i = -1;
    }
    strbuf_release(&text);
    return (char)(i < 0 ? ' ' : i < 26 ? 'a' + i : i < LOOKS ? 'A' + i - 26 : '?');
}

void pty_dump(const struct pty *pty, struct strbuf *out)
{
    int rows, columns, cursor_row, cursor_column;
    struct looks looks = {.count = 0};
    size_of(pty, &rows, &columns);
    pty_cursor(pty, &cursor_row, &cursor_column);
    strbuf_addf(out, "%d rows, %d columns, ", rows, columns);
    if (pty->cursor_visible)
        strbuf_addf(out, "cursor in row %d, column %d\n", cursor_row, cursor_column);
    else
        strbuf_adds(out, "cursor hidden\n");
    for (int row = 0; row < rows; row++) {
        strbuf_addf(out, "%3d|", row);
        pty_row(pty, row, out);
        strbuf_addc(out, '\n');
    }
    for (int row = 0; row < rows; row++) {
        size_t line = out->length;
        strbuf_addf(out, "%3d:", row);
        size_t from = out->length;
        for (int column = 0; column < columns; column++) {
            VTermScreenCell cell = cell_at(pty, row, column);
            strbuf_addc(out, letter_of(&looks, &cell));
        }
        cut_blanks(out, from);
        if (out->length == from) {
            out->length = line;
            out->text[line] = 0;
        } else {
            strbuf_addc(out, '\n');
        }
    }
    for (int i = 0; i < looks.count; i++)
        strbuf_addf(out, "%c:%s\n", i < 26 ? 'a' + i : 'A' + i - 26, looks.texts[i]);
}

/* Whether cursor keys are sent as programs that asked for it get them. */
static bool is_keypad(const struct pty *pty)
{
    char bytes[16] = "";
    vterm_keyboard_key(pty->vterm, VTERM_KEY_UP, 0);
    vterm_output_read(pty->vterm, bytes, sizeof bytes);
    return bytes[1] == 'O';
}

void pty_compare(const struct pty *pty, struct strbuf *differences)
{
    struct termios now;
    tcgetattr(pty->slave, &now);
    const struct termios *before = &pty->before;
    if (now.c_iflag != before->c_iflag || now.c_oflag != before->c_oflag ||
        now.c_cflag != before->c_cflag || now.c_lflag != before->c_lflag)
        strbuf_addf(differences,
                    "the terminal's modes: input %o, was %o; output %o, was %o; "
                    "control %o, was %o; local %o, was %o\n",
                    now.c_iflag, before->c_iflag, now.c_oflag, before->c_oflag, now.c_cflag,
                    before->c_cflag, now.c_lflag, before->c_lflag);
    if (memcmp(now.c_cc, before->c_cc, sizeof now.c_cc) != 0)
        strbuf_adds(differences, "the terminal's control characters\n");
    if (pty->alternate)
        strbuf_adds(differences, "the alternate screen is still shown\n");
    if (!pty->cursor_visible)
        strbuf_adds(differences, "the cursor is still hidden\n");
    if (pty->mouse)
        strbuf_adds(differences, "the mouse still sends\n");
    if (is_keypad(pty))
        strbuf_adds(differences, "the keypad is still in its other mode\n");
    VTermState *state = vterm_obtain_state(pty->vterm);
    VTermValue bold, reverse, color;
    vterm_state_get_penattr(state, VTERM_ATTR_BOLD, &bold);
    vterm_state_get_penattr(state, VTERM_ATTR_REVERSE, &reverse);
    vterm_state_get_penattr(state, VTERM_ATTR_FOREGROUND, &color);
    if (bold.boolean || reverse.boolean || !VTERM_COLOR_IS_DEFAULT_FG(&color.color))
        strbuf_adds(differences, "text is still in colour, bold or reverse\n");
}
