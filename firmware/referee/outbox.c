#include "outbox.h"

#include "uart.h"

static uint8_t next_seq;
static uint16_t dropped;

void outbox_start(void)
{
    static const uint8_t end_of_frame = 0;
    uart_write(&end_of_frame, 1); /* closes the frame that a restart may have cut in half */
}

struct message message_of(uint8_t type)
{
    return (struct message){.type = type};
}

void message_put(struct message *message, uint32_t value, uint8_t bytes)
{
    while (bytes--) {
        message->payload[message->length++] = (uint8_t)value;
        value >>= 8;
    }
}

void outbox_send(struct message *message)
{
    uint8_t frame[FRAME_MAX];
    message->seq = next_seq++; /* also of a dropped one: the gap tells the host */
    if (!uart_write(frame, frame_encode(message, frame)))
        count_up(&dropped);
}

uint16_t outbox_dropped(void)
{
    return dropped;
}

void count_up(uint16_t *counter)
{
    if (*counter != UINT16_MAX)
        ++*counter;
}
