// Which view an address shows: `#/`, `#/historique`, `#/unites/` and a unit's id.

/** @typedef {{ view: "game" } | { view: "history" } | { view: "unit", id: string }} Route */

/** @returns {Route} */
export function current() {
  const unit = /^#\/unites\/([\w-]{8,100})$/.exec(location.hash);
  if (unit) return { view: "unit", id: unit[1] };
  return location.hash === "#/historique" ? { view: "history" } : { view: "game" };
}

/** @param {(route: Route) => void} listener */
export function watch(listener) {
  addEventListener("hashchange", () => listener(current()));
}

/** Marks the address in the navigation. */
export function mark() {
  const here = current().view === "game" ? "#/" : "#/historique";
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (link.getAttribute("href") === here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
