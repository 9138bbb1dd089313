/* Rounds of a 21 game with a hole card in plain C, one box, one card after the other, over the tables
   of our simulator and from the same shoes; the compiler does what it can. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HANDS_MAX = 64, BLOCK = 4, CARDS_MAX = 1024, TAKEN = 3, SHIFT = 2 };

typedef struct {
    const uint8_t *up;
    const uint16_t *start, *at_natural;
    const uint8_t *insured;
    const uint16_t *steps;
    const int32_t *paid;
    const uint8_t *need, *wagers;
    const int32_t *pay;
    const uint16_t *kept, *moved, *other;
    const uint8_t *limit;
    const uint16_t *bank_first, *bank_second;
    const uint8_t *shown;
    const uint16_t *bank_steps;
    const uint8_t *column;
    const uint16_t *bank_row;
    const uint8_t *natural, *matters;
    const int32_t *insurance;
} Program;

typedef struct {
    int64_t codes, draws, splits, bank_draws, burn, burn_each, hole, idle, cut, ahead, insured;
} House;

static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint64_t below(uint64_t *state, uint64_t bound) {
    uint64_t product = (mix(*state += 0x9E3779B97F4A7C15u) >> 32) * bound;
    if ((uint32_t)product < bound)
        for (uint64_t least = ((1ull << 32) - bound) % bound; (uint32_t)product < least;)
            product = (mix(*state += 0x9E3779B97F4A7C15u) >> 32) * bound;
    return product >> 32;
}

static uint8_t order[CARDS_MAX];
static uint64_t stream, ready, end;
static void shuffle(uint64_t to) {
    if (to > end) to = end;
    for (uint64_t i = ready; i < to && i + 1 < end; i++) {
        uint64_t j = i + below(&stream, end - i);
        uint8_t card = order[i];
        order[i] = order[j], order[j] = card;
    }
    ready = to;
}

static inline uint8_t next(uint64_t *at) {
    if (*at >= ready) {
        if (*at >= end) abort(); /* the cut card comes long before */
        shuffle(*at + BLOCK);
    }
    return order[(*at)++];
}

/* A step has the next state, a multiple of four, and the number of cards that it takes. */
static inline uint64_t after(const uint16_t *steps, uint64_t place) {
    return steps[place] & ~(uint64_t)TAKEN;
}

/* Rounds, wagers, the net result, its square over shoes: all from shoe number `first` on. */
void deal(const Program *p, const House *house, const uint8_t *deck, int64_t size, uint64_t seed,
          int64_t first, int64_t shoes, int64_t columns, int64_t *nets, int64_t offset,
          int64_t *sums) {
    const uint64_t draws = house->draws, splits = house->splits, bank_draws = house->bank_draws;
    const int64_t width = house->codes, alone = width * width;
    int64_t rounds = 0, wagered = 0, total = 0, squares = 0;
    for (int64_t number = first; number < first + shoes; number++) {
        memcpy(order, deck, size);
        stream = mix(seed ^ mix(number + 0x9E3779B97F4A7C15u));
        ready = 0, end = size;
        shuffle(house->ahead);
        uint64_t at = house->burn;
        int64_t shoe_net = 0;
        while (at < (uint64_t)house->cut) {
            uint8_t one = next(&at), shown = next(&at), two = next(&at), hidden = next(&at);
            uint64_t bank = p->bank_second[shown * width + hidden], waits = 0, waiting = 0;
            uint64_t later[HANDS_MAX], ends[HANDS_MAX];
            int64_t dealt = (p->up[shown] * width + one) * width + two, won = 0, need = 0;
            if (house->insured && p->insured[dealt]) need = 1;
            if (p->shown[shown * width + hidden]) {
                ends[waiting++] = p->at_natural[dealt];
                wagered++;
            } else {
                uint64_t state = p->start[dealt], hands = 1;
                for (;;) {
                    while (state < draws) state = after(p->steps, state + alone + next(&at));
                    if (state >= splits) {
                        uint64_t split = state - splits >> SHIFT;
                        if (hands <= p->limit[split] && hands < HANDS_MAX) {
                            later[waits++] = p->moved[split];
                            hands++;
                            state = p->kept[split];
                        } else
                            state = p->other[split];
                        continue;
                    }
                    uint64_t last = state - draws >> SHIFT;
                    won += p->paid[last];
                    wagered += p->wagers[last];
                    if (p->need[last]) {
                        if (p->need[last] > need) need = p->need[last];
                        ends[waiting++] = last;
                    }
                    if (!waits) break;
                    state = later[--waits];
                }
            }
            if (waiting) {
                while (need > 1 && bank < bank_draws)
                    bank = after(p->bank_steps, bank + alone + next(&at));
                for (uint64_t i = 0; i < waiting; i++)
                    won += p->pay[ends[i] * columns + p->column[bank]];
            }
            if (house->insured && p->insured[dealt]) {
                int pays = bank >= bank_draws && p->natural[bank - bank_draws >> SHIFT];
                won += pays ? p->insurance[hidden] : -house->insured;
            }
            nets[won + offset]++;
            shoe_net += won;
            rounds++;
        }
        total += shoe_net, squares += shoe_net * shoe_net;
    }
    sums[0] = rounds, sums[1] = wagered, sums[2] = total, sums[3] = squares;
}
