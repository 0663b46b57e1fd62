Nothing is static in how streams get connections: on an H200 with 20 streams used before, no two that
were busy collided in 57 pairs, with 2, 4 and 8 connections (19 pairs each). No operation waits for a
connection:
$ for c in 2 4 8; do nullstream predict --gpu h200 --connections $c tests/scenarios/used_streams.cu --format json | grep -o '"rule": "connection"' | wc -l; done
> 0
> 0
> 0
With one connection every pair collides: the kernel behind the five waits for it, 19 times.
$ nullstream predict --gpu h200 --connections 1 tests/scenarios/used_streams.cu --format json | grep -c '"rule": "connection"'
> 19
With two connections a stream takes another one once its own was used by others; the legacy stream keeps
its first (traces/experiments/legacy-connection.json: the last kernel began at 109.8 us, in another
stream at 31.5):
$ for l in 1 0; do nullstream predict --gpu h200 --connections 2 -D LEGACY=$l traces/experiments/legacy-connection.cu --format csv | grep last | cut -d, -f2,12,16,21; done
> last,default,1,109.564
> last,third,1,27.786
A copy behind a record is noticed as late if it is called just before the kernel's end as just behind it
(17.7 us); and a record in an idle stream is over with its call, so it is asked for once:
$ for g in 8 13 14 15; do nullstream predict -q --gpu h200 -D GAP=$g tests/scenarios/by_command.cu --format csv | grep h2d | cut -d, -f21; done
> 22.380
> 22.423
> 23.423
> 24.423
$ nullstream predict --gpu h200 tests/scenarios/by_command.cu --format json -o /dev/null
2> asked 1 times
Copies that come with their commands are in the queue of kernels: the host waits for room as behind
launches, until the kernel of 20 ms has ended:
$ nullstream predict -q --gpu h200 -D COPIES=1100 tests/scenarios/by_command.cu --format json | grep -c '"rule": "launch-queue"'
> 2

No device has more than 32, and one of before compute capability 3.5 has one, whatever is asked for.
$ nullstream predict --gpu h200 --connections 33 tests/scenarios/used_streams.cu
2> nullstream: error: --connections takes a whole number from 1 to 32, not '33'
! 2
$ for c in 1 8; do nullstream predict -q --gpu fermi --connections $c lessons/legacy-fence/fence.cu --format json | grep -o '"connection": [0-9]*' | sort -u; done
> "connection": 1
> "connection": 1
