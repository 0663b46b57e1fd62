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
> 5,9c5,9
> < device.memory_rate            4.6093TB/s (4.6031TB/s..4.6154TB/s) 4.7142TB/s (4.7114TB/s..4.717TB/s)  DIFFER
> < device.memory_sm_rate         433.56GB/s (423.4GB/s..443.71GB/s)  463.74GB/s (449.58GB/s..477.89GB/s) DIFFER
> < device.memory_thread_rate     139.82MB/s (139.54MB/s..140.09MB/s) 133.72MB/s (133.71MB/s..133.72MB/s) DIFFER
> < device.memory_start           1.711us (1.434us..1.989us)          1.455us (1.418us..1.492us)          agree
> < device.flops                  64.523TFLOP/s (64.515TFLOP/s..64.536TFLOP/s) 64.629TFLOP/s (64.531TFLOP/s..64.729TFLOP/s) agree
> ---
> > device.memory_rate            4.6014TB/s (4.5986TB/s..4.6041TB/s) 4.6001TB/s (4.5939TB/s..4.6062TB/s) agree
> > device.memory_sm_rate         394.89GB/s (387.91GB/s..401.86GB/s) 427.26GB/s (421.16GB/s..433.36GB/s) DIFFER
> > device.memory_thread_rate     145.59MB/s (145.16MB/s..146.02MB/s) 141.6MB/s (140.95MB/s..142.25MB/s)  DIFFER
> > device.memory_start           1.466us (1.445us..1.488us)          1.769us (1.48us..2.058us)           agree
> > device.flops                  64.737TFLOP/s (64.712TFLOP/s..64.75TFLOP/s) 64.596TFLOP/s (64.574TFLOP/s..64.618TFLOP/s) DIFFER
> 24,27c24,27
> < sm.block_start                397ns (395ns..404ns)                397ns (395ns..402ns)                agree
> < sm.work_start                 185ns (100ns..260ns)                238ns (132ns..484ns)                agree
> < sm.dispatch                   601ps                               602ps (601ps..602ps)                agree
> < sm.kernel_minimum             149ns (124ns..284ns)                383ns (329ns..420ns)                DIFFER
> ---
> > sm.block_start                398ns (395ns..402ns)                397ns (395ns..399ns)                agree
> > sm.work_start                 217ns (121ns..345ns)                179ns (46ns..271ns)                 agree
> > sm.dispatch                   601ps                               601ps (601ps..602ps)                agree
> > sm.kernel_minimum             100ns (56ns..148ns)                 295ns (194ns..504ns)                DIFFER
> 29c29
> < sm.share_older                0.998 (0.997..0.999)                0.998 (0.997..0.999)                agree
> ---
> > sm.share_older                0.998 (0.998..0.999)                0.997 (0.997..0.998)                agree
> 36,41c36,41
> < copy.h2d_latency              2.244us (2.137us..2.493us)          2.294us (2.228us..2.697us)          agree
> < copy.h2d_rate                 55.507GB/s (55.345GB/s..55.565GB/s) 55.495GB/s (55.352GB/s..55.549GB/s) agree
> < copy.h2d_duplex_rate          52.306GB/s (51.61GB/s..52.616GB/s)  51.744GB/s (48.357GB/s..52.3GB/s)   agree
> < copy.d2h_latency              2.074us (1.794us..2.106us)          1.842us (1.158us..2.046us)          agree
> < copy.d2h_rate                 55.443GB/s (54.705GB/s..55.542GB/s) 55.407GB/s (55.09GB/s..55.556GB/s)  agree
> < copy.d2h_duplex_rate          50.57GB/s (50.437GB/s..50.707GB/s)  50.696GB/s (50.406GB/s..51.398GB/s) agree
> ---
> > copy.h2d_latency              2.459us (2.387us..2.55us)           2.49us (2.404us..2.58us)            agree
> > copy.h2d_rate                 55.454GB/s (55.139GB/s..55.567GB/s) 55.444GB/s (55.253GB/s..55.571GB/s) agree
> > copy.h2d_duplex_rate          51.134GB/s (37.49GB/s..51.855GB/s)  51.256GB/s (48.264GB/s..52.13GB/s)  agree
> > copy.d2h_latency              1.902us (1.85us..1.97us)            1.958us (1.904us..1.987us)          agree
> > copy.d2h_rate                 55.483GB/s (55.002GB/s..55.564GB/s) 55.455GB/s (54.754GB/s..55.57GB/s)  agree
> > copy.d2h_duplex_rate          50.943GB/s (50.545GB/s..51.841GB/s) 50.724GB/s (50.507GB/s..51.142GB/s) agree
> 46,47c46,47
> < copy.h2d_memory_cost          6.629 (6.237..7.292)                6.937 (6.755..7.263)                agree
> < copy.d2h_memory_cost          1.997 (1.528..2.531)                1.716 (1.487..2.057)                agree
> ---
> > copy.h2d_memory_cost          6.428 (5.965..6.755)                6.363 (6.242..6.528)                agree
> > copy.d2h_memory_cost          1.639 (1.419..1.785)                1.633 (1.255..1.871)                agree
> 49,51c49,50
> < copy.h2d_inline               (0.916..1.077)                      (0.955..1.11)                       agree
> < copy.h2d_inline_beside        (0.991..1.001)                      (0.991..1.024)                      agree
> < copy.d2d                      (0.879..1.226)                      (0.897..1.502)                      agree
> ---
> > copy.h2d_inline               (0.966..1.07)                       (0.961..1.077)                      agree
> > copy.d2d                      (0.907..1.222)                      (0.927..1.163)                      agree
> 53,57c52,56
> < copy.memset                   (0.956..1.244)                      (0.962..1.223)                      agree
> < copy.h2d_pageable_host        (0.851..1.779)                      (0.862..1.753)                      agree
> < copy.h2d_pageable_memory      (0.779..1.225)                      (0.805..1.31)                       agree
> < copy.h2d_pageable_small       (0.877..6.596)                      (0.805..3.218)                      agree
> < copy.h2d_pageable_tail        (0.75..1.24)                        (0.806..1.14)                       agree
> ---
> > copy.memset                   (0.964..1.053)                      (0.962..1.163)                      agree
> > copy.h2d_pageable_host        (0.869..1.675)                      (0.867..1.758)                      agree
> > copy.h2d_pageable_memory      (0.866..1.946)                      (0.807..1.501)                      agree
> > copy.h2d_pageable_small       (0.884..7.065)                      (0.86..7.817)                       agree
> > copy.h2d_pageable_tail        (0.761..1.193)                      (0.798..1.12)                       agree
> 60,61c59,60
> < copy.d2h_pageable_host        (0.922..2.665)                      (0.894..2.753)                      agree
> < copy.d2h_pageable_held        50.701us (46.862us..63.82us)        49.794us (35.862us..57.242us)       agree
> ---
> > copy.d2h_pageable_host        (0.91..3.036)                       (0.9..3.429)                        agree
> > copy.d2h_pageable_held        62.878us (41.516us..78.932us)       61.015us (39.596us..63.87us)        agree
> 63,64c62,63
> < copy.host_memcpy              14.009GB/s (10.319GB/s..17.117GB/s) 18.057GB/s (17.745GB/s..18.364GB/s) DIFFER
> < latency.launch                2.38us (2.247us..2.527us)           2.269us (2.144us..2.4us)            agree
> ---
> > copy.host_memcpy              6.4906GB/s (6.1095GB/s..7.0862GB/s) 10.912GB/s (5.8442GB/s..14.305GB/s) agree
> > latency.launch                2.21us (2.049us..2.418us)           2.207us (2.058us..2.363us)          agree
> 67,71c66,70
> < latency.copy                  857ns (624ns..1.018us)              786ns (631ns..1.026us)              agree
> < latency.kernel_kernel         1.636us (1.534us..1.728us)          1.623us (1.465us..1.725us)          agree
> < latency.kernel_copy           4.79us (1.848us..7.805us)           4.554us (1.795us..7.025us)          agree
> < latency.kernel_memset         1.705us (1.586us..1.804us)          1.711us (1.51us..1.832us)           agree
> < latency.copy_kernel           4.672us (1.957us..7.691us)          4.436us (1.756us..6.962us)          agree
> ---
> > latency.copy                  803ns (529ns..1.445us)              555ns (381ns..733ns)                agree
> > latency.kernel_kernel         1.615us (1.485us..1.751us)          1.618us (1.445us..1.75us)           agree
> > latency.kernel_copy           4.483us (1.909us..7.227us)          4.547us (1.979us..6.932us)          agree
> > latency.kernel_memset         1.569us (1.486us..1.78us)           1.671us (1.427us..1.747us)          agree
> > latency.copy_kernel           4.464us (1.701us..7.368us)          4.493us (1.797us..6.99us)           agree
> 74,78c73,77
> < latency.copy_copy_other       3.841us (1.389us..6.034us)          4.009us (1.611us..6.371us)          agree
> < latency.copy_memset           5.278us (2.357us..7.582us)          5.437us (1.972us..8.651us)          agree
> < latency.memset_kernel         1.091us (1.002us..1.185us)          1.058us (919ns..1.182us)            agree
> < latency.memset_copy           4.98us (965ns..6.951us)             3.574us (1.164us..7.049us)          agree
> < latency.memset_memset         1.101us (1.048us..1.163us)          1.076us (946ns..1.129us)            agree
> ---
> > latency.copy_copy_other       3.86us (1.303us..6.108us)           3.931us (1.389us..6.223us)          agree
> > latency.copy_memset           5.1us (1.925us..9.268us)            5.13us (2.02us..8.287us)            agree
> > latency.memset_kernel         986ns (880ns..1.122us)              1.029us (947ns..1.108us)            agree
> > latency.memset_copy           2.927us (1.584us..5.667us)          3.864us (1.074us..6.825us)          agree
> > latency.memset_memset         991ns (902ns..1.183us)              1.056us (923ns..1.081us)            agree
> 80c79
> < latency.engine_next           634ns (528ns..724ns)                773ns (648ns..867ns)                agree
> ---
> > latency.engine_next           594ns (510ns..662ns)                696ns (646ns..752ns)                agree
> 83,88c82,87
> < latency.event                 1.727us (1.602us..1.889us)          1.634us (1.505us..1.811us)          agree
> < latency.event_timed           3.515us (3.063us..3.885us)          3.514us (2.95us..3.957us)           agree
> < latency.event_copy            5.149us (2.165us..7.829us)          4.583us (1.908us..7.417us)          agree
> < latency.fence                 2.153us (1.704us..2.988us)          2.092us (1.667us..2.923us)          agree
> < latency.record                1.493us (1.306us..1.58us)           1.456us (1.281us..1.547us)          agree
> < latency.host_call             32.614us (24.378us..33.466us)       33.574us (32.789us..34.359us)       agree
> ---
> > latency.event                 1.629us (1.515us..1.838us)          1.737us (1.518us..1.875us)          agree
> > latency.event_timed           3.429us (2.962us..3.869us)          3.468us (3.014us..3.823us)          agree
> > latency.event_copy            4.834us (1.831us..7.574us)          4.374us (1.983us..7.193us)          agree
> > latency.fence                 2.16us (1.673us..3.149us)           2.149us (1.602us..2.991us)          agree
> > latency.record                1.46us (1.287us..1.543us)           1.458us (1.289us..1.586us)          agree
> > latency.host_call             39.124us (33.692us..44.702us)       36.249us (35.161us..43.922us)       agree
> 90,92c89,91
> < latency.host_cold             55.174us (53.361us..56.988us)       150.598us (54.055us..247.141us)     agree
> < latency.host_done             6.6us (4.66us..8.225us)             5.052us (3.632us..6.881us)          agree
> < latency.pending               (0.31..2.408)                       (0.454..1.973)                      agree
> ---
> > latency.host_cold             140.771us (79.868us..201.674us)     25.164us (16.481us..33.848us)       DIFFER
> > latency.host_done             3.609us (1.58us..7.979us)           3.823us (1.547us..7.879us)          agree
> > latency.pending               (0.006..2.14)                       (0..2.2)                            agree
> 96c95
> < latency.wake                  2.83us (2.746us..2.971us)           2.833us (2.697us..2.956us)          agree
> ---
> > latency.wake                  3.03us (2.934us..3.228us)           2.968us (2.847us..3.181us)          agree
> 105,114c104,113
> < cupti.launch                  1.116us (466ns..2.679us)            743ns (0ns..1.865us)                agree
> < cupti.copy                    948ns (509ns..1.478us)              725ns (450ns..1.092us)              agree
> < cupti.copy_d2d                1.441us (0ns..4.528us)              1.683us (848ns..3.853us)            agree
> < cupti.memset                  2.084us (322ns..4.285us)            1.179us (648ns..1.492us)            agree
> < cupti.memset_small            662ns (436ns..1.121us)              694ns (289ns..1.315us)              agree
> < cupti.first_call              3.985us (2.717us..5.254us)          2.327us (1.849us..2.806us)          agree
> < cupti.first_work              1.146us (529ns..2.046us)            363ns (0ns..796ns)                  agree
> < cupti.copy_gap                1.025us (815ns..1.075us)            1.058us (880ns..1.418us)            agree
> < cupti.other_gap               1.718us (1.097us..1.846us)          1.409us (854ns..1.583us)            agree
> < cupti.kernel_gap              244ns (89ns..279ns)                 282ns (95ns..337ns)                 agree
> ---
> > cupti.launch                  905ns (0ns..1.974us)                1.524us (517ns..2.476us)            agree
> > cupti.copy                    1.735us (880ns..2.863us)            1.393us (870ns..2.051us)            agree
> > cupti.copy_d2d                1.832us (0ns..3.8us)                3.142us (569ns..8.572us)            agree
> > cupti.memset                  1.566us (0ns..4.056us)              2.826us (1.87us..4.511us)           agree
> > cupti.memset_small            884ns (334ns..1.624us)              1.698us (353ns..5.395us)            agree
> > cupti.first_call              7.963us (7.23us..8.697us)           3.697us (2.424us..4.97us)           DIFFER
> > cupti.first_work              3.948us (2.839us..5.024us)          2.09us (0ns..5.826us)               agree
> > cupti.copy_gap                1.358us (1.337us..1.391us)          1.298us (1.257us..1.387us)          agree
> > cupti.other_gap               1.485us (1.21us..1.538us)           1.386us (1.161us..1.523us)          agree
> > cupti.kernel_gap              204ns (49ns..236ns)                 161ns (152ns..422ns)                agree
> 116,121c115,120
> < cupti.thread_begin            10.409us (8.508us..12.31us)         9.206us (4.964us..13.448us)         agree
> < cupti.thread                  13.688us (0ns..27.376us)            3.884us (0ns..7.768us)              agree
> < cupti.tag                     358ns (309ns..561ns)                351ns (297ns..482ns)                agree
> < cupti.thread_work             4.957us (1.743us..10.91us)          700ns (0ns..1.091us)                DIFFER
> < host.record_no_timing         252ns (230ns..275ns)                263ns (244ns..284ns)                agree
> < host.launch_pending           3.363us (2.656us..4.384us)          3.528us (2.928us..4.188us)          agree
> ---
> > cupti.thread_begin            5.626us (230ns..11.022us)           12.907us (9.732us..16.082us)        agree
> > cupti.thread                  8.516us (0ns..17.032us)             8.885us (5.838us..11.933us)         agree
> > cupti.tag                     554ns (476ns..675ns)                560ns (474ns..768ns)                agree
> > cupti.thread_work             1.839us (0ns..7.357us)              2.794us (0ns..7.439us)              agree
> > host.record_no_timing         361ns (267ns..505ns)                302ns (244ns..404ns)                agree
> > host.launch_pending           4.243us (3.251us..5.465us)          3.796us (3.102us..4.464us)          agree
> 127,143c126,142
> < host.thread_begin             9.51us (9.125us..9.895us)           6.676us                             DIFFER
> < host.thread_first_call        3.466us (3.296us..3.637us)          2.523us (1.759us..3.287us)          DIFFER
> < host.thread_first_work        6.825us (4.047us..9.604us)          2.745us (2.065us..3.425us)          DIFFER
> < host.thread_work              2.783us (547ns..5.917us)            1.708us (0ns..2.984us)              agree
> < host.thread_mark              542ns (220ns..806ns)                302ns (155ns..441ns)                agree
> < host.first_call               1.06us (716ns..1.405us)             1.393us (1.287us..1.499us)          agree
> < host.first_work               751ns (444ns..1.488us)              710ns (0ns..1.079us)                agree
> < host.first_mark               154ns (100ns..284ns)                102ns (82ns..115ns)                 agree
> < host.first_host               1.12us (65ns..2.176us)              2.162us (1.617us..2.708us)          agree
> < host.rest_work                (0..6.946)                          (0..4.917)                          agree
> < host.rest_mark                (0..2.892)                          (0..7.428)                          agree
> < host.look                     1.201us (1.158us..1.294us)          1.195us (1.158us..1.298us)          agree
> < host.row_less                 (0.92..1.08)                        (0..2.006)                          agree
> < host.copy_d2d                 4.471us (3.845us..5.611us)          3.73us (3.52us..4.086us)            agree
> < host.copy_inline              (0.884..1.929)                      (0.871..1.585)                      agree
> < host.copy_per_mib             1.961ns (1.422ns..2.5ns)            773ps (469ps..1.078ns)              DIFFER
> < host.memset_small             1.081us (978ns..1.274us)            1.032us (958ns..1.143us)            agree
> ---
> > host.thread_begin             12.508us (11.85us..13.166us)        11.108us (10.615us..11.601us)       DIFFER
> > host.thread_first_call        6.966us (5.563us..8.369us)          8.764us (7.058us..10.471us)         agree
> > host.thread_first_work        4.878us (2.556us..7.201us)          2.533us (1.321us..3.745us)          agree
> > host.thread_work              4.932us (1.949us..9.722us)          4.908us (2.668us..7.491us)          agree
> > host.thread_mark              713ns (486ns..1.185us)              1.167us (679ns..1.594us)            agree
> > host.first_call               1.792us (698ns..2.886us)            1.824us (1.316us..2.332us)          agree
> > host.first_work               431ns (0ns..866ns)                  776ns (71ns..1.117us)               agree
> > host.first_mark               98ns (0ns..292ns)                   213ns (50ns..441ns)                 agree
> > host.first_host               6.527us (4.238us..8.816us)          3.026us (2.768us..3.284us)          DIFFER
> > host.rest_work                (0..4.461)                          (0..4.934)                          agree
> > host.rest_mark                (0..5.705)                          (0..3.756)                          agree
> > host.look                     1.276us (1.167us..1.552us)          1.276us (1.195us..1.452us)          agree
> > host.row_less                 (0.215..1.785)                      (0..1.602)                          DIFFER
> > host.copy_d2d                 5.407us (3.215us..8.717us)          4.368us (4.024us..4.929us)          agree
> > host.copy_inline              (0.87..2.337)                       (0.881..1.65)                       agree
> > host.copy_per_mib             0ps                                 0ps                                 agree
> > host.memset_small             1.252us (1.025us..1.53us)           1.267us (1.091us..1.486us)          agree
> 145,150c144,149
> < host.malloc                   (0.85..3.352)                       (0.947..4.425)                      agree
> < host.malloc_host              (0.842..1.704)                      (0.863..1.418)                      agree
> < host.register                 (0.955..2.718)                      (0.92..2.211)                       agree
> < host.free                     (0.89..1.771)                       (0.908..3.572)                      agree
> < host.free_host                (0.779..2.356)                      (0.913..2.009)                      agree
> < host.unregister               (0.934..1.489)                      (0.897..1.858)                      agree
> ---
> > host.malloc                   (0.894..2.402)                      (0.821..3.625)                      agree
> > host.malloc_host              (0.88..1.287)                       (0.82..1.909)                       agree
> > host.register                 (0.923..2.464)                      (0.862..3.05)                       agree
> > host.free                     (0.834..1.485)                      (0.801..1.82)                       agree
> > host.free_host                (0.952..1.136)                      (0.836..2.11)                       agree
> > host.unregister               (0.912..1.371)                      (0.892..1.891)                      agree
> 153,154c152,153
> < host.malloc_async_first       42.027us (35.442us..61.434us)       44.997us (43.644us..46.68us)        agree
> < host.pool_first               52.601us (51.304us..53.899us)       52.282us (50.121us..54.444us)       agree
> ---
> > host.malloc_async_first       49.107us (43.598us..68.106us)       50.939us (46.522us..59.098us)       agree
> > host.pool_first               64.373us (56.259us..72.488us)       82.341us (70.395us..94.287us)       agree
> 162,184c161,183
> < cudaStreamCreate              1.61us (1.234us..4.466us)           1.431us (1.181us..2.233us)          agree
> < cudaStreamCreateWithFlags     1.579us (1.261us..2.356us)          1.423us (1.159us..2.714us)          agree
> < cudaStreamCreateWithPriority  1.532us (1.243us..2.771us)          1.368us (1.156us..2.011us)          agree
> < cudaStreamDestroy             1.778us (1.234us..2.862us)          1.313us (1.208us..2.318us)          agree
> < cudaStreamQuery               279ns (273ns..315ns)                271ns (257ns..331ns)                agree
> < cudaStreamSynchronize         279ns (274ns..379ns)                266ns (260ns..369ns)                agree
> < cudaStreamWaitEvent           242ns (219ns..302ns)                233ns (220ns..255ns)                agree
> < cudaEventCreate               279ns (233ns..465ns)                221ns (209ns..275ns)                agree
> < cudaEventCreateWithFlags      213ns (181ns..295ns)                171ns (161ns..193ns)                agree
> < cudaEventRecord               1.056us (940ns..1.352us)            920ns (834ns..1.125us)              agree
> < cudaEventQuery                245ns (239ns..300ns)                231ns (224ns..311ns)                agree
> < cudaEventSynchronize          223ns (216ns..271ns)                208ns (203ns..249ns)                agree
> < cudaEventElapsedTime          118ns (113ns..173ns)                116ns (111ns..185ns)                agree
> < cudaEventDestroy              182ns (138ns..260ns)                149ns (128ns..167ns)                agree
> < cudaMemcpy                    2.299us (1.532us..6.467us)          1.815us (1.514us..3.38us)           agree
> < cudaMemcpyAsync               1.537us (1.377us..1.699us)          1.574us (1.474us..1.711us)          agree
> < cudaMemset                    3.145us (2.526us..4.423us)          3.414us (2.558us..4.604us)          agree
> < cudaMemsetAsync               3.571us (3.037us..4.617us)          3.28us (3.034us..3.589us)           agree
> < cudaMallocAsync               439ns (281ns..780ns)                367ns (322ns..456ns)                agree
> < cudaFreeAsync                 505ns (358ns..1.016us)              551ns (389ns..1.511us)              agree
> < cudaLaunchKernel              3.084us (2.362us..4.46us)           3.009us (2.188us..3.996us)          agree
> < cudaLaunchHostFunc            1.187us (1.043us..1.914us)          1.11us (965ns..2.259us)             agree
> < cudaDeviceSynchronize         403ns (392ns..444ns)                373ns (363ns..444ns)                agree
> ---
> > cudaStreamCreate              1.74us (1.415us..18.169us)          2.038us (1.431us..15.229us)         agree
> > cudaStreamCreateWithFlags     1.796us (1.388us..3.128us)          1.94us (1.481us..2.749us)           agree
> > cudaStreamCreateWithPriority  1.763us (1.453us..3.012us)          1.914us (1.478us..2.686us)          agree
> > cudaStreamDestroy             1.541us (1.406us..2.617us)          2.552us (1.872us..2.703us)          agree
> > cudaStreamQuery               410ns (316ns..529ns)                315ns (302ns..354ns)                agree
> > cudaStreamSynchronize         325ns (311ns..443ns)                315ns (303ns..408ns)                agree
> > cudaStreamWaitEvent           314ns (250ns..432ns)                292ns (270ns..334ns)                agree
> > cudaEventCreate               267ns (251ns..358ns)                269ns (255ns..321ns)                agree
> > cudaEventCreateWithFlags      207ns (194ns..271ns)                207ns (189ns..282ns)                agree
> > cudaEventRecord               1.008us (975ns..1.389us)            1.06us (946ns..1.436us)             agree
> > cudaEventQuery                279ns (267ns..732ns)                276ns (267ns..341ns)                agree
> > cudaEventSynchronize          247ns (236ns..335ns)                249ns (239ns..344ns)                agree
> > cudaEventElapsedTime          137ns (131ns..280ns)                137ns (125ns..247ns)                agree
> > cudaEventDestroy              176ns (150ns..205ns)                175ns (152ns..198ns)                agree
> > cudaMemcpy                    1.904us (1.588us..5.237us)          2.122us (1.853us..6.336us)          agree
> > cudaMemcpyAsync               1.841us (1.622us..2.554us)          1.767us (1.538us..1.921us)          agree
> > cudaMemset                    3.927us (3.15us..8.044us)           3.854us (3.203us..5.266us)          agree
> > cudaMemsetAsync               4.519us (3.143us..7.258us)          3.448us (3.202us..3.751us)          agree
> > cudaMallocAsync               441ns (362ns..857ns)                600ns (453ns..819ns)                agree
> > cudaFreeAsync                 579ns (425ns..891ns)                683ns (424ns..1.322us)              agree
> > cudaLaunchKernel              4.43us (2.889us..5.796us)           3.505us (2.571us..4.772us)          agree
> > cudaLaunchHostFunc            1.387us (1.144us..5.039us)          1.228us (1.133us..2.075us)          agree
> > cudaDeviceSynchronize         591ns (440ns..809ns)                455ns (435ns..524ns)                agree
> 186,187c185,186
> < thread_create                 13.418us (12.117us..14.72us)        12.159us (11.989us..12.33us)        agree
> < 101 of 106 device figures agree, 74 of 79 of the host's: their spreads (10th to 90th percentile) overlap
> ---
> > thread_create                 21.716us (18.987us..24.446us)       16.593us (15.643us..17.544us)       DIFFER
> > 100 of 105 device figures agree, 74 of 79 of the host's: their spreads (10th to 90th percentile) overlap
! 1
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
