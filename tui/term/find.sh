#!/bin/sh
# Usage: find.sh CC [static]
# Prints the Makefile variables CURSES_FLAGS and CURSES_LIBS when there is an ncurses with wide
# characters to build with, otherwise CURSES_MISSING, the reason. What pkg-config says is tried out,
# then the usual names.
set -u
cc=$1
static=${2:+-static}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat >"$tmp/try.c" <<'END'
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
int main(void)
{
    cchar_t cell;
    wchar_t text[2] = {'x', 0};
    int status;
    return setupterm("xterm", 1, &status) == OK && setcchar(&cell, text, A_BOLD, 0, 0) == OK &&
           mvwadd_wchnstr(stdscr, 0, 0, &cell, 1) == OK && resize_term(24, 80) == OK;
}
END
try() { # try FLAGS LIBS
    # shellcheck disable=SC2086 # words
    $cc -D_GNU_SOURCE $1 -o "$tmp/try" "$tmp/try.c" $static $2 >"$tmp/log" 2>&1 || return 1
    echo "CURSES_FLAGS = $1"
    echo "CURSES_LIBS = $2"
    exit 0
}
try "$(pkg-config --cflags ncursesw 2>/dev/null | sed 's/-D[^ ]*//g')" \
    "$(pkg-config --libs ${static:+--static} ncursesw 2>/dev/null)"
try '' '-lncursesw -ltinfo'
try '' '-lncursesw'
try '-I/usr/include/ncursesw' '-lncursesw -ltinfo'
echo "CURSES_MISSING = ncurses${static:+ (libncursesw.a, libtinfo.a)} is not installed"
