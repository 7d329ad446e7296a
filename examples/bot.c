/* A bot in C: cc -o bot examples/bot.c && lastraft simulate survive --bots "cmd:./bot,greedy". See docs/bots.md.
 *
 * It makes a random legal move. Moves are told as [{"code": 17, ...}, ...]: it counts the codes and answers one of them,
 * so that it needs no library for JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *moves = strstr(line, "\"moves\": [");
        if (strncmp(line, "{\"type\": \"choose\"", 17) != 0 || moves == NULL)
            continue;
        int chosen = -1, seen = 0;
        for (char *at = moves; (at = strstr(at, "{\"code\": ")) != NULL; at += 9)
            if (rand() % ++seen == 0)
                chosen = atoi(at + 9);
        printf("{\"move\": %d}\n", chosen);
        fflush(stdout);
    }
    free(line);
    return 0;
}
