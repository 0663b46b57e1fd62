#!/bin/sh
# Usage: tmux.sh NULLSTREAM
# The program inside tmux, and inside screen where that is installed: it shows, follows a resize, and
# leaves the shell's text on the screen as it was.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
command -v tmux >/dev/null || { echo 'tmux is not installed'; exit 77; }
dir=$(mktemp -d)
trap 'tmux -S "$dir/$socket" kill-server 2>/dev/null; rm -rf "$dir"' EXIT
unset TMUX
socket=none
t() { tmux -S "$dir/$socket" -f /dev/null "$@"; }
# until_shown TEXT [ROW]: in any row or in this one, from 1; at most 30 s
until_shown() {
    i=0
    while [ $i -lt 300 ]; do
        t capture-pane -p | sed -n "${2:-1,\$}p" | grep -qF -- "$1" && return 0
        sleep 0.1
        i=$((i + 1))
    done
    echo "not on the screen: $1"
    t capture-pane -p
    exit 1
}
# try TERM [COMMAND...]: in a shell, or in what the command starts
try() {
    socket=$1
    export LC_ALL=C.UTF-8 PS1='$ ' ENV=
    t new-session -d -x 80 -y 24 'sh' || exit 1
    t set-option -g default-terminal "$1" >/dev/null
    shift
    t new-window "${*:-sh}"
    t send-keys "echo before; $program view --gpu h200 lessons/legacy-fence/fence.cu; echo status \$?" Enter
    until_shown fence.cu:
    if t capture-pane -p | grep -qF before; then
        echo 'the alternate screen is not used'
        exit 1
    fi
    t resize-window -x 90 -y 30
    until_shown 'q quit' 30
    t send-keys q
    until_shown 'status 0'
    until_shown before
    t kill-server
}
try screen-256color
try tmux-256color
if command -v screen >/dev/null; then
    echo 'altscreen on' >"$dir/screenrc"
    export SCREENDIR="$dir/sessions"
    mkdir -m 700 "$SCREENDIR"
    try xterm-256color screen -q -c "$dir/screenrc" sh
    echo 'inside tmux, as screen-256color and tmux-256color, and inside screen'
else
    echo 'inside tmux, as screen-256color and tmux-256color; waived: screen is not installed'
fi
