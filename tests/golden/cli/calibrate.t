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
> 13a14
> > device.timer_step             32ns                                32ns                                agree
> 30a32
> > connections.copy              4                                   4                                   agree
> 39a42,45
> > copy.h2d_duplex_latency       3.2us                               3.2us                               agree
> > copy.d2h_duplex_latency       3.5us                               3.5us                               agree
> > copy.h2d_fenced               1.033                               1.033                               agree
> > copy.d2h_fenced               1.006                               1.006                               agree
> 45a52
> > copy.d2d_cached                                                                                       agree
> 50a58
> > copy.staging_small            64KiB                               64KiB                               agree
> 53a62
> > copy.host_cache               1MiB                                1MiB                                agree
> 56a66
> > latency.launch_out            800ns                               800ns                               agree
> 61a72
> > latency.copy_kernel_beside    1.2us                               1.2us                               agree
> 63a75
> > latency.copy_out_beside       0ns                                 0ns                                 agree
> 67a80
> > latency.command_next          350ns                               350ns                               agree
> 68a82,83
> > latency.engine_turn           1.6us                               1.6us                               agree
> > latency.engine_choice         4.5us                               4.5us                               agree
> 71a87
> > latency.event_relay           850ns                               850ns                               agree
> 74a91,92
> > latency.host_idle             5.5us                               5.5us                               agree
> > latency.host_asleep                                                                                   agree
> 77a96,98
> > latency.pending_in            3.3                                 3.3                                 agree
> > latency.pending_out           1.6                                 1.6                                 agree
> > latency.pending_copy                                                                                  agree
> 78a100
> > latency.wake_blocking                                                                                 agree
> 83a106
> > rules.device_copies           sm                                  sm                                  agree
> 93a117
> > cupti.out_gap                 6.1us                               6.1us                               agree
> 94a119
> > cupti.contention              800ns                               800ns                               agree
> 100a126,132
> > host.contention               1.2us                               1.2us                               agree
> > host.contention_more          500ns                               500ns                               agree
> > host.contention_mark          110ns                               110ns                               agree
> > host.contention_query         480ns                               480ns                               agree
> > host.stream_lock_wake         6.5us                               6.5us                               agree
> > host.stream_lock_release      2.7us                               2.7us                               agree
> > host.stream_lock_outside      600ns                               600ns                               agree
> 124a157,158
> > host.chunk                    2MiB                                2MiB                                agree
> > host.chunk_call               1.7us                               1.7us                               agree
> 126a161,167
> > host.pool_chunk               32MiB                               32MiB                               agree
> > host.pool_grow_per_mib        810ns                               810ns                               agree
> > host.pool_release             42us                                42us                                agree
> > host.pool_release_per_mib     970ns                               970ns                               agree
> > host.module_load              70us                                70us                                agree
> > host.kernel_load              6us                                 6us                                 agree
> > host.context                  182ms                               182ms                               agree
> 152c193
> < 81 of 86 device figures agree, 59 of 64 of the host's: their spreads (10th to 90th percentile) overlap
> ---
> > 105 of 110 device figures agree, 76 of 81 of the host's: their spreads (10th to 90th percentile) overlap
! 1
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
