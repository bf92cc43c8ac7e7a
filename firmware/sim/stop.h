/* Whether somebody wants the simulation to end: a signal, or the process that started it is gone. */
#ifndef SCALE_SIM_STOP_H
#define SCALE_SIM_STOP_H

#include <stdbool.h>

void stop_listen(void);
bool stop_is_wanted(void);

#endif
