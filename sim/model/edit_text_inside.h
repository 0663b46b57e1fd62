/* What the files of edit_text share: words for changes. */
#ifndef SIM_MODEL_EDIT_TEXT_INSIDE_H
#define SIM_MODEL_EDIT_TEXT_INSIDE_H

#include "sim/model/edit.h"

/* "fence.cu:14: " */
void edit_text_place(struct strbuf *sb, const struct program *program, uint32_t place);

/* The stream of a change and of those like it: "stream s", "stream s[0] to s[3]". */
void edit_text_streams(struct strbuf *sb, const struct program *program,
                       const struct edit_changes *changes, size_t row, bool to);

/* "the launch", "cudaMalloc" */
const char *edit_text_call(uint16_t call);

/* Changes that differ in their streams only are one line, which the first of them tells. */
bool edit_text_is_like(const struct edit_change *a, const struct edit_change *b);
bool edit_text_is_told(const struct edit_changes *changes, size_t row);

/* --- set-up that moves out of the timed part, edit_text_setup.c */

bool edit_text_is_hoist(const struct edit_change *change);

/* One that allocates. Where calls used memory that another had used and freed before, few buffers
 * serve all. */
void edit_text_allocation(struct strbuf *sb, const struct program *program,
                          const struct edit_changes *changes, size_t row);

/* " in place of cudaMallocAsync", or nothing. */
void edit_text_in_place(struct strbuf *sb, const struct edit_change *change);

/* Whether there are so many that all of one kind are told at once, by their calls: "call before the
 * timed part: cudaMalloc (...), cudaMallocHost (...)". */
bool edit_text_hoists_much(const struct edit_changes *changes);
void edit_text_hoists(struct strbuf *sb, const struct program *program,
                      const struct edit_changes *changes, enum edit_change_kind kind);

#endif
