// A point of sale.

import * as counter from "./counter.js";
import { page } from "./frame.js";

await page(counter.begin);
