// Pages that are only read.

import { page } from "./frame.js";

await page(() => {});
