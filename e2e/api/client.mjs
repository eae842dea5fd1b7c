// A client of the API, as docs/api.md describes it: a session in a cookie, JSON from the site's own
// origin, a name for every command.

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} body     what JSON says, or the text
 */

export class Client {
  /** @param {string} url of the site */
  constructor(url) {
    this.url = url;
    this.cookie = '';
  }

  /**
   * @param {string} method
   * @param {string} path below `/api/v1`
   * @param {unknown} [body]
   * @param {string} [key] the name of the command
   * @returns {Promise<Answer>}
   */
  async send(method, path, body, key) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (method !== 'GET') Object.assign(headers, { origin: this.url, 'content-type': 'application/json' });
    if (this.cookie !== '') headers.cookie = this.cookie;
    if (key !== undefined) headers['idempotency-key'] = key;
    const response = await fetch(`${this.url}/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    for (const set of response.headers.getSetCookie()) [this.cookie] = set.split(';');
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  /** @param {string} path */
  get(path) {
    return this.send('GET', path);
  }

  /**
   * @param {string} path
   * @param {unknown} [body]
   * @param {string} [key]
   */
  post(path, body, key) {
    return this.send('POST', path, body, key);
  }
}
