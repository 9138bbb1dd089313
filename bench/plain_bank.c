/* The chances of the bank's final hand in plain C: the walk that the solver spends half of its time
   on, over the same tables; the compiler does what it can. */

#include <stdint.h>
#include <string.h>

enum { RANKS = 11, LANES = 64, DEEPEST = 32, SLOTS = RANKS * 32 };

void bank_chances(int64_t nodes, const int64_t *depth, const int64_t *rank, const int64_t *used,
                  const int64_t *entry, const int64_t *slot, const int64_t *orders,
                  const double *shoe, const int64_t *removed, int64_t bags, double *chances,
                  int64_t classes) {
    static double left[RANKS][LANES], share[DEEPEST][LANES], weight[DEEPEST + 1][LANES],
        found[SLOTS][LANES];
    for (int64_t first = 0; first < bags; first += LANES) {
        int64_t count = bags - first < LANES ? bags - first : LANES;
        for (int lane = 0; lane < LANES; lane++) {
            const int64_t *gone = removed + RANKS * (first + (lane < count ? lane : count - 1));
            double total = 0;
            for (int r = 0; r < RANKS; r++) {
                double rest = shoe[r] - gone[r];
                left[r][lane] = rest > 0 ? rest : 0;
                total += left[r][lane];
            }
            for (int d = 0; d < DEEPEST; d++) share[d][lane] = 1 / (total - d > 1 ? total - d : 1);
            weight[0][lane] = 1;
        }
        memset(found, 0, sizeof found);
        for (int64_t node = 0; node < nodes; node++) {
            int64_t d = depth[node], r = rank[node];
            double q = used[node];
            for (int lane = 0; lane < LANES; lane++)
                weight[d + 1][lane] = weight[d][lane] * (left[r][lane] - q) * share[d][lane];
            for (int64_t e = entry[node]; e < entry[node + 1]; e++) {
                double times = orders[e], *sum = found[slot[e]];
                for (int lane = 0; lane < LANES; lane++) sum[lane] += weight[d + 1][lane] * times;
            }
        }
        for (int lane = 0; lane < count; lane++)
            for (int up = 0; up < RANKS; up++) {
                if (left[up][lane] <= 0) continue;
                double given = 1 / (left[up][lane] * share[0][lane]);
                for (int64_t c = up * classes; c < (up + 1) * classes; c++)
                    chances[(first + lane) * RANKS * classes + c] = found[c][lane] * given;
            }
    }
}
