// The door.

import * as door from "./door.js";
import { page } from "./frame.js";

await page(door.begin);
