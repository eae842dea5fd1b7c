// Begins: reads the messages, listens, shows what the address asks for.

import * as announce from "./announce.js";
import { at } from "./dom.js";
import * as game from "./game.js";
import * as history from "./history.js";
import * as messages from "./messages.js";
import * as router from "./router.js";

/** @param {import("./router.js").Route} route */
async function show(route) {
  router.mark();
  const isHistory = route.view === "history";
  at("view-game").hidden = isHistory;
  at("view-history").hidden = !isHistory;
  if (route.view === "history") {
    await history.show();
    at("history-title").focus({ preventScroll: true });
  } else if (route.view === "unit") {
    await game.replay(route.id);
  } else {
    await game.resume();
  }
  scrollTo(0, 0);
}

await messages.load();
/** @param {import("./router.js").Route} route */
const showOrSay = (route) => show(route).catch((error) => {
  console.error(error);
  announce.notice(messages.text("notice.failed"));
});
announce.begin();
history.begin();
game.listen();
router.watch(showOrSay);
await showOrSay(router.current());
document.documentElement.dataset.ready = "";
