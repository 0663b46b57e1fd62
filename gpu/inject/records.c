#include "gpu/inject/records.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum native_role native_role(enum call call)
{
    switch (call) {
    case CALL_NONE:
    case CALL_cudaGetLastError:
    case CALL_cudaPeekAtLastError:
        return NATIVE_IGNORED;
    case CALL_cudaEventRecord:
    case CALL_cudaEventRecordWithFlags:
    case CALL_cudaStreamWaitEvent:
        return NATIVE_ORDERS;
    case CALL_cudaMemPrefetchAsync:
        return NATIVE_NOTED;
    default:
        break;
    }
    switch (call_info(call)->object) {
    case OBJECT_LAUNCH:
    case OBJECT_COPY:
    case OBJECT_HOSTFN:
        return NATIVE_ENQUEUES;
    default:
        return NATIVE_NOTED;
    }
}

bool native_waits(enum call call)
{
    const struct call_info *info = call_info(call);
    size_t length = strlen(info->name);
    if (call_is_query(call))
        return true;
    if (length > 5 && strcmp(info->name + length - 5, "Async") == 0)
        return false;
    return call_waits_for_work(call) && info->blocks_observed != BLOCKS_HOST;
}

enum call native_call_find(const char *cupti_name)
{
    char name[128];
    if (strncmp(cupti_name, "__", 2) == 0)
        cupti_name += 2;
    snprintf(name, sizeof name, "%s", cupti_name);
    char *version = strrchr(name, '_');
    if (version && version[1] == 'v' && isdigit((unsigned char)version[2]))
        *version = '\0';
    size_t length = strlen(name);
    if (length > 5 &&
        (strcmp(name + length - 5, "_ptsz") == 0 || strcmp(name + length - 5, "_ptds") == 0))
        name[length - 5] = '\0';
    return call_find(name);
}

/* Of a nested name the last part. Template arguments begin with I and end the name. */
void native_short_name(const char *name, char *text, size_t size)
{
    const char *at = name, *part = name;
    size_t length = strcspn(name, "<(");
    if (strncmp(name, "_Z", 2) == 0) {
        at += at[2] == 'N' ? 3 : 2;
        if (at[0] == 'L')
            at++;
        for (bool more = true; more && isdigit((unsigned char)*at); more = name[2] == 'N') {
            size_t digits = 0;
            while (isdigit((unsigned char)*at) && digits < 100000)
                digits = digits * 10 + (size_t)(*at++ - '0');
            part = at;
            length = strnlen(at, digits);
            at += length;
        }
    }
    snprintf(text, size, "%.*s", (int)length, part);
}
