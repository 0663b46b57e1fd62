/* std::memory_order, as headers/cxx_memory_order.txt numbers it. */
#ifndef SIM_SCRIPT_MEMORY_ORDER_H
#define SIM_SCRIPT_MEMORY_ORDER_H

enum script_order { ORDER_RELAXED, ORDER_CONSUME, ORDER_ACQUIRE, ORDER_RELEASE };

#endif
