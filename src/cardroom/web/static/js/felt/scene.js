/**
 * The table while events are being shown: a view that is at most one event behind.
 *
 * `view` is the whole state after a step, but a step may deal ten cards. The scene moves from one
 * view to the next, event by event, so that each can be seen; it decides nothing, and ends every
 * step as the view says.
 *
 * @typedef {import("../shared/types.js").View} View
 * @typedef {import("../shared/types.js").Bet} Bet
 * @typedef {import("../shared/types.js").TableEvent} TableEvent
 * @typedef {{id: number, face: string}} SceneCard
 * @typedef {{cards: SceneCard[], label: string, status: string, under?: string}} ScenePlace
 * @typedef {{box: number, spot: string, hand: number, stake: number, net: number, action?: number, owner?: string, backline?: boolean,
 *   clause?: import("../shared/types.js").Clause|string}} Outcome
 * @typedef {Pick<import("../shared/types.js").Layout, "earned"|"endings"|"pots">} Felt  Buttons that several boxes may have (any other button moves),
 *   how hands end, and whether players play for pots.
 * @typedef {object} Scene
 * @property {Map<string, ScenePlace>} places
 * @property {Bet[]} bets
 * @property {Outcome[]} outcomes
 * @property {{box: number, hand: number, topic: string}[]} turn
 * @property {import("../shared/types.js").Button[]} buttons
 * @property {import("./pots.js").Stakes} stakes
 * @property {number[]} dice
 * @property {boolean} resting  The cards are from the previous round.
 * @property {View} view
 */

import { partOf } from "./places.js";
import { advanceStakes, stakesOf } from "./pots.js";
import { endingOf } from "../shared/words.js";

let lastId = 0;

/**
 * The scene that a view describes; cards that stay where they are keep their identity.
 * @param {View} view
 * @param {Scene} [before]
 * @returns {Scene}
 */
export function sceneOf(view, before) {
  /** @type {Map<string, ScenePlace>} */
  const places = new Map();
  for (const [name, place] of Object.entries(view.places)) {
    const known = before?.places.get(name)?.cards ?? [];
    places.set(name, {
      cards: place.cards.map((face, at) => ({ id: known[at]?.id ?? ++lastId, face })),
      label: place.label ?? "",
      status: place.status ?? "",
      under: place.under,
    });
  }
  // A finished round stays on the table until the next bet.
  const resting = view.phase !== "round" && places.size > 0;
  return {
    places,
    bets: view.bets,
    outcomes: view.phase === "round" || resting ? view.results : [],
    turn: view.turn,
    buttons: view.buttons,
    stakes: stakesOf(view),
    dice: view.dice ?? [],
    resting,
    view,
  };
}

/** @param {Scene} scene @param {string} name */
function place(scene, name) {
  let found = scene.places.get(name);
  if (!found) scene.places.set(name, (found = { cards: [], label: "", status: "" }));
  return found;
}

/** A card turned up. The cards of a hand set by the dealer stay together until it is opened.
 * @param {Scene} scene @param {string} name @param {number} position */
function shownAt(scene, name, position) {
  const box = Number.parseInt(name, 10);
  const whole = scene.places.get(`${box}.1`);
  const known = scene.places.get(name)?.cards[position];
  if (known || !whole?.cards.length || !partOf(name)) return known;
  const card = whole.cards.splice(0, 1)[0];
  place(scene, name).cards.push(card);
  if (!whole.cards.length) scene.places.delete(`${box}.1`);
  return card;
}

/** @param {Scene} scene @param {number} id @param {(bet: Bet) => Bet|null} change */
function changeBet(scene, id, change) {
  scene.bets = scene.bets.flatMap((bet) => {
    if (bet.id !== id) return [bet];
    const changed = change(bet);
    return changed ? [changed] : [];
  });
}

/**
 * The scene after one event. Unknown events change nothing.
 * @param {Scene} scene
 * @param {TableEvent} event
 * @param {Felt|null} felt
 */
export function advance(scene, event, felt) {
  const earned = felt?.earned ?? [];
  if (felt?.pots) advanceStakes(scene.stakes, event);
  switch (event.event) {
    case "bets-closed":
    case "round-cleared":
      scene.places = new Map();
      scene.outcomes = [];
      scene.turn = [];
      scene.dice = [];
      scene.resting = false;
      break;
    case "dice-rolled":
      scene.dice = event.dice;
      break;
    case "cards-moved": {
      const from = place(scene, event.place).cards;
      place(scene, event.to).cards.push(...from.map((card, at) => ({ id: card.id, face: event.cards[at] ?? card.face })));
      scene.places.delete(event.place);
      break;
    }
    case "wager-withdrawn":
      scene.bets = scene.bets.filter((bet) => bet.box !== event.box || bet.spot !== event.spot);
      break;
    case "bet-placed":
      if (!scene.bets.some((bet) => bet.id === event.bet)) {
        scene.bets = [...scene.bets, {
          id: event.bet, spot: event.spot, box: event.box, hand: event.hand ?? 0,
          owner: event.owner, stake: event.stake,
        }];
      }
      break;
    case "bet-raised":
    case "bet-lowered":
      changeBet(scene, event.bet, (bet) => ({ ...bet, stake: event.stake, can_win: null }));
      break;
    case "bet-moved":
      changeBet(scene, event.bet, (bet) => ({ ...bet, hand: event.hand }));
      break;
    case "card-dealt":
      scene.resting = false;
      place(scene, event.place).cards.push({ id: ++lastId, face: event.card });
      break;
    case "card-shown": {
      const card = shownAt(scene, event.place, event.position);
      if (card) card.face = event.card;
      break;
    }
    case "hand-split": {
      const from = place(scene, `${event.box}.${event.hand}`);
      const at = from.cards.findLastIndex((card) => card.face === event.card);
      place(scene, `${event.box}.${event.into}`).cards.push(...from.cards.splice(at, 1));
      from.label = "";
      break;
    }
    case "hand-ended": {
      const hand = scene.places.get(`${event.box}.${event.hand}`);
      if (!hand) break;
      hand.label = event.label;
      hand.status = endingOf(felt, event.how)?.gone ? "racked" : event.how;
      break;
    }
    case "bank-ended":
      place(scene, "bank").label = event.label;
      break;
    case "acted":
      scene.turn = scene.turn.filter((turn) => turn.box !== event.box || turn.hand !== (event.hand ?? 0));
      break;
    case "button-placed":
      scene.buttons = [...scene.buttons.filter((it) => it.button !== event.button || earned.includes(event.button)), { button: event.button, box: event.box }];
      break;
    case "free-collection-given":
      scene.buttons = [...scene.buttons, { button: "free-collection", box: event.box, note: event.bracket }];
      break;
    case "bet-settled":
      scene.outcomes = [...scene.outcomes, {
        box: event.box, spot: event.spot, hand: event.hand ?? 0, stake: event.stake, action: event.action, net: event.paid - event.taken, clause: event.clause,
        owner: event.owner, backline: scene.bets.some((bet) => bet.id === event.bet && bet.backline),
      }];
      changeBet(scene, event.bet, () => null);
      break;
    case "bet-reversed":
      scene.outcomes = scene.outcomes.filter((it) => it.box !== event.box || it.spot !== event.spot);
      break;
  }
}
