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
> device.memory_sm_rate         394.89GB/s (387.91GB/s..401.86GB/s) 427.26GB/s (421.16GB/s..433.36GB/s) DIFFER
> device.memory_thread_rate     145.59MB/s (145.16MB/s..146.02MB/s) 141.6MB/s (140.95MB/s..142.25MB/s)  DIFFER
> device.flops                  64.737TFLOP/s (64.712TFLOP/s..64.75TFLOP/s) 64.596TFLOP/s (64.574TFLOP/s..64.618TFLOP/s) DIFFER
> sm.kernel_minimum             100ns (56ns..148ns)                 295ns (194ns..504ns)                DIFFER
> latency.host_cold             140.771us (79.868us..201.674us)     25.164us (16.481us..33.848us)       DIFFER
> cupti.first_call              7.963us (7.23us..8.697us)           3.697us (2.424us..4.97us)           DIFFER
> host.thread_begin             12.508us (11.85us..13.166us)        11.108us (10.615us..11.601us)       DIFFER
> host.first_host               6.527us (4.238us..8.816us)          3.026us (2.768us..3.284us)          DIFFER
> host.row_less                 (0.215..1.785)                      (0..1.602)                          DIFFER
> thread_create                 21.716us (18.987us..24.446us)       16.593us (15.643us..17.544us)       DIFFER
