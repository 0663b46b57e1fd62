# nullstream: see README.md. `make` builds build/nullstream.
BUILD ?= build
CC ?= gcc
CFLAGS ?= -O2 -g
WARN = -Wall -Wextra -Wconversion
ifdef WERROR
WARN += -Werror
endif
ifdef SANITIZE
CFLAGS += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer
LDFLAGS += -fsanitize=$(SANITIZE)
endif
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -ffp-contract=off $(WARN) -I. -MMD -MP $(CFLAGS)
LIBS = -lyajl -lmd -lz -lsqlite3 -lm

SIM_SRC = $(wildcard sim/*/*.c)
TUI_SRC = $(wildcard tui/*.c tui/*/*.c)
SIM_OBJ = $(SIM_SRC:%.c=$(BUILD)/%.o)
TUI_OBJ = $(TUI_SRC:%.c=$(BUILD)/%.o)
UNIT_SRC = $(wildcard tests/unit/*_test.c)
UNIT_BIN = $(UNIT_SRC:tests/unit/%.c=$(BUILD)/tests/%)

all: $(BUILD)/nullstream

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/libsim.a: $(SIM_OBJ)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/nullstream: $(TUI_OBJ) $(BUILD)/libsim.a
	$(CC) $(LDFLAGS) -o $@ $(TUI_OBJ) $(BUILD)/libsim.a $(LIBS)

$(BUILD)/tests/%: tests/unit/%.c $(BUILD)/libsim.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $< $(BUILD)/libsim.a $(shell pkg-config --libs check) $(LIBS)

unit: $(UNIT_BIN)
	@for t in $(UNIT_BIN); do $$t || exit 1; done

clean:
	rm -rf $(BUILD)

.PHONY: all unit clean
.SECONDARY:
-include $(SIM_OBJ:.o=.d) $(TUI_OBJ:.o=.d)
