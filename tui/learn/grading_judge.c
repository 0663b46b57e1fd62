#include "sim/base/mem.h"
#include "tui/learn/grading.h"

#include <stdlib.h>

enum { LARGEST_FILE = 1 << 20 };

struct grading_result *grading_judge(const char *folder, const char *file)
{
    struct grading_result *result = mem_zalloc(sizeof *result);
    struct predict_options options = {.gpu = "h200"};
    struct strbuf text;
    (void)folder;
    strbuf_init(&text);
    err_init(&result->fault);
    result->is_fault = strbuf_read_file(&text, file, LARGEST_FILE, &result->fault) < 0;
    if (!result->is_fault) {
        result->text = mem_strdup(text.text);
        result->prediction = mem_zalloc(sizeof *result->prediction);
        prediction_init(result->prediction);
        result->is_fault = predict_file(result->prediction, file, &options, &result->fault) < 0;
        if (result->is_fault) {
            prediction_release(result->prediction);
            free(result->prediction);
            result->prediction = NULL;
        }
    }
    strbuf_release(&text);
    return result;
}
