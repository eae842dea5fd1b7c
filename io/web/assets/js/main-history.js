// The history.

import { page } from "./frame.js";
import * as history from "./history.js";

await page(async () => {
  history.begin();
  await history.show();
});
