/* Checks the protocol code on this computer, built with the address and undefined-behaviour
 * sanitizers.
 *
 *   frame-test                     fuzzes with fixed seeds and says what it found
 *   frame-test encode              reads lines "T S HEX", prints the frames
 *   frame-test decode HEX          prints "T S HEX" for every good frame, "bad" for every other
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"

#define FUZZ_BYTES 1000000L

static uint32_t random_state = 1;

static uint8_t random_byte(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint8_t)(random_state >> 24);
}

static struct message random_message(void)
{
    struct message message = {.type = random_byte(), .seq = random_byte()};
    message.length = random_byte() % (PAYLOAD_MAX + 1);
    for (uint8_t i = 0; i < message.length; i++)
        message.payload[i] = random_byte() % 4 ? random_byte() : 0;
    return message;
}

static bool is_same(const struct message *a, const struct message *b)
{
    return a->type == b->type && a->seq == b->seq && a->length == b->length &&
           !memcmp(a->payload, b->payload, a->length);
}

static void expect(bool is_true, const char *what)
{
    if (is_true)
        return;
    fprintf(stderr, "frame-test: not true: %s\n", what);
    exit(1);
}

/* Puts the bytes in; the number of good frames, the last of them in `message`. */
static int feed(struct frame_decoder *decoder, const uint8_t *bytes, size_t length,
                struct message *message)
{
    int good = 0;
    for (size_t i = 0; i < length; i++)
        good += frame_decoder_take(decoder, bytes[i], message) == FRAME_GOOD;
    return good;
}

/* What goes in comes out; no zero inside; the length is as promised. */
static long fuzz_round_trip(void)
{
    struct frame_decoder decoder = {0};
    long bytes = 0;
    while (bytes < FUZZ_BYTES) {
        uint8_t frame[FRAME_MAX];
        struct message sent = random_message(), received;
        uint8_t length = frame_encode(&sent, frame);
        expect(length == sent.length + 6, "a frame is six bytes longer than its payload");
        expect(memchr(frame, 0, length) == frame + length - 1, "zero only ends a frame");
        expect(feed(&decoder, frame, length, &received) == 1, "a frame is decoded once");
        expect(is_same(&sent, &received), "a message survives");
        bytes += length;
    }
    return bytes;
}

/* Noise gives no crash and, but for the chance of the 16-bit check, no frame; the frame after the
   next zero is understood. */
static long fuzz_noise(long *accepted)
{
    struct frame_decoder decoder = {0};
    long bytes = 0;
    while (bytes < FUZZ_BYTES) {
        uint8_t noise[256], frame[FRAME_MAX], zero = 0;
        size_t length = random_byte();
        for (size_t i = 0; i < length; i++)
            noise[i] = random_byte() % 16 ? random_byte() : 0;
        struct message sent = random_message(), received;
        *accepted += feed(&decoder, noise, length, &received);
        *accepted += feed(&decoder, &zero, 1, &received);
        expect(feed(&decoder, frame, frame_encode(&sent, frame), &received) == 1 &&
                   is_same(&sent, &received),
               "the first frame after noise is understood");
        bytes += (long)length;
    }
    return bytes;
}

/* One byte of a frame is damaged: never accepted as anything else, and the next frame is fine. */
static long fuzz_damage(void)
{
    struct frame_decoder decoder = {0};
    long bytes = 0;
    while (bytes < FUZZ_BYTES) {
        uint8_t frame[FRAME_MAX], next[FRAME_MAX], change = random_byte();
        struct message sent = random_message(), following = random_message(), received;
        uint8_t length = frame_encode(&sent, frame);
        frame[random_byte() % length] ^= change ? change : 1;
        expect(feed(&decoder, frame, length, &received) == 0, "a damaged frame is not accepted");
        feed(&decoder, next, frame_encode(&following, next), &received);
        expect(feed(&decoder, next, frame_encode(&following, next), &received) == 1 &&
                   is_same(&following, &received),
               "at most one frame is lost after damage");
        bytes += length;
    }
    return bytes;
}

static int fuzz(void)
{
    long accepted = 0;
    long round_trip = fuzz_round_trip(), noise = fuzz_noise(&accepted), damage = fuzz_damage();
    printf("{\"round_trip_bytes\":%ld,\"noise_bytes\":%ld,\"noise_accepted\":%ld,"
           "\"damaged_bytes\":%ld}\n",
           round_trip, noise, accepted, damage);
    return 0;
}

static size_t parse_hex(const char *text, uint8_t *bytes, size_t room)
{
    size_t length = 0;
    unsigned value;
    for (; length < room && sscanf(text, "%2x", &value) == 1; text += 2)
        bytes[length++] = (uint8_t)value;
    return length;
}

static void print_hex(const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        printf("%02x", bytes[i]);
    printf("\n");
}

static int encode(void)
{
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        uint8_t frame[FRAME_MAX];
        unsigned type, seq;
        int hex_at = 0;
        expect(sscanf(line, "%u %u %n", &type, &seq, &hex_at) == 2, "a line has a type and a seq");
        struct message message = {.type = (uint8_t)type, .seq = (uint8_t)seq};
        message.length = (uint8_t)parse_hex(line + hex_at, message.payload, PAYLOAD_MAX);
        print_hex(frame, frame_encode(&message, frame));
    }
    return 0;
}

static int decode(const char *hex)
{
    struct frame_decoder decoder = {0};
    struct message message;
    uint8_t bytes[4096];
    size_t length = parse_hex(hex, bytes, sizeof bytes);
    for (size_t i = 0; i < length; i++) {
        enum frame_result result = frame_decoder_take(&decoder, bytes[i], &message);
        if (result == FRAME_BAD)
            printf("bad\n");
        if (result != FRAME_GOOD)
            continue;
        printf("%d %d ", message.type, message.seq);
        print_hex(message.payload, message.length);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "encode"))
        return encode();
    if (argc == 3 && !strcmp(argv[1], "decode"))
        return decode(argv[2]);
    return fuzz();
}
