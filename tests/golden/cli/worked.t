Hand-worked schedules on the textbook device (tests/worked/textbook.ini): 1 MB is 1 ms, all else free.

Two batches of three unit steps in one stream take 3 + 3 = 6 units: nothing may overlap.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D STREAMS=1 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 6000.000

In two streams the second batch follows one unit behind: in 0-1 and 1-2, kernels 1-2 and 2-3, out 2-3
and 3-4. 4 units.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 4000.000

Claim 1: 4 tiles of 1.2 + 2.0 + 1.0 ms go from 16.8 to 9.2 ms. One stream: 4 x 4.2 = 16.8.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=4 -D IN=1200000 -D STREAMS=1 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 16800.000
Two streams: kernels 1.2-3.2 and 3.2-5.2; the copies out end at 4.2 and 6.2 and each stream's next copy
in follows its own: in 4.2-5.4, kernel 5.4-7.4; in 6.2-7.4, kernel 7.4-9.4, out 9.4-10.4.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=4 -D IN=1200000 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 10400.000
Three streams reach the bound 1.2 + 4 x 2.0 + 1.0 = 10.2 of kernels that fill the GPU; 9.2 leaves out
the last copy.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=4 -D IN=1200000 -D STREAMS=3 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 10200.000

Claim 2: a tile of 10.2 + 18.5 + 10.2 ms, "overlapped total 19.8". One tile cannot overlap itself: 38.9.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=18500us -D BATCHES=1 -D IN=10200000 -D OUT=10200000 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 38900.000
With two streams a stream's tiles follow each other every 38.9 ms, so a tile takes 19.45 in the long
run: 40 tiles are 19 x 38.9 in each stream, one more of 38.9, and the second stream ends 18.5 behind
the first, its kernels waiting for those of the first: 20 x 38.9 + 18.5 = 796.5.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=18500us -D BATCHES=40 -D IN=10200000 -D OUT=10200000 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 796500.000
With three, kernels follow each other: 10.2 + 40 x 18.5 + 10.2 = 760.4, 18.5 a tile.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=18500us -D BATCHES=40 -D IN=10200000 -D OUT=10200000 -D STREAMS=3 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 760400.000

Claim 3: an 8 ms kernel hides a 3 ms copy, 11 / 8 = 1.37 times faster. Only in the limit: 8 batches
take 8 x 11 = 88 in one stream and 3 + 8 x 8 = 67 in two, 1.31 times. (No copy out: one byte, 1 ns.)
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=8ms -D BATCHES=8 -D IN=3000000 -D OUT=1 -D STREAMS=1 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 88000.008
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=8ms -D BATCHES=8 -D IN=3000000 -D OUT=1 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 67000.001

Claim 4: "the speed-up approaches 2 with more streams". 100 batches of three equal stages: one stream
300 units; two, each busy for 50 x 3 units and one unit apart, 151, so 2 is the limit of two streams;
three 100 + 2 = 102, close to 3 times.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D BATCHES=100 -D STREAMS=1 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 300000.000
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D BATCHES=100 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 151000.000
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D BATCHES=100 -D STREAMS=3 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 102000.000

Claim 5: four streams, "about 3 times". Four tiles take 4 x 3 = 12 units in one stream and 4 + 2 = 6 in
four: 2 times; 3 is the limit of many.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D BATCHES=4 -D STREAMS=1 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 12000.000
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D BATCHES=4 -D STREAMS=4 --format json | grep -o '"wall_us": [0-9.]*'
> "wall_us": 6000.000
