/* What a file is, by its content (its name plays no part). */
#ifndef SIM_IO_DETECT_H
#define SIM_IO_DETECT_H

#include <stddef.h>

enum file_kind {
    FILE_EMPTY,    /* nothing but blanks */
    FILE_SCENARIO, /* text that is none of the others */
    FILE_PROGRAM,
    FILE_TIMELINE,
    FILE_KINETO, /* a Chrome trace, as PyTorch writes it, or of our own writer */
    FILE_JSON,   /* other JSON */
    FILE_NSYS,   /* SQLite: an export of Nsight Systems */
    FILE_MARKUP, /* a chart written as SVG, a web page */
    FILE_CSV,    /* a table of ours, by its first line */
    FILE_GZIP,
    FILE_BINARY, /* ELF, images, ...: nothing that is read here */
};

/* Looks at the first 64 KB at most. */
enum file_kind detect(const char *text, size_t length);

/* "an empty file", "a scenario", "a Kineto trace", ... */
const char *file_kind_name(enum file_kind kind);

#endif
