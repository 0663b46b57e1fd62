# What a scenario printed on hardware (first file, comments skipped) beside what it prints under
# nullstream (standard input): lines with a number that is more than `within` apart and, of large
# ones, more than `percent` of the measured; then how many agree.
function numbers(line, out,   n, rest) {
    n = 0
    rest = line
    while (match(rest, /-?[0-9]+(\.[0-9]+)?/)) {
        out[++n] = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
    }
    return n
}
function apart(a, b,   d, m) {
    d = a > b ? a - b : b - a
    m = a < 0 ? -a : a
    return d > within && d > percent * m / 100
}
FNR == NR && !/^#/ { measured[++lines] = $0 }
FNR != NR {
    at++
    n = numbers(measured[at], m)
    k = numbers($0, p)
    differs = n != k
    for (i = 1; i <= n && i <= k; i++)
        if (apart(m[i], p[i]))
            differs = 1
    if (differs) {
        print "measured:  " measured[at]
        print "predicted: " $0
    } else {
        agree++
    }
}
END { print agree + 0 " of " lines " lines agree" }
