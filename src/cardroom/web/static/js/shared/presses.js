/**
 * A press belongs to the button that it began on.
 *
 * Views arrive at any time, and a line more above a button moves it from under the pointer. The browser then sees a
 * press that began here and ended there, and clicks neither; nor does it click a button that got another place in its
 * list. A pointer that moves away itself still takes its press back.
 */

/** How far a hand that holds still may move a pointer, in pixels. */
const STILL = 8;

export function keepPresses() {
  /** @type {{button: HTMLElement, x: number, y: number}|null} */
  let down = null;
  const still = (/** @type {MouseEvent} */ event) => down !== null && Math.hypot(event.clientX - down.x, event.clientY - down.y) <= STILL;
  addEventListener("mousedown", (event) => {
    const button = event.button === 0 && event.target instanceof Element ? event.target.closest("button") : null;
    down = button ? { button, x: event.clientX, y: event.clientY } : null;
  }, true);
  addEventListener("mouseup", (event) => {
    const pressed = still(event) ? down : null;
    // The browser's own click comes at once; after it, nothing is left to do.
    setTimeout(() => {
      if (pressed && down === pressed && pressed.button.checkVisibility()) pressed.button.click();
    });
  }, true);
  addEventListener("click", (event) => {
    if (event.target instanceof Node && down?.button.contains(event.target)) down = null;
  }, true);
}
