/** What a page cannot do without is asked for until it comes; the page says meanwhile what it is waiting for. */
import { Lost, Refused } from "./api.js";
import { missing } from "../boot.js";

/** A part of the page that is loaded when it is needed. @template T @param {Promise<T>} loading @returns {Promise<T>} */
export const part = (loading) => loading.catch((error) => {
  throw missing(error) ? new Lost("Part of this page did not load.") : error;
});

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

/** Whether asking again may help: a rule that refuses today's request refuses the next one, too. @param {unknown} error */
const passing = (error) => error instanceof Lost || (error instanceof Refused && (error.status === 429 || error.status >= 500));

/**
 * @template T
 * @param {() => Promise<T>} ask
 * @param {{told: (words: string) => void, closed: () => boolean}} page
 * @returns {Promise<T>}
 */
export async function patiently(ask, page) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 1.8, LONGEST_WAIT)) {
    try {
      const answer = await ask();
      page.told("");
      return answer;
    } catch (error) {
      if (page.closed() || !passing(error)) throw error;
      page.told(`${error instanceof Error ? error.message : String(error)} Trying again…`);
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
