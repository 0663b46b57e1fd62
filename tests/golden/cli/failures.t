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
> h2d 256 MiB  streams[2]  fails_beside.cu:25  copy engine in    9.221    12.714  2007.700  1994.986
> h2d 64 MiB   streams[3]  fails_beside.cu:26  device           11.985  2007.700  2007.700     0.000  h2d 256 MiB 1994 us (copy-engine)

The same on a device of before 2013, which counts the launches that have started: those that never will
are forgotten by the reset. Twelve good kernels run behind it, 6 of 5000 blocks not at all.
$ nullstream predict -q tests/scenarios/reset_signal.cu --gpu fermi --format table | grep -E '^(good|errors)'
> good       stream 1 streams[0]  reset_signal.cu:22  device     11.515    87.700   87.700     0.000  bad 72.3 us (legacy-fence)
> good       stream 2 streams[1]  reset_signal.cu:22  device     15.352    87.700   87.700     0.000  bad 68.5 us (legacy-fence)
> good       stream 3 streams[2]  reset_signal.cu:22  device     19.178    87.700   87.700     0.000  bad 64.7 us (legacy-fence)
> good       stream 1 streams[0]  reset_signal.cu:22  device     22.992    87.700   87.700     0.000  good 60.9 us (stream)
> good       stream 2 streams[1]  reset_signal.cu:22  device     26.795    87.700   87.700     0.000  good 57.1 us (stream)
> good       stream 3 streams[2]  reset_signal.cu:22  device     30.587    87.700   87.700     0.000  good 53.3 us (stream)
> good       stream 4 streams[0]  reset_signal.cu:22  SM array   96.865   102.886  202.886   100.000
> good       stream 5 streams[1]  reset_signal.cu:22  SM array  100.581   106.712  206.712   100.000
> good       stream 6 streams[2]  reset_signal.cu:22  SM array  104.407   110.526  210.526   100.000
> good       stream 4 streams[0]  reset_signal.cu:22  SM array  108.221   204.400  304.400   100.000  good 90.9 us (stream)
> good       stream 5 streams[1]  reset_signal.cu:22  SM array  112.024   208.226  308.226   100.000  good 90.9 us (stream)
> good       stream 6 streams[2]  reset_signal.cu:22  SM array  115.816   212.040  312.040   100.000  good 90.9 us (stream)
> errors   cudaDeviceSynchronize (reset_signal.cu:29) returned cudaErrorIllegalAddress
