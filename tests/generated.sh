#!/bin/sh
# Usage: generated.sh NULLSTREAM
# The manual page and the completions are accepted by those who read them, and every subcommand and
# option that --help shows stands in them.
set -eu
program=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for kind in man bash zsh fish; do
    "$program" --generate $kind >"$tmp/$kind"
done
did=
skip() {
    did="$did, without $1"
}
if command -v bash >/dev/null; then
    bash -n "$tmp/bash"
    # complete "nullstream ru" as a shell would
    words=$(bash -c '. "$0"; COMP_WORDS=(nullstream ru); COMP_CWORD=1; _nullstream
        echo "${COMPREPLY[@]}"' "$tmp/bash")
    case " $words " in *" rules "*) ;; *) echo "bash completion of 'ru' gave '$words'" && exit 1 ;; esac
    words=$(PATH=$(dirname "$program"):$PATH bash -c '. "$0"; COMP_WORDS=(nullstream learn pinn)
        COMP_CWORD=2; _nullstream; echo "${COMPREPLY[@]}"' "$tmp/bash")
    case " $words " in *" pinned "*) ;; *) echo "bash completion of 'pinn' gave '$words'" && exit 1 ;; esac
else
    skip bash
fi
# same SHELL LINE GOT WANTED
same() {
    [ "$3" = "$4" ] || { echo "$1 completion of '$2' gave '$3', not '$4'"; exit 1; }
}
mkdir "$tmp/bin"
ln -s "$(readlink -f "$program")" "$tmp/bin/nullstream"
PATH=$tmp/bin:$PATH
if command -v zsh >/dev/null; then
    zsh -n "$tmp/zsh"
    cp "$tmp/zsh" "$tmp/_nullstream"
    in_zsh() {
        same zsh "$1" "$(timeout 30 zsh -f tests/complete.zsh "$tmp" "$1")" "$2"
    }
    in_zsh 'nullstream predi' 'nullstream predict '
    in_zsh 'nullstream compare --oper' 'nullstream compare --operations '
    in_zsh 'nullstream predict --format ga' 'nullstream predict --format gantt '
    in_zsh 'nullstream predict --gpu a100' 'nullstream predict --gpu a100-pcie '
    in_zsh 'nullstream learn pinn' 'nullstream learn pinned '
else
    skip zsh
fi
if command -v fish >/dev/null; then
    fish -n "$tmp/fish"
    in_fish() {
        same fish "$1" "$(HOME=$tmp fish --no-config -c "source $tmp/fish; complete -C '$1'" | cut -f1 |
            paste -sd' ')" "$2"
    }
    in_fish 'nullstream predi' 'predict'
    in_fish 'nullstream --cfl' '--cflags'
    in_fish 'nullstream compare --oper' '--operations'
    in_fish 'nullstream predict --format ga' 'gantt'
    in_fish 'nullstream predict --gpu a100' 'a100-pcie'
    in_fish 'nullstream learn pinn' 'pinned'
else
    skip fish
fi
if command -v man >/dev/null; then
    LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -l -E UTF-8 -Tutf8 "$tmp/man" >/dev/null 2>"$tmp/warnings"
    if [ -s "$tmp/warnings" ]; then cat "$tmp/warnings" && exit 1; fi
else
    skip man
fi
# the examples run as they stand
sed -n '/^\.SH EXAMPLES/,/^\.fi/s/^nullstream/&/p' "$tmp/man" | sed 's/\\-/-/g' |
    grep -v -e ' view ' -e 'learn$' >"$tmp/examples"
[ -s "$tmp/examples" ]
ln -s "$PWD/lessons" "$PWD/traces" "$tmp"
(cd "$tmp" && XDG_DATA_HOME=$tmp sh -e examples) >"$tmp/out" 2>&1 ||
    { cat "$tmp/out"; echo "an example of the manual page fails"; exit 1; }
for command in $("$program" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    for kind in man bash zsh fish; do
        grep -q -- "$command" "$tmp/$kind" || { echo "$kind lacks the command $command"; exit 1; }
    done
    for option in $("$program" "$command" --help | grep -o '^  \(-., \)*--[a-z0-9-]*' |
        sed 's/.*--//'); do
        roff=$(echo "$option" | sed 's/-/\\\\-/g')
        grep -q -- "--$option\b" "$tmp/bash" && grep -q -- "--$option\b" "$tmp/zsh" &&
            grep -q -- "-l $option\b" "$tmp/fish" && grep -q -- "$roff" "$tmp/man" ||
            { echo "--$option of $command is missing in a generated text"; exit 1; }
    done
done
echo "all commands and options stand in all four$did"
