/* Messages on their way out: packing, numbering, sending. */
#ifndef REFEREE_OUTBOX_H
#define REFEREE_OUTBOX_H

#include <stdint.h>

#include "frame.h"

void outbox_start(void);

/* An empty message of that type. */
struct message message_of(uint8_t type);

/* Appends a number, little endian, of that many bytes. */
void message_put(struct message *message, uint32_t value, uint8_t bytes);

/* Numbers and queues it; counts it as dropped if the line is that far behind. */
void outbox_send(struct message *message);

uint16_t outbox_dropped(void);

/* Adds one to a counter that stops at its largest value. */
void count_up(uint16_t *counter);

#endif
