// The API. Three kinds of answer, never mixed: what was asked for; a `Named` no, which is final;
// `Unknown`, when no answer came or the server failed: then the same request is repeated.

/** @typedef {import("./types.js").Play} Play */

/** A final no, with the server's code for it. */
export class Named extends Error {
  /**
   * @param {{ code: string, play?: string }} problem
   * @param {number} retryAfter_s
   */
  constructor(problem, retryAfter_s) {
    super(problem.code);
    /** After how many seconds it may be asked again; 0 when that is not said. */
    this.retryAfter_s = retryAfter_s;
    this.code = problem.code;
    this.play = problem.play;
  }
}

/** Nobody knows whether the request was carried out. */
export class Unknown extends Error {}

/** How long an answer may take. */
const PATIENCE_MS = 10_000;

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, headers = {}) {
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.ok) return [202, 204].includes(response.status) ? null : await response.json();
  } catch {
    throw new Unknown(path);
  }
  // A code of this site's own is final; anything else, such as a proxy's page, says nothing.
  const problem = await response.json().catch(() => ({}));
  if (response.status < 500 && typeof problem.code === "string") {
    throw new Named(problem, Number(response.headers.get("Retry-After") ?? 0));
  }
  throw new Unknown(path);
}

/**
 * Signs in; the session is in a cookie.
 * @param {string} name
 * @param {string} password
 * @param {boolean} restricted  to look and to withdraw only
 * @returns {Promise<import("./types.js").Me>}
 */
export const signIn = (name, password, restricted) => ask("POST", "/sessions", { name, password, restricted });

export const signOut = () => ask("DELETE", "/sessions", {});

/** @param {string} name */
export const forgotten = (name) => ask("POST", "/password-resets", { name });

/**
 * @param {string} token
 * @param {string} password
 */
export const setPassword = (token, password) => ask("POST", "/passwords", { token, password });

/**
 * Gives a command under its id.
 * @param {string} path
 * @param {string} id
 * @param {unknown} body
 */
export const command = (path, id, body) => ask("POST", path, body, { "Idempotency-Key": id });

/** @returns {Promise<{ began_at: string, staked: import("./types.js").Money, won: import("./types.js").Money }>} */
export const session = () => ask("GET", "/me/session");

/** @returns {Promise<import("./types.js").Me>} */
export const me = () => ask("GET", "/me");

/**
 * @param {string | null} before
 * @returns {Promise<import("./types.js").History>}
 */
export const plays = (before) => ask("GET", before === null ? "/plays" : `/plays?before=${before}`);

/**
 * @param {string} id
 * @returns {Promise<Play>}
 */
export const play = (id) => ask("GET", `/plays/${encodeURIComponent(id)}`);

/**
 * @param {string} commandId
 * @param {{ game: string, mode: import("./types.js").Mode, price_cents: number }} wish
 * @returns {Promise<Play>}
 */
export const buy = (commandId, wish) => ask("POST", "/plays", wish, { "Idempotency-Key": commandId });

/**
 * @param {string} id
 * @param {number[]} uncovered
 * @returns {Promise<Play>}
 */
export const saveView = (id, uncovered) => ask("PUT", `/plays/${id}/view`, { uncovered });

/**
 * @param {string} id
 * @returns {Promise<Play>}
 */
export const finish = (id) => ask("POST", `/plays/${id}/finish`, {});

/**
 * A unit of a game that is tried without money.
 * @param {string} game
 * @returns {Promise<import("./types.js").Demonstration>}
 */
export const demonstration = (game) => ask("POST", `/games/${encodeURIComponent(game)}/demonstrations`, {});

/**
 * Signs a counter in; its session is in a cookie of its own.
 * @param {number} counter
 * @param {string} password
 */
export const counterSignIn = (counter, password) => ask("POST", "/retail/sessions", { counter, password });

export const counterSignOut = () => ask("DELETE", "/retail/sessions", {});

/** @returns {Promise<{ balance: import("./types.js").Money }>} */
export const counter = () => ask("GET", "/retail/counter");

/**
 * What a ticket pays here.
 * @param {string} number
 * @param {string} code
 * @returns {Promise<import("./types.js").TicketAnswer>}
 */
export const inquire = (number, code) => ask("POST", "/retail/inquiries", { number, code });

/**
 * Pays tickets, all or none.
 * @param {string} id
 * @param {{ tickets: { number: string, code: string }[], bearer: string | null }} wish
 * @returns {Promise<{ sum: import("./types.js").Money, not_paid: import("./types.js").TicketAnswer | null }>}
 */
export const payTickets = (id, wish) => ask("POST", "/retail/payments", wish, { "Idempotency-Key": id });

/**
 * What the counter has paid today.
 * @param {string | null} before
 * @returns {Promise<import("./types.js").CounterPayments>}
 */
export const payments = (before) => ask("GET", before === null ? "/retail/payments" : `/retail/payments?before=${before}`);

/** Where a unit's proof is. @param {string} id */
export const proofAddress = (id) => `/api/v1/plays/${encodeURIComponent(id)}/proof`;

/** Where a block's signed checkpoint is. @param {string} block */
export const checkpointAddress = (block) => `/api/v1/blocks/${encodeURIComponent(block)}/checkpoint`;

/**
 * A file of the API's, as text.
 * @param {string} address
 */
export async function file(address) {
  let response;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.ok) return await response.text();
  } catch {
    throw new Unknown(address);
  }
  const problem = await response.json().catch(() => ({}));
  if (response.status < 500 && typeof problem.code === "string") throw new Named(problem, 0);
  throw new Unknown(address);
}
