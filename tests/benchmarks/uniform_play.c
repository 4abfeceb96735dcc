/* Best responses to uniform play in phantom tic-tac-toe, from the rules alone and by walking every
   history: uniform_play [abrupt] [THREADS].

   A player that tries a cell with the opponent's mark is told so and, unless the variant is abrupt,
   moves again. It sees nothing else, so its memory is the sequence of its tries with their results:
   a node of its tree of sequences, and an information set if it moves there.

   Nobody tries a cell twice, so the n-th try has 10 - n equally likely cells, and a player reaches a
   sequence of n tries with probability (9 - n)! / 9!. Sums of payoffs are therefore integers, over
   9!, and the same for any number of threads. */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 9, ALL = (1 << CELLS) - 1, MOST_THREADS = 16 };

static const int64_t FACTORIAL[CELLS + 1] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880};
static const int LINES[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

typedef struct {         /* the sequences of a player; node 1 is the empty one, 0 is none */
    int64_t *payoff;     /* by node: the player's payoff, in units of 1 / 9!, of the plays in which
                            this is its last sequence, times the opponent's probability */
    uint32_t *children;  /* by node: the first of its entries in `child`, 0 if nobody moved there */
    uint32_t *child;     /* for each cell that was not tried: the nodes if it is free and if not */
    size_t nodes, node_room, entries, entry_room;
} Tree;

typedef struct {
    Tree tree[2];
    uint64_t histories;
} Walk;

typedef struct {
    unsigned marks, tried; /* sets of cells */
    int tries;
    uint32_t node;
} Player;

static int abrupt, wins[ALL + 1], next_job;
static Walk walks[MOST_THREADS];
static int threads = 2;

static void *enlarged(void *array, size_t old, size_t new, size_t size) {
    char *found = realloc(array, new * size);
    if (!found) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    memset(found + old * size, 0, (new - old) * size);
    return found;
}

static uint32_t new_node(Tree *tree) {
    if (tree->nodes == tree->node_room) {
        size_t room = tree->node_room * 3 / 2 + 1000;
        tree->payoff = enlarged(tree->payoff, tree->node_room, room, sizeof *tree->payoff);
        tree->children = enlarged(tree->children, tree->node_room, room, sizeof *tree->children);
        tree->node_room = room;
    }
    return tree->nodes++;
}

/* Return the entries of a node's children, made if this is its first move. */
static uint32_t children(Tree *tree, const Player *me) {
    if (!tree->children[me->node]) {
        size_t size = 2 * (CELLS - me->tries);
        if (tree->entries + size > tree->entry_room) {
            size_t room = tree->entry_room * 3 / 2 + 1000;
            tree->child = enlarged(tree->child, tree->entry_room, room, sizeof *tree->child);
            tree->entry_room = room;
        }
        tree->children[me->node] = tree->entries;
        tree->entries += size;
    }
    return tree->children[me->node];
}

static uint32_t child(Tree *tree, uint32_t entry) {
    if (!tree->child[entry]) {
        uint32_t made = new_node(tree);
        tree->child[entry] = made;
    }
    return tree->child[entry];
}

/* Walk all histories from here, where player `mover`, `me`, is to move. */
static void walk(Walk *w, int mover, Player me, Player other) {
    Tree *tree = &w->tree[mover];
    uint32_t entry = children(tree, &me);
    int64_t won = 0;
    for (unsigned cell = 1; cell < ALL; cell <<= 1) {
        if (me.tried & cell)
            continue;
        int taken = (other.marks & cell) != 0;
        Player next = {me.marks, me.tried | cell, me.tries + 1, child(tree, entry + taken)};
        entry += 2;
        if (taken) {
            if (abrupt)
                walk(w, !mover, other, next);
            else
                walk(w, mover, next, other);
            continue;
        }
        next.marks |= cell;
        if (wins[next.marks]) {
            tree->payoff[next.node] += FACTORIAL[CELLS - other.tries];
            w->histories++;
            won++;
        } else if ((next.marks | other.marks) == ALL) {
            w->histories++;
        } else {
            walk(w, !mover, other, next);
        }
    }
    w->tree[!mover].payoff[other.node] -= won * FACTORIAL[CELLS - me.tries - 1];
}

/* Walk the histories in which player 1 begins in cell `first` and player 2 then tries `second`. */
static void walk_from(Walk *w, int first, int second) {
    Player x = {0, 0, 0, 1}, o = {0, 0, 0, 1};
    uint32_t entry = children(&w->tree[0], &x) + 2 * first;
    x = (Player){1 << first, 1 << first, 1, child(&w->tree[0], entry)};
    int taken = first == second;
    entry = children(&w->tree[1], &o) + 2 * second + taken;
    o = (Player){taken ? 0 : 1 << second, 1 << second, 1, child(&w->tree[1], entry)};
    if (taken && !abrupt)
        walk(w, 1, o, x);
    else
        walk(w, 0, x, o);
}

static void *work(void *given) {
    Walk *w = given;
    for (int player = 0; player < 2; player++) {
        new_node(&w->tree[player]);
        new_node(&w->tree[player]);
        w->tree[player].entries = 1;
    }
    for (int job; (job = __sync_fetch_and_add(&next_job, 1)) < CELLS * CELLS;)
        walk_from(w, job / CELLS, job % CELLS);
    return NULL;
}

/* Return the most that a player gets behind a sequence, in units of 1 / 9!, with the sums of all
   threads; count its information sets. */
static int64_t best(int player, const uint32_t *node, int tries, uint64_t *sets) {
    int64_t payoff = 0, most = INT64_MIN;
    uint32_t start[MOST_THREADS], next[MOST_THREADS];
    int moves = 0;
    for (int t = 0; t < threads; t++) {
        payoff += walks[t].tree[player].payoff[node[t]];
        start[t] = walks[t].tree[player].children[node[t]];
        moves |= start[t] != 0;
    }
    if (!moves)
        return payoff;
    ++*sets;
    for (int cell = 0; cell < CELLS - tries; cell++) {
        int64_t sum = 0;
        for (int taken = 0; taken < 2; taken++) {
            for (int t = 0; t < threads; t++)
                next[t] = start[t] ? walks[t].tree[player].child[start[t] + 2 * cell + taken] : 0;
            sum += best(player, next, tries + 1, sets);
        }
        if (sum > most)
            most = sum;
    }
    return payoff + most;
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "abrupt") == 0)
            abrupt = 1;
        else
            threads = atoi(arguments[i]);
    }
    if (threads < 1 || threads > MOST_THREADS)
        return 2;
    for (int marks = 0; marks <= ALL; marks++)
        for (int line = 0; line < 8; line++)
            wins[marks] |= (marks & LINES[line]) == LINES[line];
    pthread_t thread[MOST_THREADS];
    for (int t = 0; t < threads; t++)
        if (pthread_create(&thread[t], NULL, work, &walks[t]))
            return 3;
    uint64_t histories = 0, sets[2] = {0, 0};
    int64_t payoff[2];
    for (int t = 0; t < threads; t++) {
        pthread_join(thread[t], NULL);
        histories += walks[t].histories;
    }
    for (int player = 0; player < 2; player++) {
        uint32_t roots[MOST_THREADS];
        for (int t = 0; t < threads; t++)
            roots[t] = 1;
        payoff[player] = best(player, roots, 0, &sets[player]);
    }
    /* Payoffs are player 1's. */
    printf("%llu %llu %llu %lld/%lld %lld/%lld\n", (unsigned long long)histories,
           (unsigned long long)sets[0], (unsigned long long)sets[1], (long long)payoff[0],
           (long long)FACTORIAL[CELLS], -(long long)payoff[1], (long long)FACTORIAL[CELLS]);
    return 0;
}
