Calibration. What it makes of timelines is tested with sim/study; here its command line.
$ nullstream calibrate --replay $TMP
2> nullstream: error: there is no TMP/properties.txt
2>   hint: --replay takes a folder that `nullstream calibrate --keep` filled
! 2
$ nullstream calibrate --passes 0
2> nullstream: error: --passes takes a whole number from 1 to 100, not '0'
! 2
$ nullstream predict --gpu mine lessons/legacy-fence/fence.cu
2> nullstream: error: there is no device profile `mine`
2>   hint: `nullstream gpus` lists them; a file is named by its path, such as ./mine.ini
! 2
The profile that a calibration stored counts where --gpu is not given, and by its name.
$ mkdir -p $TMP/data/nullstream/profiles && nullstream gpus h100 >$TMP/data/nullstream/profiles/mine.ini && echo mine >$TMP/data/nullstream/profiles/default
$ nullstream predict lessons/legacy-fence/fence.cu | sed -n '1s/: .*//p'
> predicted for NVIDIA H100 SXM5 80GB, profile mine
$ nullstream predict --gpu mine lessons/legacy-fence/fence.cu | sed -n '1s/: .*//p'
> predicted for NVIDIA H100 SXM5 80GB, profile mine
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu | head -1
> predicted for NVIDIA H200, profile h200
Two calibrations on machines that were started separately.
$ nullstream gpus traces/h200/calibration/a.ini traces/h200/calibration/b.ini | diff - traces/h200/calibration/agreement.txt && echo 'as recorded'
> as recorded
$ grep DIFFER traces/h200/calibration/agreement.txt
> device.memory_rate            4.7085TB/s (4.7026TB/s..4.7143TB/s) 4.5962TB/s (4.5936TB/s..4.5987TB/s) DIFFER
> device.memory_thread_rate     134.93MB/s (134.71MB/s..135.15MB/s) 137.3MB/s (135.63MB/s..138.96MB/s)  DIFFER
> sm.kernel_minimum             182ns (110ns..352ns)                55ns (36ns..100ns)                  DIFFER
> copy.d2h_latency              1.746us (1.633us..1.8us)            2.043us (1.893us..3.046us)          DIFFER
> host.stream_lock_wake         8us                                 6us                                 DIFFER
> host.first_call               2.355us (2.192us..3.815us)          1.264us (1.139us..1.389us)          DIFFER
> host.pool_first               84.503us (77.806us..91.201us)       65.773us (65.008us..66.538us)       DIFFER
