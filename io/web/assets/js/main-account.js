// The account.

import * as account from "./account.js";
import { page } from "./frame.js";

await page(account.begin);
