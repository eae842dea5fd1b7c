// Small helpers over the page that the server wrote.

/**
 * The element that must be there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function at(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * The button that must be there.
 * @param {string} id
 * @returns {HTMLButtonElement}
 */
export function button(id) {
  return /** @type {HTMLButtonElement} */ (at(id));
}

/**
 * A new element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {{ class?: string, text?: string, role?: string, label?: string, href?: string }} [with_]
 * @param {Node[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, with_ = {}, children = []) {
  const element = document.createElement(tag);
  if (with_.class) element.className = with_.class;
  if (with_.text !== undefined) element.textContent = with_.text;
  if (with_.role) element.setAttribute("role", with_.role);
  if (with_.label) element.setAttribute("aria-label", with_.label);
  if (with_.href) element.setAttribute("href", with_.href);
  element.append(...children);
  return element;
}

/** Whether the player asked that nothing move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A promise for later.
 * @param {number} delay_ms
 * @returns {Promise<void>}
 */
export const after = (delay_ms) => new Promise((resolve) => setTimeout(resolve, delay_ms));

/** No movement of ours is longer; whatever is stuck is not waited for. */
const PATIENCE_MS = 4_000;

/**
 * Waits until everything that moves in `element` has come to rest; where nothing moves, not at all.
 * @param {Element} element
 */
export async function atRest(element) {
  const moving = element.getAnimations({ subtree: true }).filter((it) => Number.isFinite(it.effect?.getComputedTiming().endTime));
  if (moving.length === 0) return;
  await Promise.race([Promise.allSettled(moving.map((it) => it.finished)), after(PATIENCE_MS)]);
}
