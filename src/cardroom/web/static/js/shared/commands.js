/** The commands of a table, as the service expects them. */

/** @typedef {Record<string, unknown>} Command */

/** @param {number} seat @returns {Command} */
export const sitDown = (seat) => ({ command: "sit-down", seat });
/** @returns {Command} */
export const leaveSeat = () => ({ command: "leave-seat" });
/** @param {number} amount @returns {Command} */
export const buyIn = (amount) => ({ command: "buy-in", amount });
/** Without an amount, the whole stack. @param {number} [amount] @returns {Command} */
export const cashOut = (amount) => ({ command: "cash-out", amount });

/** @returns {Command} */
export const sitOut = () => ({ command: "sit-out" });
/** @returns {Command} */
export const sitIn = () => ({ command: "sit-in" });
/** @param {string} how  post or wait. @returns {Command} */
export const answerBlinds = (how) => ({ command: "answer-blinds", how });

/**
 * `stake` is the total for the spot.
 * @param {number} box
 * @param {string} spot
 * @param {number} stake
 * @returns {Command}
 */
export const placeBet = (box, spot, stake) => ({ command: "place-bet", box, spot, stake });
/**
 * A bet behind another player's wager.
 * @param {number} box
 * @param {number} stake
 * @param {string[]} follows
 * @returns {Command}
 */
export const backBet = (box, stake, follows) => ({ command: "back-bet", box, stake, follows });
/** @param {number} box @param {string|null} spot @returns {Command} */
export const withdrawBet = (box, spot) => ({ command: "withdraw-bet", box, ...(spot ? { spot } : {}) });
/** @returns {Command} */
export const closeBets = () => ({ command: "close-bets" });

/** @param {number} amount @returns {Command} */
export const postBank = (amount) => ({ command: "post-bank", amount });
/** @returns {Command} */
export const declineBank = () => ({ command: "decline-bank" });
/** Other cards for the next round. @returns {Command} */
export const askSetup = () => ({ command: "ask-setup" });

/** The help that is permitted. @param {string} help @returns {Command} */
export const permitHelp = (help) => ({ command: "permit-help", help });

/** The proposition company that a player banks for; "" is none. @param {string} player @param {string} company @returns {Command} */
export const noteCompany = (player, company) => ({ command: "note-company", player, company });

/** @param {Record<string, unknown>} input @returns {Command} */
const play = (input) => ({ command: "play", input });

/**
 * @param {number} box
 * @param {string} verb
 * @param {number|null} amount
 * @param {string[]} cards
 * @returns {Command}
 */
export const answer = (box, verb, amount, cards) => play({
  input: "answer", box, verb, ...(amount === null ? {} : { amount }), ...(cards.length ? { cards } : {}),
});

/** @param {string} card @returns {Command} */
export const enterCard = (card) => play({ input: "draw", card });
/** @returns {Command} */
export const dealCard = () => ({ command: "deal-card" });
/** @returns {Command} */
export const proceed = () => play({ input: "proceed" });
/** @param {string} name @param {number} value @returns {Command} */
export const figure = (name, value) => play({ input: "figure", name, value });
/** @param {number[]} shown @returns {Command} */
export const dice = (shown) => play({ input: "dice", dice: shown });
/** @param {number} box @returns {Command} */
export const lapse = (box) => play({ input: "lapse", box });
/** @param {Record<string, unknown>} fields @returns {Command} */
export const intervene = (fields) => play({ input: "intervene", ...fields });
/** @returns {Command} */
export const loadShoe = () => ({ command: "load-shoe" });
/** @returns {Command} */
export const replaceCards = () => ({ command: "replace-cards" });
/** @returns {Command} */
export const showCutCard = () => ({ command: "show-cut-card" });
/** @returns {Command} */
export const endRound = () => ({ command: "end-round" });
/** @param {string} why @returns {Command} */
export const pause = (why) => ({ command: "pause", why });
/** @returns {Command} */
export const resume = () => ({ command: "resume" });

/** @param {number} least @param {number|null} most @returns {Command} */
export const postLimits = (least, most) => ({ command: "post-limits", least, ...(most === null ? {} : { most }) });

/** @param {string} game @param {Record<string, string>} options @param {number} rounds  Until then. @returns {Command} */
export const changeRules = (game, options, rounds) => ({ command: "change-rules", game, options, rounds });

/** @param {string} dealing @returns {Command} */
export const changeDealing = (dealing) => ({ command: "change-dealing", dealing });
