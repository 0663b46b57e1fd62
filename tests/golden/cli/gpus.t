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
> device.memory_rate            4.7099TB/s (4.7095TB/s..4.7109TB/s) 3.1093TB/s (3.1066TB/s..3.1111TB/s) DIFFER
> device.memory_sm_rate         445.46GB/s (444.24GB/s..450.61GB/s) 553.14GB/s (538.56GB/s..559.87GB/s) DIFFER
> device.memory_thread_rate     135.85MB/s (134.75MB/s..136.19MB/s) 137.16MB/s (137.04MB/s..139.73MB/s) DIFFER
> device.memory_start           1.36us                              1.219us (1.123us..1.387us)          agree
> device.flops                  64.488TFLOP/s (64.474TFLOP/s..64.525TFLOP/s) 64.707TFLOP/s (64.536TFLOP/s..64.722TFLOP/s) DIFFER
> copy.h2d_rate                 55.503GB/s (55.477GB/s..55.531GB/s) 55.28GB/s (54.132GB/s..55.447GB/s)  DIFFER
> copy.h2d_duplex_rate          51.488GB/s (51.112GB/s..52.203GB/s) 48.956GB/s (45.796GB/s..51.964GB/s) agree
> copy.d2h_rate                 55.427GB/s (55.378GB/s..55.435GB/s) 55.318GB/s (54.971GB/s..55.451GB/s) agree
> copy.d2h_duplex_rate          50.929GB/s (50.747GB/s..51.096GB/s) 51.081GB/s (50.66GB/s..51.649GB/s)  agree
> copy.h2d_memory_cost          6.757 (6.752..6.787)                4.611 (4.301..4.873)                DIFFER
> copy.d2h_memory_cost          1.633 (1.498..1.745)                1.895 (1.664..2.269)                agree
> copy.d2d                      (0.977..1.069)                      (0.872..1.134)                      DIFFER
> copy.memset                   (0.976..1.017)                      (0.97..1.165)                       DIFFER
> cupti.kernel_end              650ns                               944ns                               DIFFER
> 5 of 15 device figures agree, 0 of 0 of the host's: their spreads (10th to 90th percentile) overlap
$ nullstream gpus tests/bad/negative_bandwidth.ini
2> tests/bad/negative_bandwidth.ini:6: error: h2d_rate = -55.4GB/s: it must be at least 1B/s
2>     h2d_rate = -55.4GB/s ; assumed: a bandwidth below zero
! 2
$ nullstream gpus h200 >$TMP/copy.ini && nullstream gpus $TMP/copy.ini | diff $TMP/copy.ini - && echo 'reads what it writes'
> reads what it writes
$ nullstream gpus t4 | sed -n "/^; memset .*; here/s/= .*;/=;/p"
> ; memset             =; here no quicker than device.memory_rate
$ printf '#include "nullstream.cuh"\nint main() { float *d; cudaMalloc(&d, 256 << 20); cudaMemset(d, 0, 256 << 20); cudaDeviceSynchronize(); }\n' >$TMP/set.cu && nullstream predict --gpu t4 $TMP/set.cu | grep ^wall
> wall     853 us, span 842 us
