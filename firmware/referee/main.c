/* The scale of Table Referee: reads the sensors, sends what they say, sleeps in between. */
#include <avr/interrupt.h>
#include <avr/sleep.h>

#include "board_id.h"
#include "clock.h"
#include "hx711.h"
#include "mpu6050.h"
#include "outbox.h"
#include "reports.h"
#include "session.h"
#include "tilt.h"
#include "twi.h"
#include "uart.h"
#include "watchdog.h"

static void start(void)
{
    uint8_t reset_cause = watchdog_reset_cause();
    uart_start();
    clock_start();
    twi_start();
    tilt_start();
    sei();
    board_id_start();
    watchdog_start();
    hx711_start();
    mpu6050_find();
    outbox_start();
    session_start(reset_cause);
}

/* Weights are read even if nobody listens: the rate is measured, and the chip stays in step. */
static void weigh(void)
{
    struct weight weight = hx711_read();
    if (session_is_streaming())
        report_weight(&weight);
}

static void accelerate(void)
{
    struct acceleration acceleration;
    if (mpu6050_is_found() && session_is_streaming() && mpu6050_read(&acceleration))
        report_acceleration(&acceleration);
}

static void pass_time(uint8_t beats)
{
    hx711_pass(beats);
    if (tilt_pass(beats))
        report_tilt();
    accelerate();
    session_pass(beats);
}

/* Looks and falls asleep without a gap: sei() takes effect only after the next instruction. */
static void sleep_until_needed(void)
{
    cli();
    if (!hx711_is_ready() && !uart_has_input() && !clock_has_beats()) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    start();
    set_sleep_mode(SLEEP_MODE_IDLE);
    for (;;) {
        watchdog_feed();
        while (uart_has_input())
            session_take(uart_read());
        if (hx711_is_ready())
            weigh();
        if (clock_has_beats())
            pass_time(clock_take_beats());
        sleep_until_needed();
    }
}
