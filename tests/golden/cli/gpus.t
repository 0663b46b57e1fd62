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
$ nullstream gpus h200 t4
> nothing was measured both in h200 and in t4
$ nullstream gpus h200 h100
> figure                        h200                                h100
> device.memory                 146591680KiB                        81079MiB                            DIFFER
> copy.h2d_rate                 55.54GB/s (55.47GB/s..55.579GB/s)   55.28GB/s (54.132GB/s..55.447GB/s)  DIFFER
> copy.d2h_rate                 55.536GB/s (55.408GB/s..55.596GB/s) 55.318GB/s (54.971GB/s..55.451GB/s) agree
> copy.h2d_memory_cost          6.35                                4.611 (4.301..4.873)                DIFFER
> copy.d2h_memory_cost          1.1                                 1.895 (1.664..2.269)                DIFFER
> 1 of 5 device figures agree, 0 of 0 of the host's: their spreads (10th to 90th percentile) overlap
$ nullstream gpus tests/bad/negative_bandwidth.ini
2> tests/bad/negative_bandwidth.ini:6: error: h2d_rate = -55.4GB/s: it must be at least 1B/s
2>     h2d_rate = -55.4GB/s ; assumed: a bandwidth below zero
! 2
$ nullstream gpus h200 >$TMP/copy.ini && nullstream gpus $TMP/copy.ini | diff $TMP/copy.ini - && echo 'reads what it writes'
> reads what it writes
