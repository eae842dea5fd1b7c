// Before all tests: deals the block that every shop of the run sells. After them: removes it.

import { rm } from "node:fs/promises";
import { emptyData, start } from "./shop.mjs";

export default async function deal() {
  const data = await emptyData();
  const shop = await start({ data });
  await shop.stop();
  process.env.GRILLE_DEALT = data;
  return () => rm(data, { recursive: true, force: true });
}
