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
