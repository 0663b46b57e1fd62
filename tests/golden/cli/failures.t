What a device that fails leaves behind: what waited at its machines says for what it waited, and after a
reset nothing of it is waited for.

`bad` fills all 132 SMs with two blocks each until it fails at 2007.700, 2000 us after its start: `second`
waits for room from the end of its call, 9.221, until then: 1998.5 us; the copy of 64 MiB, from 13.755 on,
for the engine, which the one of 256 MiB has: 1993.9 us.
$ nullstream explain -q tests/scenarios/fails_beside.cu --gpu h200 --op second | sed -n '/waited/p;/sm-full/p'
> #1 second (fails_beside.cu:24) waited 2002 us
>   1998 us: sm-full (bad, line 23, streams[0])
>      second waited 1998 us: sm-full (bad, line 23, streams[0])
>      second waited 1998 us: sm-full (bad, line 23, streams[0])
>      bad waited for no other operation: 7.70 us from its call to its start
$ nullstream predict -q tests/scenarios/fails_beside.cu --gpu h200 --format table | grep '^h2d'
> h2d 256 MiB  streams[2]  fails_beside.cu:25  copy engine in    9.411    13.004  2007.700  1994.696
> h2d 64 MiB   streams[3]  fails_beside.cu:26  device           12.275  2007.700  2007.700     0.000  h2d 256 MiB 1994 us (copy-engine)

The same on a device of before 2013, which counts the launches that have started: those that never will
are forgotten by the reset. Twelve good kernels run behind it, 6 of 5000 blocks not at all.
$ nullstream predict -q tests/scenarios/reset_signal.cu --gpu fermi --format table | grep -E '^(good|errors)'
> good       stream 1 streams[0]  reset_signal.cu:22  device     11.815    87.700   87.700     0.000  bad 71.9 us (legacy-fence)
> good       stream 2 streams[1]  reset_signal.cu:22  device     15.842    87.700   87.700     0.000  bad 67.8 us (legacy-fence)
> good       stream 3 streams[2]  reset_signal.cu:22  device     19.898    87.700   87.700     0.000  bad 63.7 us (legacy-fence)
> good       stream 1 streams[0]  reset_signal.cu:22  device     23.982    87.700   87.700     0.000  good 59.7 us (stream)
> good       stream 2 streams[1]  reset_signal.cu:22  device     28.015    87.700   87.700     0.000  good 55.7 us (stream)
> good       stream 3 streams[2]  reset_signal.cu:22  device     32.037    87.700   87.700     0.000  good 51.7 us (stream)
> good       stream 4 streams[0]  reset_signal.cu:22  SM array   97.265   103.575  203.575   100.000
> good       stream 5 streams[1]  reset_signal.cu:22  SM array  101.270   107.709  207.709   100.000
> good       stream 6 streams[2]  reset_signal.cu:22  SM array  105.404   111.851  211.851   100.000
> good       stream 4 streams[0]  reset_signal.cu:22  SM array  109.546   205.089  305.089   100.000  good 90.0 us (stream)
> good       stream 5 streams[1]  reset_signal.cu:22  SM array  113.579   209.223  309.223   100.000  good 90.1 us (stream)
> good       stream 6 streams[2]  reset_signal.cu:22  SM array  117.601   213.365  313.365   100.000  good 90.2 us (stream)
> errors   cudaDeviceSynchronize (reset_signal.cu:29) returned cudaErrorIllegalAddress

A program that gives up is told by which answer, and which call had left an error that it asked for.
$ for d in '' '-D ASKED'; do nullstream check --gpu h200 $d tests/scenarios/left_error.cu 2>&1 | grep 'ends here'; done
> tests/scenarios/left_error.cu:32:5: warning: the program ends here with exit status 3: cudaGetLastError in line 32 returned cudaErrorInvalidResourceHandle, which cudaEventRecord in line 23 had left
> tests/scenarios/left_error.cu:33:5: warning: the program ends here with exit status 3: cudaMalloc in line 33 returned cudaErrorInvalidValue
$ nullstream check --gpu h200 tests/scenarios/left_by_kernel.cu 2>&1 | grep 'ends here'
> tests/scenarios/left_by_kernel.cu:19:9: warning: the program ends here with exit status 3: cudaGetLastError in line 18 returned cudaErrorIllegalAddress

Work that was refused is missing in all that is said: so the first line says that, and `check` why.
$ for i in 0 1; do nullstream explain -q --gpu h200 -D FIXED=$i tests/scenarios/narrow_pitch.cu | sed -n '2,/^Why/p' | grep .; done
> 12 calls fail and do nothing, cudaMemcpy2DAsync (narrow_pitch.cu:27) first
>   (cudaErrorInvalidPitchValue): this is the run without them. Nothing overlapped: all work is in one
>   stream, stream.
> errors   cudaMemcpy2DAsync (narrow_pitch.cu:27) returned cudaErrorInvalidPitchValue; 11 more calls
>   failed
> Why it waited
> Nothing overlapped: all work is in one stream, stream.
> Why it waited
$ nullstream check -q tests/scenarios/narrow_pitch.cu
> tests/scenarios/narrow_pitch.cu:27:9: warning: cudaMemcpy2DAsync returns cudaErrorInvalidPitchValue, and nobody looks: its rows are 1000 bytes wide, more than the 800 from one to the next of the source [failed-call]
>   missing: a look at what the call returns in line 27
>   12 times in this line
> 1 hazard in 12 operations and 26 accesses to memory
! 1
$ sed 's/FRAMES 12/FRAMES 1/' tests/scenarios/narrow_pitch.cu > $TMP/one.cu && nullstream predict -q --gpu h200 $TMP/one.cu | sed -n 2,3p
> cudaMemcpy2DAsync (one.cu:27) fails and does nothing (cudaErrorInvalidPitchValue): this is the run
>   without it. One operation, filter: nothing to overlap.
