#!/bin/sh
# Usage: medians.sh [--rewrite]
# The default profile says of most figures "median of N machines, LOW..HIGH": of the host's over
# traces/h200/calibration/hosts.txt (a row a key, a column a machine), of all else over the three
# calibrations of the device. It must be so (--rewrite makes it so); of a curve each point is a median,
# and LOW and HIGH, the 10th and 90th percentile, are parts of that.
set -eu
profile=sim/profiles/h200.ini hosts=traces/h200/calibration/hosts.txt
set -- "${1-}" traces/h200/calibration/a.ini traces/h200/calibration/b.ini traces/h200/validation/profile.ini
new=$(mktemp)
trap 'rm -f "$new"' EXIT
awk -v hosts="$hosts" -v device="$2 $3 $4" '
    BEGIN {
        split("ps:1e-12 ns:1e-9 us:1e-6 ms:1e-3 s:1 K:1e3 k:1e3 M:1e6 G:1e9 T:1e12", list, " ")
        for (i in list) {
            split(list[i], of, ":")
            unit[of[1]] = of[2]
        }
        FS = "\t"
        while ((getline <hosts) > 0)
            if ($0 !~ /^#/)
                for (i = 2; i <= NF; i++)
                    text[$1, ++count[$1]] = $i
        FS = " "
        n = split(device, files, " ")
        for (f = 1; f <= n; f++)
            while ((getline <files[f]) > 0) {
                if ($1 ~ /^\[/)
                    section = substr($1, 2, length($1) - 2)
                key = section "." $1
                if ($2 == "=" && /; measured: calibrate/ && !((key, 1) in text && !(key in own))) {
                    own[key] = 1
                    value = $0
                    sub(/^[^=]*= */, "", value)
                    sub(/ *;.*/, "", value)
                    text[key, ++count[key]] = value
                }
            }
    }
    function number(word,   u) {
        u = word
        gsub(/[-0-9.]/, "", u)
        return word * (u in unit ? unit[u] : u ~ /^[kKMGT]/ ? unit[substr(u, 1, 1)] : 1)
    }
    function part(n, share) { return 1 + int(share * (n - 1) + 0.5) }
    function sort(list, n,   i, j, t) {
        for (i = 2; i <= n; i++)
            for (j = i; j > 1 && number(list[j - 1]) > number(list[j]); j--) {
                t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
            }
    }
    # Of the points at x.
    function point(key, x,   i, k, m, n, words, list, w) {
        n = 0
        for (i = 1; i <= count[key]; i++) {
            m = split(text[key, i], words, " ")
            for (k = 1; k <= m; k++) {
                split(words[k], w, ":")
                if (w[1] == x)
                    list[++n] = w[2]
            }
        }
        sort(list, n)
        low = list[part(n, 0.1)]
        high = list[part(n, 0.9)]
        return list[part(n, 0.5)]
    }
    function curve(key, of,   i, m, words, w, middle, all) {
        least = 1e9
        most = 0
        all = ""
        m = split(of, words, " ")
        for (i = 1; i <= m; i++) {
            split(words[i], w, ":")
            middle = point(key, w[1])
            all = all (i > 1 ? " " : "") w[1] ":" middle
            if (number(middle) <= 0)
                continue
            least = number(low) / number(middle) < least ? number(low) / number(middle) : least
            most = number(high) / number(middle) > most ? number(high) / number(middle) : most
        }
        spread = sprintf("%.3f..%.3f of it", least, most)
        return all
    }
    function scalar(key,   i, list) {
        for (i = 1; i <= count[key]; i++)
            list[i] = text[key, i]
        sort(list, count[key])
        spread = list[part(count[key], 0.1)] ".." list[part(count[key], 0.9)]
        return list[part(count[key], 0.5)]
    }
    /^\[/ { section = substr($1, 2, length($1) - 2) }
    /, median of [0-9]+ machines, / {
        key = section "." $1
        if (!(key in count)) {
            print "no machine has " key >"/dev/stderr"
            exit 1
        }
        was = $0
        sub(/^[^=]*= */, "", was)
        sub(/ *;.*/, "", was)
        is = was ~ /:/ ? curve(key, was) : scalar(key)
        note = $0
        sub(/^[^;]*/, "", note)
        sub(/median of .*/, "", note)
        printf "%-30s= %-14s %smedian of %d machines, %s\n", $1, is, note, count[key], spread
        next
    }
    { print }' "$profile" >"$new"
[ "$1" != --rewrite ] || cp "$new" "$profile"
diff "$profile" "$new" >&2
echo "the default profile has the medians of its calibrations"
