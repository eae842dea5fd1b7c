// The shapes that the API sends, for the type checker; nothing here runs.

/**
 * @typedef {{ cents: number, currency: string }} Money
 *
 * @typedef {"jouer" | "auto"} Mode
 *
 * @typedef {object} Play
 * @property {string} id
 * @property {string} command_id
 * @property {string} game
 * @property {string} block
 * @property {number} index        from 0
 * @property {Mode} mode
 * @property {Money} stake
 * @property {Money} gain
 * @property {Money} balance_before
 * @property {Money} balance_after
 * @property {string} bought_at     RFC 3339
 * @property {string | null} finished_at
 * @property {string} letters       letter i lies under tile i
 * @property {string[][]} grids     rows of A–Z and `.` for grey
 * @property {string[][]} words
 * @property {string[][]} completed
 * @property {number[]} uncovered   tiles, from 0
 *
 * @typedef {object} History
 * @property {Play[]} unfinished
 * @property {Play[]} finished
 * @property {string | null} next
 *
 * @typedef {object} Me
 * @property {string} name
 * @property {Money} balance
 * @property {Money} shown_balance  without the gains of unfinished units
 *
 * @typedef {object} GameFacts
 * @property {string} id
 * @property {Money} price
 * @property {number} letters
 * @property {number} words_per_grid
 * @property {number} rows
 * @property {number} columns
 * @property {number} grids
 * @property {Pay[]} pays
 *
 * @typedef {{ words: number, gain: Money }} Pay
 *
 * A unit that nobody bought.
 * @typedef {object} Demonstration
 * @property {string} letters
 * @property {string[][]} grids
 * @property {string[][]} completed
 * @property {Money} gain
 *
 * What a ticket pays at a counter, or why it pays nothing.
 * @typedef {object} TicketAnswer
 * @property {string} ticket
 * @property {string} answer
 * @property {Money | null} amount
 * @property {boolean} needs_identity
 * @property {string | null} paid_at           RFC 3339
 * @property {string | null} closed_on         a day
 * @property {string | null} claims_ended_on   a day
 *
 * @typedef {object} CounterPayments
 * @property {Money} sum
 * @property {number} count
 * @property {{ ticket: string, amount: Money, paid_at: string }[]} payments
 * @property {string | null} next
 */

export {};
