#!/bin/sh
# Usage: calibrations.sh [--rewrite] NULLSTREAM
# Two calibrations on machines that were started separately, a and b (traces/h200/calibration). What
# agreement.txt there says of their figures, and the table of its README.md, between "<!-- table -->" and
# "<!-- end -->", must be what the program says today (--rewrite makes it so): every scenario of the suite
# predicted by a, by b, and by b's device figures with a's host costs, beside what machine a and a third,
# c, measured (walls-a.txt, walls-c.txt: name, wall time in us, noise in parts per million).
set -eu
rewrite=
[ "$1" = --rewrite ] && rewrite=1 && shift
program=$1
folder=traces/h200/calibration suite=traces/h200/validation
a=$folder/a.ini b=$folder/b.ini
random=$(dirname "$program")/random_scenario
[ -x "$random" ] || { echo "no $random: make scenarios" >&2 && exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/scenarios"
sh tests/validation/rows.sh tests/validation/LIST "$random" "$tmp/scenarios" >/dev/null

# What the host does: its calls, what it copies itself, and how it hears of the device.
awk '
    function is_host(section, key) {
        return section == "[host]" || (section == "[copy]" && key ~ /pageable|^staging_|^host_/) ||
            (section == "[latency]" && key ~ /^(host_|wake)/)
    }
    /^\[/ { section = $1 }
    FNR == NR { if ($2 == "=") of_a[section, $1] = $0; next }
    $2 == "=" && is_host(section, $1) && ((section, $1) in of_a) { print of_a[section, $1]; next }
    { print }' "$a" "$b" >"$tmp/mixed.ini"

# figures PROFILE: name and predicted wall time, us, a line a scenario.
figures() {
    "$program" validate -q --gpu "$1" --scenarios "$tmp/scenarios" "$suite" --format json \
        --one-run places |
        sed -n 's/^ *{"name": "\([^"]*\)".*"predicted_us": \([0-9.]*\),.*/\1 \2/p'
}
figures "$a" >"$tmp/a"
figures "$b" >"$tmp/b"
figures "$tmp/mixed.ini" >"$tmp/mixed"
[ "$(wc -l <"$tmp/a")" -gt 80 ]

table() {
    awk -v walls_a="$folder/walls-a.txt" -v walls_c="$folder/walls-c.txt" '
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
    BEGIN {
        while ((getline text < walls_a) > 0) {
            split(text, w, " ")
            measured[w[1]] = w[2]
            noise[w[1]] = w[3]
        }
        while ((getline text < walls_c) > 0) {
            split(text, w, " ")
            wall[w[1]] = w[2]
            noise_c[w[1]] = w[3]
        }
    }
    FILENAME ~ /\/a$/ { a[$1] = $2; names[++n] = $1 }
    FILENAME ~ /\/b$/ { b[$1] = $2 }
    FILENAME ~ /mixed$/ { mixed[$1] = $2 }
    END {
        for (i = 1; i <= n; i++) {
            name = names[i]
            may = noise[name] > 5000 ? noise[name] / 1e4 : 0.5
            differ = 100 * size(b[name] - a[name]) / a[name]
            device = 100 * size(mixed[name] - a[name]) / a[name]
            all[i] = differ
            alone[i] = device
            agree += differ <= may
            device_agrees += device <= may
            if (!(name in wall && name in measured))
                continue
            both++
            error = 100 * size(a[name] - measured[name]) / measured[name] - noise[name] / 1e4
            error_a[both] = error > 0 ? error : 0
            may_c = noise_c[name] / 1e4 > may ? noise_c[name] / 1e4 : may
            hardware = 100 * size(wall[name] - measured[name]) / measured[name]
            hardware_list[both] = hardware
            hardware_agrees += hardware <= may_c
            error = 100 * size(b[name] - measured[name]) / measured[name] - noise[name] / 1e4
            error_b[both] = error > 0 ? error : 0
            error = 100 * size(a[name] - wall[name]) / wall[name] - noise_c[name] / 1e4
            other[both] = error > 0 ? error : 0
            if (differ > may)
                rows[++far] = sprintf("| %s | %.0f | %.0f | %.1f %% | %.1f %% | %.1f %% | %.0f | %.0f | %.1f %% |",
                    name, a[name], b[name], differ, may, device, measured[name], wall[name], hardware)
        }
        print "| by how much two walls differ | median | 90 % | worst |"
        print "|---|---|---|---|"
        line("predicted by a and by b", all, n)
        line("the same, both with a\x27s host costs", alone, n)
        line("measured on a and on c", hardware_list, both)
        line("predicted by a and measured on a, beyond the noise", error_a, both)
        line("predicted by b and measured on a, beyond the noise", error_b, both)
        line("predicted by a and measured on c, beyond the noise", other, both)
        printf "\nBy no more than the larger of 0.5 %% and the noise differ: the two predictions of %s\n", share(agree, n)
        printf "scenarios; of %s if both have a\x27s host costs; machines a and c themselves in %s.\n", share(device_agrees, n), share(hardware_agrees, both)
        print "\nThe scenarios whose predictions differ by more, walls in us:\n"
        print "| scenario | a | b | differ | may | by the device | measured on a | on c | differ |"
        print "|---|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= far; i++)
            print rows[i]
    }' "$tmp/a" "$tmp/b" "$tmp/mixed"
}

"$program" gpus "$a" "$b" >"$tmp/agreement.txt"
inside=
while IFS= read -r line; do
    case $line in
    '<!-- table -->')
        printf '%s\n\n' "$line"
        table
        inside=1
        ;;
    '<!-- end -->') inside= && printf '\n%s\n' "$line" ;;
    *) [ -n "$inside" ] || printf '%s\n' "$line" ;;
    esac
done <$folder/README.md >"$tmp/README.md"
if [ -n "$rewrite" ]; then
    cp "$tmp/README.md" "$tmp/agreement.txt" $folder/
fi
bad=0
diff -u $folder/README.md "$tmp/README.md" || bad=1
diff -u $folder/agreement.txt "$tmp/agreement.txt" || bad=1
[ $bad -eq 0 ] || echo 'make golden rewrites them'
echo 'two calibrations compared'
exit $bad
