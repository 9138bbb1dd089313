/** A state of the laboratory: a game, its options, side bets, and the law; and its permanent link. */

/**
 * @typedef {{game: string, options: Record<string, string>, bets: string[], law: string, room: string, start: string, table: string}} State
 */

/** @param {string} game @returns {State} */
export const fresh = (game) => ({ game, options: {}, bets: [], law: "", room: "commercial", start: "room", table: "" });

/** Text after `#/lab/<game>/`. @param {State} state */
export function written(state) {
  const found = new URLSearchParams(Object.entries(state.options).sort());
  for (const bet of state.bets) found.append("@bet", bet);
  if (state.law) found.set("@law", state.law);
  if (state.room !== "commercial") found.set("@room", state.room);
  if (state.start !== "room") found.set("@start", state.start);
  if (state.table) found.set("@table", state.table);
  return encodeURIComponent(found.toString());
}

/** @param {string} game @param {string|undefined} text  Decoded once. @returns {State} */
export function read(game, text) {
  const state = fresh(game);
  for (const [name, value] of new URLSearchParams(text ?? "")) {
    if (name === "@bet") state.bets.push(value);
    else if (name === "@law") state.law = value;
    else if (name === "@room") state.room = value === "tribal" ? value : "commercial";
    else if (name === "@start") state.start = value;
    else if (name === "@table") state.table = value;
    else if (!name.startsWith("@")) state.options[name] = value;
  }
  return state;
}

/** @param {State} state @param {State|null} other */
export const linkTo = (state, other) => `#/lab/${state.game}/${written(state) || "-"}${other ? `/${written(other) || "-"}` : ""}`;

/** The options of the starting point, then the changes. @param {State} state @param {any} form */
export const startOf = (state, form) => form.starts.find((/** @type {any} */ it) => it.name === state.start) ?? form.starts[0];

/** The state as the service reads it. @param {State} state @param {any} form */
export function asked(state, form) {
  const options = { ...startOf(state, form).options, ...state.options };
  return { game: state.game, options, side_bets: state.bets, state: state.law, room: state.room };
}

/** A share with three decimals: "0.615%". @param {number|null|undefined} share @param {number} [digits] */
export const percent = (share, digits = 3) => (share === null || share === undefined ? "–" : `${(share * 100).toFixed(digits)}%`.replace("-", "−"));

/** With its sign. @param {number} share @param {number} [digits] */
export const change = (share, digits = 3) => {
  const text = percent(share, digits);
  return /^−?0\.0+%$/.test(text) ? "±0" : share > 0 ? `+${text}` : text;
};
