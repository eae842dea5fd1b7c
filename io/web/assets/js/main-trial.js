// A game that is tried without money.

import * as demonstration from "./demonstration.js";
import { page } from "./frame.js";

await page(() => {
  demonstration.listen();
  demonstration.offer();
});
