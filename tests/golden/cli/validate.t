Predictions held against measurements. These are worked by hand: tests/worked/measured.json is an
invented measurement of two batches of copy in, kernel, copy out, of 1 ms each, in two streams. The
textbook device predicts: in 0-1 and 1-2, kernels 1-2 and 2-3, out 2-3 and 3-4 ms. "Measured" the second
kernel starts 0.2 ms late, 2.2-3.2, and so does what follows it, 3.2-4.2.

Wall time: 4.0 for 4.2 ms is 4.76 % too short, 3.76 % beyond the noise of 1 %. Two of six operations
are 0.2 of 4.2 ms away, 4.76 % of the span; the median is 0.
Relations: of the 9 pairs in different streams three are a whole length apart (in and out, in and
kernel of the other batch); six are contested, and right.
One after the other: 6 ms, 42.9 % too long; it has both copies in before each other (right), kernel
before copy in (side by side), both kernels right, out 2-3 before in 3-4 (the other way round), out
before kernel (side by side) and both copies out right: 3 of 6.
Each stream alone: 3 ms, 28.6 % too short; both batches run side by side, so that what is 0.2 ms apart
is wrong: the kernels, and the copies out. What touches may be side by side: 4 of 6.
$ nullstream validate tests/worked/measured.json
> measured: predicted for Textbook device, profile textbook
> measured on Invented device, 30 repetitions in 3 processes, 2026-01-01
> 
>                                    predicted      measured         error
> wall time                            4000 us       4200 us        -4.8 %
> span with the instrument             4000 us       4200 us        -4.8 %
> 
> error of wall and placement             wall        median          95 %         worst     relations
> predicted                             -4.8 %        0.00 %         4.8 %         4.8 %        6 of 6
> null: one after the other            +42.9 %        0.00 %        47.6 %        47.6 %        3 of 6
> null: streams back to back           -28.6 %        0.00 %        28.6 %        28.6 %        4 of 6
> noise between processes                1.0 %        0.10 %        0.20 %        0.30 %        6 of 6
> 
> The instrument changed the wall time by +0.24 %.
> largest error of placement: process (pipeline.cu:28)
> 6 operations matched by position in the program.
> The 4 copies run in the same order.
> 
> worst placed                        start us      start us        end us        end us         error
>                                    predicted      measured     predicted      measured
> process (pipeline.cu:28)            2000.000      2200.000      3000.000      3200.000         4.8 %
> d2h 976 KiB (pipeline.cu:29)        3000.000      3200.000      4000.000      4200.000         4.8 %
> h2d 976 KiB (pipeline.cu:27)           0.000         0.000      1000.000      1000.000        0.00 %
> process (pipeline.cu:28)            1000.000      1000.000      2000.000      2000.000        0.00 %
> d2h 976 KiB (pipeline.cu:29)        2000.000      2000.000      3000.000      3000.000        0.00 %
> h2d 976 KiB (pipeline.cu:27)        1000.000      1000.000      2000.000      2000.000        0.00 %
$ nullstream validate tests/worked/measured.json --format json
> {"format": "nullstream-validation", "version": 1,
>  "scenarios": [
>   {"name": "measured", "folder": "tests/worked", "operations": 6, "matched_by": "position in the program", "measured_us": 4200.000, "predicted_us": 4000.000, "wall_error_ppm": -47619, "beyond_noise_ppm": 37619, "noise_wall_ppm": 10000,
>    "placement_median_ppm": 0, "placement_p95_ppm": 47619, "placement_worst_ppm": 47619, "noise_placement_p95_ppm": 2000, "places": 6, "places_near": 4, "relations": 6, "relations_right": 6,
>    "null_serial": {"wall_us": 6000.000, "wall_error_ppm": 428571, "placement_median_ppm": 0, "placement_p95_ppm": 476190, "placement_worst_ppm": 476190, "relations_right": 3, "wrong_but_predicted": 3},
>    "null_streams": {"wall_us": 3000.000, "wall_error_ppm": -285714, "placement_median_ppm": 0, "placement_p95_ppm": 285714, "placement_worst_ppm": 285714, "relations_right": 4, "wrong_but_predicted": 2},
>    "disturbance_ppm": 2381, "features": ["pinned copies", "one thread"]}],
>  "operations": [
>   {"id": 4, "measured_id": 4, "name": "process", "place": "pipeline.cu:28", "predicted_start_us": 2000.000, "measured_start_us": 2200.000, "predicted_end_us": 3000.000, "measured_end_us": 3200.000, "error_ppm": 47619},
>   {"id": 5, "measured_id": 5, "name": "d2h 976 KiB", "place": "pipeline.cu:29", "predicted_start_us": 3000.000, "measured_start_us": 3200.000, "predicted_end_us": 4000.000, "measured_end_us": 4200.000, "error_ppm": 47619},
>   {"id": 0, "measured_id": 0, "name": "h2d 976 KiB", "place": "pipeline.cu:27", "predicted_start_us": 0.000, "measured_start_us": 0.000, "predicted_end_us": 1000.000, "measured_end_us": 1000.000, "error_ppm": 0},
>   {"id": 1, "measured_id": 1, "name": "process", "place": "pipeline.cu:28", "predicted_start_us": 1000.000, "measured_start_us": 1000.000, "predicted_end_us": 2000.000, "measured_end_us": 2000.000, "error_ppm": 0},
>   {"id": 2, "measured_id": 2, "name": "d2h 976 KiB", "place": "pipeline.cu:29", "predicted_start_us": 2000.000, "measured_start_us": 2000.000, "predicted_end_us": 3000.000, "measured_end_us": 3000.000, "error_ppm": 0},
>   {"id": 3, "measured_id": 3, "name": "h2d 976 KiB", "place": "pipeline.cu:27", "predicted_start_us": 1000.000, "measured_start_us": 1000.000, "predicted_end_us": 2000.000, "measured_end_us": 2000.000, "error_ppm": 0}],
>  "wrong_relations": [],
>  "elapsed": [],
>  "summary": {"scenarios": 1, "scored": 1, "operations": 6, "disturbed": 0, "several_modes": 0, "say_nothing": 0, "null_tolerance_ppm": 20000,
>   "beyond_noise_ppm": {"median": 37619, "p90": 37619, "worst": 37619, "worst_is": "measured"},
>   "wall_error_ppm": {"median": 47619, "p90": 47619, "worst": 47619, "worst_is": "measured"},
>   "noise_wall_ppm": {"median": 10000, "p90": 10000, "worst": 10000, "worst_is": "measured"},
>   "null_serial_wall_error_ppm": {"median": 428571, "p90": 428571, "worst": 428571, "worst_is": "measured"},
>   "null_streams_wall_error_ppm": {"median": 285714, "p90": 285714, "worst": 285714, "worst_is": "measured"},
>   "scenario_placement_p95_ppm": {"median": 47619, "p90": 47619, "worst": 47619, "worst_is": "measured"},
>   "scenario_placement_beyond_noise_ppm": {"median": 45619, "p90": 45619, "worst": 45619, "worst_is": "measured"},
>   "placement_p95_ppm": 47619, "places": 6, "places_near": 4, "relations": 6, "relations_right": 6, "relations_right_ppm": 1000000, "null_wrong": 2, "null_wrong_but_predicted": 2,
>   "undisturbed": {"scenarios": 1, "relations": 6, "relations_right": 6, "null_wrong": 2, "null_wrong_but_predicted": 2, "placement_p95_ppm": 47619, "places": 6, "places_near": 4, "beyond_noise_median_ppm": 37619, "beyond_noise_p90_ppm": 37619, "beyond_noise_worst_ppm": 37619, "worst_is": "measured"},
>   "folders": {
>    "tests/worked": {"scenarios": 1, "relations": 6, "relations_right": 6, "null_wrong": 2, "null_wrong_but_predicted": 2, "placement_p95_ppm": 47619, "places": 6, "places_near": 4, "beyond_noise_median_ppm": 37619, "beyond_noise_p90_ppm": 37619, "beyond_noise_worst_ppm": 37619, "worst_is": "measured"}},
>   "features": {
>    "pinned copies": {"scenarios": 1, "relations": 6, "relations_right": 6, "null_wrong": 2, "null_wrong_but_predicted": 2, "placement_p95_ppm": 47619, "places": 6, "places_near": 4, "beyond_noise_median_ppm": 37619, "beyond_noise_p90_ppm": 37619, "beyond_noise_worst_ppm": 37619, "worst_is": "measured"},
>    "one thread": {"scenarios": 1, "relations": 6, "relations_right": 6, "null_wrong": 2, "null_wrong_but_predicted": 2, "placement_p95_ppm": 47619, "places": 6, "places_near": 4, "beyond_noise_median_ppm": 37619, "beyond_noise_p90_ppm": 37619, "beyond_noise_worst_ppm": 37619, "worst_is": "measured"}}}}
The prediction over the measurement.
$ nullstream validate tests/worked/measured.json --format gantt --width 70 --ascii | sed -n '4,15p'
>             |0           |1 ms         |2 ms         |3 ms
> host        -device sync--------------------------------------------
>   measured  -device sync----------------------------------------------
> 
> streams[0]  >h2d>>>>>>>>>#process######<d2h<<<<<<<<<<<
>   measured  >h2d>>>>>>>>>#process######<d2h<<<<<<<<<<<
> streams[1]  ~~~~~~~~~~~~~>h2d>>>>>>>>>>#process######<d2h<<<<<<<<<<<
>   measured               >h2d>>>>>>>>>>>  #process######<d2h<<<<<<<<<<
> 
> SM array                 #process#######process#######
>   measured               #process#######  #process#######
> copy in     >h2d>>>>>>>>>>h2d>>>>>>>>>>>
$ nullstream compare tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms tests/worked/measured.json -o $TMP/a.svg; grep -c measured $TMP/a.svg
> 6

Had the host launched the second kernel only at 2.2 ms, it would have been no fault of the device: with the
calls as they were measured all operations are placed right. The wall time is that of the plain prediction.
$ sed '/"id": 4/{n;s/"call_us": 0.000, "return_us": 0.000/"call_us": 2200.000, "return_us": 2200.000/}' tests/worked/measured.json >$TMP/held.json
$ nullstream validate $TMP/held.json | grep '^predicted'
> predicted                             -4.8 %        0.00 %         4.8 %         4.8 %        6 of 6
$ nullstream validate $TMP/held.json --measured-calls | grep '^predicted'
> predicted                             -4.8 %        0.00 %        0.00 %        0.00 %        6 of 6

Three scenarios: without the fault (measured.json with the times that were predicted), with it, and
with a heavy instrument: 4.3 for 4.2 ms, 2.4 %, so that its placement is not scored. Wall errors beyond
the noise of 0, 3.76 and 3.76 %: the median is the 2nd of 3, 90 % the 3rd. Of 12 operations that are
scored, the 12th (95 %) is 4.76 % away. The better null model is streams alone: without the fault it
has all relations right (what touches may be side by side), in the others two of six wrong.
$ mkdir $TMP/set; cp tests/worked/measured.json $TMP/set/late.json; sed 's/"instrument_wall_us": 4210/"instrument_wall_us": 4300/' tests/worked/measured.json >$TMP/set/heavy.json; sed 's/4200.000/4000.000/g; s/3200.000/3000.000/g; s/2200.000/2000.000/; s/4210/4010/' tests/worked/measured.json >$TMP/set/exact.json
$ nullstream validate $TMP/set
>                                wall                                        placement  relations  null wall errors
> scenario                   measured predicted   error   noise  median    95 %   worst     right   serial  streams elapsed
> exact                       4000 us   4000 us  0.00 %   1.0 %  0.00 %  0.00 %  0.00 %       6/6  +50.0 %  -25.0 %       -
> heavy                       4200 us   4000 us  -4.8 %   1.0 %       -       -       -       6/6  +42.9 %  -28.6 %       -  disturbed by 2.4 %
> late                        4200 us   4000 us  -4.8 %   1.0 %  0.00 %   4.8 %   4.8 %       6/6  +42.9 %  -28.6 %       -
> 
> 3 scenarios, 18 operations
> 
> over the scenarios                         median     90 %    worst
> wall error beyond the noise                 3.8 %    3.8 %    3.8 %  late
> wall error                                  4.8 %    4.8 %    4.8 %  late
> noise of the wall time                      1.0 %    1.0 %    1.0 %  late
> wall error, null: one after the other      42.9 %   50.0 %   50.0 %  exact
> wall error, null: streams back to back     28.6 %   28.6 %   28.6 %  late
> placement, 95 % of the operations          0.00 %    4.8 %    4.8 %  late
>   of it beyond the noise                   0.00 %    4.6 %    4.6 %  late
> 
> Of 12 operations whose placement is scored 95 % are placed within 4.8 % of the span,
> 83.3 % within 2.0 %.
> Of 18 contested relations, 18 are right (100.0 %); of 4 that the better null model has wrong, 4.
> Of 1, the instrument changed the wall time by more than 1 %: their placement is not scored,
> and without them 12 of 12 relations are right.
> 0 say nothing: a null model is within 2.0 % and has every relation right.
> 
> by feature               scenarios    wall error beyond noise   placed   in 2 %
> pinned copies                    3    3.8 %    3.8 %    3.8 %    4.8 %   83.3 %
> one thread                       3    3.8 %    3.8 %    3.8 %    4.8 %   83.3 %
> 
> by feature                 relations  null wrong  these right
> pinned copies                  18/18           4      100.0 %
> one thread                     18/18           4      100.0 %
$ nullstream validate tests/worked/pipeline.cu --against $TMP/set --format json --summary
> {"format": "nullstream-validation", "version": 1,
>  "summary": {"scenarios": 3, "scored": 3, "operations": 18, "disturbed": 1, "several_modes": 0, "say_nothing": 0, "null_tolerance_ppm": 20000,
>   "beyond_noise_ppm": {"median": 37619, "p90": 37619, "worst": 37619, "worst_is": "late"},
>   "wall_error_ppm": {"median": 47619, "p90": 47619, "worst": 47619, "worst_is": "late"},
>   "noise_wall_ppm": {"median": 10000, "p90": 10000, "worst": 10000, "worst_is": "late"},
>   "null_serial_wall_error_ppm": {"median": 428571, "p90": 500000, "worst": 500000, "worst_is": "exact"},
>   "null_streams_wall_error_ppm": {"median": 285714, "p90": 285714, "worst": 285714, "worst_is": "late"},
>   "scenario_placement_p95_ppm": {"median": 0, "p90": 47619, "worst": 47619, "worst_is": "late"},
>   "scenario_placement_beyond_noise_ppm": {"median": 0, "p90": 45619, "worst": 45619, "worst_is": "late"},
>   "placement_p95_ppm": 47619, "places": 12, "places_near": 10, "relations": 18, "relations_right": 18, "relations_right_ppm": 1000000, "null_wrong": 4, "null_wrong_but_predicted": 4,
>   "undisturbed": {"scenarios": 2, "relations": 12, "relations_right": 12, "null_wrong": 2, "null_wrong_but_predicted": 2, "placement_p95_ppm": 47619, "places": 12, "places_near": 10, "beyond_noise_median_ppm": 0, "beyond_noise_p90_ppm": 37619, "beyond_noise_worst_ppm": 37619, "worst_is": "late"},
>   "folders": {
>    "TMP/set": {"scenarios": 3, "relations": 18, "relations_right": 18, "null_wrong": 4, "null_wrong_but_predicted": 4, "placement_p95_ppm": 47619, "places": 12, "places_near": 10, "beyond_noise_median_ppm": 37619, "beyond_noise_p90_ppm": 37619, "beyond_noise_worst_ppm": 37619, "worst_is": "late"}},
>   "features": {
>    "pinned copies": {"scenarios": 3, "relations": 18, "relations_right": 18, "null_wrong": 4, "null_wrong_but_predicted": 4, "placement_p95_ppm": 47619, "places": 12, "places_near": 10, "beyond_noise_median_ppm": 37619, "beyond_noise_p90_ppm": 37619, "beyond_noise_worst_ppm": 37619, "worst_is": "late"},
>    "one thread": {"scenarios": 3, "relations": 18, "relations_right": 18, "null_wrong": 4, "null_wrong_but_predicted": 4, "placement_p95_ppm": 47619, "places": 12, "places_near": 10, "beyond_noise_median_ppm": 37619, "beyond_noise_p90_ppm": 37619, "beyond_noise_worst_ppm": 37619, "worst_is": "late"}}}}
The errors of several in one picture, with the noise of each.
$ nullstream validate $TMP/set --format gantt --width 60
>          -5.0 %    -2.5 %     0.00 %     +2.5 %     +5.0 %
> exact                        ────○─────
> heavy        ●               ────┼─────
> late         ●               ────┼─────
> wall error: ○ within the noise ──, ● beyond it, < > farther out
$ nullstream validate $TMP/set --format gantt --width 60 --ascii
>          -5.0 %    -2.5 %     0.00 %     +2.5 %     +5.0 %
> exact                        ----o-----
> heavy        x               ----|-----
> late         x               ----|-----
> wall error: o within the noise --, x beyond it, < > farther out
$ nullstream validate $TMP/set --format csv
> name,folder,operations,unmatched,measured_us,predicted_us,wall_error_ppm,beyond_noise_ppm,noise_wall_ppm,placement_median_ppm,placement_p95_ppm,placement_worst_ppm,noise_placement_p95_ppm,disturbance_ppm,relations,relations_right,relations_typical,serial_wall_error_ppm,serial_relations_right,streams_wall_error_ppm,streams_relations_right,null_wrong,null_wrong_but_predicted,says_nothing,modes,elapsed_times,elapsed_worst_ppm
> exact,TMP/set,6,0,4000.000,4000.000,0,0,10000,0,0,0,2000,2500,6,6,,500000,3,-250000,6,0,0,0,0,0,
> heavy,TMP/set,6,0,4200.000,4000.000,-47619,37619,10000,,,,2000,23810,6,6,,428571,3,-285714,4,2,2,0,0,0,
> late,TMP/set,6,0,4200.000,4000.000,-47619,37619,10000,0,47619,47619,2000,2381,6,6,,428571,3,-285714,4,2,2,0,0,0,
Rows that have the same name say their folder, also as the worst ones.
$ mkdir $TMP/twice $TMP/twice/a $TMP/twice/b; cp $TMP/set/exact.json $TMP/twice/a/start.json; cp $TMP/set/late.json $TMP/twice/b/start.json; cp $TMP/set/late.json $TMP/twice/b/end.json; nullstream validate $TMP/twice | grep -E '^[abe].*(start|end) |beyond the noise'
> a/start                     4000 us   4000 us  0.00 %   1.0 %  0.00 %  0.00 %  0.00 %       6/6  +50.0 %  -25.0 %       -
> b/start                     4200 us   4000 us  -4.8 %   1.0 %  0.00 %   4.8 %   4.8 %       6/6  +42.9 %  -28.6 %       -
> wall error beyond the noise                 3.8 %    3.8 %    3.8 %  b/start
>   of it beyond the noise                    4.6 %    4.6 %    4.6 %  b/start
$ nullstream validate $TMP/twice --format json | grep -oE '"(name|folder|worst_is)": "[^"]*"' | sort -u
> "folder": "TMP/twice/a"
> "folder": "TMP/twice/b"
> "name": "end"
> "name": "start"
> "worst_is": "a/start"
> "worst_is": "b/start"
$ nullstream validate $TMP/twice --format gantt --width 60 | grep -o '^[abe][^ ]*'
> a/start
> end
> b/start
Where a trace tells of single runs: in 4 of 12 the copies in go in the order that is predicted, of the typical
run's relations one is another.
$ sed '/"id": 0,/,/"id": 1,/ s/"start_us": 0.000, "end_us": 1000.000/"start_us": 1000.000, "end_us": 2000.000/; /"id": 3,/,/"id": 4,/ s/"start_us": 1000.000, "end_us": 2000.000/"start_us": 0.000, "end_us": 1000.000/; s/^ "devices"/ "noise_runs": 12, "undecided": [{"op": 0, "others": [3], "otherwise": [4], "relations": [5]}],\n&/' tests/worked/measured.json >$TMP/open.json; nullstream validate $TMP/open.json --format csv | cut -d, -f1,15-17
> name,relations,relations_right,relations_typical
> open,7,7,6
$ nullstream validate $TMP/set --format svg | grep -c 'class="beyond"'
> 3
$ nullstream validate $TMP/set/late.json --format chrome
2> nullstream: error: --format takes one of gantt|table|json|csv|svg, not 'chrome'
! 2

A recorded program is known by what it does, whatever its file is called.
$ nullstream convert --gpu tests/worked/textbook.ini --cost process=1ms tests/worked/pipeline.cu $TMP/x.nsp; nullstream validate --gpu tests/worked/textbook.ini $TMP/x.nsp --against $TMP/set | sed -n '3,5p'
> exact                       4000 us   4000 us  0.00 %   1.0 %  0.00 %  0.00 %  0.00 %       6/6  +50.0 %  -25.0 %       -
> heavy                       4200 us   4000 us  -4.8 %   1.0 %       -       -       -       6/6  +42.9 %  -28.6 %       -  disturbed by 2.4 %
> late                        4200 us   4000 us  -4.8 %   1.0 %  0.00 %   4.8 %   4.8 %       6/6  +42.9 %  -28.6 %       -

The options of a trace that are for a source are not for the program.
$ nullstream validate --gpu h200 traces/experiments/copy-order-1m.json --format json | grep -o '"operations": [0-9]*,'; nullstream convert --gpu h200 -D BYTES=1048576 traces/experiments/copy-order.cu $TMP/o.nsp; nullstream validate --gpu h200 $TMP/o.nsp --against traces/experiments/copy-order-1m.json | grep matched
> "operations": 12,
> "operations": 12,
> 12 operations matched by position in the program.

Tolerances: on the wall time of each, or of the median, 90 % and the worst; all in one table.
$ nullstream validate -q $TMP/set --tolerance 4 --placement-tolerance 5 --relations 100 --over-null 100 --elapsed-tolerance 1 >$TMP/out
2> nothing to judge: elapsed times, worst answer, at most 1.0 % was asked for
$ nullstream validate $TMP/set --summary --tolerance 4,3,2 --placement-tolerance 4 --relations 100 >$TMP/out
2> exceeded: wall error beyond the noise, 90 % of the scenarios: 3.8 %, at most 3.0 % was asked for
2> exceeded: wall error beyond the noise, worst: 3.8 %, at most 2.0 % was asked for
2> exceeded: placement of 95 % of all operations: 4.8 %, at most 4.0 % was asked for
! 1
$ nullstream compare tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms tests/worked/measured.json --tolerance 3.7 >$TMP/out
2> exceeded: wall error beyond the noise, worst: 3.8 %, at most 3.7 % was asked for
! 1
$ nullstream compare tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms tests/worked/measured.json --tolerance 3.8 >$TMP/out
$ nullstream validate $TMP/set --tolerance 0.1,0.2 >$TMP/out
2> nullstream: error: --tolerance takes a percentage from 0 to 1000, not '0.1,0.2'
2>   hint: or three: for the median, 90 % and the worst scenario
! 2
$ nullstream validate $TMP/set --tolerance much
2> nullstream: error: --tolerance takes a percentage from 0 to 1000, not 'much'
2>   hint: or three: for the median, 90 % and the worst scenario
! 2
$ nullstream validate $TMP/set --relations 1,2,3
2> nullstream: error: --relations takes a percentage from 0 to 100, not '1,2,3'
! 2
Recordings whose scenarios are written by a generator say so.
$ nullstream validate traces/h200/random-32
2> traces/h200/random-32/zp001.json: error: its scenario is not here: zp001.cu
2>   hint: the random ones are written by a generator: `make scenarios`, then `nullstream validate --scenarios build/scenarios traces/h200/random-32`
! 2
Which relations are right is held against a tolerance, too: here the second copy in went first, 0-1 and
1-2. Streams alone have two wrong, the kernels and the copies out; both are right.
$ sed '/"id": 0,/,/"id": 1,/ s/"start_us": 0.000, "end_us": 1000.000/"start_us": 1000.000, "end_us": 2000.000/; /"id": 3,/,/"id": 4,/ s/"start_us": 1000.000, "end_us": 2000.000/"start_us": 0.000, "end_us": 1000.000/' tests/worked/measured.json >$TMP/swapped.json; nullstream validate --width 200 $TMP/swapped.json --relations 97 --over-null 100 | sed -n 's/^predicted .*  \(.*\)/\1/p; /^wrong/p; /another order/p'
> 6 of 7
> Copies run in another order, from h2d 976 KiB (pipeline.cu:27) on.
> wrong: h2d 976 KiB (pipeline.cu:27) in streams[1] runs before h2d 976 KiB (pipeline.cu:27) in streams[0], not after it
2> exceeded: contested relations right: 85.7 %, at least 97.0 % was asked for

A null model is as good within the tolerance of the wall time. Without the fault streams alone have every
relation right and are 1 of 4 ms too short: with 25 % that says nothing, with 24 % it does.
$ for t in 24 25; do for format in table json; do nullstream validate $TMP/set/exact.json --tolerance $t --format $format | grep -oE 'A null model.*|"says_nothing": true|"say_nothing": .*'; done; done
> "say_nothing": 0, "null_tolerance_ppm": 240000,
> A null model predicts this wall time as well: alone, the scenario says little.
> "says_nothing": true
> "say_nothing": 1, "null_tolerance_ppm": 250000,

More than all cannot be asked for.
$ nullstream validate tests/worked/measured.json --over-null 101 >$TMP/out
2> nullstream: error: --over-null takes a percentage from 0 to 100, not '101'
! 2
$ nullstream validate tests/worked/measured.json --relations 101 >$TMP/out
2> nullstream: error: --relations takes a percentage from 0 to 100, not '101'
! 2
What is asked for holds where there is nothing to judge, but that is said: a single kernel has no relation that
could be wrong.
$ printf '#pragma nullstream kernel(k) block_time(1ms)\n__global__ void k() {}\nint main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n' >$TMP/one.cu; nullstream predict --gpu tests/worked/textbook.ini $TMP/one.cu --format json | sed 's/"source": "predicted"/"source": "measured"/' >$TMP/one.json; nullstream validate -q $TMP/one.json --relations 99 --over-null 99 --placement-tolerance 1 >$TMP/out
2> nothing to judge: contested relations right, at least 99.0 % was asked for
2> nothing to judge: right of what the better null model has wrong, by feature, at least 99.0 % was asked for
All classes of feature count, not only all relations together. The pinned copies above gain 2 of 2. Here, with
a pageable copy behind them, two kernels run side by side, twice; "measured" the first of each two is 1.2 ms
late, behind the other one, which neither null model says, nor the prediction: 0 of 2, and 2 of 4 of all.
$ printf '#pragma nullstream kernel(k) block_time(1ms)\n__global__ void k() {}\nint main()\n{\n    cudaStream_t a, b;\n    char *device, *host = (char *)malloc(1000);\n    cudaStreamCreate(&a);\n    cudaStreamCreate(&b);\n    cudaMalloc(&device, 1000);\n    for (int i = 0; i < 2; i++) {\n        k<<<1, 32, 0, a>>>();\n        k<<<1, 32, 0, b>>>();\n        cudaDeviceSynchronize();\n    }\n    cudaMemcpy(device, host, 1000, cudaMemcpyHostToDevice);\n}\n' >$TMP/g.cu; nullstream predict --gpu tests/worked/textbook.ini $TMP/g.cu --format json | sed 's/"source": "predicted"/"source": "measured"/; /"id": [02], "name": "k"/{n;n;s/"start_us": 0.000, "end_us": 1000.000/"start_us": 1200.000, "end_us": 2200.000/;s/"start_us": 1000.000, "end_us": 2000.000/"start_us": 2200.000, "end_us": 3200.000/}' >$TMP/g.json
$ nullstream validate $TMP/g.json tests/worked/measured.json --over-null 40 >$TMP/out; status=$?; grep -E 'null wrong|better null|^(pinned|pageable) copies .*/' $TMP/out; exit $status
> Of 8 contested relations, 6 are right (75.0 %); of 4 that the better null model has wrong, 2.
> by folder                  relations  null wrong  these right
> by feature                 relations  null wrong  these right
> pinned copies                    6/6           2      100.0 %
> pageable copies                  0/2           2       0.00 %
2> exceeded: right of what the better null model has wrong, by feature: 0.00 %, at least 40.0 % was asked for
! 1
With eight connections instead of the one that it was measured with nothing waits that should have.
$ nullstream validate --gpu h200 --connections 8 traces/h200/one-connection.json --relations 50 >$TMP/out
2> exceeded: contested relations right: 37.5 %, at least 50.0 % was asked for
! 1

What an event answered. Textbook events take no time: a kernel of 100 us, 125 us "measured", 20 % less.
$ printf '#pragma nullstream kernel(k) block_time(100us)\n__global__ void k() {}\nint main()\n{\n    cudaEvent_t a, b;\n    float ms;\n    cudaEventCreate(&a);\n    cudaEventCreate(&b);\n    cudaEventRecord(a);\n    k<<<1, 32>>>();\n    cudaEventRecord(b);\n    cudaEventSynchronize(b);\n    cudaEventElapsedTime(&ms, a, b);\n}\n' >$TMP/e.cu; nullstream predict --gpu tests/worked/textbook.ini $TMP/e.cu --format json | sed 's/"source": "predicted"/"source": "measured"/; s/"elapsed_us": [0-9.]*/"elapsed_us": 125.000/' >$TMP/e.json; nullstream validate $TMP/e.json --elapsed-tolerance 10 | sed -n '/elapsed/p'
> elapsed (e.cu:13)                     100 us        125 us       -20.0 %
2> exceeded: elapsed times, worst answer: 20.0 %, at most 10.0 % was asked for

Modes: the second, of 3.9 ms, is nearest to the 4.0 predicted. It has the copies out at 2-3 and 2.9-3.9:
0.1 of 3.9 ms are 2.6 %. Its span is 3.9 ms, too, and not the 4.2 of the first mode's operations: 4.0 is
2.6 % too long.
$ sed 's/^ "devices"/ "modes": [{"runs": 20, "wall_us": 4200}, {"runs": 10, "wall_us": 3900, "starts_us": [0, 1000, 2000, 1000, 2000, 2900], "ends_us": [1000, 2000, 3000, 2000, 3000, 3900]}],\n&/' tests/worked/measured.json >$TMP/modes.json; nullstream validate $TMP/modes.json | sed -n '5p;/^span/p;/^predicted/p;/modes/p'
> modes: predicted for Textbook device, profile textbook
> wall time                            4000 us       3900 us        +2.6 %
> span with the instrument             4000 us       3900 us        +2.6 %
> predicted                             +2.6 %        0.00 %         2.6 %         2.6 %        7 of 7
> The runs have 2 modes: 4200 us (66.7 %), 3900 us (33.3 %, the nearest).

Where the scenario is not at hand, what the trace holds is predicted; without that, it is an error.
$ sed 's|tests/worked/pipeline.cu|gone.cu|' tests/worked/measured.json >$TMP/t.json; nullstream validate $TMP/t.json
2> TMP/t.json: error: its scenario is not here: gone.cu
2>   hint: --scenarios FOLDER, or SCENARIO --against TRACE, says where it is
! 2
The folder of the trace may say where its scenarios come from.
$ mkdir $TMP/made; cp $TMP/t.json $TMP/made/; echo 'sh make-them.sh writes these' >$TMP/made/SCENARIOS; nullstream validate $TMP/made
2> TMP/made/t.json: error: its scenario is not here: gone.cu
2>   hint: sh make-them.sh writes these
! 2
Of a folder those are left out, and counted; what is left is one here, with its own report.
$ cp tests/worked/measured.json $TMP/made/here.json; cp $TMP/t.json $TMP/made/u.json; nullstream validate -q $TMP/made | sed -n '1,2p;/matched/p'
> here: predicted for Textbook device, profile textbook
> measured on Invented device, 30 repetitions in 3 processes, 2026-01-01
> 6 operations matched by position in the program.
2> TMP/made: warning: 2 of 3 timelines are left out: their scenarios are not here
2>   hint: sh make-them.sh writes these
$ cp tests/worked/measured.json $TMP/made/last.json; nullstream validate $TMP/made --summary | sed -n 1p
> 2 scenarios, 12 operations
2> TMP/made: warning: 2 of 4 timelines are left out: their scenarios are not here
2>   hint: sh make-them.sh writes these
$ nullstream predict tests/worked/pipeline.cu --gpu tests/worked/textbook.ini --cost process=1ms --format program -o $TMP/p.nsp; { sed '$ s/}$/,/' $TMP/t.json; printf '"program": "%s"}\n' "$(sed 's/"/\\"/g; s/$/\\n/' $TMP/p.nsp | tr -d '\n')"; } >$TMP/u.json; nullstream validate $TMP/u.json | sed -n '1,2p;5p;/matched/p'
> u: predicted for Textbook device, profile textbook, the program in the trace
> measured on Invented device, 30 repetitions in 3 processes, 2026-01-01
> wall time                            4000 us       4200 us        -4.8 %
> 6 operations matched by position in the program.
Another folder may hold it.
$ sed 's|tests/worked/pipeline.cu|elsewhere/pipeline.cu|' tests/worked/measured.json >$TMP/v.json; nullstream validate $TMP/v.json --scenarios $TMP/set --scenarios tests/worked | sed -n '1,2p;/matched/p'
> v: predicted for Textbook device, profile textbook
> measured on Invented device, 30 repetitions in 3 processes, 2026-01-01
> 6 operations matched by position in the program.
A scenario that has changed since, without and with the program in the trace.
$ sed 's/BATCHES = 2/BATCHES = 3/' tests/worked/pipeline.cu >$TMP/gone.cu; nullstream validate --width 200 $TMP/t.json | sed -n '1,3p;/much/p'; nullstream validate --width 200 $TMP/u.json | sed -n '1,2p;5p'
> t: predicted for Textbook device, profile textbook
> not the program that was recorded: the scenario or the profile is another, or its threads take turns in another order
> measured on Invented device, 30 repetitions in 3 processes, 2026-01-01
> Too much is unmatched to give figures.
> u: predicted for Textbook device, profile textbook, the program in the trace: the scenario has changed
> measured on Invented device, 30 repetitions in 3 processes, 2026-01-01
> wall time                            4000 us       4200 us        -4.8 %
Whatever is asked for, operations without a partner are told by the exit status.
$ nullstream validate $TMP/t.json >$TMP/out
! 1
$ nullstream compare $TMP/gone.cu --gpu tests/worked/textbook.ini --cost process=1ms tests/worked/measured.json >$TMP/out
! 1

Without --against the program is measured here; this one cannot be, whether there is a GPU or not.
$ printf '#pragma nullstream kernel(bad) time(80us) fails(cudaErrorIllegalAddress)\n__global__ void bad() {}\nint main() { bad<<<1, 32>>>(); cudaDeviceSynchronize(); }\n' >$TMP/fails.cu; nullstream validate --gpu h200 $TMP/fails.cu
2> TMP/fails.cu:3: error: cannot measure a kernel that fails (cudaErrorIllegalAddress): the fault would end the process that measures
! 3

What is wrong.
$ nullstream validate
2> nullstream: error: usage: nullstream validate [OPTION...] FILE...
2>   hint: nullstream validate --help
! 2
$ nullstream validate --gpu h200 lessons/legacy-fence/fence.cu --against $TMP/set
2> lessons/legacy-fence/fence.cu: error: no timeline of it among the 3 of --against
! 2
A trace of another program that has the same name is not taken, wherever it is looked at from; the same program
in another folder is.
$ mkdir $TMP/names; cp traces/h200/validation/fence-copy-device.json traces/h200/validation/fence-copy-in.json $TMP/names; nullstream validate lessons/legacy-fence/fence.cu --against $TMP/names
2> lessons/legacy-fence/fence.cu: error: no timeline of it among the 2 of --against
2>   hint: TMP/names/fence-copy-device.json, of tests/validation/fence.cu, has that name but not that program; --against that file takes it anyway
! 2
$ cd lessons/legacy-fence && nullstream validate fence.cu --against $TMP/names
2> fence.cu: error: no timeline of it among the 2 of --against
2>   hint: TMP/names/fence-copy-device.json, of tests/validation/fence.cu, has that name but not that program; --against that file takes it anyway
! 2
$ mkdir $TMP/moved; cp tests/validation/fence.cu $TMP/moved; nullstream validate $TMP/moved/fence.cu --against $TMP/names --summary | sed -n 1p; cd tests/validation && nullstream validate fence.cu --against $TMP/names --summary | sed -n 1p
> 2 scenarios, 18 operations
> 2 scenarios, 18 operations
What goes wrong by the options of a trace names it.
$ nullstream validate lessons/legacy-fence/fence.cu --against $TMP/names/fence-copy-device.json
2> TMP/names/fence-copy-device.json: error: with its "options" (--gpu h200 --define X=7): -D X: no macro and no constant in lessons/legacy-fence/fence.cu is called so
! 2
An option that would do nothing is an error.
$ nullstream validate tests/worked/measured.json --against $TMP/set/late.json
2> tests/worked/measured.json: error: --against is for scenarios: a timeline is its own measurement
2>   hint: leave it out, or give the scenario; `nullstream compare` takes any two timelines
! 2
$ nullstream validate $TMP/set --against $TMP/set/late.json
2> TMP/set: error: --against is for scenarios: a timeline is its own measurement
2>   hint: leave it out, or give the scenario; `nullstream compare` takes any two timelines
! 2
$ nullstream validate tests/worked/pipeline.cu --against $TMP/set/late.json --scenarios tests/worked
2> nullstream: error: --scenarios is for timelines: tests/worked/pipeline.cu is none
2>   hint: leave it out: it says where the scenario of a timeline is
! 2
$ nullstream validate nowhere.json --scenarios tests/worked
2> nowhere.json: error: cannot open: No such file or directory
! 2
$ nullstream validate tests/worked/measured.json --scenarios $TMP/nonexistent
2> nullstream: error: --scenarios TMP/nonexistent: there is no such folder
2>   hint: it takes the folder that the scenarios of timelines are in
! 2
$ nullstream validate tests/worked/measured.json --processes 0
2> nullstream: error: --processes is for measuring, and nothing is measured here
2>   hint: leave it out: a timeline, or --against, is the measurement
! 2
$ nullstream validate tests/worked/pipeline.cu --against $TMP/set/late.json --clock stamps
2> nullstream: error: --clock is for measuring, and nothing is measured here
2>   hint: leave it out: a timeline, or --against, is the measurement
! 2
$ nullstream validate --gpu h200 lessons/legacy-fence/fence.cu --against nowhere.json
2> nowhere.json: error: cannot open: No such file or directory
! 2
$ mkdir $TMP/empty; nullstream validate $TMP/empty
2> nullstream: error: TMP/empty: there is no timeline in this folder
! 2
$ nullstream validate --gpu h200 lessons/legacy-fence/fence.cu --against README.md
2> README.md: error: this is a scenario, not a measured timeline
! 2

A machine whose memcpy is slower: the measurement ran what memcpy took by the profile of its own day, and
says so; without that, the program would be another.
$ printf '[profile]\nname = slow\nbase = h200\n[host]\nread_per_mib = 1MiB:150us ; assumed: slower\nwrite_per_mib = 1MiB:150us ; assumed: slower\n' >$TMP/slow.ini; nullstream validate -q --gpu $TMP/slow.ini tests/outside/a03.cu --against traces/outside/a03.json | grep -m1 wall; sed 's/, "--set", "host[^"]*"//g' traces/outside/a03.json >$TMP/a03.json; nullstream validate -q --gpu $TMP/slow.ini tests/outside/a03.cu --against $TMP/a03.json | grep -m1 wall
> wall time                            3174 us       3171 us       +0.09 %
> wall time                            6663 us       3171 us      +110.1 %

$ nullstream predict --gpu h200 lessons/legacy-fence/fence.cu -o $TMP/p.json; nullstream validate $TMP/p.json
2> TMP/p.json: error: a prediction is nothing to hold predictions against
2>   hint: `nullstream compare` takes any two timelines
! 2
$ sed 's/"--cost"/"--cots"/' tests/worked/measured.json >$TMP/o.json; nullstream validate $TMP/o.json
2> TMP/o.json: error: in its "options": unknown option '--cots'
! 2
$ sed 's/"operations": \[/&{/' tests/worked/measured.json >$TMP/b.json; nullstream validate $TMP/b.json
2> TMP/b.json:13:3: error: not valid JSON: parse error: invalid object key (must be a string)
! 2

Measurements of an H200 as they stand in traces/: of the contested relations all but those of copies both ways that end within 3 % of each other.
$ nullstream validate --gpu h200 traces/h200/legacy-fence.json traces/h200/pipeline-depth.json traces/h200/pipeline-breadth.json traces/h200/one-connection.json --tolerance 1 --placement-tolerance 1.3 --relations 93 --summary | grep 'contested'
> Of 82 contested relations, 77 are right (93.9 %); of 43 that the better null model has wrong, 38.
