/* Any bytes as a device profile: an error or a profile that can be written and read again. */
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/model/profile.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *load_base(void *context, const char *name)
{
    (void)context;
    return profile_builtin_text(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = mem_zalloc(size + 1);
    memcpy(text, data, size);
    struct err err;
    err_init(&err);
    struct profile profile;
    if (profile_parse(&profile, "fuzz.ini", text, load_base, NULL, &err) == 0) {
        struct strbuf out;
        strbuf_init(&out);
        profile_write(&profile, &out);
        struct profile again;
        if (profile_parse(&again, "again.ini", out.text, load_base, NULL, &err) < 0)
            abort();
        profile_release(&again);
        strbuf_release(&out);
    } else if (err.message[0] == '\0') {
        abort();
    }
    profile_release(&profile);
    free(text);
    return 0;
}
