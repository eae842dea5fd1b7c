// Starts the real program for a test: one block is dealt once a run, every shop has its own ledger.

import { spawn } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Where the program is; `cargo xtask browser` says so. */
export const program = path.resolve(
  process.env.GRILLE_BIN ?? path.join(import.meta.dirname, "../target/gate/grille"),
);

/** Any key: the tests' block is the same in every run, so what fails once fails again. */
const KEY = "67".repeat(32);

/**
 * @typedef {object} Shop
 * @property {string} url
 * @property {() => Promise<void>} stop     stops the server; the data stays
 * @property {() => Promise<void>} remove   stops the server and removes its data
 * @property {string} data
 */

/**
 * Starts the program on a free port.
 * @param {{ data: string }} where
 * @returns {Promise<Shop>}
 */
export async function start({ data }) {
  const options = ["--listen", "127.0.0.1:0", "--data", data, "--key", KEY, "--no-paper"];
  const server = spawn(program, ["demo", ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  server.stderr.on("data", (text) => (errors += text));
  const ended = new Promise((resolve) => server.once("exit", resolve));
  /** @type {Promise<string>} */
  const address = new Promise((resolve) => {
    server.stdout.on("data", (text) => resolve(String(text).trim()));
  });
  const url = await Promise.race([address, ended.then(() => null)]);
  if (url === null) throw new Error(`${program} ended before it served:\n${errors}`);
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
  };
  const remove = async () => {
    await stop();
    await rm(data, { recursive: true, force: true });
  };
  return { url, stop, remove, data };
}

/** An empty directory for a shop's data. */
export const emptyData = () => mkdtemp(path.join(tmpdir(), "grille-e2e-"));

/**
 * A shop of its own that sells the block which lies in `dealt`.
 * @param {string} dealt
 */
export async function open(dealt) {
  const data = await emptyData();
  for (const name of ["block", "keys"]) await symlink(path.join(dealt, name), path.join(data, name));
  return start({ data });
}
