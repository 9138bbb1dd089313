/* Poker hands in plain C: every board evaluated for every hand, with the tables that the kernels use.
   No board is left out and none counted twice; the compiler does what it can. */

#include <stdint.h>
#include <string.h>

static const uint64_t *KEYS, *BITS;
static const uint32_t *ROWS, *FIVE_ROWS;
static const uint16_t *SEVEN, *FIVE, *FLUSH;
enum { ROW_BITS = 9 };
static const uint64_t THREES = 0x3333ull << 32, FIVES = 0x8888ull << 32;

void load_tables(const uint64_t *keys, const uint64_t *bits, const uint32_t *rows,
                 const uint16_t *seven, const uint32_t *five_rows, const uint16_t *five,
                 const uint16_t *flush) {
    KEYS = keys, BITS = bits, ROWS = rows, SEVEN = seven;
    FIVE_ROWS = five_rows, FIVE = five, FLUSH = flush;
}

static uint16_t flush_value(uint64_t bits) {
    uint16_t best = 0;
    for (int suit = 0; suit < 4; suit++) {
        uint16_t value = FLUSH[bits >> 16 * suit & 0x1FFF];
        if (value > best) best = value;
    }
    return best;
}

static inline uint16_t seven_value(uint64_t key, uint64_t bits) {
    if (key & FIVES) return flush_value(bits);
    uint32_t sum = (uint32_t)key;
    return SEVEN[ROWS[sum >> ROW_BITS] + (sum & ((1 << ROW_BITS) - 1))];
}

static inline uint16_t five_value(uint64_t key, uint64_t bits) {
    if (key & FIVES) return flush_value(bits);
    uint32_t sum = (uint32_t)key;
    return FIVE[FIVE_ROWS[sum >> ROW_BITS] + (sum & ((1 << ROW_BITS) - 1))];
}

void seven_values(const uint8_t *hands, int64_t count, uint16_t *out) {
    for (int64_t i = 0; i < count; i++) {
        uint64_t key = THREES, bits = 0;
        for (int j = 0; j < 7; j++) key += KEYS[hands[7 * i + j]], bits |= BITS[hands[7 * i + j]];
        out[i] = seven_value(key, bits);
    }
}

static void award(const uint16_t *values, int players, int64_t *shares) {
    uint16_t best = 0;
    int winners = 0;
    for (int i = 0; i < players; i++)
        if (values[i] > best) best = values[i], winners = 1;
        else if (values[i] == best) winners++;
    for (int i = 0; i < players; i++)
        if (values[i] == best) shares[i * (players + 1) + winners]++;
}

static void board_of(const uint64_t *keys, const uint64_t *bits, int players, uint64_t key,
                     uint64_t bit, const uint8_t *deck, int size, int need, int64_t *shares) {
    if (need == 0) {
        uint16_t values[10];
        for (int i = 0; i < players; i++) values[i] = seven_value(keys[i] + key, bits[i] | bit);
        award(values, players, shares);
        return;
    }
    for (int i = 0; i + need <= size; i++)
        board_of(keys, bits, players, key + KEYS[deck[i]], bit | BITS[deck[i]], deck + i + 1,
                 size - i - 1, need - 1, shares);
}

/* shares[player][how many share the board] */
void holdem_boards(const uint8_t *holes, int players, const uint8_t *board, int known,
                   const uint8_t *deck, int size, int64_t *shares) {
    uint64_t keys[10], bits[10], key = THREES, bit = 0;
    for (int i = 0; i < players; i++) {
        keys[i] = KEYS[holes[2 * i]] + KEYS[holes[2 * i + 1]];
        bits[i] = BITS[holes[2 * i]] | BITS[holes[2 * i + 1]];
    }
    for (int i = 0; i < known; i++) key += KEYS[board[i]], bit |= BITS[board[i]];
    board_of(keys, bits, players, key, bit, deck, size, 5 - known, shares);
}

/* One hand against each holding of a range; `range` has those that the deck can make. */
void holdem_range(const uint8_t *hole, const uint8_t *range, int64_t holdings, const uint8_t *board, int known,
                  const uint8_t *deck, int size, int64_t *shares) {
    uint8_t holes[4] = {hole[0], hole[1], 0, 0}, rest[52];
    for (int64_t i = 0; i < holdings; i++) {
        int left = 0;
        holes[2] = range[2 * i], holes[3] = range[2 * i + 1];
        for (int j = 0; j < size; j++)
            if (deck[j] != holes[2] && deck[j] != holes[3]) rest[left++] = deck[j];
        holdem_boards(holes, 2, board, known, rest, left, shares);
    }
}

static uint16_t omaha_value(const uint8_t *hole, const uint8_t *board) {
    uint16_t best = 0;
    for (int a = 0; a < 4; a++)
        for (int b = a + 1; b < 4; b++)
            for (int x = 0; x < 5; x++)
                for (int y = x + 1; y < 5; y++)
                    for (int z = y + 1; z < 5; z++) {
                        uint64_t key = THREES + KEYS[hole[a]] + KEYS[hole[b]] + KEYS[board[x]] +
                                       KEYS[board[y]] + KEYS[board[z]];
                        uint64_t bit = BITS[hole[a]] | BITS[hole[b]] | BITS[board[x]] |
                                       BITS[board[y]] | BITS[board[z]];
                        uint16_t value = five_value(key, bit);
                        if (value > best) best = value;
                    }
    return best;
}

static void omaha_rest(const uint8_t *holes, int players, uint8_t *board, int known,
                       const uint8_t *deck, int size, int64_t *shares) {
    if (known == 5) {
        uint16_t values[10];
        for (int i = 0; i < players; i++) values[i] = omaha_value(holes + 4 * i, board);
        award(values, players, shares);
        return;
    }
    for (int i = 0; i + 5 - known <= size; i++) {
        board[known] = deck[i];
        omaha_rest(holes, players, board, known + 1, deck + i + 1, size - i - 1, shares);
    }
}

void omaha_boards(const uint8_t *holes, int players, const uint8_t *board, int known,
                  const uint8_t *deck, int size, int64_t *shares) {
    uint8_t whole[5];
    memcpy(whole, board, known);
    omaha_rest(holes, players, whole, known, deck, size, shares);
}

static uint64_t next_word(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

/* Random boards for given hands, and for players whose two cards are random too: cards from the front of a shuffle. */
void holdem_sampled(const uint8_t *holes, int known, int players, const uint8_t *deck, int size, int64_t samples,
                    uint64_t state, int64_t *shares) {
    uint64_t keys[10], bits[10];
    uint8_t order[52];
    uint16_t values[10];
    int drawn = 2 * (players - known) + 5;
    memcpy(order, deck, size);
    for (int i = 0; i < known; i++) {
        keys[i] = THREES + KEYS[holes[2 * i]] + KEYS[holes[2 * i + 1]];
        bits[i] = BITS[holes[2 * i]] | BITS[holes[2 * i + 1]];
    }
    for (int64_t sample = 0; sample < samples; sample++) {
        uint64_t key = 0, bit = 0;
        for (int i = 0; i < drawn; i++) {
            int j = i + (int)((next_word(&state) >> 32) * (size - i) >> 32);
            uint8_t card = order[j];
            order[j] = order[i], order[i] = card;
        }
        for (int i = 0; i < 5; i++) key += KEYS[order[i]], bit |= BITS[order[i]];
        for (int i = known; i < players; i++) {
            const uint8_t *hole = order + 5 + 2 * (i - known);
            keys[i] = THREES + KEYS[hole[0]] + KEYS[hole[1]];
            bits[i] = BITS[hole[0]] | BITS[hole[1]];
        }
        for (int i = 0; i < players; i++) values[i] = seven_value(keys[i] + key, bits[i] | bit);
        award(values, players, shares);
    }
}
