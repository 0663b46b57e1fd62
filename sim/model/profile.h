/* A device profile: the numbers and rules of one GPU and its host, each with its source.
 *
 * Profiles are text files (sim/profiles/NAME.ini): `key = value unit  ; state: source`. A profile
 * may name a base; a number not given is inherited and says so. PROFILE_KEYS is the only list of
 * keys: parser, `--set`, `nullstream gpus` and the manual come from it. Keys of section [host] that
 * name a call are that call's cost on the host.
 *
 * Values are integers: times ns, rates bytes or operations per second, sizes bytes, factors per
 * mille, choices the row of their list of words.
 */
#ifndef SIM_MODEL_PROFILE_H
#define SIM_MODEL_PROFILE_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"
#include "sim/model/calls.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum profile_unit {
    UNIT_COUNT,
    UNIT_TIME,     /* ns; written 1.2us */
    UNIT_PS,       /* picoseconds, for rates per block; written 540ps */
    UNIT_BYTES,    /* written 228KiB, 16MiB, 512 */
    UNIT_RATE,     /* bytes per second; written 55.4GB/s */
    UNIT_FLOPS,    /* operations per second; written 67TFLOP/s */
    UNIT_PERMILLE, /* written as a factor, 0.93 */
    UNIT_CLOCK,    /* kHz; written 1980MHz */
    UNIT_CHOICE,   /* a word of the key's list */
    UNIT_CURVE, /* size:time pairs, `4:1.1us 64KiB:5.2us ...`, sizes ascending; linear between, the
                   last slope beyond, unless it falls */
    UNIT_LIST,  /* bytes, ascending: `0 8KiB 16KiB` */
};

/* KEY(section, name, unit, minimum, maximum, meaning); for choices `meaning` starts with the words,
 * "a|b|c: what it chooses". */
#define PROFILE_KEYS(KEY)                                                                          \
    KEY(device, compute_capability, COUNT, 10, 200, "major * 10 + minor")                          \
    KEY(device, sm_count, COUNT, 1, 384, "streaming multiprocessors")                              \
    KEY(device, memory, BYTES, 1, INT64_MAX, "device memory")                                      \
    KEY(device, memory_rate, RATE, 1, INT64_MAX, "what kernels reach together from device memory") \
    KEY(device, memory_sm_rate, RATE, 1, INT64_MAX, "what the blocks of one SM approach alone")    \
    KEY(device, memory_thread_rate, RATE, 1, INT64_MAX, "what one thread reaches alone")           \
    KEY(device, memory_start, TIME, 0, 1000000, "until a kernel's first bytes flow")               \
    KEY(device, write_back_cost, PERMILLE, 0, 100000,                                              \
        "a byte that level 2 writes for what is read, in bytes of the memory's rate")              \
    KEY(device, flops, FLOPS, 1, INT64_MAX, "FP32 operations per second of the whole SM array")    \
    KEY(device, sm_threads_full, COUNT, 1, 4096,                                                   \
        "threads with which an SM reaches its throughput")                                         \
    KEY(device, clock, CLOCK, 1, INT32_MAX, "SM clock, as properties report it")                   \
    KEY(device, l2, BYTES, 0, INT64_MAX, "level 2 cache")                                          \
    KEY(device, async_engine_count, COUNT, 0, 64, "as properties report it")                       \
    KEY(device, timer_step, TIME, 1, 1000000, "steps in which events tell time")                   \
    KEY(device, priority_greatest, COUNT, -64, 0, "most urgent stream priority; 0 is the least")   \
    KEY(device, year, COUNT, 2000, 2100, "of introduction")                                        \
    KEY(sm, threads, COUNT, 32, 4096, "resident threads")                                          \
    KEY(sm, blocks, COUNT, 1, 128, "resident blocks")                                              \
    KEY(sm, block_threads, COUNT, 32, 4096, "threads of one block at most")                        \
    KEY(sm, registers, COUNT, 1, 1048576, "registers of 32 bits")                                  \
    KEY(sm, registers_thread, COUNT, 1, 1024, "registers of one thread at most")                   \
    KEY(sm, register_unit, COUNT, 1, 65536, "registers are allotted in such pieces")               \
    KEY(sm, register_scope, CHOICE, 0, 1, "warp|block: what a piece is allotted to")               \
    KEY(sm, partitions, COUNT, 1, 8, "parts that registers and warps are divided into")            \
    KEY(sm, shared, BYTES, 0, 1048576, "shared memory, at the largest carveout")                   \
    KEY(sm, shared_block, BYTES, 0, 1048576, "of one block at most, with the opt-in")              \
    KEY(sm, shared_default, BYTES, 0, 1048576, "of one block at most, without it")                 \
    KEY(sm, shared_unit, BYTES, 1, 65536, "shared memory is allotted in such pieces")              \
    KEY(sm, shared_reserved, BYTES, 0, 65536, "taken by the system from each block")               \
    KEY(sm, carveouts, LIST, 0, 1048576, "sizes that the shared memory can be set to")             \
    KEY(sm, data_cache, BYTES, 0, 1048576,                                                         \
        "level 1 cache and shared memory together; 0: what is on its way from memory has room")    \
    KEY(sm, resident_grids, COUNT, 1, 4096, "grids that can be resident on the device")            \
    KEY(sm, block_start, TIME, 0, 1000000, "from a block's place becoming free to the next start") \
    KEY(sm, brief_start, TIME, 0, 1000000,                                                         \
        "from a place becoming free to the next block's work, if its threads read a batch at "     \
        "most and compute little")                                                                 \
    KEY(sm, brief_thread, PS, 0, 1000000000, "more of that for each of its threads")               \
    KEY(sm, work_start, TIME, 0, 1000000, "of a block given by work, before and after its work")   \
    KEY(sm, dispatch, PS, 0, 1000000000, "of the work distributor for each block")                 \
    KEY(sm, kernel_minimum, TIME, 0, 1000000, "duration of an empty kernel")                       \
    KEY(sm, priority_levels, COUNT, 1, 64, "levels that the hardware tells apart")                 \
    KEY(sm, share_older, PERMILLE, 0, 1000,                                                        \
        "of an SM's throughput that the older of two saturating kernels gets")                     \
    KEY(connections, compute, COUNT, 1, 128, "compute connections by default")                     \
    KEY(connections, compute_most, COUNT, 1, 128, "that CUDA_DEVICE_MAX_CONNECTIONS can ask for")  \
    KEY(connections, copy, COUNT, 1, 128, "copy connections by default")                           \
    KEY(connections, pbdmas, COUNT, 1, 32, "PBDMAs: units that fetch the connections' commands")   \
    KEY(connections, fetched, COUNT, 0, 1048576,                                                   \
        "commands of a connection that have been fetched ahead of their turn")                     \
    KEY(connections, launch_queue, COUNT, 1, 1048576, "pending launches at which the host blocks") \
    KEY(copy, engines, COUNT, 1, 16, "copy engines that work at the same time")                    \
    KEY(copy, h2d_latency, TIME, 0, 1000000000, "of a pinned host to device copy")                 \
    KEY(copy, h2d_large, TIME, 0, 1000000000, "added to that from 1 MiB on")                       \
    KEY(copy, h2d_rate, RATE, 1, INT64_MAX, "alone")                                               \
    KEY(copy, h2d_duplex_rate, RATE, 1, INT64_MAX, "while the other direction is busy")            \
    KEY(copy, d2h_latency, TIME, 0, 1000000000, "of a pinned device to host copy")                 \
    KEY(copy, d2h_large, TIME, 0, 1000000000, "added to that from 1 MiB on")                       \
    KEY(copy, d2h_rate, RATE, 1, INT64_MAX, "alone")                                               \
    KEY(copy, d2h_duplex_rate, RATE, 1, INT64_MAX, "while the other direction is busy")            \
    KEY(copy, h2d_duplex_latency, TIME, 0, 1000000000,                                             \
        "started while the other direction is busy")                                               \
    KEY(copy, d2h_duplex_latency, TIME, 0, 1000000000,                                             \
        "started while the other direction is busy")                                               \
    KEY(copy, rows_4k, CURVE, 0, 1000000000,                                                       \
        "what 1000 rows take at least by their width, where they lie 4 KiB apart on the host; "    \
        "beyond the last width their bytes are the limit")                                         \
    KEY(copy, rows_16k, CURVE, 0, 1000000000, "likewise, 16 KiB apart")                            \
    KEY(copy, rows_32k, CURVE, 0, 1000000000, "likewise, 32 KiB apart")                            \
    KEY(copy, rows_64k, CURVE, 0, 1000000000, "likewise, 64 KiB apart and more")                   \
    KEY(copy, h2d_far, PERMILLE, 1, 1000,                                                          \
        "share of h2d_duplex_rate beside copies out to memory that the host's caches have lost")   \
    KEY(copy, h2d_far_rows, PERMILLE, 1, 1000,                                                     \
        "likewise, where it is rows of less than 16 KiB 32 KiB apart and more")                    \
    KEY(copy, out_cache, BYTES, 0, INT64_MAX,                                                      \
        "of what copies out wrote last the host's caches hold so much; 0: all")                    \
    KEY(copy, h2d_turning, PERMILLE, 0, 10000,                                                     \
        "longer for each PBDMA that turns between connections of which one waits")                 \
    KEY(copy, h2d_turning_command, PERMILLE, 0, 10000,                                             \
        "further, for each command but one that waits in each of them, of connections.fetched")    \
    KEY(copy, d2h_turning, PERMILLE, 0, 10000, "likewise, out")                                    \
    KEY(copy, d2h_turning_loaded, PERMILLE, 0, 10000, "out while kernels read, instead of that")   \
    KEY(copy, h2d_memory_cost, PERMILLE, 0, 100000,                                                \
        "bytes of the memory's rate that a byte copied in takes from kernels")                     \
    KEY(copy, d2h_memory_cost, PERMILLE, 0, 100000, "a byte copied out, likewise")                 \
    KEY(copy, clear_memory_cost, PERMILLE, 0, 100000, "a byte that is cleared, likewise")          \
    KEY(copy, inline_bytes, BYTES, 0, INT64_MAX,                                                   \
        "host to device copies up to this size travel in the command stream of an idle stream")    \
    KEY(copy, inline_always, BYTES, 0, INT64_MAX,                                                  \
        "up to this size from page-locked memory also of one that is not idle")                    \
    KEY(copy, h2d_inline, CURVE, 0, INT64_MAX, "duration of such a copy, by size")                 \
    KEY(copy, h2d_inline_beside, CURVE, 0, INT64_MAX,                                              \
        "the same while an engine copies in; none: no slower")                                     \
    KEY(copy, prefetch_in, CURVE, 0, INT64_MAX,                                                    \
        "managed memory of so many bytes moved to the device; none: as a copy")                    \
    KEY(copy, prefetch_out, CURVE, 0, INT64_MAX, "likewise to the host")                           \
    KEY(copy, prefetch_there, CURVE, 0, INT64_MAX, "that is on the device already")                \
    KEY(copy, out_slice, TIME, 0, INT64_MAX,                                                       \
        "after which the engine that copies out serves others; 0: it does not")                    \
    KEY(copy, clear_rate, RATE, 0, INT64_MAX,                                                      \
        "at which the engine that copies in clears device memory that was freed; 0: it does not")  \
    KEY(copy, clear_ahead, TIME, 0, INT64_MAX,                                                     \
        "from the beginning of that clearing to the return of cudaFree")                           \
    KEY(copy, p2p_rate, RATE, 1, INT64_MAX, "to another device")                                   \
    KEY(copy, d2d, CURVE, 0, INT64_MAX, "device to device on one device")                          \
    KEY(copy, d2d_cached, CURVE, 0, INT64_MAX, "the same of memory in level 2; none: no quicker")  \
    KEY(copy, memset, CURVE, 0, INT64_MAX, "memset of device memory")                              \
    KEY(copy, h2d_pageable_host, CURVE, 0, INT64_MAX, "time of the call, stream idle")             \
    KEY(copy, h2d_pageable_memory, CURVE, 0, INT64_MAX,                                            \
        "the same of memory that nobody has read yet; none: no slower")                            \
    KEY(copy, h2d_pageable_small, CURVE, 0, INT64_MAX,                                             \
        "the same up to staging_small; none: by h2d_pageable_host")                                \
    KEY(copy, h2d_pageable_tail, CURVE, 0, INT64_MAX, "from its return to the copy's end")         \
    KEY(copy, staging_small, BYTES, 0, INT64_MAX,                                                  \
        "pageable host to device copies up to this size travel in the command stream")             \
    KEY(copy, staging_buffer, BYTES, 0, INT64_MAX,                                                 \
        "of each of the two buffers that larger ones pass through; 0: there is room for all")      \
    KEY(copy, d2h_pageable_host, CURVE, 0, INT64_MAX, "time of the call, stream idle")             \
    KEY(copy, d2h_pageable_held, TIME, 0, 1000000000,                                              \
        "more for each MiB that the host's caches hold; twice that of what the host wrote")        \
    KEY(copy, host_cache, BYTES, 0, INT64_C(1) << 40,                                              \
        "half of what a core's cache holds of pageable memory; 0: it does not matter")             \
    KEY(copy, host_memcpy, RATE, 1, INT64_MAX, "from host to host")                                \
    KEY(latency, launch, TIME, 0, 1000000000,                                                      \
        "from the end of the call to the start on an idle device")                                 \
    KEY(latency, launch_in, TIME, 0, 1000000000, "more while a copy comes in")                     \
    KEY(latency, launch_out, TIME, 0, 1000000000, "more while one goes out")                       \
    KEY(latency, copy, TIME, 0, 1000000000, "likewise, of a copy")                                 \
    KEY(latency, kernel_kernel, TIME, 0, 1000000000, "end to start in one stream")                 \
    KEY(latency, behind_reads, CURVE, 0, 1000000,                                                  \
        "more between two kernels of one stream, by the bytes that the first one reads")           \
    KEY(latency, queue_line, CURVE, 0, 1000000,                                                    \
        "further, if the second was called when connections.fetched waited: to fetch its command " \
        "anew")                                                                                    \
    KEY(latency, queue_line_in, PERMILLE, 1000, 100000, "times as much while a copy comes in")     \
    KEY(latency, queue_line_out, PERMILLE, 1000, 100000, "times as much while one goes out")       \
    KEY(latency, queue_turn, TIME, 0, 1000000,                                                     \
        "from one queue hearing of an end to the next one, where several wait for it")             \
    KEY(latency, kernel_copy, TIME, 0, 1000000000, "end to start in one stream")                   \
    KEY(latency, kernel_memset, TIME, 0, 1000000000, "end to start in one stream")                 \
    KEY(latency, copy_kernel, TIME, 0, 1000000000, "end to start in one stream")                   \
    KEY(latency, copy_kernel_beside, TIME, 0, 1000000000,                                          \
        "the same while another connection's next command waits for a kernel")                     \
    KEY(latency, copy_copy, TIME, 0, 1000000000, "end to start in one stream, one engine")         \
    KEY(latency, copy_copy_other, TIME, 0, 1000000000,                                             \
        "end to start in one stream, another engine")                                              \
    KEY(latency, copy_out_beside, TIME, 0, 1000000000,                                             \
        "while a copy comes in: half more to any copy out or what comes by command, half from "    \
        "any")                                                                                     \
    KEY(latency, copy_memset, TIME, 0, 1000000000, "end to start in one stream")                   \
    KEY(latency, memset_kernel, TIME, 0, 1000000000, "end to start in one stream")                 \
    KEY(latency, memset_copy, TIME, 0, 1000000000, "end to start in one stream")                   \
    KEY(latency, memset_memset, TIME, 0, 1000000000, "end to start in one stream")                 \
    KEY(latency, command_next, TIME, 0, 1000000, "between two kernels that leave one connection")  \
    KEY(latency, engine_next, TIME, 0, 1000000000,                                                 \
        "between two copies on one engine, of two streams in two connections")                     \
    KEY(latency, engine_turn, TIME, 0, 1000000000,                                                 \
        "the same where the next copy of the queue that the engine leaves waits for a kernel")     \
    KEY(latency, engine_choice, TIME, 0, 1000000000,                                               \
        "an idle engine takes the first called of the copies that become ready within so long")    \
    KEY(latency, engine_notice, TIME, 0, 1000000000,                                               \
        "an engine goes on with a queue whose next copy was ready so long before, if others wait") \
    KEY(latency, memset_sooner, TIME, 0, 1000000000,                                               \
        "less behind a memset of at most host.memset_small_bytes, twice that between two of them") \
    KEY(latency, event, TIME, 0, 1000000000, "kernel, record, wait, kernel across two streams")    \
    KEY(latency, event_timed, TIME, 0, 1000000000, "the same where the record takes the time")     \
    KEY(latency, event_copy, TIME, 0, 1000000000, "the same where one of the two is a copy")       \
    KEY(latency, event_relay, TIME, 0, 1000000000,                                                 \
        "more where it goes through a stream that only waits and records, or by its memory")       \
    KEY(latency, fence, TIME, 0, 1000000000, "legacy fence between kernels of two streams")        \
    KEY(latency, record, TIME, 0, 1000000000, "of an event record with timing on the device")      \
    KEY(latency, flush_in, TIME, 0, 1000000000,                                                    \
        "while a copy comes in: more before and behind one, of small memsets, behind small "       \
        "copies")                                                                                  \
    KEY(latency, flush_out, TIME, 0, 1000000000, "the same while one goes out")                    \
    KEY(latency, host_call, TIME, 0, 1000000000,                                                   \
        "from the end of the work before to a host function")                                      \
    KEY(latency, host_idle, TIME, 0, 1000000000,                                                   \
        "from the call to a host function that has nothing to wait for")                           \
    KEY(latency, host_asleep, CURVE, 0, 1000000000,                                                \
        "added where the worker of host functions has slept for so many ns")                       \
    KEY(latency, host_cold, TIME, 0, 1000000000,                                                   \
        "the least of that where the host has computed for 1 ms or more since the last one")       \
    KEY(latency, host_done, TIME, 0, 1000000000,                                                   \
        "from a host function's return to the next start of its stream")                           \
    KEY(latency, host_next, TIME, 0, 1000000000,                                                   \
        "from a host function's return to the start of the next one that waited")                  \
    KEY(latency, pending, CURVE, 0, 1000000000,                                                    \
        "more between kernels, memsets and records, by how many connections hold commands back, "  \
        "as many for each PBDMA")                                                                  \
    KEY(latency, pending_in, PERMILLE, 1000, 100000, "times as much while a copy comes in")        \
    KEY(latency, pending_out, PERMILLE, 1000, 100000, "times as much while one goes out")          \
    KEY(latency, pending_copy, CURVE, 0, 1000000000,                                               \
        "from such a one to a copy or back, by all queues of the later's kind that do")            \
    KEY(latency, wake, TIME, 0, 1000000000, "from the end of the work to a synchronize's return")  \
    KEY(latency, wake_blocking, CURVE, 0, 1000000000,                                              \
        "the same of a thread that sleeps meanwhile, by the ns of its sleep")                      \
    KEY(latency, signal, TIME, 0, 1000000000, "of the signal delay's check (S3.9)")                \
    KEY(loaded, kernel, CURVE, 0, 1000000,                                                         \
        "more that a kernel or memset takes, by the bytes that others have on their way from "     \
        "memory; none: no more")                                                                   \
    KEY(loaded, copy_in, CURVE, 0, 1000000, "more that a copy in takes, likewise")                 \
    KEY(loaded, copy_out, CURVE, 0, 1000000, "more that a copy out takes, likewise")               \
    KEY(loaded, next, CURVE, 0, 1000000,                                                           \
        "more from one kernel, memset or record to the next, and from a launch to its start")      \
    KEY(loaded, turn, CURVE, 0, 1000000, "more from one of those to a copy, or from a copy")       \
    KEY(loaded, copies, PERMILLE, 0, 10000,                                                        \
        "more before and behind a copy, in what that takes longer")                                \
    KEY(rules, connection, CHOICE, 0, 2,                                                           \
        "dynamic|created|single: a stream keeps its connection until another one has used it, "    \
        "then takes the next free one, else the one whose last command is the oldest | streams "   \
        "are dealt connections when created | one queue for all")                                  \
    KEY(rules, copy_order, CHOICE, 0, 1,                                                           \
        "stream|fifo: an engine serves what is ready in a connection, then goes on to the next | " \
        "order of calls")                                                                          \
    KEY(rules, signal_delay, CHOICE, 0, 1, "no|yes: S3.9, compute capability up to 3.0")           \
    KEY(rules, concurrent_kernels, CHOICE, 0, 1, "no|yes")                                         \
    KEY(rules, copy_streams, CHOICE, 0, 1,                                                         \
        "direction|shared: an engine for each direction | every copy on any engine")               \
    KEY(rules, placement, CHOICE, 0, 1, "most-room|ascending: which SM gets the next block")       \
    KEY(rules, device_copies, CHOICE, 0, 1,                                                        \
        "sm|beside: copies on the device and memsets of more than host.memset_small_bytes are "    \
        "kernels on the SMs | they run beside all else")                                           \
    KEY(rules, copy_queue, CHOICE, 0, 1,                                                           \
        "own|compute: copies have connections of their own | they pass through the compute queue") \
    KEY(cupti, launch, TIME, 0, INT64_MAX, "added to a launch while CUPTI records")                \
    KEY(cupti, copy, TIME, 0, INT64_MAX, "to a copy from or to the host")                          \
    KEY(cupti, copy_d2d, TIME, 0, INT64_MAX, "to a copy on the device")                            \
    KEY(cupti, memset, TIME, 0, INT64_MAX, "to a memset that is not small")                        \
    KEY(cupti, memset_small, TIME, 0, INT64_MAX, "to a small one")                                 \
    KEY(cupti, first_call, TIME, 0, INT64_MAX,                                                     \
        "further, where host.first_call is added and the host had computed for 1 ms or more "      \
        "before")                                                                                  \
    KEY(cupti, first_work, TIME, 0, INT64_MAX,                                                     \
        "further, where host.first_work is added in such a program")                               \
    KEY(cupti, copy_gap, TIME, 0, 1000000, "between two copies of one direction")                  \
    KEY(cupti, engine_gap, TIME, 0, 1000000, "further, where they are of two streams")             \
    KEY(cupti, other_gap, TIME, 0, 1000000, "between two copies of two directions")                \
    KEY(cupti, out_gap, TIME, 0, 1000000,                                                          \
        "while a copy comes in: half of it more to any copy out, half from any")                   \
    KEY(cupti, kernel_gap, TIME, 0, 1000000,                                                       \
        "between two kernels of one stream, or memsets and copies on the device")                  \
    KEY(cupti, kernel_copy_gap, TIME, 0, 1000000,                                                  \
        "between those and a copy from or to the host, either way")                                \
    KEY(cupti, kernel_end, TIME, 0, 1000000,                                                       \
        "from the end of a kernel's last block to the end that CUPTI notes for the kernel")        \
    KEY(cupti, queue_line, PERMILLE, 0, 10000,                                                     \
        "of latency.queue_line that is so while it records")                                       \
    KEY(cupti, brief_start, TIME, 0, 1000000, "to sm.brief_start")                                 \
    KEY(cupti, loaded_copies, PERMILLE, 0, 10000, "added to loaded.copies")                        \
    KEY(cupti, contention, TIME, 0, INT64_MAX,                                                     \
        "to a launch or a copy, where host.contention is added")                                   \
    KEY(cupti, thread_begin, TIME, 0, INT64_MAX, "to what a new thread takes to begin")            \
    KEY(cupti, thread, TIME, 0, INT64_MAX, "to a new thread's first call")                         \
    KEY(cupti, tag, TIME, 0, INT64_MAX,                                                            \
        "from a call that enqueues to the next one of a program with threads, each of which says " \
        "whose it is")                                                                             \
    KEY(cupti, thread_work, TIME, 0, INT64_MAX,                                                    \
        "further, where host.thread_work is added to a copy or memset")                            \
    KEY(cupti, thread_launch, TIME, 0, INT64_MAX, "to a launch of a thread other than main")       \
    KEY(cupti, thread_mark, TIME, 0, INT64_MAX,                                                    \
        "to a record or wait of a program with threads, as CUPTI then keeps all calls")            \
    KEY(host, other, TIME, 0, INT64_MAX, "a CUDA call without a cost of its own")                  \
    KEY(host, record_no_timing, TIME, 0, INT64_MAX, "cudaEventRecord without timing")              \
    KEY(host, launch_pending, TIME, 0, INT64_MAX,                                                  \
        "a launch while other work is pending; 0: as any launch")                                  \
    KEY(host, contention, TIME, 0, INT64_MAX,                                                      \
        "added to a launch, copy or memset where another thread has called CUDA since the last")   \
    KEY(host, contention_more, TIME, 0, INT64_MAX, "and for each further one")                     \
    KEY(host, contention_mark, TIME, 0, INT64_MAX,                                                 \
        "added to a record, wait or host function for each other thread that is in a CUDA call")   \
    KEY(host, contention_query, TIME, 0, INT64_MAX, "likewise to a query")                         \
    KEY(host, stream_lock_wake, TIME, 0, INT64_MAX,                                                \
        "until a thread is awake that slept for a stream which another thread's call held; 0: "    \
        "calls of several threads to one stream do not wait for each other")                       \
    KEY(host, stream_lock_release, TIME, 0, INT64_MAX,                                             \
        "that a call takes longer which wakes such a thread")                                      \
    KEY(host, stream_lock_outside, TIME, 0, INT64_MAX,                                             \
        "of a call that enqueues, before it has its stream's lock and after it")                   \
    KEY(host, thread_wake, CURVE, 0, 1000000000,                                                   \
        "until a thread goes on that waited for a lock, a condition or another's end, by the ns "  \
        "that it slept")                                                                           \
    KEY(host, thread_rouse, TIME, 0, INT64_MAX,                                                    \
        "what letting go of such a lock takes that wakes a thread")                                \
    KEY(host, thread_rouse_next, TIME, 0, INT64_MAX, "each further thread that a notify wakes")    \
    KEY(host, sleep_late, CURVE, 0, 1000000000,                                                    \
        "by how much a thread sleeps longer than it asks for, by that, ns")                        \
    KEY(host, thread_end, TIME, 0, INT64_MAX,                                                      \
        "from a thread's last call until it has ended for those that join it")                     \
    KEY(host, thread_next, PERMILLE, 0, 1000,                                                      \
        "of what it takes to make a thread, where one was made right before")                      \
    KEY(host, thread_begin, TIME, 0, INT64_MAX,                                                    \
        "from the return of a thread's creation to the thread's first step")                       \
    KEY(host, thread_first_call, TIME, 0, INT64_MAX,                                               \
        "added to the first call that needs the device in a thread other than main, before it "    \
        "comes to a stream")                                                                       \
    KEY(host, thread_first_work, TIME, 0, INT64_MAX, "likewise, to the first that enqueues")       \
    KEY(host, thread_work, TIME, 0, INT64_MAX,                                                     \
        "likewise, to its first launch, copy, memset or host function, each by itself, if "        \
        "another one is first")                                                                    \
    KEY(host, thread_mark, TIME, 0, INT64_MAX, "likewise, to its first record or wait")            \
    KEY(host, thread_manage, TIME, 0, INT64_MAX,                                                   \
        "likewise, to its first call of each kind that makes a stream or memory or ends one")      \
    KEY(host, first_call, TIME, 0, INT64_MAX,                                                      \
        "added to main's first call that enqueues, instead of the two below")                      \
    KEY(host, first_work, TIME, 0, INT64_MAX,                                                      \
        "added to main's first launch, copy or memset, each by itself")                            \
    KEY(host, first_mark, TIME, 0, INT64_MAX, "likewise to the first record, wait")                \
    KEY(host, first_host, TIME, 0, INT64_MAX, "likewise to the first host function")               \
    KEY(host, host_wake, TIME, 0, INT64_MAX,                                                       \
        "to a later one while none is pending, whose worker sleeps")                               \
    KEY(host, rest_work, CURVE, 0, INT64_MAX,                                                      \
        "added to a launch, copy, memset or allocation from a pool when so many ns passed "        \
        "without one of its kind")                                                                 \
    KEY(host, rest_mark, CURVE, 0, INT64_MAX,                                                      \
        "likewise to a record, wait, host function, query, synchronize or free into a pool")       \
    KEY(host, slept_work, CURVE, 0, INT64_MAX,                                                     \
        "instead, if more, to a launch, copy, memset, host function, cudaMalloc, cudaFree or "     \
        "allocation from a pool when its thread slept so many ns since one of its kind")           \
    KEY(host, slept_mark, CURVE, 0, INT64_MAX,                                                     \
        "likewise to a record, wait, query, synchronize or free into a pool")                      \
    KEY(host, touched_work, CURVE, 0, INT64_MAX,                                                   \
        "instead, if more, to a launch, copy, memset or host function by the bytes that the host " \
        "has touched since one of its kind")                                                       \
    KEY(host, touched_mark, CURVE, 0, INT64_MAX, "likewise to a record or wait")                   \
    KEY(host, look, TIME, 0, INT64_MAX,                                                            \
        "more for a call that asks for what the driver does not know to be done")                  \
    KEY(host, row_less, CURVE, 0, INT64_MAX, "less for a launch behind so many others in a row")   \
    KEY(host, stream_turns, CURVE, 0, INT64_MAX,                                                   \
        "more for a launch into a stream since whose last call so many others had one")            \
    KEY(host, between, TIME, 0, INT64_MAX,                                                         \
        "from a call's return to the next one's entry: what the program does in between, told as " \
        "a part of the next one")                                                                  \
    KEY(host, copy_d2d, TIME, 0, INT64_MAX, "cudaMemcpyAsync on the device")                       \
    KEY(host, copy_inline, CURVE, 0, INT64_MAX,                                                    \
        "cudaMemcpyAsync of what travels in the command stream, by size")                          \
    KEY(host, copy_per_mib, PS, 0, INT64_MAX, "added to a pinned copy's call for each MiB")        \
    KEY(host, memset_small, TIME, 0, INT64_MAX, "cudaMemsetAsync up to memset_small_bytes")        \
    KEY(host, memset_small_bytes, BYTES, 0, INT64_MAX, "the largest small memset")                 \
    KEY(host, read_per_mib, CURVE, 0, INT64_MAX,                                                   \
        "for memcpy to read a MiB, by how much the host has touched since it touched that")        \
    KEY(host, write_per_mib, CURVE, 0, INT64_MAX, "for memcpy or memset to write one, likewise")   \
    KEY(host, malloc, CURVE, 0, INT64_MAX, "cudaMalloc by size")                                   \
    KEY(host, malloc_host, CURVE, 0, INT64_MAX,                                                    \
        "cudaMallocHost by size, in main and of pages that the thread has given back before")      \
    KEY(host, malloc_thread, CURVE, 0, INT64_MAX,                                                  \
        "more for a new thread's first cudaMalloc that asks the system; a fifth and a tenth of "   \
        "it for the next two")                                                                     \
    KEY(host, malloc_host_thread, CURVE, 0, INT64_MAX, "likewise, of others in another thread")    \
    KEY(host, register, CURVE, 0, INT64_MAX, "cudaHostRegister by size")                           \
    KEY(host, free, CURVE, 0, INT64_MAX, "cudaFree by size, after it waited")                      \
    KEY(host, free_host, CURVE, 0, INT64_MAX, "cudaFreeHost by size, after it waited")             \
    KEY(host, free_host_thread, TIME, 0, INT64_MAX,                                                \
        "added to the first two that give pages back in a thread other than main")                 \
    KEY(host, unregister, CURVE, 0, INT64_MAX, "cudaHostUnregister by size, after it waited")      \
    KEY(host, prefetch_in, CURVE, 0, INT64_MAX,                                                    \
        "of copy.prefetch_in, what the call does itself in an idle stream")                        \
    KEY(host, map_behind, TIME, 0, INT64_MAX,                                                      \
        "what of a call that takes memory comes behind copies out; 0: it waits for none")          \
    KEY(host, map_beside, TIME, 0, INT64_MAX, "such a call's more, while a copy comes in")         \
    KEY(host, malloc_first, TIME, 0, INT64_MAX,                                                    \
        "added to a cudaMalloc since whose last one the host has computed for 1 ms or more")       \
    KEY(host, free_first, TIME, 0, INT64_MAX, "likewise to a cudaFree")                            \
    KEY(host, chunk, BYTES, 0, INT64_MAX,                                                          \
        "device and page-locked memory that fits is cut from chunks of this size")                 \
    KEY(host, chunk_call, TIME, 0, INT64_MAX,                                                      \
        "a call that finds room in such a chunk, or leaves others in it")                          \
    KEY(host, malloc_async_first, TIME, 0, INT64_MAX, "cudaMallocAsync that grows the pool")       \
    KEY(host, pool_first, TIME, 0, INT64_MAX,                                                      \
        "at least, where it is the first of a program that grows a pool")                          \
    KEY(host, pool_chunk, BYTES, 0, INT64_MAX, "in multiples of which pools grow; 0: by the byte") \
    KEY(host, pool_grow_per_mib, PS, 0, INT64_MAX, "for each MiB of growth beyond one chunk")      \
    KEY(host, pool_cut, TIME, 0, INT64_MAX,                                                        \
        "added to an allocation that is cut from what nobody has used, or no longer does")         \
    KEY(host, pool_release, TIME, 0, INT64_MAX, "added to the call that gives a chunk back")       \
    KEY(host, pool_release_first, TIME, 0, INT64_MAX, "at least that, a program's first")          \
    KEY(host, pool_release_per_mib, PS, 0, INT64_MAX, "for each MiB given back beyond one chunk")  \
    KEY(host, module_load, TIME, 0, INT64_MAX, "first launch of all (--cold, lazy loading)")       \
    KEY(host, kernel_load, TIME, 0, INT64_MAX, "first launch of another kernel, likewise")         \
    KEY(host, context, TIME, 0, INT64_MAX, "first CUDA call (--cold)")

enum profile_key {
#define KEY(section, name, ...) PROFILE_##section##_##name,
    PROFILE_KEYS(KEY)
#undef KEY
        PROFILE_KEY_COUNT
};

/* Where a number comes from. */
enum profile_state {
    PROFILE_MISSING,
    PROFILE_MEASURED,
    PROFILE_DATA_SHEET,
    PROFILE_PUBLISHED, /* a paper's or somebody's measurement */
    PROFILE_ASSUMED,
    PROFILE_INHERITED, /* from the base profile: not measured here */
    PROFILE_SET,       /* by --set, --connections, ... */
};

enum { PROFILE_CURVE_POINTS = 16 };

struct profile_curve {
    size_t count;
    int64_t size[PROFILE_CURVE_POINTS]; /* bytes, ascending; of a list: the values */
    int64_t time[PROFILE_CURVE_POINTS]; /* ns */
};

struct profile {
    char id[64];       /* "h200" */
    char name[96];     /* "NVIDIA H200" */
    char rule_set[32]; /* "hopper": what reports call its rules */
    char base[64];     /* "" if none */
    char driver[64], date[32], host[96];
    int64_t value[PROFILE_KEY_COUNT];
    int64_t call_cost[CALL_COUNT];                 /* ns on the host */
    struct profile_curve curve[PROFILE_KEY_COUNT]; /* of UNIT_CURVE and UNIT_LIST keys */
    uint8_t state[PROFILE_KEY_COUNT];              /* enum profile_state */
    uint8_t call_state[CALL_COUNT];  /* PROFILE_MISSING: the cost is host.other, or 0 off CUDA */
    char *source[PROFILE_KEY_COUNT]; /* free text; owned; NULL if none */
    char *call_source[CALL_COUNT];   /* likewise */
};

struct profile_key_info {
    const char *section, *name, *meaning;
    enum profile_unit unit;
    int64_t minimum, maximum;
};

const struct profile_key_info *profile_key_info(enum profile_key key);

/* Whether it is the host's processor that takes this time: its calls, threads and host functions,
 * and what it copies, staging too. */
bool profile_key_is_host(enum profile_key key);

/* Parses a profile; `load_base` is asked for the text of a base by name (NULL if unknown). Checked:
 * units, ranges, unknown and repeated keys, contradictions between keys. Errors name file and line.
 * profile_release() is needed also after an error. */
int profile_parse(struct profile *profile, const char *path, const char *text,
                  const char *(*load_base)(void *context, const char *name), void *context,
                  struct err *err);

/* `key=value` as --set takes it: "section.name=value" or a name that is unique. Unit and range are
 * checked; what several values together contradict is for profile_check(), after the last one. */
int profile_set(struct profile *profile, const char *assignment, struct err *err);

/* Whether the numbers can be true together: a block no larger than its SM, and so on. */
int profile_check(const struct profile *profile, struct err *err);

/* "measured", "data sheet", "published", "assumed", "inherited", "set". */
const char *profile_state_name(enum profile_state state);

/* Writes a key's value with its unit, as files hold it. */
void profile_add_value(const struct profile *profile, enum profile_key key, struct strbuf *out);

/* Writes it as a profile file, with states and sources. */
void profile_write(const struct profile *profile, struct strbuf *out);

/* The same with the inherited values as comments, for people. */
void profile_write_all(const struct profile *profile, struct strbuf *out);

/* How many values are inherited and how many there are: for the first line of each report. */
void profile_count_inherited(const struct profile *profile, int *inherited, int *total);

/* The curve that holds a call's cost on the host by size: that of allocations and frees. False for
 * calls that cost the same at every size. */
bool profile_call_curve(enum call call, enum profile_key *curve);

/* A curve's time at a size. */
int64_t profile_curve_at(const struct profile_curve *curve, int64_t size);

/* Likewise of host.rest_... and host.slept_... behind so many ns. Rests were measured up to 30 ms
 * (traces/experiments/after-wait.txt); behind longer ones nothing more can be forgotten. */
int64_t profile_rest_at(const struct profile_curve *curve, int64_t rest);

/* Whether an allocation of so many bytes, on the device or page-locked, is cut from a chunk, so
 * that most such calls are quick: of 256 KiB the first of eight takes memory from the system, of 1
 * MiB the first of two, and the last that goes gives it back (traces/experiments/allocation.txt).
 */
bool profile_is_cut(const struct profile *profile, uint64_t bytes);

/* Whether it is cut from a chunk that has room for it, or makes one that has room for others. */
bool profile_fits_chunk(const struct profile *profile, uint64_t bytes);

/* Pages that the host's system lists per core once they are given back, bytes: full where a program
 * begins, empty for a new thread's core (traces/experiments/kept-memory.txt,
 * thread-hostmem.txt). */
enum { CORE_LIST_BYTES = 2 << 20 };

/* What page-locking takes longer, ns, for so many bytes of pages that the core's list lacks: the
 * list hands out what was given back last; other pages have to be found. 2 MiB take main 1.2 to 1.5
 * of what 2 MiB just given back do, where 2 are kept and where 16 were given back
 * (traces/experiments/kept-memory.txt). What an allocation takes beyond the list tells it. */
int64_t profile_unlisted(const struct profile *profile, int64_t bytes);

/* The names of the profiles that are built in, NULL-terminated, and the text of one (NULL: none).
 * The texts are sim/profiles/NAME.ini. */
const char *const *profile_builtin_names(void);
const char *profile_builtin_text(const char *name);

/* A built-in profile by name or a file by path. Unknown names get a suggestion. */
int profile_load(struct profile *profile, const char *name_or_path, struct err *err);

void profile_release(struct profile *profile);

#endif
