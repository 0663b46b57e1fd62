/* A grade as text, for --grade and --watch. */
#ifndef TUI_CMD_GRADE_TEXT_H
#define TUI_CMD_GRADE_TEXT_H

#include "sim/lesson/grade.h"
#include "tui/cmd/output.h"

void grade_text(struct strbuf *sb, const struct grade *grade, const struct lesson *lesson,
                const struct text_style *style);

/* Markdown, wrapped, after `indent` blanks. */
void learn_add_page(struct strbuf *sb, const char *markdown, const struct text_style *style,
                    int indent);

#endif
