// The verification of a past unit in the page: a sound one, and falsified ones, each of which fails
// at its own step, in words.

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expectAccessible } from "../axe.mjs";
import { ONE_SIZE, expect, test } from "../player.mjs";
import { program } from "../shop.mjs";

/** @typedef {import("../player.mjs").Player} Player */

/** Plays a unit and looks at it again. @param {Player} player */
async function replay(player) {
  const { page } = player;
  await player.playAuto();
  await page.getByRole("link", { name: "Historique" }).click();
  await page.getByRole("link", { name: /^Revoir/ }).first().click();
  await expect(page.getByText("Relecture", { exact: true })).toBeVisible();
}

/** @param {Player} player */
const sheet = (player) => player.page.getByRole("region", { name: /^Vérification de l’unité/ });

/** The outcome of each step, in the order of the steps. @param {Player} player */
const outcomes = async (player) => {
  const steps = sheet(player).getByRole("list").first().getByRole("listitem");
  await expect(steps).toHaveCount(6);
  return steps.evaluateAll((items) => items.map((item) => item.children[1]?.textContent));
};

/**
 * Lets the page have another proof than the server's.
 * @param {Player} player
 * @param {(proof: string) => string | Promise<string>} change
 */
const falsify = (player, change) =>
  player.page.route("**/api/v1/plays/*/proof", async (route) => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, body: await change(await answer.text()) });
  });

/** Changes the unit's text inside of a proof. @param {string} proof @param {(text: string) => string} change */
const retext = (proof, change) =>
  proof.replace(/^extra (.+)$/m, (_, data) => `extra ${Buffer.from(change(Buffer.from(data, "base64").toString())).toString("base64")}`);

const [HELD, FAILED] = ["Concorde", "Ne concorde pas"];

test("a sound unit: every step is done in the browser and says what was compared", async ({ player, page }) => {
  await replay(player);
  await page.getByRole("button", { name: "Vérifier cette unité" }).click();
  await expect(sheet(player).getByRole("status")).toHaveText(/^Tout concorde/);
  expect(await outcomes(player)).toEqual(Array(6).fill(HELD));
  const { plays } = await player.ledger();
  await expect(sheet(player).getByText(new RegExp(`celui que le site publie pour le bloc ${plays[0].block}`))).toBeVisible();
  await expect(sheet(player).getByText(/Il annonce 1\s500\s000 unités/)).toBeVisible();
  await expect(sheet(player).getByRole("heading", { name: "Ce que cela n’établit pas" })).toBeVisible();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`no axe violation in a verification that holds or fails, ${colorScheme}`, async ({ player, page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    await replay(player);
    for (const change of [(/** @type {string} */ proof) => proof, falsified[1][1]]) {
      await page.unrouteAll({ behavior: "wait" });
      await falsify(player, change);
      await page.getByRole("button", { name: "Vérifier cette unité" }).click();
      await expect(sheet(player).getByRole("status")).not.toHaveText(/en cours/);
      await expectAccessible(page, "the verification");
    }
  });
}

test("the files and the command line that do without the site", ONE_SIZE, async ({ player, page, shop }, info) => {
  await replay(player);
  await page.getByRole("button", { name: "Vérifier cette unité" }).click();
  await expect(sheet(player).getByRole("status")).toHaveText(/^Tout concorde/);
  const folder = info.outputPath("files");
  for (const name of ["Fichier de preuve", "Engagement du bloc"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
    await download.saveAs(path.join(folder, download.suggestedFilename()));
  }
  const command = await sheet(player).getByText(/^grille-verify proof/).innerText();
  const { plays } = await player.ledger();
  const [proof, checkpoint] = [`${plays[0].block}-${plays[0].index}.proof`, `${plays[0].block}.checkpoint`];
  expect(command.replace(/\s+/g, " ")).toBe(`grille-verify proof ${proof} --checkpoint ${checkpoint}`);
  const published = await readFile(path.join(shop.data, "block", "checkpoint"), "utf8");
  expect(await readFile(path.join(folder, checkpoint), "utf8")).toBe(published);
  const verifier = path.join(path.dirname(program), "grille-verify");
  const run = spawnSync(verifier, command.split(/\s+/).slice(1), { cwd: folder, encoding: "utf8" });
  expect(run.error ?? run.stderr).toBe("");
  expect(run.status, run.stdout).toBe(0);
});

/** Each with the steps that fail, and words that say why. @type {[string, (proof: string) => string, number[], RegExp][]} */
const falsified = [
  ["a line that is missing", (proof) => proof.replace(/^index .*\n/m, ""), [1], /une ligne manque/],
  ["another letter", (proof) => retext(proof, (text) => text.replace(/\n([A-Z])([A-Z]+)\n/, "\n$2$1\n")), [5, 6], /texte de l’unité ou une empreinte a été changé/],
  ["another hash on the path", (proof) => proof.replace(/^(index .*\n)(.)/m, (_, line, first) => line + (first === "A" ? "B" : "A")), [5], /ne donne pas l’empreinte du bloc/],
  ["a hash too few", (proof) => proof.replace(/^(index .*\n).*\n/m, "$1"), [5], /pas le nombre d’empreintes/],
  ["another number in the text", (proof) => retext(proof, (text) => text.replace(/\n[0-9]+\n/, "\n77\n")), [4, 5, 6], /texte d’une autre unité/],
  ["another root in the checkpoint", (proof) => proof.replace(/^1500000\n(.)/m, (_, first) => `1500000\n${first === "A" ? "B" : "A"}`), [3, 5], /Les deux textes diffèrent/],
];

test("a falsified unit: the step that fails is shown, plainly", ONE_SIZE, async ({ player, page }) => {
  test.setTimeout(90_000);
  await replay(player);
  for (const [name, change, steps, why] of falsified) {
    await page.unrouteAll({ behavior: "wait" });
    await falsify(player, change);
    await page.getByRole("button", { name: "Vérifier cette unité" }).click();
    await expect(sheet(player).getByRole("status"), name).toHaveText(/^La vérification échoue à l’étape/);
    const found = (await outcomes(player)).flatMap((outcome, at) => (outcome === FAILED ? [at + 1] : []));
    expect(found, name).toEqual(steps);
    await expect(sheet(player).getByText(why), name).toBeVisible();
    await expect(sheet(player).getByRole("heading", { name: "Ce que cela établit" }), name).toBeHidden();
  }
});

test("the sound proof of another unit is not the proof of this one", ONE_SIZE, async ({ player, page }) => {
  await replay(player);
  const [first] = (await player.ledger()).plays;
  await page.getByRole("link", { name: "Retour au jeu" }).click();
  await player.settled();
  await player.playAuto();
  await page.getByRole("button", { name: "Vérifier cette unité" }).waitFor();
  await falsify(player, async () => (await page.request.get(`${player.url}/api/v1/plays/${first.id}/proof`)).text());
  await page.getByRole("button", { name: "Vérifier cette unité" }).click();
  await expect(sheet(player).getByRole("status")).toHaveText(/à l’étape «.L’unité à l’écran.»/);
  expect(await outcomes(player)).toEqual([...Array(5).fill(HELD), FAILED]);
});

test("a proof that cannot be had proves nothing, and can be asked for again", ONE_SIZE, async ({ player, page }) => {
  await replay(player);
  await page.route("**/api/v1/plays/*/proof", (route) => route.abort());
  await page.getByRole("button", { name: "Vérifier cette unité" }).click();
  await expect(sheet(player).getByRole("status")).toHaveText(/n’a pas pu être lu\. Rien n’est vérifié/);
  await page.unrouteAll({ behavior: "wait" });
  await page.getByRole("button", { name: "Recommencer" }).click();
  await expect(sheet(player).getByRole("status")).toHaveText(/^Tout concorde/);
});
