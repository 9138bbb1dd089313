/**
 * The message types of docs/protocol.md, for the type checker and readers; no code.
 *
 * @typedef {{id: string, cite: string, says: string}} Clause
 * @typedef {{clause: Clause, why: string}} Refusal
 * @typedef {{verb: string, least?: number|null, most?: number|null, step?: number,
 *   cards?: boolean, costs?: number|null, fronts?: Front[], counts?: string}} Option
 * @typedef {{cards: string[], label: string, foul: boolean}} Front
 * @typedef {{box: number, amount: number, side: string, cause?: string, clause?: Clause,
 *   cards?: string[]}} PotPart
 * @typedef {{title: string, amount: number, boxes: number[], won?: PotPart[]}} Pot
 * @typedef {{verb: string, clause: Clause}} Barred
 * @typedef {{box: number, hand: number, topic: string, options: Option[], barred: Barred[]}} Ask
 * @typedef {{cards: string[], label?: string, status?: string, under?: string}} Place
 * @typedef {{id: number, spot: string, box: number, hand: number, owner: string, stake: number,
 *   can_win?: number|null, backline?: boolean, follows?: string[]}} Bet
 * @typedef {{box: number, player: string|null, name?: string, stack: number, bot?: boolean,
 *   away?: boolean, front?: number, out?: string, said?: string}} BoxSeat
 * @typedef {{box: number, spot: string, hand: number, stake: number, net: number, action: number,
 *   clause: Clause, cause?: string, owner?: string, coverage?: "full"|"partial"|"none",
 *   covered_by?: Clause|null, backline?: boolean, row?: string, row_title?: string}} Result
 * @typedef {{kind: string, clause: Clause, box?: number, hand?: number, note?: string}} Mended
 * @typedef {{owner: string, amount: number, box?: number, waived?: number, bracket?: string}} Fee
 * @typedef {{button: string, box: number, note?: string}} Button
 * @typedef {{owner: string, box: number, posted: number|null, paid: number, collected: number,
 *   asked?: string, limit?: string, can_pay?: number|null, can_collect?: number|null,
 *   round?: number, next?: string[], reach?: number[], collection?: number}} Bank
 * @typedef {{waits: string, head: string, can: string[], interventions: string[], takes: Record<string, string[]>, place?: string,
 *   figure?: string, bankers?: {player: string, company: string}[], names?: number|null}} DealerView
 *
 * @typedef {object} View
 * @property {{id: string, title: string, game: string, digest: string, dealing: string,
 *   round: number, seq: number, help?: string, chips?: "house"|"practice"}} table
 * @property {"betting"|"round"|"over"|"paused"|"broken"} phase
 * @property {string} [why]  Why the table is paused.
 * @property {string} [set_aside]  Why play has ended here; players cash out.
 * @property {string} [closing]  Why the table closes after the round in play.
 * @property {{player: string|null, role: string, boxes: number[], stack: number, wallet: number,
 *   blinds?: {big: number, small: number, answer: string}|null}} me
 * @property {{least: number, most: number|null, chip: number}} limits
 * @property {{title: string, rounds: number, changes: {option: string, was: string, will: string, about: string}[]}|null} [notice]  Other
 *   rules that are to be posted.
 * @property {BoxSeat[]} boxes
 * @property {Bet[]} bets
 * @property {Record<string, Place>} places
 * @property {{box: number, hand: number, topic: string}[]} turn
 * @property {Ask[]} asks
 * @property {Bank} bank
 * @property {Button[]} buttons
 * @property {Fee[]} fees  Collections due at the deal, or taken for this round.
 * @property {Result[]} results
 * @property {Fee[]} [round_fees]  Collections of the round whose results these are.
 * @property {Mended[]} floor  Floor interventions in the current or last round.
 * @property {Meter[]} meters
 * @property {Pot[]} [pots]
 * @property {number[]} [dice]
 * @property {number} [collected]
 * @property {Record<string, Clause>} [closed]  Spots that take no bet before the next shuffle.
 * @property {{seconds: number, of: number}|null} [clock]
 * @property {{fee: number, at: number}|null} [time]  Where time is paid for: when the next half hour ends.
 * @property {{refused: Refusal|null}|null} [setup]  Whether the player may request a new set-up, or why not.
 * @property {DealerView} [dealer]
 *
 * @typedef {{table: string, box: number, row: string, amount: number}} Win
 * @typedef {{name: string, title: string, amount: number, wins: Win[], set_aside?: string}} Meter  A progressive meter.
 *
 * @typedef {{name: string, title: string, pays?: string, least?: number|null,
 *   stake?: number|null, most?: number|null, group?: string, rows?: string[][]}} Spot
 * @typedef {{title: string, head: string[], rows: string[][]}} Sign
 * @typedef {{kind: string, x: number, y: number, width: number, height: number, words: string[], size: number, spot: string}} Shape
 * @typedef {{near: string, mid: string, far: string, ink: string}} Theme
 * @typedef {object} Drawing  What is printed on the felt, in millimeters from the middle of the dealer's edge.
 * @property {number} width
 * @property {number} depth
 * @property {Theme} theme
 * @property {{box: number, x: number, y: number, turn: number}[]} boxes
 * @property {Shape[]} box  What is printed at each box, the main wager first.
 * @property {Shape[]} table  What is printed in front of the dealer.
 * @property {{words: string, radius: number, center: number, size: number, role: string}[]} arcs
 * @property {{inner: number, outer: number, center: number, turn: number}[]} bands
 *
 * @typedef {object} Layout
 * @property {string} game
 * @property {string} title
 * @property {string} [family]
 * @property {{line: string, sub?: string}} felt
 * @property {Drawing} drawing
 * @property {{box: number, spots: Spot[]}[]} boxes
 * @property {string} position  The word for a place at the table: "Box", or "Seat" where a player has only one.
 * @property {Spot[]} [offered]  Spots that open during the round.
 * @property {{title: string}} bank
 * @property {number|null} board  Number of board cards, if there is a board.
 * @property {boolean} pots  Players play for pots, and nobody banks.
 * @property {number} piles
 * @property {{button: string, title: string}[]} buttons
 * @property {string[]} [earned]  Buttons that several boxes may have at once.
 * @property {number[]} chips
 * @property {{verb: string, title: string, key?: string, instead?: string, costs?: string, to?: boolean, counts?: string, means?: string, control?: string}[]} verbs
 * @property {{topic: string, asks: string, waits: string}[]} topics  What players are asked, in words.
 * @property {{how: string, says: string, gone: boolean}[]} endings  How hands end.
 * @property {Record<string, string>} hand_words  Names of hands as they read in a sentence.
 * @property {string[]} pile_places  Where the piles lie.
 * @property {string} left_over  Where the cards lie that are left over from dealing piles.
 * @property {string[]} controls
 * @property {number|null} [boxes_each]  How many boxes a player may bet on.
 * @property {string} [stakes]
 * @property {string[]} [sign]
 * @property {boolean} backline  Players may bet behind other players' wagers.
 * @property {string[]} [follows]  The verbs that a bet behind a wager may follow.
 * @property {Sign[]} signs  The posted signs.
 * @property {{ title: string, says: string[] }[]} words  What the house says: notices, disputes, and more.
 * @property {PrintedSheet[]} printed  The sheets that can be printed.
 * @property {boolean} [jokers]  The deck has jokers.
 * @property {boolean} [chart]  There is a strategy chart.
 *
 * @typedef {{sheet: string, title: string, computes?: string, charts?: boolean}} PrintedSheet  `computes` says what is
 *   computed first; with `charts`, it can be printed only where charts are permitted.
 *
 * @typedef {{verb: string, units: number, mills: number, best?: boolean, cards?: string[], label?: string}} Worth
 * @typedef {{status: "ready"|"none", why: string, options?: Worth[], wager?: number, assumes?: string[],
 *   share?: number|null, hand?: string, chart?: string}} Advice  The coach's answer.
 * @typedef {{box: number, hand: string, verb: string, best: string, mills: number, right: boolean,
 *   label?: string, best_label?: string, why: string, chart?: boolean}} Decision
 * @typedef {{round: number, decisions: Decision[], sitting: {decisions: number, right: number, mills: number}}} Review
 *
 * @typedef {{event: string, [field: string]: any}} TableEvent
 * @typedef {{seq: number, events: TableEvent[], view: View, layout?: Layout}} Step
 */
export {};
