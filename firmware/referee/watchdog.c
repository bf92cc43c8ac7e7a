/* The watchdog works by interrupt, never by reset: the bootloader of older Nanos does not switch it
   off after a reset and would loop until the board is unplugged. The price: code that hangs with
   interrupts off is not rescued, so all such stretches here are straight lines. */
#include "watchdog.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <stdbool.h>

#include "messages.h"

#define RESTART_MARK 0x52455354UL
#define HALF_A_SECOND (_BV(WDP2) | _BV(WDP0))
#define NOISE_ROUNDS 32 /* of 16 ms */

/* Not cleared at start; after power-on they hold anything, hence the long mark. */
static uint32_t restart_mark __attribute__((section(".noinit")));
static uint8_t reset_flags __attribute__((section(".noinit")));

static volatile bool is_making_noise;
static volatile uint8_t rounds_left;
static volatile uint32_t noise;

/* Before main(): a watchdog left over from elsewhere must not bite during start-up. */
__attribute__((naked, used, section(".init3"))) static void save_reset_flags(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

uint8_t watchdog_reset_cause(void)
{
    bool did_hang = restart_mark == RESTART_MARK;
    restart_mark = 0;
    return did_hang ? CAUSE_HANG : reset_flags;
}

/* Interrupt only. The change must follow the unlocking within four clock cycles. */
static void run_watchdog(uint8_t period)
{
    uint8_t sreg = SREG;
    cli();
    wdt_reset();
    WDTCSR = _BV(WDCE) | _BV(WDE);
    WDTCSR = _BV(WDIE) | period;
    SREG = sreg;
}

void watchdog_start(void)
{
    run_watchdog(HALF_A_SECOND);
}

void watchdog_feed(void)
{
    wdt_reset();
}

/* As a reset would, except for the registers: main() sets every one it uses, but no interrupt may
   come before that. */
static void restart_program(void)
{
    cli();
    EIMSK = 0;
    TIMSK1 = 0;
    TIMSK2 = 0;
    UCSR0B = _BV(TXEN0); /* lets the byte on the line end */
    restart_mark = RESTART_MARK;
    __asm__ volatile("jmp 0");
}

static void take_noise(void)
{
    noise = (noise << 5 | noise >> 27) ^ TCNT1L;
    rounds_left--;
    run_watchdog(0); /* one interrupt each; simavr 1.6 does not repeat it by itself */
}

ISR(WDT_vect)
{
    if (is_making_noise)
        take_noise();
    else
        restart_program();
}

uint32_t watchdog_noise(void)
{
    is_making_noise = true;
    rounds_left = NOISE_ROUNDS;
    run_watchdog(0);
    set_sleep_mode(SLEEP_MODE_IDLE);
    while (rounds_left)
        sleep_mode(); /* should the last round slip in before it, the next beat ends the sleep */
    run_watchdog(HALF_A_SECOND);
    is_making_noise = false;
    return noise;
}
