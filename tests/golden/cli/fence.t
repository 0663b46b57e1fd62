The main job: three independent kernels, one of them in the default stream.
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking stream would cut 915
>   to 319 us.
> 
>           |0                 |200 us             |400 us             |600 us            |800 us
> host      ╷─device sync─────────────────────────────────────────────────────────────────────────────
> 
> default   ······························█k2███████████████████████████
> stream a  █k1████████████████████████████                            ┊
> stream b   ·····························┊····························┊█k3███████████████████████████
> 
> SM array  █k1████████████████████████████k2████████████████████████████k3███████████████████████████
> █ kernel  ╷ call  ─ host blocked  · waits for earlier work  ┊ fence
> 
> wall     915 us, span 904 us
> busy     SM array         900 us, 99.5 % of the span, 1.9 % full, 3 operations
> overlap  0.00 of at most 0.67 (1 - time with work / sum of durations), 1 at once at most
> Bound by waiting: 3 operations that ran one after the other take 900 us. Most of the waiting comes
>   from this: work in the default stream waits for all blocking streams, and they for it
>   (legacy-fence).
$ nullstream lessons/legacy-fence/fence.cu --gpu h200 --ascii --width 60
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream
>   (fence.cu:14). A non-blocking stream would cut 915 to 319
>   us.
> 
>           |0                         |500 us
> host      -device sync--------------------------------------
> 
> default   ................#k2###############
> stream a  #k1##############                |
> stream b  ................|................#k3##############
> 
> SM array  #k1##############k2###############k3##############
> # kernel  - host blocked  . waits for earlier work  | fence
> 
> wall     915 us, span 904 us
> busy     SM array         900 us, 99.5 % of the span, 1.9 %
>          full, 3 operations
> overlap  0.00 of at most 0.67 (1 - time with work / sum of
>          durations), 1 at once at most
> Bound by waiting: 3 operations that ran one after the other
>   take 900 us. Most of the waiting comes from this: work in
>   the default stream waits for all blocking streams, and
>   they for it (legacy-fence).
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu --format table
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14). A non-blocking stream would cut 915
>   to 319 us.
> 
> operation  stream   source       machine   call us  start us   end us  takes us  waited for
> k1         a        fence.cu:13  SM array    0.000     7.700  307.711   300.011
> k2         default  fence.cu:14  SM array    5.395   309.866  609.877   300.011  k1 298 us (legacy-fence)
> k3         b        fence.cu:15  SM array    9.411   612.032  912.043   300.011  k2 596 us (legacy-fence)
> 
> wall     915 us, span 904 us
> busy     SM array         900 us, 99.5 % of the span, 1.9 % full, 3 operations
> overlap  0.00 of at most 0.67 (1 - time with work / sum of durations), 1 at once at most
> Bound by waiting: 3 operations that ran one after the other take 900 us. Most of the waiting comes
>   from this: work in the default stream waits for all blocking streams, and they for it
>   (legacy-fence).
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu -o $TMP/f.json && nullstream convert $TMP/f.json - --format csv
> id,name,kind,direction,bytes,memory,grid,block,shared_bytes,registers,stream,stream_name,thread,file,line,connection,machine,call_us,return_us,ready_us,start_us,end_us,duration_us,waited_rule,waited_for,waited_us
> 0,k1,kernel,,,,20x1x1,256x1x1,0,16,1,a,0,lessons/legacy-fence/fence.cu,13,2,sm,0.000,5.395,5.395,7.700,307.711,300.011,,,
> 1,k2,kernel,,,,20x1x1,256x1x1,0,16,0,default,0,lessons/legacy-fence/fence.cu,14,1,sm,5.395,9.411,307.711,309.866,609.877,300.011,legacy-fence,0,298.300
> 2,k3,kernel,,,,20x1x1,256x1x1,0,16,2,b,0,lessons/legacy-fence/fence.cu,15,3,sm,9.411,13.455,609.877,612.032,912.043,300.011,legacy-fence,1,596.422
The program that was recorded is predicted alike.
$ nullstream convert --gpu h200 lessons/legacy-fence/fence.cu $TMP/f.nsp && nullstream compare --gpu h200 $TMP/f.nsp $TMP/f.json --tolerance 0
> a: TMP/f.nsp, predicted for NVIDIA H200, profile h200
> b: TMP/f.json, predicted for NVIDIA H200, profile h200
> 
>                                            a             b    difference
> wall time                             915 us        915 us        0.00 %
> span                                  904 us        904 us        0.00 %
> 
> wall and placement differ by            wall        median          95 %         worst     relations
> a from b                              0.00 %        0.00 %        0.00 %        0.00 %          none
> 
> largest difference of placement: k1 (fence.cu:13)
> 3 operations matched by position in the program.
> 
> farthest apart                      start us      start us        end us        end us    difference
>                                            a             b             a             b
> k1 (fence.cu:13)                       0.000         0.000       300.011       300.011        0.00 %
> k2 (fence.cu:14)                     302.166       302.166       602.177       602.177        0.00 %
> k3 (fence.cu:15)                     604.332       604.332       904.343       904.343        0.00 %
A wrong cost is seen, and told by the exit status.
$ nullstream compare --gpu h200 lessons/legacy-fence/fence.cu $TMP/f.json --cost k2=330us --tolerance 2 --operations
> a: lessons/legacy-fence/fence.cu, predicted for NVIDIA H200, profile h200
> b: TMP/f.json, predicted for NVIDIA H200, profile h200
> 
>                                            a             b    difference
> wall time                             945 us        915 us        +3.3 %
> span                                  934 us        904 us        +3.3 %
> 
> wall and placement differ by            wall        median          95 %         worst     relations
> a from b                              +3.3 %         3.3 %         3.3 %         3.3 %          none
> 
> largest difference of placement: k2 (fence.cu:14)
> 3 operations matched by source line and occurrence.
> 
> operation                           start us      start us        end us        end us
>                                            a             b             a             b
> k1 (fence.cu:13)                       0.000         0.000       300.011       300.011
> k2 (fence.cu:14)                     302.166       302.166       632.166       602.177
> k3 (fence.cu:15)                     634.321       604.332       934.332       904.343
2> exceeded: wall error beyond the noise, worst: 3.3 %, at most 2.0 % was asked for
! 1
$ nullstream convert $TMP/f.json $TMP/f.xyz
2> nullstream: error: TMP/f.xyz: its suffix names no format
2>   hint: --format says which; suffixes are .txt, .json, .csv, .svg, .trace, .nsp
! 2
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu --cost k4=330us
2> nullstream: error: --cost k4=330us: there is no kernel `k4`
2>   hint: did you mean k1?
! 2
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu -D N
2> nullstream: error: -D N: no macro and no constant in lessons/legacy-fence/fence.cu is called so
! 2
$ nullstream predict --gpu h200 lessons/pipeline/pipeline.cu -D CHUNKS=16
2> nullstream: error: -D CHUNKS: no macro and no constant in lessons/pipeline/pipeline.cu is called so
2>   hint: its macros and constants are BATCHES, STREAMS, N
! 2
$ nullstream predict --gpu h200 $TMP/f.nsp -D N=1
2> nullstream: error: a recorded program takes no -D, --assume and arguments
2>   hint: they are for scenarios; record it again with them
! 2
$ nullstream predict $TMP/f.json
2> TMP/f.json: error: a timeline is not predicted again
2>   hint: nullstream FILE shows it; nullstream compare and convert take it too
! 2
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu --width 20
2> nullstream: error: --width takes a whole number from 60 to 1000, not '20'
! 2
$ nullstream $TMP/f.json --color never
> predicted for NVIDIA H200, profile h200
> Nothing overlapped: k2 is in the default stream (fence.cu:14).
> 
>           |0                 |200 us             |400 us             |600 us            |800 us
> host      ╷─device sync─────────────────────────────────────────────────────────────────────────────
> 
> default   ······························█k2███████████████████████████
> stream a  █k1████████████████████████████                            ┊
> stream b   ·····························┊····························┊█k3███████████████████████████
> 
> SM array  █k1████████████████████████████k2████████████████████████████k3███████████████████████████
> █ kernel  ╷ call  ─ host blocked  · waits for earlier work  ┊ fence
> 
> wall     915 us, span 904 us
> busy     SM array         900 us, 99.5 % of the span, 1.9 % full, 3 operations
> overlap  0.00 of at most 0.67 (1 - time with work / sum of durations), 1 at once at most
> Bound by waiting: 3 operations that ran one after the other take 900 us. Most of the waiting comes
>   from this: work in the default stream waits for all blocking streams, and they for it
>   (legacy-fence).

From a pipe, which can be read once: what is predicted again is predicted from what was read.
$ nullstream explain --gpu h200 - <lessons/legacy-fence/fence.cu | tail -6
> What to change
>   1. default-stream: k2 (-:14) is in the default stream and holds back k3 (-:15)
>       change: -:10: cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking)
>       and -:11: cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking)
>       gain: 596 us of 915 us (65.2 %), simulated with the change made
>       lesson: legacy-fence
$ for i in 1 2 3 4 5 6 7 8; do mkfifo $TMP/pipe$i; cat lessons/legacy-fence/fence.cu >$TMP/pipe$i & nullstream predict --gpu h200 -q $TMP/pipe$i; done | grep -c '^wall'
> 8
$ cat lessons/legacy-fence/fence.cu | nullstream predict --gpu h200 -q - | tail -4
> overlap  0.00 of at most 0.67 (1 - time with work / sum of durations), 1 at once at most
> Bound by waiting: 3 operations that ran one after the other take 900 us. Most of the waiting comes
>   from this: work in the default stream waits for all blocking streams, and they for it
>   (legacy-fence).
$ cat lessons/legacy-fence/fence.cu | nullstream sweep --gpu h200 -q - --connections 1,8 | head -3
> predicted for NVIDIA H200, profile h200
> It makes no difference: 915 us with every value.
> 

A name that is too long for its lane is marked.
$ sed 's/\ba\b/the_first_stream_of_all/' lessons/legacy-fence/fence.cu | nullstream predict --gpu h200 -q - | grep '^stream'
> stream the_first_stream.. █k1██████████████████████                        ┊
> stream b                   ·······················┊························█k3██████████████████████
Where lines may have 80 columns, names are shortened in the middle, and the last column stands below.
$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu --format table --width 80 | sed -n '5,11p'
> operation  stream   source       machine   call us  start us   end us  takes us
>   waited for
> k1         a        fence.cu:13  SM array    0.000     7.700  307.711   300.011
> k2         default  fence.cu:14  SM array    5.395   309.866  609.877   300.011
>   k1 298 us (legacy-fence)
> k3         b        fence.cu:15  SM array    9.411   612.032  912.043   300.011
>   k2 596 us (legacy-fence)
$ sed 's/k1/first_of_the_three_kernels/' lessons/legacy-fence/fence.cu > $TMP/f.cu && nullstream predict --gpu h200 $TMP/f.cu --format table --width 80 | sed -n '5,11p'
> operation       stream   source   machine   call us  start us   end us  takes us
>   waited for
> first_..ernels  a        f.cu:13  SM array    0.000     7.700  307.711   300.011
> k2              default  f.cu:14  SM array    5.395   309.866  609.877   300.011
>   first_of_the_three_kernels 298 us (legacy-fence)
> k3              b        f.cu:15  SM array    9.411   612.032  912.043   300.011
>   k2 596 us (legacy-fence)
