#include "serial_line.h"

#include <avr_uart.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "board.h"
#include "stop.h"

struct line_statistics line_statistics;

static int master = -1, slave = -1, file = -1;
static uint8_t from_chip[4096], to_chip[4096];
static size_t from_chip_length, to_chip_begin, to_chip_end;
static bool is_chip_busy;
static avr_irq_t *chip_input;

static void write_file(void)
{
    if (write(file, from_chip, from_chip_length) != (ssize_t)from_chip_length)
        line_statistics.lost += from_chip_length;
}

/* Flat out, a slow reader slows the simulation down; in real time its bytes are lost, as they are
   on a real line. */
static void write_terminal(void)
{
    size_t done = 0;
    while (done < from_chip_length) {
        ssize_t taken = write(master, from_chip + done, from_chip_length - done);
        if (taken > 0) {
            done += (size_t)taken;
        } else if (errno == EAGAIN && !board.options->is_real_time && !stop_is_wanted()) {
            usleep(200);
        } else {
            line_statistics.lost += from_chip_length - done;
            return;
        }
    }
}

static void flush_from_chip(void)
{
    if (from_chip_length == 0)
        return;
    if (file >= 0)
        write_file();
    else
        write_terminal();
    from_chip_length = 0;
}

static void on_byte(avr_irq_t *irq, uint32_t byte, void *param)
{
    (void)irq, (void)param;
    line_statistics.from_chip++;
    from_chip[from_chip_length++] = (uint8_t)byte;
    if (from_chip_length == sizeof from_chip)
        flush_from_chip();
}

static void on_xon(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value, (void)param;
    is_chip_busy = false;
}

static void on_xoff(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value, (void)param;
    is_chip_busy = true;
}

static void queue(const uint8_t *bytes, size_t length)
{
    if (to_chip_begin == to_chip_end)
        to_chip_begin = to_chip_end = 0;
    if (length > sizeof to_chip - to_chip_end)
        length = sizeof to_chip - to_chip_end;
    memcpy(to_chip + to_chip_end, bytes, length);
    to_chip_end += length;
}

static void queue_speeches(void)
{
    static double next_s[LIST_MAX];
    static bool has_begun;
    const struct options *options = board.options;
    for (size_t i = 0; i < options->speech_count; i++) {
        const struct speech *speech = &options->speeches[i];
        if (!has_begun)
            next_s[i] = speech->at_s;
        if (next_s[i] < 0 || board_now_s() < next_s[i])
            continue;
        queue(speech->bytes, speech->length);
        next_s[i] = speech->every_s > 0 ? next_s[i] + speech->every_s : -1;
    }
    has_begun = true;
}

static void queue_host(void)
{
    uint8_t bytes[256];
    if (master < 0 || to_chip_begin != to_chip_end)
        return;
    ssize_t got = read(master, bytes, sizeof bytes);
    if (got > 0)
        queue(bytes, (size_t)got);
}

static void feed_chip(void)
{
    while (!is_chip_busy && to_chip_begin < to_chip_end) {
        avr_raise_irq(chip_input, to_chip[to_chip_begin++]);
        line_statistics.to_chip++;
    }
}

void serial_line_pump(void)
{
    flush_from_chip();
    queue_speeches();
    queue_host();
    feed_chip();
}

static void open_terminal(void)
{
    char name[128];
    struct termios settings;
    if (openpty(&master, &slave, name, NULL, NULL)) {
        perror("scale-sim: no pseudo-terminal can be opened");
        exit(2);
    }
    tcgetattr(slave, &settings);
    cfmakeraw(&settings);
    tcsetattr(slave, TCSANOW, &settings);
    /* The slave stays open here, so that a host may come and go. */
    fcntl(master, F_SETFL, O_NONBLOCK);
    if (board.options->link) {
        unlink(board.options->link);
        if (symlink(name, board.options->link))
            perror(board.options->link);
    }
    printf("%s\n", name);
    fflush(stdout);
}

static void open_file(const char *path)
{
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) {
        perror(path);
        exit(2);
    }
}

static void connect_chip(void)
{
    avr_t *avr = board.avr;
    uint32_t no_flags = 0; /* above all no echo on stdout and no sleeping on polls */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
    avr_irq_t *irq = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
    chip_input = irq + UART_IRQ_INPUT;
    avr_irq_register_notify(irq + UART_IRQ_OUTPUT, on_byte, NULL);
    avr_irq_register_notify(irq + UART_IRQ_OUT_XON, on_xon, NULL);
    avr_irq_register_notify(irq + UART_IRQ_OUT_XOFF, on_xoff, NULL);
}

void serial_line_open(void)
{
    connect_chip();
    if (board.options->output)
        open_file(board.options->output);
    else
        open_terminal();
}

void serial_line_wait(void)
{
    uint8_t byte;
    struct pollfd host = {.fd = master, .events = POLLIN};
    while (board.options->waits_for_host && master >= 0 && !stop_is_wanted())
        if (poll(&host, 1, 100) > 0 && read(master, &byte, 1) == 1)
            return;
}

void serial_line_close(void)
{
    flush_from_chip();
    int left = 1;
    for (int i = 0; master >= 0 && left > 0 && i < 200 && !stop_is_wanted(); i++) {
        usleep(10000);
        ioctl(slave, FIONREAD, &left);
    }
    if (board.options->link)
        unlink(board.options->link);
}
