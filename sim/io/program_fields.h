/* The fields of each kind of record of a program file: one list for the writer and the reader.
 *
 * Internal to program_write.c and program_read.c.
 */
#ifndef SIM_IO_PROGRAM_FIELDS_H
#define SIM_IO_PROGRAM_FIELDS_H

#include "sim/model/program.h"

#include <stddef.h>

enum field_type {
    FIELD_U8,
    FIELD_U16,
    FIELD_U32,
    FIELD_U64,
    FIELD_I32,
    FIELD_I64,
    FIELD_AMOUNT, /* an int64_t from 0 to FIELD_AMOUNT_MOST */
    FIELD_BOOL,
    FIELD_NAME,   /* a name id; the text is written */
    FIELD_WORD,   /* an enum; its word is written */
    FIELD_THREE,  /* three u32, with commas */
    FIELD_FILE,   /* of a place: the number of a file record */
    FIELD_OBJECT, /* of a call: see program_object_field() */
    FIELD_FLAG,   /* of a call: a bit of `flags`, a word without a value */
    FIELD_EACH,   /* of a look at an atomic: the number that RECORD_EACH is in `flags` */
};

/* ns, bytes or flops: 104 days; sums of 1000 of them are exact and fit. */
#define FIELD_AMOUNT_MOST (INT64_C(1) << 53)

struct program_field {
    const char *name;
    uint8_t length; /* of the name */
    enum field_type type;
    size_t offset;     /* in the row */
    int64_t otherwise; /* the value that is not written; of FIELD_FLAG: the bit */
    const char *const *words;
    size_t word_count;
    size_t table; /* offset in struct program of the table that it counts in; 0: none */
};

/* A table of struct program as bytes: the layout that PROGRAM_TABLE gives. */
struct program_rows {
    void *rows;
    size_t count, capacity;
};

/* A kind of record: a row of one table. */
struct program_kind {
    const char *keyword;
    const struct program_field *fields;
    size_t field_count;
    size_t table; /* offset in struct program */
    size_t row_bytes;
    bool reserved; /* row 0 means none and is not written */
};

enum program_kind_id {
    KIND_THREAD,
    KIND_STREAM,
    KIND_EVENT,
    KIND_POOL,
    KIND_ALLOC,
    KIND_KERNEL,
    KIND_HOSTFN,
    KIND_COPY,
    KIND_LAUNCH,
    KIND_ACCESS, /* of the launch before it */
    KIND_RESULT,
    KIND_COUNT,
};

/* In the order in which they are written; each may refer to those before it. */
extern const struct program_kind program_kinds[KIND_COUNT];

/* Of calls; the call's name stands before them. */
extern const struct program_field program_call_fields[];
extern const size_t program_call_field_count;

/* What the field `object` of a call is named: "launch", "copy", ...; and the table that it counts
 * in (0: none). */
const char *program_object_field(enum call_object object, size_t *table);

#endif
