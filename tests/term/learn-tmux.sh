#!/bin/sh
# Usage: learn-tmux.sh NULLSTREAM
# An exercise inside tmux: the editor opens in a split beside the lesson, is gone to when it is open
# already, and what it saves is judged while both are on the screen. The folder's name holds what a
# shell, or tmux, would take for a command.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
command -v tmux >/dev/null || { echo 'tmux is not installed'; exit 77; }
dir=$(mktemp -d)
trap 'tmux -S "$dir/socket" kill-server 2>/dev/null; rm -rf "$dir"' EXIT
unset TMUX VISUAL
export LC_ALL=C.UTF-8 PS1='$ ' ENV='' HOME="$dir" XDG_DATA_HOME="$dir/data" XDG_STATE_HOME="$dir/state"
work="$dir/a b'\$(touch owned)#(touch owned);\`touch owned\`"
export work program
t() { tmux -S "$dir/socket" -f /dev/null "$@"; }
fail() { echo "$1"; t list-panes; t capture-pane -p -t %0; exit 1; }
# until COMMAND...: at most 30 s
until_true() {
    i=0
    while [ $i -lt 300 ]; do
        "$@" && return 0
        sleep 0.1
        i=$((i + 1))
    done
    fail "not within 30 s: $*"
}
shows() { t capture-pane -p -t %0 | grep -qF -- "$1"; }
panes() { [ "$(t list-panes | wc -l)" -eq "$1" ]; }
# The editor waits until it is told to save, then puts the solution there.
cat >"$dir/editor" <<'END'
echo "$1" >"$2/opened"
while [ ! -e "$2/save" ]; do sleep 0.1; done
cp tests/learn/small/solution.cu "$1"
while [ -e "$2/save" ]; do sleep 0.1; done
END
cat >"$dir/edit" <<END
#!/bin/sh
exec sh '$dir/editor' "\$1" '$dir'
END
chmod +x "$dir/edit"
EDITOR="$dir/edit"
export EDITOR
t new-session -d -x 160 -y 45 'sh' || exit 1
t send-keys "\"\$program\" learn --dir \"\$work\" ./tests/learn/small; echo status \$?" Enter
until_true shows 'page 1 of 4'
t send-keys -t %0 e
until_true panes 2
until_true test -e "$dir/opened"
[ "$(cat "$dir/opened")" = "$work/small/small.cu" ] || fail "the editor got $(cat "$dir/opened")"
until_true shows 'takes too long'
t select-pane -t %0
t send-keys -t %0 e
sleep 0.5
panes 2 || fail 'a second split was opened'
[ "$(t display-message -p '#{pane_id}')" = %1 ] || fail 'the open split was not gone to'
touch "$dir/save"
until_true shows 'Passed'
rm "$dir/save"
until_true panes 1
t send-keys -t %0 q
until_true shows 'page 1 of 4'
t send-keys -t %0 q
until_true shows 'the lessons'
t send-keys -t %0 q
until_true shows 'status 0'
[ -z "$(find . "$dir" -name owned)" ] || fail 'a part of the name was run as a command'
echo 'the editor beside the lesson, inside tmux'
