#include "stop.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t was_signalled;
static pid_t first_parent;

static void on_signal(int number)
{
    (void)number;
    was_signalled = 1;
}

void stop_listen(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    first_parent = getppid();
}

bool stop_is_wanted(void)
{
    return was_signalled || getppid() != first_parent;
}
