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
> device.memory_rate            4.6056TB/s (4.6039TB/s..4.6073TB/s) 4.7123TB/s (4.7072TB/s..4.7146TB/s) DIFFER
> device.memory_thread_rate     140.82MB/s (140.3MB/s..141.38MB/s)  136.02MB/s (134.81MB/s..137.3MB/s)  DIFFER
> device.memory_start           1.516us (1.445us..1.918us)          1.409us (1.397us..1.444us)          DIFFER
> sm.kernel_minimum             149ns (119ns..211ns)                290ns (226ns..487ns)                DIFFER
> copy.host_memcpy              8.8012GB/s (7.1408GB/s..11.752GB/s) 15.184GB/s (11.926GB/s..16.742GB/s) DIFFER
> host.first_call               1.309us (1.038us..2.424us)          499ns (125ns..500ns)                DIFFER
