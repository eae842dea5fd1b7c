// A game, or one unit of it that was bought.

import { at } from "./dom.js";
import { page } from "./frame.js";
import * as game from "./game.js";

await page(async () => {
  game.listen();
  const { play } = at("main").dataset;
  await (play === undefined ? game.resume() : game.replay(play));
});
