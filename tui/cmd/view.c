/* `nullstream view`: a timeline in the terminal. */
#include "tui/cmd/command.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/output.h"
#include "tui/cmd/part.h"
#include "tui/term/keys.h"
#include "tui/term/screen.h"

#include <stdio.h>

enum action { QUIT = 1, HELP };

static const struct binding rows[] = {
    {{'q'}, QUIT, 0, "quit", "leave", "Everywhere"},
    {{'?', KEYCODE_F1}, HELP, 0, "help", "this page, and back", NULL},
};
static const struct bindings bindings = {rows, sizeof rows / sizeof rows[0]};

static void draw(const struct operand *operand, bool help, struct grid *grid)
{
    char text[200];
    snprintf(text, sizeof text, "%s: %zu operations", operand->path, operand->timeline->ops.count);
    grid_fill(grid, 0, 0, grid->width - 1, ROLE_STATUS);
    grid_text(grid, 0, 0, grid->width - 1, text, ROLE_STATUS);
    if (help)
        bindings_help(&bindings, 0, grid, 2, grid->height - 2, 0);
    bindings_footer(&bindings, 0, grid, grid->height - 1, 0, grid->width - 1);
}

static void loop(struct screen *screen, const struct operand *operand)
{
    bool help = false;
    for (;;) {
        struct grid grid;
        int32_t width, height;
        screen_size(screen, &width, &height);
        grid_init(&grid, width, height);
        draw(operand, help, &grid);
        screen_show(screen, &grid, -1, 0);
        grid_release(&grid);
        struct screen_event event = screen_event(screen, -1);
        int action = event.kind == SCREEN_KEY ? bindings_find(&bindings, event.key, 0) : 0;
        if (event.kind == SCREEN_END || action == QUIT)
            return;
        help = action == HELP ? !help : help;
    }
}

static int exec(const struct arguments *args, struct err *err)
{
    struct operand operand;
    struct screen *screen;
    struct screen_options options;
    output_screen_options(args, &options);
    int rc = operand_load(&operand, args->operands[0], args, err);
    if (rc == 0)
        rc = part_take(&operand, args, err);
    if (rc == 0)
        rc = screen_open(&screen, &options, err);
    if (rc == 0) {
        loop(screen, &operand);
        screen_close(screen);
    }
    operand_release(&operand);
    return rc;
}

const struct command command_view = {
    .name = "view",
    .usage = "FILE [-- ARGUMENT...]",
    .summary = "the timeline in the terminal",
    .text = "Shows the timeline FILE, or what is predicted of the scenario or program FILE, on the "
            "whole screen. The key ? shows all keys, q leaves.",
    .groups = GROUP_PREDICT | GROUP_PART | GROUP_SCREEN,
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .complete = "file",
    .exec = exec,
};
