Predictions held against measurements (docs: design section 8). A measured timeline names its
scenario and options, so that it is its own measurement; these are of an H200.
$ nullstream validate --gpu h200 traces/h200/legacy-fence.json
> legacy-fence: predicted for NVIDIA H200, profile h200
> measured on NVIDIA H200, 15 repetitions, 2026-11-20
> 
>                                    predicted      measured         error
> wall time                             912 us        913 us       -0.06 %
> span                                  904 us        904 us       -0.07 %
> 
> error of wall and placement             wall        median          95 %         worst     relations
> predicted                            -0.06 %        0.07 %        0.07 %        0.07 %          none
> null: one after the other            -0.47 %        0.28 %        0.49 %        0.49 %          none
> null: streams back to back           -65.5 %        33.1 %        66.1 %        66.1 %          none
> noise of the measurement              0.24 %        0.08 %        0.08 %        0.08 %
> 
> largest error of placement: k1 (fence.cu:13)
> 3 operations matched by position in the program.
> A null model predicts this wall time as well: alone, the scenario says little.
> 
> worst placed                        start us      start us        end us        end us         error
>                                    predicted      measured     predicted      measured
> k1 (fence.cu:13)                       0.000         0.000       300.000       300.625        0.07 %
> k3 (fence.cu:15)                     603.800       603.789       903.800       904.394        0.07 %
> k2 (fence.cu:14)                     301.900       301.852       601.900       602.488        0.07 %
$ nullstream validate --gpu h200 tests/validation/one-connection.cu lessons/legacy-fence/fence.cu --against traces/h200
>                                wall                                        placement  relations  null wall errors
> scenario                   measured predicted   error   noise  median    95 %   worst     right   serial  streams elapsed
> one-connection              1824 us   1821 us -0.18 %  0.08 %  0.13 %  0.23 %  0.23 %       9/9  +32.0 %  -65.0 %       -
> legacy-fence                 913 us    912 us -0.06 %  0.24 %  0.07 %  0.07 %  0.07 %      none  -0.47 %  -65.5 %       -  says nothing
> 
> 2 scenarios, 15 operations
> 
> over the scenarios                         median     90 %    worst
> wall error beyond the noise                0.00 %   0.11 %   0.11 %  one-connection
> wall error                                 0.06 %   0.18 %   0.18 %  one-connection
> noise of the wall time                     0.08 %   0.24 %   0.24 %  legacy-fence
> wall error, null: one after the other      0.47 %   32.0 %   32.0 %  one-connection
> wall error, null: streams back to back     65.0 %   65.5 %   65.5 %  legacy-fence
> placement, 95 % of the operations          0.07 %   0.23 %   0.23 %  one-connection
> 
> Of all operations, 95 % are placed within 0.23 % of the span.
> Of 9 contested relations, 9 are right (100.0 %); of 0 that the better null model has wrong, 0.
> 1 says nothing: a null model is within 2.0 % and has every relation right.
> 
> by feature                scenarios   wall error beyond noise   relations  null wrong    of these right
> legacy stream                     1  0.00 %   0.00 %   0.00 %        none           0        0        -
> connections                       1  0.11 %   0.11 %   0.11 %         9/9           0        0        -
$ nullstream validate --gpu h200 tests/validation/one-connection.cu --against traces/h200/one-connection.json --format json
> {"format": "nullstream-validation", "version": 1,
>  "scenarios": [
>   {"name": "one-connection", "operations": 12, "measured_us": 1824.128, "predicted_us": 1820.840, "wall_error_ppm": -1803, "beyond_noise_ppm": 1051, "noise_wall_ppm": 752,
>    "placement_median_ppm": 1276, "placement_p95_ppm": 2272, "placement_worst_ppm": 2272, "noise_placement_p95_ppm": 1162, "relations": 9, "relations_right": 9,
>    "null_serial": {"wall_us": 2408.600, "wall_error_ppm": 320412, "placement_median_ppm": 107709, "placement_p95_ppm": 323652, "placement_worst_ppm": 323652, "relations_right": 9, "wrong_but_predicted": 0},
>    "null_streams": {"wall_us": 639.200, "wall_error_ppm": -649586, "placement_median_ppm": 219249, "placement_p95_ppm": 652823, "placement_worst_ppm": 652823, "relations_right": 6, "wrong_but_predicted": 3},
>    "disturbance_ppm": 469, "features": ["connections"]}],
>  "operations": [
>   {"id": 11, "measured_id": 11, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 1612.240, "measured_start_us": 1615.698, "predicted_end_us": 1812.240, "measured_end_us": 1816.367, "error_ppm": 2272},
>   {"id": 10, "measured_id": 10, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 1410.710, "measured_start_us": 1413.886, "predicted_end_us": 1610.710, "measured_end_us": 1614.556, "error_ppm": 2117},
>   {"id": 9, "measured_id": 9, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 1209.180, "measured_start_us": 1212.129, "predicted_end_us": 1409.180, "measured_end_us": 1412.852, "error_ppm": 2022},
>   {"id": 8, "measured_id": 8, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 1209.180, "measured_start_us": 1211.863, "predicted_end_us": 1409.180, "measured_end_us": 1412.468, "error_ppm": 1810},
>   {"id": 7, "measured_id": 7, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 1007.650, "measured_start_us": 1010.169, "predicted_end_us": 1207.650, "measured_end_us": 1210.784, "error_ppm": 1725},
>   {"id": 6, "measured_id": 6, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 806.120, "measured_start_us": 808.390, "predicted_end_us": 1006.120, "measured_end_us": 1009.028, "error_ppm": 1601},
>   {"id": 5, "measured_id": 5, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 806.120, "measured_start_us": 807.735, "predicted_end_us": 1006.120, "measured_end_us": 1008.437, "error_ppm": 1276},
>   {"id": 4, "measured_id": 4, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 604.590, "measured_start_us": 606.119, "predicted_end_us": 804.590, "measured_end_us": 806.660, "error_ppm": 1140},
>   {"id": 3, "measured_id": 3, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 403.060, "measured_start_us": 404.361, "predicted_end_us": 603.060, "measured_end_us": 604.999, "error_ppm": 1068},
>   {"id": 2, "measured_id": 2, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 403.060, "measured_start_us": 403.387, "predicted_end_us": 603.060, "measured_end_us": 604.162, "error_ppm": 607},
>   {"id": 1, "measured_id": 1, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 201.530, "measured_start_us": 201.703, "predicted_end_us": 401.530, "measured_end_us": 402.373, "error_ppm": 464},
>   {"id": 0, "measured_id": 0, "name": "step", "place": "one-connection.cu:22", "predicted_start_us": 0.000, "measured_start_us": 0.000, "predicted_end_us": 200.000, "measured_end_us": 200.616, "error_ppm": 339}],
>  "wrong_relations": [],
>  "elapsed": [],
>  "summary": {"scenarios": 1, "scored": 1, "operations": 12, "disturbed": 0, "several_modes": 0, "say_nothing": 0, "null_tolerance_ppm": 20000,
>   "beyond_noise_ppm": {"median": 1051, "p90": 1051, "worst": 1051, "worst_is": "one-connection"},
>   "wall_error_ppm": {"median": 1803, "p90": 1803, "worst": 1803, "worst_is": "one-connection"},
>   "noise_wall_ppm": {"median": 752, "p90": 752, "worst": 752, "worst_is": "one-connection"},
>   "null_serial_wall_error_ppm": {"median": 320412, "p90": 320412, "worst": 320412, "worst_is": "one-connection"},
>   "null_streams_wall_error_ppm": {"median": 649586, "p90": 649586, "worst": 649586, "worst_is": "one-connection"},
>   "scenario_placement_p95_ppm": {"median": 2272, "p90": 2272, "worst": 2272, "worst_is": "one-connection"},
>   "placement_p95_ppm": 2272, "relations": 9, "relations_right": 9, "relations_right_ppm": 1000000, "null_wrong": 0, "null_wrong_but_predicted": 0,
>   "features": {
>    "connections": {"scenarios": 1, "relations": 9, "relations_right": 9, "null_wrong": 0, "null_wrong_but_predicted": 0, "beyond_noise_median_ppm": 1051, "beyond_noise_p90_ppm": 1051, "beyond_noise_worst_ppm": 1051, "worst_is": "one-connection"}}}}
