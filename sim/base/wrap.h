/* Text broken into lines of a given width, between words. Knows nothing of CUDA. */
#ifndef SIM_BASE_WRAP_H
#define SIM_BASE_WRAP_H

#include "sim/base/strbuf.h"

/* Appends `text` in lines of at most `width` columns, each ended: the first after `first` spaces,
 * the others after `indent`. A word that is longer stands alone. */
void wrap_add(struct strbuf *sb, const char *text, int width, int first, int indent);

/* The same of each line of `text`, which others wrote. */
void wrap_add_lines(struct strbuf *sb, const char *text, int width, int first, int indent);

/* The same of the lines of tables that are longer than that: they go on under where their last
 * column begins, or what is indented like a heading a little further in; behind a comment that
 * begins with a semicolon, each line does. The others stay as they are. */
void wrap_fold(struct strbuf *sb, const char *text, int width);

#endif
