#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define BAUD 115200UL
#define RX_SIZE 64 /* a power of two; two of the longest frames */

/* 256 bytes, so that the positions wrap by themselves; 22 ms of line time. */
static volatile uint8_t tx_ring[256], tx_head, tx_tail;
static volatile uint8_t rx_ring[RX_SIZE], rx_head, rx_tail;

ISR(USART_UDRE_vect)
{
    if (tx_head == tx_tail)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        UDR0 = tx_ring[tx_tail++];
}

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0, next = (rx_head + 1) % RX_SIZE;
    if (next == rx_tail)
        return; /* full: the frame will fail its check and be counted */
    rx_ring[rx_head] = byte;
    rx_head = next;
}

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU + 4 * BAUD) / (8 * BAUD) - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool uart_write(const uint8_t *bytes, uint8_t length)
{
    uint8_t head = tx_head;
    uint8_t room = tx_tail - head - 1;
    if (length > room)
        return false;
    while (length--)
        tx_ring[head++] = *bytes++;
    tx_head = head;
    /* Setting one bit of UCSR0B takes three instructions, in which the ring may run empty and the
       interrupt clear that bit; it is set again here, which costs one needless interrupt at most. */
    UCSR0B |= _BV(UDRIE0);
    return true;
}

bool uart_has_input(void)
{
    return rx_head != rx_tail;
}

uint8_t uart_read(void)
{
    uint8_t byte = rx_ring[rx_tail];
    rx_tail = (rx_tail + 1) % RX_SIZE;
    return byte;
}
