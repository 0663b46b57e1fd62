#!/bin/sh
# Usage: calibrations.sh [--rewrite] NULLSTREAM
# Calibrations on machines that were started separately (traces/h200/calibration), two pairs of them, a and
# b, d and e. What agreement.txt and agreement-de.txt there say of their figures, and the tables of its
# README.md, each between "<!-- table: PAIR -->" and "<!-- end -->", must be what the program says today
# (--rewrite makes it so): every scenario of the suite predicted by both of a pair, and by the second's
# device figures with the first's host costs, beside what two machines measured (walls-NAME.txt: name,
# wall time in us, noise in parts per million): a and a third, c; d and e themselves.
set -eu
rewrite=
[ "$1" = --rewrite ] && rewrite=1 && shift
program=$1
folder=traces/h200/calibration suite=traces/h200/validation
random=$(dirname "$program")/random_scenario
[ -x "$random" ] || { echo "no $random: make scenarios" >&2 && exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/scenarios"
sh tests/validation/rows.sh tests/validation/LIST "$random" "$tmp/scenarios" >/dev/null

# mix FIRST SECOND: the second profile with what the host does as the first has it: its calls, what it
# copies itself, and how it hears of the device.
mix() {
    awk '
    function is_host(section, key) {
        return section == "[host]" || (section == "[copy]" && key ~ /pageable|^staging_|^host_/) ||
            (section == "[latency]" && key ~ /^(host_|wake)/)
    }
    /^\[/ { section = $1 }
    FNR == NR { if ($2 == "=") first[section, $1] = $0; next }
    $2 == "=" && is_host(section, $1) && ((section, $1) in first) { print first[section, $1]; next }
    { print }' "$1" "$2"
}

# figures PROFILE: name and predicted wall time, us, a line a scenario.
figures() {
    "$program" validate -q --gpu "$1" --scenarios "$tmp/scenarios" "$suite" --format json \
        --one-run places |
        sed -n 's/^ *{"name": "\([^"]*\)".*"predicted_us": \([0-9.]*\),.*/\1 \2/p'
}

# table X Y Z: calibrations x and y, and walls of x's machine and of z's.
table() {
    mix $folder/"$1".ini $folder/"$2".ini >"$tmp/mixed.ini"
    figures $folder/"$1".ini >"$tmp/first"
    figures $folder/"$2".ini >"$tmp/second"
    figures "$tmp/mixed.ini" >"$tmp/mixed"
    [ "$(wc -l <"$tmp/first")" -gt 80 ]
    awk -v x="$1" -v y="$2" -v z="$3" -v folder=$folder '
    function size(x) { return x < 0 ? -x : x }
    function share(n, of) { return sprintf("%d of %d", n, of) }
    function sorted(list, n,   i, j, t) {
        for (i = 2; i <= n; i++)
            for (j = i; j > 1 && list[j - 1] > list[j]; j--) {
                t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
            }
    }
    function line(text, list, n) {
        sorted(list, n)
        printf "| %s | %.2f %% | %.1f %% | %.1f %% |\n", text, list[int((n + 1) / 2)],
            list[int((9 * n + 9) / 10)], list[n]
    }
    # How far a prediction is off what was measured, beyond the noise in parts per million, percent.
    function beyond(predicted, was, noise,   error) {
        error = 100 * size(predicted - was) / was - noise / 1e4
        return error > 0 ? error : 0
    }
    function read_walls(machine, wall, noise,   text, w) {
        while ((getline text < (folder "/walls-" machine ".txt")) > 0) {
            split(text, w, " ")
            wall[w[1]] = w[2]
            noise[w[1]] = w[3]
        }
    }
    BEGIN {
        read_walls(x, measured, noise)
        read_walls(z, wall, noise_z)
    }
    FILENAME ~ /first$/ { first[$1] = $2; names[++n] = $1 }
    FILENAME ~ /second$/ { second[$1] = $2 }
    FILENAME ~ /mixed$/ { mixed[$1] = $2 }
    END {
        for (i = 1; i <= n; i++) {
            name = names[i]
            may = noise[name] > 5000 ? noise[name] / 1e4 : 0.5
            differ = 100 * size(second[name] - first[name]) / first[name]
            device = 100 * size(mixed[name] - first[name]) / first[name]
            all[i] = differ
            alone[i] = device
            agree += differ <= may
            device_agrees += device <= may
            if (!(name in wall && name in measured))
                continue
            both++
            may_z = noise_z[name] / 1e4 > may ? noise_z[name] / 1e4 : may
            hardware = 100 * size(wall[name] - measured[name]) / measured[name]
            hardware_list[both] = hardware
            hardware_agrees += hardware <= may_z
            own[both] = beyond(first[name], measured[name], noise[name])
            crossed[both] = beyond(second[name], measured[name], noise[name])
            on_z[both] = beyond(first[name], wall[name], noise_z[name])
            own_z[both] = beyond(second[name], wall[name], noise_z[name])
            if (differ > may)
                rows[++far] = sprintf("| %s | %.0f | %.0f | %.1f %% | %.1f %% | %.1f %% | %.0f | %.0f | %.1f %% |",
                    name, first[name], second[name], differ, may, device, measured[name], wall[name], hardware)
        }
        print "| by how much two walls differ | median | 90 % | worst |"
        print "|---|---|---|---|"
        line("predicted by " x " and by " y, all, n)
        line("the same, both with " x "\x27s host costs", alone, n)
        line("measured on " x " and on " z, hardware_list, both)
        line("predicted by " x " and measured on " x ", beyond the noise", own, both)
        line("predicted by " y " and measured on " x ", beyond the noise", crossed, both)
        line("predicted by " x " and measured on " z ", beyond the noise", on_z, both)
        if (y == z)
            line("predicted by " y " and measured on " y ", beyond the noise", own_z, both)
        printf "\nBy no more than the larger of 0.5 %% and the noise differ: the two predictions of %s\n", share(agree, n)
        printf "scenarios; of %s if both have %s\x27s host costs; machines %s and %s themselves in %s.\n",
            share(device_agrees, n), x, x, z, share(hardware_agrees, both)
        print "\nThe scenarios whose predictions differ by more, walls in us:\n"
        print "| scenario | " x " | " y " | differ | may | by the device | measured on " x " | on " z " | differ |"
        print "|---|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= far; i++)
            print rows[i]
    }' "$tmp/first" "$tmp/second" "$tmp/mixed"
}

"$program" gpus $folder/a.ini $folder/b.ini >"$tmp/agreement.txt"
"$program" gpus $folder/d.ini $folder/e.ini >"$tmp/agreement-de.txt"
inside=
while IFS= read -r line; do
    case $line in
    '<!-- table: a b -->' | '<!-- table: d e -->')
        printf '%s\n\n' "$line"
        case $line in *'a b'*) table a b c ;; *) table d e e ;; esac
        inside=1
        ;;
    '<!-- end -->') inside= && printf '\n%s\n' "$line" ;;
    *) [ -n "$inside" ] || printf '%s\n' "$line" ;;
    esac
done <$folder/README.md >"$tmp/README.md"
if [ -n "$rewrite" ]; then
    cp "$tmp/README.md" "$tmp/agreement.txt" "$tmp/agreement-de.txt" $folder/
fi
bad=0
for file in README.md agreement.txt agreement-de.txt; do
    diff -u $folder/$file "$tmp/$file" || bad=1
done
[ $bad -eq 0 ] || echo 'make golden rewrites them'
echo 'two pairs of calibrations compared'
exit $bad
