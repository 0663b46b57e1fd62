#!/bin/sh
# Every call of the call list that is no graph's is known to the device: by its name in gpu/cuda_query.c
# or, where the executor has a function of the device's for it, in gpu/call.c or gpu/run.c. Copies,
# launches and host functions are told by what they name.
set -u
calls=$(printf '%s\n' '#include "sim/model/calls.h"' \
    '#define CALL(name, parameters, object, state, ...) @name object state' \
    CALL_LIST_STREAMS CALL_LIST_EVENTS CALL_LIST_COPIES CALL_LIST_MEMORY CALL_LIST_KERNELS \
    CALL_LIST_DEVICE | sed 's/^CALL_LIST.*/&(CALL)/' | "${CC:-cc}" -E -P -I. -x c - 2>/dev/null |
    grep -o '@ *[a-zA-Z0-9]* [A-Z]* [A-Z]*' | tr -d '@' |
    awk '$3 != "GRAPH" && $2 !~ /^(COPY|LAUNCH|HOSTFN)$/ { print $1 }')
count=0 bad=0
for call in $calls; do
    count=$((count + 1))
    grep -qw "CALL_$call" gpu/call.c gpu/run.c gpu/plan.c gpu/cuda_query.c ||
        { echo "$call: the executor does not perform it"; bad=1; }
done
[ $count -gt 50 ] || { echo "only $count calls found"; bad=1; }
echo "$count calls are performed"
exit $bad
