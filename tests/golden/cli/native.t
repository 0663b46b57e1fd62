Native programs (traces/h200/native): compiled by nvcc as they are and recorded on an H200. The
executor's timeline of each has the same operations and its wall time within 2 % beyond the noise of its
runs (the table there has the rest), except this.
$ cut -d' ' -f1 traces/h200/native/processes.txt | while read -r n; do nullstream compare --tolerance 2 traces/h200/native/$n.executor.json traces/h200/native/$n.json >$TMP/out 2>&1 || echo "$n is off"; sed -n '/unmatched/p' $TMP/out; done
> host-bound is off
The predictions are within 3 %, except these.
$ cut -d' ' -f1 traces/h200/native/processes.txt | while read -r n; do f=traces/h200/native/$n.json; s=$(sed -n 's/^ *"scenario": "\(.*\)",$/\1/p' $f); o=$(sed -n 's/^ *"options": \[\(.*\)\],$/\1/p' $f | tr -d '",'); nullstream compare --tolerance 3 $o $s $f >$TMP/out 2>&1 || echo "$n is off"; sed -n '/unmatched/p' $TMP/out; done
> host-bound is off
> blocking-copies is off
Operations are matched by name: a native timeline has no source lines.
$ nullstream compare --gpu h200 tests/validation/pipeline-depth.cu traces/h200/native/pipeline-depth.json | sed -n 's/^predicted .*  \(.*\)$/relations right: \1/p; /matched by/p; /copies run/p'
> relations right: 39 of 44
> 24 operations matched by kind, name and occurrence in the stream.
> The 16 copies run in the same order.
$ nullstream compare --gpu h200 --connections 1 tests/validation/one-connection.cu traces/h200/native/one-connection.json | sed -n 's/^predicted .*  \(.*\)$/relations right: \1/p'
> relations right: 9 of 9
