Sweeps: tests/worked/pipeline.cu on the textbook device (1 MB is 1 ms, all else free), where every
figure can be worked out.

4 tiles of 1.2 + 2.0 + 1.0 ms. One stream: 4 x 4.2 = 16.8. Two: kernels 1.2-3.2 and 3.2-5.2; each
stream's next copy in follows its copy out at 4.2 and 6.2: in 4.2-5.4, kernel 5.4-7.4; in 6.2-7.4,
kernel 7.4-9.4, out 10.4. Three and more: kernels without a gap, 1.2 + 4 x 2.0 + 1.0 = 10.2, and 10.4 is
within 2 % of it (0.2 / 10.2 = 1.96 %). As it is, the scenario has two streams: 16.8 loses
6.4 / 10.4 = 61.5 %, 10.2 gains 0.2 / 10.4 = 1.9 %.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=4 -D IN=1200000 -D STREAMS=1..5 --width 80
> predicted for Textbook device, profile textbook: 86 of 300 values inherited from
>   h200, not measured
> Best of 5: STREAMS=3, 10.20 ms; as it is, without --define STREAMS, 10.40 ms.
>   STREAMS=2 is within 2 % of it.
> 
> STREAMS      wall     gain  bound by  |0                    |10 ms
>       1  16.80 ms  -61.5 %  stream    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
>       2  10.40 ms   0.00 %  SM array  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
>       3  10.20 ms    1.9 %  SM array  ███████████████████████ best
>       4  10.20 ms    1.9 %  SM array  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
>       5  10.20 ms    1.9 %  SM array  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
By gain: what gains most first, equals as they were given. In ASCII.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=4 -D IN=1200000 -D STREAMS=1..5 --width 80 --sort gain --ascii
> predicted for Textbook device, profile textbook: 86 of 300 values inherited from
>   h200, not measured
> Best of 5: STREAMS=3, 10.20 ms; as it is, without --define STREAMS, 10.40 ms.
>   STREAMS=2 is within 2 % of it.
> 
> STREAMS      wall     gain  bound by  |0                    |10 ms
>       3  10.20 ms    1.9 %  SM array  ####################### best
>       4  10.20 ms    1.9 %  SM array  =======================
>       5  10.20 ms    1.9 %  SM array  =======================
>       2  10.40 ms   0.00 %  SM array  =======================
>       1  16.80 ms  -61.5 %  stream    =====================================
On one thread and on several, the same.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=1..20 -D STREAMS=1..5 --jobs 1 >$TMP/one && nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=1..20 -D STREAMS=1..5 --jobs 7 >$TMP/many && cmp $TMP/one $TMP/many && wc -l <$TMP/one
> 106

Two options: every combination, the second one fastest. Equal stages of 1 ms: in one stream 3 units a
batch; in two 1 + 3 x 2 / 2 = 4 for 2 batches and 1 + 3 x 8 / 2 = 13 for 8; in three n + 2: 4 and 10.
As it is: 2 batches, 2 streams, 4.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D BATCHES=2..8*4 -D STREAMS=1..3 --format csv
> BATCHES,STREAMS,wall_us,span_us,gain_us,bound_by,error
> ,,4000.000,4000.000,,stream,
> 2,1,6000.000,6000.000,-2000.000,stream,
> 2,2,4000.000,4000.000,0.000,stream,
> 2,3,4000.000,4000.000,0.000,stream,
> 8,1,24000.000,24000.000,-20000.000,stream,
> 8,2,13000.000,13000.000,-9000.000,stream,
> 8,3,10000.000,10000.000,-6000.000,copy engine in,
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D BATCHES=2..8*4 -D STREAMS=1..3 --format json
> {"format": "nullstream-sweep", "version": 1,
>  "scenario": "tests/worked/pipeline.cu",
>  "profile": "textbook",
>  "parameters": [
>   {"option": "define", "name": "BATCHES", "values": ["2", "8"]},
>   {"option": "define", "name": "STREAMS", "values": ["1", "2", "3"]}],
>  "as_is": {"values": [], "wall_us": 4000.000, "span_us": 4000.000, "bound_by": "stream"},
>  "runs": [
>   {"values": ["2", "1"], "wall_us": 6000.000, "span_us": 6000.000, "gain_us": -2000.000, "bound_by": "stream"},
>   {"values": ["2", "2"], "wall_us": 4000.000, "span_us": 4000.000, "gain_us": 0.000, "bound_by": "stream", "best": true},
>   {"values": ["2", "3"], "wall_us": 4000.000, "span_us": 4000.000, "gain_us": 0.000, "bound_by": "stream"},
>   {"values": ["8", "1"], "wall_us": 24000.000, "span_us": 24000.000, "gain_us": -20000.000, "bound_by": "stream"},
>   {"values": ["8", "2"], "wall_us": 13000.000, "span_us": 13000.000, "gain_us": -9000.000, "bound_by": "stream"},
>   {"values": ["8", "3"], "wall_us": 10000.000, "span_us": 10000.000, "gain_us": -6000.000, "bound_by": "copy engine in"}]}

Costs and rates, with units: the kernel alone is one of three steps of one batch, 2 + k ms.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms..4ms*2 -D BATCHES=1 --format csv
> process,wall_us,span_us,gain_us,bound_by,error
> ,2100.000,2100.000,,stream,
> 1ms,3000.000,3000.000,-900.000,stream,
> 2ms,4000.000,4000.000,-1900.000,stream,
> 4ms,6000.000,6000.000,-3900.000,stream,
2> tests/worked/pipeline.cu:10:17: warning: kernel `process` has no cost: 100 us assumed; --cost process=TIME sets it
2>     __global__ void process(const char *in, char *out)
2>                     ^
One batch with copies at 1, 2 and 4 GB/s in: 1, 0.5 and 0.25 ms of 3.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms --set copy.h2d_rate=1GB/s..4GB/s*2 -D BATCHES=1 --format csv
> copy.h2d_rate,wall_us,span_us,gain_us,bound_by,error
> ,3000.000,3000.000,,stream,
> 1GB/s,3000.000,3000.000,0.000,stream,
> 2GB/s,2500.000,2500.000,500.000,stream,
> 4GB/s,2250.000,2250.000,750.000,stream,

The figure. 1000 pixels wide, the frame from 70 to 970, so three values at 220, 520 and 820. The axis
reaches 16.8 x 1.05 = 17.64 ms in 300 pixels from 340 upwards: 16.8 ms is 285 up, at 55; 10.4 at 164; 10.2
at 167, the best.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=2ms -D BATCHES=4 -D IN=1200000 -D STREAMS=1..3 -o $TMP/out.svg && cat $TMP/out.svg
> <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="390" viewBox="0 0 1000 390">
> <style>
> text{font:12px sans-serif;fill:#222}.axis{stroke:#8884;fill:none}
> .c0{--c:#1565c0}.c1{--c:#2e7d32}.c2{--c:#8e24aa}.c3{--c:#b35c00}
> .c4{--c:#00838f}.c5{--c:#c62828}.c6{--c:#5d6d7e}.c7{--c:#888}
> path.line{fill:none;stroke:var(--c);stroke-width:2}circle{fill:var(--c)}
> .as-is{fill:none;stroke:#888;stroke-dasharray:5 4}
> circle.best{fill:none;stroke:#c62828;stroke-width:2}text.best{font-weight:bold}
> @media(prefers-color-scheme:dark){text{fill:#ddd}}
> </style>
> <text x="70" y="20">wall time of tests/worked/pipeline.cu, predicted for Textbook device</text>
> <path class="axis" d="M70 340H970"/><text x="64" y="344" text-anchor="end">0</text>
> <path class="axis" d="M70 255H970"/><text x="64" y="259" text-anchor="end">5 ms</text>
> <path class="axis" d="M70 170H970"/><text x="64" y="174" text-anchor="end">10 ms</text>
> <path class="axis" d="M70 85H970"/><text x="64" y="89" text-anchor="end">15 ms</text>
> <text x="220" y="358" text-anchor="middle">1</text>
> <text x="520" y="358" text-anchor="middle">2</text>
> <text x="820" y="358" text-anchor="middle">3</text>
> <text x="520" y="378" text-anchor="middle">STREAMS</text>
> <path class="as-is" d="M70 164H970"/><text x="970" y="160" text-anchor="end">as it is</text>
> <g class="c0"><path class="line" d="M220 55L520 164L820 167"/>
> <circle cx="220" cy="55" r="4"><title>STREAMS = 1: 16.80 ms</title></circle>
> <circle cx="520" cy="164" r="4"><title>STREAMS = 2: 10.40 ms</title></circle>
> <circle cx="820" cy="167" r="4"><title>STREAMS = 3: 10.20 ms</title></circle>
> </g>
> <circle class="best" cx="820" cy="167" r="8"/><text x="820" y="193" class="best" text-anchor="middle">best: 10.20 ms</text>
> </svg>
With two options a line for each value of the second.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D BATCHES=2,8 -D STREAMS=1..3 --format svg | grep -c '<path class="line" d="M[0-9 L]*"/>$'
> 3

A recorded program takes the options that a program has: its cost, the device, connections.
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -o $TMP/p.nsp && nullstream sweep $TMP/p.nsp --gpu tests/worked/textbook.ini --cost process=1ms..3ms --format csv
> process,wall_us,span_us,gain_us,bound_by,error
> ,4000.000,4000.000,,stream,
> 1ms,4000.000,4000.000,0.000,stream,
> 2ms,6000.000,6000.000,-2000.000,stream,
> 3ms,8000.000,8000.000,-4000.000,SM array,
$ nullstream sweep $TMP/p.nsp --gpu tests/worked/textbook.ini -D N=1..3
2> nullstream: error: N=1: a recorded program takes no -D, --assume and arguments (and 2 more of 3 runs failed)
2>   hint: they are for scenarios; record it again with them
! 2

Where it makes no difference, it says so.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms --default-stream legacy,per-thread --width 80
> predicted for Textbook device, profile textbook: 86 of 300 values inherited from
>   h200, not measured
> It makes no difference: 4000 us with every value.
> 
> default-stream     wall    gain  bound by  |0                |2 ms
>         legacy  4000 us  0.00 %  stream    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
>     per-thread  4000 us  0.00 %  stream    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒

A run that fails is part of the table; the exit status says that not all came out.
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D STREAMS=0..2 --width 80
> predicted for Textbook device, profile textbook: 86 of 300 values inherited from
>   h200, not measured
> Best of 3: STREAMS=2, 4000 us; as it is, without --define STREAMS, 4000 us.
> 
> STREAMS     wall     gain  bound by  |0          |2 ms        |4 ms       |6 ms
>       0        -        -  -         failed
>       1  6000 us  -50.0 %  stream    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
>       2  4000 us   0.00 %  stream    ██████████████████████████ best
2> tests/worked/pipeline.cu:26:19: error: STREAMS=0: division by zero
2>             int s = b % STREAMS;
2>                       ^
! 2
$ nullstream sweep tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms -D STREAMS=0..2 --format csv
> STREAMS,wall_us,span_us,gain_us,bound_by,error
> ,4000.000,4000.000,,stream,
> 0,,,,,division by zero
> 1,6000.000,6000.000,-2000.000,stream,
> 2,4000.000,4000.000,0.000,stream,
2> tests/worked/pipeline.cu:26:19: error: STREAMS=0: division by zero
2>             int s = b % STREAMS;
2>                       ^
! 2
$ nullstream sweep tests/worked/pipeline.cu --gpu h200 -D STREMS=1..8
2> nullstream: error: STREMS=1: -D STREMS: no macro and no constant in tests/worked/pipeline.cu is called so (and 7 more of 8 runs failed)
2>   hint: did you mean 'STREAMS'?
! 2
$ nullstream sweep tests/worked/pipeline.cu --gpu h200,h300
> predicted for several devices
> Best of 2: gpu=h200, 257 us; as it is, without --gpu, 257 us.
> 
>  gpu    wall    gain  bound by  |0          |50 us      |100 us     |150 us     |200 us      |250 us
> h200  257 us  0.00 %  SM array  ███████████████████████████████████████████████████████████████ best
> h300       -       -  -         failed
2> tests/worked/pipeline.cu:10:17: warning: kernel `process` has no cost: 100 us assumed; --cost process=TIME sets it
2>     __global__ void process(const char *in, char *out)
2>                     ^
2> nullstream: error: gpu=h300: there is no device profile `h300`
2>   hint: did you mean `h200`?
! 2

Mistakes in the values.
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=2
2> nullstream: error: nothing to sweep over: no option has several values
2>   hint: its numbers are BATCHES (2), STREAMS (2), IN (1000000), OUT (1000000): as in -D BATCHES=1..8
! 2
What -D can set is also what the source defines, with no #ifndef around it.
$ printf '#define CHUNKS 4\n#define BYTES (1024 * CHUNKS)\n#define CHECK(call) call\nint main()\n{\n    const int ROUNDS = 2;\n    float *x;\n    CHECK(cudaMalloc(&x, BYTES));\n    for (int i = 0; i < CHUNKS * ROUNDS; i++)\n        cudaMemset(x, 0, 1024);\n    cudaDeviceSynchronize();\n}\n' >$TMP/defines.cu; nullstream sweep --gpu h200 --format csv $TMP/defines.cu -D CHUNKS=2,8; nullstream sweep --gpu h200 $TMP/defines.cu; nullstream sweep --gpu h200 $TMP/defines.cu -D PARTS=1,2
> CHUNKS,wall_us,span_us,gain_us,bound_by,error
> ,18.186,10.048,,stream,
> 2,12.950,4.812,5.236,stream,
> 8,28.658,20.520,-10.472,stream,
2> nullstream: error: nothing to sweep over: no option has several values
2>   hint: its numbers are CHUNKS (4), ROUNDS (2): as in -D CHUNKS=1..8
2> nullstream: error: PARTS=1: -D PARTS: no macro and no constant in TMP/defines.cu is called so (and 1 more of 2 runs failed)
2>   hint: its macros and constants are CHUNKS, BYTES, ROUNDS
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=8..1
2> nullstream: error: the range 8..1 is empty: it goes from the smaller to the larger
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=1..8*1
2> nullstream: error: the range 1..8*1 leads nowhere: multiply what is above 0 by at least 2
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=0..8*2
2> nullstream: error: the range 0..8*2 leads nowhere: multiply what is above 0 by at least 2
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=1..8+0
2> nullstream: error: the range 1..8+0 leads nowhere: add at least 1
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=1..
2> nullstream: error: the range 1.. is not of the form 1..8, 1..64*2 or 0..100+10
2>   hint: other values stand in a list, as in 0.5,1.5
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=1,,2
2> nullstream: error: '1,,2': a value is missing
! 2
$ nullstream sweep tests/worked/pipeline.cu --cost process=1us..8ms
2> nullstream: error: the range 1us..8ms needs the same unit everywhere
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=1..100000
2> nullstream: error: more than 1000 values to predict
2>   hint: take larger steps, or raise it with --runs
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=1..100 -D BATCHES=1..100
2> nullstream: error: 10000 runs, more than 1000
2>   hint: take fewer values, or allow it with --runs 10000
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=1..100 --runs 10
2> nullstream: error: more than 10 values to predict
2>   hint: take larger steps, or raise it with --runs
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=1..2 -D BATCHES=1..2 --connections 1,2
2> nullstream: error: more than two options have several values
2>   hint: give --connections one value
! 2
$ nullstream sweep tests/worked/pipeline.cu --connections 1,200
2> nullstream: error: --connections takes a whole number from 1 to 32, not '200'
! 2
$ nullstream sweep tests/worked/pipeline.cu --default-stream legacy,other
2> nullstream: error: --default-stream takes one of legacy|per-thread, not 'legacy,other'
! 2
$ nullstream sweep tests/worked/pipeline.cu -D STREAMS=1..2 --format chrome
2> nullstream: error: --format takes one of table|json|csv|svg, not 'chrome'
! 2

A launch that a device refuses takes no time: where it is not refused as it is, it is no answer.
$ sed 's/<<<20, 256>>>/<<<20, 1024>>>/' lessons/legacy-fence/fence.cu >$TMP/wide.cu; nullstream sweep -q $TMP/wide.cu --gpu h200,c1060
> predicted for several devices
> Best of 2: gpu=h200, 915 us; as it is, without --gpu, 915 us.
> 
>   gpu    wall    gain  bound by      |0          |200 us      |400 us      |600 us     |800 us
>  h200  915 us  0.00 %  legacy-fence  ██████████████████████████████████████████████████████████ best
> c1060       -       -  -             failed: cudaLaunchKernel returned cudaErrorInvalidValue
2> nullstream: error: gpu=c1060: cudaLaunchKernel (wide.cu:14) returned cudaErrorInvalidValue
! 4
$ nullstream sweep -q $TMP/wide.cu --gpu h200,c1060 --format csv 2>/dev/null
> gpu,wall_us,span_us,gain_us,bound_by,error
> ,914.988,904.343,,legacy-fence,
> h200,914.988,904.343,0.000,legacy-fence,
> c1060,,,,,cudaLaunchKernel (wide.cu:14) returned cudaErrorInvalidValue
! 4
GPUs that today's CUDA does not run on are no choice: nothing is said of them.
$ nullstream explain --what-if -q $TMP/wide.cu --gpu h200 | grep -c "c1060\|fermi\|k20\|tx2"
> 0
! 1
Where it is refused as it is, it is what the program does.
$ nullstream sweep -q $TMP/wide.cu --gpu c1060 --cost k2=100us,200us 2>&1 | sed 2q
> predicted for Tesla C1060, profile c1060: 271 of 300 values inherited from fermi, not measured
> It makes no difference: 611 us with every value.
