// The page's own chance, for what it shows and never for what a unit is worth: a unit's name gives
// the same numbers on every device, so that a reload goes on in the same order.

/**
 * Numbers that follow from a text.
 * @param {string} name
 * @returns {(bound: number) => number}  below `bound`, each as likely as the others
 */
export function chanceOf(name) {
  // FNV-1a, 32 bits; then the counter and the mixing of SplitMix in 32 bits.
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  const word = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  return (bound) => {
    // Words beyond the last whole multiple are thrown away.
    const limit = Math.floor(2 ** 32 / bound) * bound;
    for (;;) {
      const drawn = word();
      if (drawn < limit) return drawn % bound;
    }
  };
}

/**
 * The numbers below `length` in an order that follows from `name` and from nothing else.
 * @param {string} name
 * @param {number} length
 */
export function orderOf(name, length) {
  const below = chanceOf(name);
  const order = Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
