// The tiles: a click, a tap, a stroke across several, or arrows and space.

import { at, make } from "./dom.js";
import { counted, text } from "./messages.js";

const group = at("tiles");

/** @returns {HTMLButtonElement[]} */
const tiles = () => Array.from(group.querySelectorAll("button"));

/** The ticket that they lie on. */
export const ticket = () => /** @type {HTMLElement} */ (group.closest(".ticket"));

/** Covers all of them. Without a unit there is nothing below and they cannot be pressed. */
export function cover({ enabled = false } = {}) {
  tiles().forEach((tile, index) => {
    tile.replaceChildren(make("span", { class: "coat", text: "?" }));
    tile.firstElementChild?.setAttribute("aria-hidden", "true");
    tile.setAttribute("aria-label", text("tile.covered", { tile: index + 1 }));
    tile.removeAttribute("aria-disabled");
    tile.className = "tile";
    tile.disabled = !enabled;
    tile.tabIndex = index === 0 ? 0 : -1;
  });
}

/**
 * Shows what lies under a tile.
 * @param {number} index
 * @param {string} letter
 * @param {number} cells   how many cells of the grid have it
 * @param {{ still: boolean }} how
 */
export function open(index, letter, cells, { still }) {
  const tile = tiles()[index];
  tile.disabled = false;
  tile.classList.add("open");
  tile.classList.toggle("still", still);
  tile.classList.toggle("unused", cells === 0);
  tile.setAttribute("aria-disabled", "true");
  tile.setAttribute("aria-label", counted("tile.open", cells, { tile: index + 1, letter, cells }));
  const parts = [make("b", { text: letter }), make("small", { text: String(cells) })];
  for (const part of parts) part.setAttribute("aria-hidden", "true");
  tile.prepend(...parts);
}

/**
 * Makes the covered tiles deaf, or not: while the connection is lost, and while they uncover by
 * themselves.
 * @param {boolean} deaf
 */
export function setDeaf(deaf) {
  group.classList.toggle("deaf", deaf);
}

/** Puts the keyboard on the first covered tile. */
export function focus() {
  const all = tiles();
  const first = all.find((tile) => !tile.classList.contains("open")) ?? all[0];
  rove(first);
  first.focus({ preventScroll: true });
}

/**
 * Calls `uncover` with the index of each tile that the player scratches.
 * @param {(index: number) => void} uncover
 */
export function listen(uncover) {
  /** @param {EventTarget | null} target */
  const indexOf = (target) => {
    const tile = target instanceof Element ? target.closest("button.tile") : null;
    return tile && !group.classList.contains("deaf") ? tiles().indexOf(/** @type {HTMLButtonElement} */ (tile)) : -1;
  };
  /** @param {EventTarget | null} target */
  const scratch = (target) => {
    const index = indexOf(target);
    if (index >= 0) uncover(index);
  };
  // A tile opens as a whole, on first touch; the stroke goes on over its neighbours.
  group.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    scratch(event.target);
  });
  group.addEventListener("pointermove", (event) => {
    if (event.buttons !== 1) return;
    const steps = event.getCoalescedEvents?.() ?? [];
    for (const step of steps.length ? steps : [event]) scratch(document.elementFromPoint(step.clientX, step.clientY));
  });
  // Keyboard and assistive technology press without a pointer.
  group.addEventListener("click", (event) => scratch(event.target));
  group.addEventListener("keydown", (event) => {
    const next = neighbour(tiles().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)), event.key);
    if (next === null) return;
    event.preventDefault();
    rove(next);
    next.focus();
  });
}

/** @param {HTMLButtonElement} tile */
function rove(tile) {
  for (const other of tiles()) other.tabIndex = other === tile ? 0 : -1;
}

/**
 * The tile that an arrow leads to.
 * @param {number} from
 * @param {string} key
 */
function neighbour(from, key) {
  if (from < 0) return null;
  const columns = getComputedStyle(group).gridTemplateColumns.split(" ").length;
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  if (key === "Home") return tiles()[0];
  if (key === "End") return tiles().at(-1) ?? null;
  return key in steps ? (tiles()[from + steps[key]] ?? null) : null;
}
