Device profiles. What they hold is tested with sim/model; here only that they can be asked for.
$ nullstream gpus -q | head -1
> h200
$ nullstream gpus h200 | sed -n 2,4p
> [profile]
> name = NVIDIA H200
> rules = hopper
$ nullstream gpus h20
2> nullstream: error: there is no device profile `h20`
2>   hint: did you mean `h200`?
! 2
$ nullstream gpus h200 h100
> nothing was measured both in h200 and in h100
$ nullstream gpus tests/bad/negative_bandwidth.ini
2> tests/bad/negative_bandwidth.ini:6: error: h2d_rate = -55.4GB/s: it must be at least 1B/s
2>     h2d_rate = -55.4GB/s ; assumed: a bandwidth below zero
! 2
$ nullstream gpus h200 >$TMP/copy.ini && nullstream gpus $TMP/copy.ini | diff $TMP/copy.ini - && echo 'reads what it writes'
> reads what it writes
