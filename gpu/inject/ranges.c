/* The NVTX range "nullstream", which limits the timed part of a program (design section 7).
 *
 * With NVTX_INJECTION64_PATH naming this library, the NVTX headers in the program load it at the
 * first NVTX call and let it put its own functions into their table. Other ranges are not recorded.
 * A program that was compiled without those headers' version 3 has no such table.
 */
#include "gpu/inject/recorder.h"

#include <nvtx3/nvToolsExt.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Of the calling thread: how many ranges are open, and which of them, from 1, is ours; 0: none. */
static _Thread_local int depth, ours;

static int push(const char *name)
{
    depth++;
    if (ours == 0 && name && strcmp(name, "nullstream") == 0) {
        ours = depth;
        recorder_range_begin();
    }
    return depth - 1;
}

static int NVTX_API push_name(const char *name)
{
    return push(name);
}

/* No name of ours, but its pop must find it. */
static int NVTX_API push_wide(const wchar_t *name)
{
    (void)name;
    return push(NULL);
}

static int NVTX_API push_attributes(const nvtxEventAttributes_t *attributes)
{
    return push(attributes && attributes->messageType == NVTX_MESSAGE_TYPE_ASCII
                    ? attributes->message.ascii
                    : NULL);
}

static int NVTX_API pop(void)
{
    if (depth == 0)
        return -1;
    if (ours == depth) {
        ours = 0;
        recorder_range_end();
    }
    return --depth;
}

static void put(NvtxFunctionTable table, unsigned int size, unsigned int id,
                NvtxFunctionPointer function)
{
    if (id < size && table[id])
        *table[id] = function;
}

__attribute__((visibility("default"))) int
InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table);

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table)
{
    const NvtxExportTableCallbacks *callbacks = get_table(NVTX_ETID_CALLBACKS);
    NvtxFunctionTable table = NULL;
    unsigned int size = 0;
    if (callbacks == NULL ||
        !callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size) || table == NULL)
        return 0;
    put(table, size, NVTX_CBID_CORE_RangePushA, (NvtxFunctionPointer)push_name);
    put(table, size, NVTX_CBID_CORE_RangePushW, (NvtxFunctionPointer)push_wide);
    put(table, size, NVTX_CBID_CORE_RangePushEx, (NvtxFunctionPointer)push_attributes);
    put(table, size, NVTX_CBID_CORE_RangePop, (NvtxFunctionPointer)pop);
    return 1;
}
