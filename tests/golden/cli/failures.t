What a device that fails leaves behind: what waited at its machines says for what it waited, and after a
reset nothing of it is waited for.

`bad` fills all 132 SMs with two blocks each until it fails at 2007.859, 2000 us after its start: `second`
waits for room from the end of its call, 9.426, until then: 1998.4 us; the copy of 64 MiB for the engine,
which the one of 256 MiB has from 14.030 on: 1993.8 us.
$ nullstream explain -q tests/scenarios/fails_beside.cu --gpu h200 --op second | sed -n '/waited/p;/sm-full/p'
> #1 second (fails_beside.cu:24) waited 2002 us
>   1998 us: sm-full (bad, line 23, streams[0])
>      second waited 1998 us: sm-full (bad, line 23, streams[0])
>      second waited 1998 us: sm-full (bad, line 23, streams[0])
>      bad waited for no other operation: 7.86 us from its call to its start
$ nullstream predict -q tests/scenarios/fails_beside.cu --gpu h200 --format table | grep '^h2d'
> h2d 256 MiB  streams[2]  fails_beside.cu:25  copy engine in    9.426    14.030  2007.859  1993.829
> h2d 64 MiB   streams[3]  fails_beside.cu:26  device           13.098  2007.859  2007.859     0.000  h2d 256 MiB 1993 us (copy-engine)

The same on a device of before 2013, which counts the launches that have started: those that never will
are forgotten by the reset. Twelve good kernels run behind it, 6 of 5000 blocks not at all.
$ nullstream predict -q tests/scenarios/reset_signal.cu --gpu fermi --format table | grep -E '^(good|errors)'
> good       stream 1 streams[0]  reset_signal.cu:22  device     11.151    87.859   87.859     0.000  bad 72.9 us (legacy-fence)
> good       stream 2 streams[1]  reset_signal.cu:22  device     14.917    87.859   87.859     0.000  bad 69.2 us (legacy-fence)
> good       stream 3 streams[2]  reset_signal.cu:22  device     18.661    87.859   87.859     0.000  bad 65.5 us (legacy-fence)
> good       stream 1 streams[0]  reset_signal.cu:22  device     22.383    87.859   87.859     0.000  good 61.8 us (stream)
> good       stream 2 streams[1]  reset_signal.cu:22  device     26.082    87.859   87.859     0.000  good 58.1 us (stream)
> good       stream 3 streams[2]  reset_signal.cu:22  device     29.759    87.859   87.859     0.000  good 54.4 us (stream)
> good       stream 4 streams[0]  reset_signal.cu:22  SM array   96.324   102.183  202.183   100.000
> good       stream 5 streams[1]  reset_signal.cu:22  SM array  100.006   105.927  205.927   100.000
> good       stream 6 streams[2]  reset_signal.cu:22  SM array  103.750   109.649  209.649   100.000
> good       stream 4 streams[0]  reset_signal.cu:22  SM array  107.472   203.805  303.805   100.000  good 91.0 us (stream)
> good       stream 5 streams[1]  reset_signal.cu:22  SM array  111.171   207.549  307.549   100.000  good 91.1 us (stream)
> good       stream 6 streams[2]  reset_signal.cu:22  SM array  114.848   211.271  311.271   100.000  good 91.1 us (stream)
> errors   cudaDeviceSynchronize (reset_signal.cu:29) returned cudaErrorIllegalAddress
