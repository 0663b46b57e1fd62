#include "tui/term/screen.h"

#include "sim/base/builtin.h"
#include "sim/base/mem.h"
#include "tui/term/keys.h"
#include "tui/term/picture.h"
#include "tui/term/restore.h"
#include "tui/term/tty.h"

#define NCURSES_NOMACROS         1
#define NCURSES_WIDECHAR         1
#define NCURSES_ENABLE_STDBOOL_H 1
#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#undef columns /* term.h has half the dictionary */

enum { ATTRIBUTES = 16, MOST_PAIRS = 63, ESCAPE_MS = 25, FAILED_READS = 16 };

struct drawn_look {
    bool known;
    attr_t attributes;
    short pair;
};

struct screen {
    SCREEN *term;
    struct tty tty;
    bool utf8;
    int colors; /* 256, 16, 8, 0 */
    enum theme theme;
    int failed_reads; /* one after another */

    /* by role, on a bar or not, attributes */
    struct drawn_look looks[ROLE_COUNT][2][ATTRIBUTES];
    struct {
        int16_t foreground, background;
    } pairs[MOST_PAIRS];
    int pair_count;
    cchar_t *row;
    int32_t row_capacity;
    struct picture picture;
    struct {
        int curses;
        int32_t key;
    } modified[8]; /* keys that curses numbers as it meets them */
    int modified_count;
};

/* --- opening ------------------------------------------------------------------------------------
 */

/* Appends a capability that writes something and takes no parameters, without its delays. */
static void add_capability(struct strbuf *out, const char *name)
{
    const char *text = tigetstr(name);
    if (!text || text == (const char *)-1)
        return;
    while (*text) {
        const char *end = text[0] == '$' && text[1] == '<' ? strchr(text, '>') : NULL;
        if (!end)
            strbuf_addc(out, *text++);
        else
            text = end + 1;
    }
}

/* Looks the terminal up, in the system's tables, else in ours; appends what leaves it as it was. */
static int look_up(int fd, struct strbuf *restore, struct strbuf *terminfo, struct err *err)
{
    const char *name = getenv("TERM");
    int status;
    if (!name || !*name)
        return err_set(err, ERR_UNAVAILABLE, "TERM does not say what kind of terminal this is");
    if (setupterm(name, fd, &status) != OK) {
        if (!builtin_terminfo(name, terminfo)) {
            err_set(err, ERR_UNAVAILABLE, "the terminal '%s' (TERM) is not known here", name);
            return err_hint(err, "most are also a TERM=xterm");
        }
        setenv("TERMINFO", terminfo->text, 1);
        if (setupterm(name, fd, &status) != OK)
            return err_set(err, ERR_UNAVAILABLE, "the terminal '%s' (TERM) is not known here",
                           name);
    }
    bool moves = tigetstr("cup") && tigetstr("clear");
    static const char *const leaving[] = {"sgr0", "op", "rmkx", "rmcup", "cnorm"};
    for (size_t i = 0; i < sizeof leaving / sizeof leaving[0]; i++)
        add_capability(restore, leaving[i]);
    if (tigetstr("kmous"))
        strbuf_adds(restore, "\033[?1006l\033[?1000l");
    if (!tigetstr("rmcup"))
        strbuf_adds(restore, "\r\n");
    del_curterm(cur_term);
    if (!moves)
        return err_set(err, ERR_UNAVAILABLE, "the terminal '%s' (TERM) cannot move its cursor",
                       name);
    return 0;
}

/* Curses asks the C library how wide characters are and how they are written. For ASCII alone too
 * the locale is a UTF-8 one: only in others does curses write a row of the same character as a
 * repetition, which libvterm, the terminal inside vim and neovim, wraps too early. */
static void set_locale(bool utf8)
{
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        setlocale(LC_CTYPE, utf8 ? "" : "C");
}

/* Keys with Ctrl have names of xterm's in the tables, and no constants. */
static void find_modified_keys(struct screen *screen)
{
    static const struct {
        const char *capability;
        int32_t key;
    } rows[] = {
        {"kUP5", KEYCODE_CTRL_UP},     {"kDN5", KEYCODE_CTRL_DOWN}, {"kLFT5", KEYCODE_CTRL_LEFT},
        {"kRIT5", KEYCODE_CTRL_RIGHT}, {"kUP", KEYCODE_SHIFT_UP},   {"kDN", KEYCODE_SHIFT_DOWN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = tigetstr(rows[i].capability);
        int code = text && text != (const char *)-1 ? key_defined(text) : 0;
        if (code > 0) {
            screen->modified[screen->modified_count].curses = code;
            screen->modified[screen->modified_count++].key = rows[i].key;
        }
    }
}

static void find_colors(struct screen *screen, bool wanted)
{
    screen->colors = 0;
    if (!wanted || !has_colors() || start_color() != OK)
        return;
    use_default_colors();
    /* beyond 256 a number is a colour itself, but for the first 8 */
    screen->colors = COLORS > 256 ? 8 : COLORS == 256 ? 256 : COLORS >= 16 ? 16 : 8;
}

static int open_curses(struct screen *screen, const struct screen_options *options, struct err *err)
{
    struct strbuf restore, terminfo;
    strbuf_init(&restore);
    strbuf_init(&terminfo);
    const char *value = getenv("TERMINFO");
    char *before = value ? mem_strdup(value) : NULL;
    int rc = look_up(fileno(screen->tty.out), &restore, &terminfo, err);
    if (rc == 0 && restore_prepare(fileno(screen->tty.out), restore.text, restore.length) < 0)
        rc = err_set(err, ERR_UNAVAILABLE, "the terminal does not say how it is set");
    if (rc == 0) {
        restore_arm(1);
        screen->term = newterm(NULL, screen->tty.out, screen->tty.in);
        if (!screen->term) {
            restore_release();
            rc = err_set(err, ERR_UNAVAILABLE, "curses does not know how to use this terminal");
        }
    }
    if (before)
        setenv("TERMINFO", before, 1);
    else
        unsetenv("TERMINFO");
    free(before);
    strbuf_release(&restore);
    strbuf_release(&terminfo);
    if (rc < 0)
        return -1;
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    leaveok(stdscr, FALSE);
    mouseinterval(0);
    mousemask(ALL_MOUSE_EVENTS, NULL);
    find_modified_keys(screen);
    find_colors(screen, options->color);
    return 0;
}

int screen_open(struct screen **opened, const struct screen_options *options, struct err *err)
{
    struct screen *screen = mem_zalloc(sizeof *screen);
    screen->utf8 = options->utf8;
    screen->theme = options->theme;
    screen->picture.path = options->picture;
    *opened = NULL;
    set_locale(options->utf8);
    int rc = tty_open(&screen->tty, err);
    if (rc == 0 && open_curses(screen, options, err) < 0) {
        tty_close(&screen->tty);
        rc = -1;
    }
    if (rc < 0) {
        free(screen);
        return -1;
    }
    tty_take_signals(&screen->tty);
    *opened = screen;
    return 0;
}

/* --- showing ------------------------------------------------------------------------------------
 */

void screen_size(const struct screen *screen, int32_t *width, int32_t *height)
{
    (void)screen;
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    *width = columns > 0 ? columns : 1;
    *height = rows > 0 ? rows : 1;
}

static short pair_of(struct screen *screen, int16_t foreground, int16_t background)
{
    if (foreground < 0 && background < 0)
        return 0;
    int i = 0;
    while (i < screen->pair_count &&
           (screen->pairs[i].foreground != foreground || screen->pairs[i].background != background))
        i++;
    if (i == MOST_PAIRS)
        return 0;
    if (i == screen->pair_count) {
        screen->pairs[i].foreground = foreground;
        screen->pairs[i].background = background;
        screen->pair_count++;
        init_pair((short)(i + 1), foreground, background);
    }
    return (short)(i + 1);
}

static const struct drawn_look *find_look(struct screen *screen, const struct grid_cell *cell)
{
    static const struct {
        enum cell_attribute attribute;
        attr_t drawn;
    } rows[] = {{CELL_REVERSE, WA_REVERSE},
                {CELL_DIM, WA_DIM},
                {CELL_BOLD, WA_BOLD},
                {CELL_UNDERLINE, WA_UNDERLINE}};
    struct drawn_look *drawn =
        &screen->looks[cell->role][grid_is_on_bar(cell)][cell->attributes % ATTRIBUTES];
    if (drawn->known)
        return drawn;
    struct theme_look look = theme_look(screen->theme, screen->colors, cell);
    drawn->known = true;
    drawn->attributes = WA_NORMAL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (look.attributes & rows[i].attribute)
            drawn->attributes |= rows[i].drawn;
    drawn->pair = pair_of(screen, look.foreground, look.background);
    return drawn;
}

/* A cell is one column wide: what is wider, or has no width, would shift what is behind it. The
 * reverse of a full block would be an empty cell. Without colour a ghost's bar is another
 * character. */
static wchar_t shown_character(const struct screen *screen, const struct grid_cell *cell)
{
    enum { FULL = 0x2588, DENSE = 0x2593, DASHED = 0x254c };
    wchar_t character = (wchar_t)grid_character(cell, !screen->utf8);
    if (screen->colors == 0 && cell->attributes & CELL_DIM && grid_is_bar(cell) && !cell->character)
        return screen->utf8 ? DASHED : L':'; /* few terminals without colour know dim */
    if (character == FULL && cell->attributes & CELL_REVERSE && screen->colors == 0)
        character = DENSE;
    return wcwidth(character) == 1 ? character : L'?';
}

void screen_show(struct screen *screen, const struct grid *grid, int32_t cursor_row,
                 int32_t cursor_column)
{
    int32_t width, height;
    screen_size(screen, &width, &height);
    int32_t columns = grid->width < width ? grid->width : width;
    if (screen->row_capacity < columns) {
        screen->row = mem_realloc(screen->row, (size_t)columns * sizeof *screen->row);
        screen->row_capacity = columns;
    }
    werase(stdscr);
    for (int32_t row = 0; row < grid->height && row < height && columns > 0; row++) {
        const struct grid_cell *cells = grid->cells + (size_t)row * (size_t)grid->width;
        for (int32_t column = 0; column < columns; column++) {
            const struct drawn_look *look = find_look(screen, &cells[column]);
            wchar_t text[2] = {shown_character(screen, &cells[column]), 0};
            setcchar(&screen->row[column], text, look->attributes, look->pair, NULL);
        }
        mvwadd_wchnstr(stdscr, row, 0, screen->row, columns);
    }
    picture_keep(&screen->picture, grid);
    bool visible =
        cursor_row >= 0 && cursor_row < height && cursor_column >= 0 && cursor_column < width;
    curs_set(visible ? 1 : 0);
    wmove(stdscr, visible ? cursor_row : height - 1, visible ? cursor_column : 0);
    wrefresh(stdscr);
}

void screen_theme(struct screen *screen, enum theme theme)
{
    screen->theme = theme;
    memset(screen->looks, 0, sizeof screen->looks);
    screen->pair_count = 0;
    clearok(curscr, TRUE); /* pairs that are defined anew change what is shown already */
}

/* --- events -------------------------------------------------------------------------------------
 */

static const struct {
    int curses;
    int32_t key;
} curses_keys[] = {
    {KEY_UP, KEYCODE_UP},
    {KEY_DOWN, KEYCODE_DOWN},
    {KEY_LEFT, KEYCODE_LEFT},
    {KEY_RIGHT, KEYCODE_RIGHT},
    {KEY_HOME, KEYCODE_HOME},
    {KEY_END, KEYCODE_END},
    {KEY_PPAGE, KEYCODE_PAGE_UP},
    {KEY_NPAGE, KEYCODE_PAGE_DOWN},
    {KEY_IC, KEYCODE_INSERT},
    {KEY_DC, KEYCODE_DELETE},
    {KEY_A1, KEYCODE_HOME},
    {KEY_C1, KEYCODE_END},
    {KEY_A3, KEYCODE_PAGE_UP},
    {KEY_C3, KEYCODE_PAGE_DOWN},
    {KEY_FIND, KEYCODE_HOME},
    {KEY_SELECT, KEYCODE_END},
    {KEY_ENTER, KEYCODE_ENTER},
    {KEY_BACKSPACE, KEYCODE_BACKSPACE},
    {KEY_BTAB, KEYCODE_BACK_TAB},
    {KEY_SLEFT, KEYCODE_SHIFT_LEFT},
    {KEY_SRIGHT, KEYCODE_SHIFT_RIGHT},
    {KEY_SR, KEYCODE_SHIFT_UP},
    {KEY_SF, KEYCODE_SHIFT_DOWN},
};

/* 0 when it is none of ours. */
static int32_t function_key(const struct screen *screen, int code)
{
    for (size_t i = 0; i < sizeof curses_keys / sizeof curses_keys[0]; i++)
        if (curses_keys[i].curses == code)
            return curses_keys[i].key;
    for (int i = 0; i < screen->modified_count; i++)
        if (screen->modified[i].curses == code)
            return screen->modified[i].key;
    if (code >= KEY_F(1) && code <= KEY_F(12))
        return KEYCODE_F1 + (code - KEY_F(1));
    return 0;
}

static int32_t character_key(wint_t character)
{
    switch (character) {
    case '\r':
    case '\n':
        return KEYCODE_ENTER;
    case '\t':
        return KEYCODE_TAB;
    case '\b':
    case 0x7f:
        return KEYCODE_BACKSPACE;
    case 0x1b:
        return KEYCODE_ESCAPE;
    default:
        return (int32_t)character;
    }
}

static bool take_mouse(struct screen_event *event)
{
    MEVENT mouse;
    if (getmouse(&mouse) != OK)
        return false;
    *event = (struct screen_event){.kind = SCREEN_MOUSE, .row = mouse.y, .column = mouse.x};
    static const struct {
        mmask_t pressed;
        int button;
    } by_mask[] = {{BUTTON1_PRESSED | BUTTON1_CLICKED, 1},
                   {BUTTON2_PRESSED | BUTTON2_CLICKED, 2},
                   {BUTTON3_PRESSED | BUTTON3_CLICKED, 3}};
    for (size_t i = 0; i < sizeof by_mask / sizeof by_mask[0]; i++)
        if (mouse.bstate & by_mask[i].pressed)
            event->button = by_mask[i].button;
    if (mouse.bstate & BUTTON4_PRESSED)
        event->wheel = -1;
#ifdef BUTTON5_PRESSED
    else if (mouse.bstate & BUTTON5_PRESSED)
        event->wheel = 1;
#endif
    return event->button || event->wheel;
}

/* What curses has of keys; false if that is nothing, or nothing that means something. */
static bool take_key(struct screen *screen, int wait_ms, struct screen_event *event)
{
    wint_t character;
    wtimeout(stdscr, wait_ms);
    int kind = wget_wch(stdscr, &character);
    if (kind == ERR)
        return false;
    screen->failed_reads = 0;
    if (kind == KEY_CODE_YES && character == KEY_MOUSE)
        return take_mouse(event);
    *event = (struct screen_event){.kind = SCREEN_KEY};
    event->key =
        kind == KEY_CODE_YES ? function_key(screen, (int)character) : character_key(character);
    if (event->key == KEYCODE_F12 && screen->picture.path) {
        if (!picture_write(&screen->picture))
            beep(); /* what went wrong cannot be said on a screen that is a view's */
        return false;
    }
    return event->key != 0;
}

static void fit_size(const struct screen *screen)
{
    int rows, across;
    if (tty_size(&screen->tty, &rows, &across))
        resize_term(rows, across);
}

/* Gives the terminal back as it was. Some terminals (libvterm) restore with the screen a cursor
 * that was hidden: shown again behind that. */
static void leave(const struct screen *screen)
{
    endwin();
    if (cursor_normal && write(fileno(screen->tty.out), cursor_normal, strlen(cursor_normal)) < 0)
        return; /* it is gone */
}

/* True if everything is to be drawn again. */
static bool take_signal(struct screen *screen)
{
    bool any = false;
    for (int signal; (signal = tty_next_signal(&screen->tty)); any = true) {
        if (signal == SIGTSTP) {
            leave(screen);
            restore_arm(0);
            tty_stop(&screen->tty); /* the shell has the terminal until SIGCONT */
            restore_arm(1);
        }
        if (signal != SIGWINCH)
            reset_prog_mode(); /* a shell has set its own */
    }
    if (any) {
        fit_size(screen);
        clearok(curscr, TRUE); /* terminals move what they show when their size changes */
    }
    return any;
}

struct screen_event screen_event(struct screen *screen, int timeout_ms)
{
    struct screen_event event = {.kind = SCREEN_TICK};
    struct pollfd files[] = {{.fd = fileno(screen->tty.in), .events = POLLIN},
                             {.fd = screen->tty.signals, .events = POLLIN}};
    for (;;) {
        if (poll(files, 2, 0) <= 0 && take_key(screen, 0, &event))
            return event; /* it was read before, with another */
        int ready = poll(files, 2, timeout_ms);
        if (ready == 0)
            return event;
        if (ready < 0) {
            if (errno == EINTR)
                continue;
            return (struct screen_event){.kind = SCREEN_END};
        }
        if (files[1].revents && take_signal(screen))
            return (struct screen_event){.kind = SCREEN_RESIZE};
        if (files[0].revents & POLLIN) {
            screen->failed_reads++;
            if (take_key(screen, ESCAPE_MS, &event))
                return event;
        }
        if (files[0].revents & (POLLHUP | POLLERR | POLLNVAL) ||
            screen->failed_reads > FAILED_READS)
            return (struct screen_event){.kind = SCREEN_END};
    }
}

/* --- leaving ------------------------------------------------------------------------------------
 */

void screen_suspend(struct screen *screen)
{
    leave(screen);
    restore_arm(0);
    tty_give_signals(&screen->tty);
}

void screen_resume(struct screen *screen)
{
    tty_take_signals(&screen->tty);
    restore_arm(1);
    reset_prog_mode();
    fit_size(screen);
    clearok(curscr, TRUE);
}

void screen_close(struct screen *screen)
{
    if (!screen)
        return;
    leave(screen);
    restore_release();
    delscreen(screen->term);
    tty_close(&screen->tty);
    picture_release(&screen->picture);
    free(screen->row);
    free(screen);
}
