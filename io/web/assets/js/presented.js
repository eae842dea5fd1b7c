// What a scanner or a hand puts into the field: a number, a code, or both at once.

/** @typedef {{ number?: string, code?: string }} Presented */

/** Without what sets groups apart. @param {string} text */
const tight = (text) => text.replace(/[\s\-\u2010-\u2015]/g, "").toUpperCase();

/** Sixteen digits: the barcode on the back. */
const NUMBER = "[0-9]{16}";
/** Seventeen characters: the Data Matrix under the cover. */
const CODE = "[A-HJ-NP-Z2-9]{17}";

const FORMS = [`^(?<number>${NUMBER})$`, `^(?<code>${CODE})$`, `^(?<number>${NUMBER})(?<code>${CODE})$`, `^(?<code>${CODE})(?<number>${NUMBER})$`];

/**
 * What was given; nothing when it is neither a number nor a code. Whether it is a sound one, the server
 * says.
 * @param {string} text
 * @returns {Presented | null}
 */
export function presented(text) {
  for (const form of FORMS) {
    const found = new RegExp(form).exec(tight(text));
    if (found) return { ...found.groups };
  }
  return null;
}

/** A number as it stands on the ticket: `31702-0012345-017-4`. @param {string} number */
export const grouped = (number) => number.replace(/^(.{5})(.{7})(.{3})(.)$/, "$1-$2-$3-$4");
