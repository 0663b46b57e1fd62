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
> device.memory_rate            4.6093TB/s (4.6031TB/s..4.6154TB/s) 4.7142TB/s (4.7114TB/s..4.717TB/s)  DIFFER
> device.memory_sm_rate         433.56GB/s (423.4GB/s..443.71GB/s)  463.74GB/s (449.58GB/s..477.89GB/s) DIFFER
> device.memory_thread_rate     139.82MB/s (139.54MB/s..140.09MB/s) 133.72MB/s (133.71MB/s..133.72MB/s) DIFFER
> sm.kernel_minimum             149ns (124ns..284ns)                383ns (329ns..420ns)                DIFFER
> copy.host_memcpy              14.009GB/s (10.319GB/s..17.117GB/s) 18.057GB/s (17.745GB/s..18.364GB/s) DIFFER
> cupti.thread_work             4.957us (1.743us..10.91us)          700ns (0ns..1.091us)                DIFFER
> host.thread_begin             9.51us (9.125us..9.895us)           6.676us                             DIFFER
> host.thread_first_call        3.466us (3.296us..3.637us)          2.523us (1.759us..3.287us)          DIFFER
> host.thread_first_work        6.825us (4.047us..9.604us)          2.745us (2.065us..3.425us)          DIFFER
> host.copy_per_mib             1.961ns (1.422ns..2.5ns)            773ps (469ps..1.078ns)              DIFFER
