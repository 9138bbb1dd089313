/** Loads the page, and again if one of its files was lost on the way: a browser would leave it empty. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

/** Each browser has its own words for a script that did not come. @param {any} error */
export const missing = (error) => /import|module/i.test(String(error?.message));

async function open() {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 1.8, LONGEST_WAIT)) {
    try {
      return await import("./main.js");
    } catch (error) {
      if (!missing(error)) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

open();
