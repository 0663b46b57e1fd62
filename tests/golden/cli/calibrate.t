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
$ nullstream gpus traces/h200/validation/profile.ini traces/h200/calibration/b.ini | diff - traces/h200/calibration/agreement.txt && echo 'as recorded'
> as recorded
$ grep DIFFER traces/h200/calibration/agreement.txt
> device.memory_rate            4.7132TB/s (4.7094TB/s..4.7142TB/s) 4.5994TB/s (4.5975TB/s..4.6005TB/s) DIFFER
> device.memory_sm_rate         440.6GB/s (436.85GB/s..443.63GB/s)  422.58GB/s (421.6GB/s..423.82GB/s)  DIFFER
> device.memory_thread_rate     136.3MB/s (135MB/s..136.32MB/s)     141.06MB/s (140.58MB/s..141.31MB/s) DIFFER
> device.memory_start           1.595us (1.495us..2.009us)          1.429us (1.401us..1.448us)          DIFFER
> device.flops                  64.719TFLOP/s (64.648TFLOP/s..64.747TFLOP/s) 64.602TFLOP/s (64.574TFLOP/s..64.638TFLOP/s) DIFFER
> sm.dispatch                   602ps                               601ps                               DIFFER
> cupti.memset                  757ns (0ns..2.714us)                2.8us                               DIFFER
> cupti.copy_gap                1.01us (982ns..1.088us)             1.2us                               DIFFER
> cupti.kernel_gap              2ns (0ns..142ns)                    200ns                               DIFFER
> host.copy_inline              (0.698..1.333)                                                          DIFFER
