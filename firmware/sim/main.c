/* scale-sim: the real firmware on a simulated ATmega328P with an HX711 and an MPU-6050.
 *
 * A tool for tests and for playing without hardware. It links libsimavr, which is under the GPL
 * version 3 or later, so a built scale-sim is under that licence too. It is a program of its own,
 * built on the user's computer, and never linked into or shipped with Table Referee.
 *
 * The first line on stdout is the name of a pseudo-terminal (unless --output is given), the last one
 * the statistics as JSON. Not simulated: the speed of the two-wire bus, wrong baud rates, reset by
 * opening the port, USB delays, tolerance of the crystal, analogue noise. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "hx711_chip.h"
#include "mpu6050_chip.h"
#include "options.h"
#include "serial_line.h"
#include "stop.h"
#include "trace.h"

#define PIN_TILT 4
#define STEP_CYCLES (CLOCK_HZ / 1000)

static double worst_lag_s;
static uint8_t *executed; /* one flag per flash address; NULL if nobody wants the coverage */
static void (*reset_core)(avr_t *);

static double wall_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double cpu_s(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

/* simavr forgets all timers on a reset, also those of the chips around it. */
static void on_reset(avr_t *avr)
{
    if (reset_core)
        reset_core(avr);
    board.resets++;
    hx711_chip_rearm();
}

static void move_tilt(void)
{
    static int last_level = -1;
    const struct options *options = board.options;
    int level = last_level;
    for (size_t i = 0; i < options->tilt_count; i++)
        if (board_now_s() >= options->tilts[i].at_s)
            level = options->tilts[i].level;
    if (level != last_level)
        board_drive(PIN_TILT, level);
    last_level = level;
}

static void keep_time(double began_s)
{
    double ahead_s = board_now_s() - (wall_s() - began_s);
    if (ahead_s > 0)
        usleep((useconds_t)(ahead_s * 1e6));
    else if (-ahead_s > worst_lag_s)
        worst_lag_s = -ahead_s;
}

static bool is_over(int state)
{
    double duration_s = board.options->duration_s;
    return state == cpu_Done || state == cpu_Crashed || stop_is_wanted() ||
           (duration_s > 0 && board_now_s() >= duration_s);
}

/* Runs to the end; the state of the simulated chip then. */
static int run(double began_s)
{
    avr_t *avr = board.avr;
    int state = cpu_Running;
    avr_cycle_count_t next_step = 0;
    for (;;) {
        if (executed)
            executed[avr->pc] = 1;
        state = avr_run(avr);
        if (avr->cycle < next_step && state != cpu_Done && state != cpu_Crashed)
            continue;
        next_step = avr->cycle + STEP_CYCLES;
        move_tilt();
        serial_line_pump();
        if (is_over(state))
            return state;
        if (board.options->is_real_time)
            keep_time(began_s);
    }
}

static void write_coverage(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return;
    }
    for (uint32_t address = 0; address < board.avr->flashend; address += 2)
        if (executed[address])
            fprintf(file, "%x\n", address);
    fclose(file);
}

static void print_statistics(int state, double took_s)
{
    const struct hx711_statistics *hx711 = &hx711_statistics;
    printf("{\"simulated_s\":%.6f,\"wall_s\":%.3f,\"cpu_s\":%.3f,\"speed\":%.2f,"
           "\"worst_lag_ms\":%.2f,\"crashed\":%s,\"resets\":%d,",
           board_now_s(), took_s, cpu_s(), board_now_s() / took_s, worst_lag_s * 1e3,
           state == cpu_Crashed ? "true" : "false", board.resets);
    printf("\"hx711\":{\"conversions\":%llu,\"read\":%llu,\"overruns\":%llu,\"collisions\":%llu,"
           "\"power_downs\":%llu,\"longest_wait_us\":%.1f},",
           (unsigned long long)hx711->conversions, (unsigned long long)hx711->samples_read,
           (unsigned long long)hx711->overruns, (unsigned long long)hx711->collisions,
           (unsigned long long)hx711->power_downs, hx711->longest_wait_us);
    printf("\"mpu6050\":{\"read\":%llu},\"line\":{\"from_chip\":%llu,\"lost\":%llu,\"to_chip\":%llu}}\n",
           (unsigned long long)mpu6050_samples_read, (unsigned long long)line_statistics.from_chip,
           (unsigned long long)line_statistics.lost, (unsigned long long)line_statistics.to_chip);
    fflush(stdout);
}

static void start(const struct options *options)
{
    stop_listen();
    board_make(options);
    trace_open(options->trace, options->is_binary, options->is_real_time);
    reset_core = board.avr->reset;
    board.avr->reset = on_reset;
    hx711_chip_attach();
    mpu6050_chip_attach();
    move_tilt();
    serial_line_open();
    if (options->coverage)
        executed = calloc(1, board.avr->flashend + 2);
}

int main(int argc, char **argv)
{
    struct options options = options_parse(argc, argv);
    start(&options);
    serial_line_wait();
    double began_s = wall_s();
    int state = run(began_s);
    double took_s = wall_s() - began_s;
    serial_line_close();
    print_statistics(state, took_s);
    if (executed)
        write_coverage(options.coverage);
    if (board.served)
        fclose(board.served);
    board_save_eeprom();
    return state == cpu_Crashed;
}
