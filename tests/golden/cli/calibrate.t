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
> device.memory_rate            4.5983TB/s (4.5981TB/s..4.5984TB/s) 4.7177TB/s (4.7149TB/s..4.7205TB/s) DIFFER
> device.memory_thread_rate     140.53MB/s (140MB/s..141.06MB/s)    136.64MB/s (135.69MB/s..137.58MB/s) DIFFER
> device.memory_start           1.498us (1.487us..1.51us)           2.021us (1.541us..2.501us)          DIFFER
> device.flops                  64.522TFLOP/s (64.407TFLOP/s..64.653TFLOP/s) 64.711TFLOP/s (64.661TFLOP/s..64.739TFLOP/s) DIFFER
> copy.d2h_large                437ns (394ns..491ns)                166ns (0ns..333ns)                  DIFFER
> copy.h2d_memory_cost          6.379 (6.206..6.514)                7.185 (6.976..7.604)                DIFFER
> copy.host_memcpy              12.164GB/s (8.5686GB/s..16.309GB/s) 6.9378GB/s (6.3663GB/s..8.2195GB/s) DIFFER
> cupti.copy_gap                690ns (459ns..781ns)                1.554us (1.002us..2.107us)          DIFFER
> cupti.thread                  1.129us (0ns..2.259us)              7.636us (5.164us..10.108us)         DIFFER
> host.thread_begin             7.68us (7.672us..7.689us)           14.112us (12.855us..15.37us)        DIFFER
> host.thread_first_work        7.524us (5.739us..9.309us)          10.509us (9.715us..11.304us)        DIFFER
> host.first_host               5.283us (4.413us..6.154us)          3.185us (2.87us..3.5us)             DIFFER
> host.pool_first               77.72us (73.79us..81.65us)          112.333us (110.772us..113.894us)    DIFFER
> cudaMallocAsync               429ns (340ns..578ns)                725ns (611ns..865ns)                DIFFER
