/* What the files that read a lesson share. */
#ifndef SIM_LESSON_LESSON_INSIDE_H
#define SIM_LESSON_LESSON_INSIDE_H

#include "sim/lesson/lesson.h"

/* Largest file of a lesson, bytes. */
enum { LESSON_LARGEST = 1 << 20 };

/* Fills what lesson->ini says. */
int lesson_read_ini(struct lesson *lesson, struct err *err);

/* Fills pages and blocks from text.md. Questions stand already. */
int lesson_read_pages(struct lesson *lesson, const char *path, const char *text, size_t length,
                      struct err *err);

#endif
