# Usage: zsh -f complete.zsh FOLDER LINE
# What a line is after the tab key, with the completion in FOLDER/_nullstream.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "unset zle_bracketed_paste; PS1=; stty -echo -onlcr cols 200; fpath=($1 \$fpath)
autoload -U compinit; compinit -u -D
show() { print -r -- \"<\$BUFFER>\"; BUFFER=; zle accept-line }; zle -N show; bindkey '^X' show
print rea''dy"
while zpty -r shell line; do [[ $line == *ready* ]] && break; done
zpty -w -n shell "$2"$'\t\030' # tab, control-X
while zpty -r shell line; do
    [[ $line =~ '<([^>]*)>' ]] && print -r -- $match[1] && break
done
zpty -d shell
