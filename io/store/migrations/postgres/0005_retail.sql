-- The paper game: counters, emissions and their notices, blocks on paper, books, paid tickets.
-- No row tells the lot of a ticket that is not paid.

CREATE TABLE counters (
    id               BIGINT PRIMARY KEY CHECK (id >= 0),
    name             TEXT    NOT NULL,
    is_centre        BOOLEAN NOT NULL,
    registered_at_ms BIGINT NOT NULL
);

-- Days are written as in 2011-11-28, and are days in Paris.
CREATE TABLE emissions (
    code       BIGINT PRIMARY KEY CHECK (code BETWEEN 0 AND 99999),
    game       TEXT    NOT NULL,
    emission   BIGINT NOT NULL,
    planned    TEXT    NOT NULL,
    opens      TEXT,
    closes     TEXT    CHECK (closes IS NULL OR opens <= closes),
    claims_end TEXT    CHECK ((claims_end IS NULL) = (closes IS NULL)),
    UNIQUE (game, emission)
);

CREATE TABLE printings (
    code         BIGINT NOT NULL REFERENCES emissions (code),
    first_book   BIGINT NOT NULL CHECK (first_book > 0),
    block        TEXT    NOT NULL UNIQUE REFERENCES blocks (id),
    books        BIGINT NOT NULL CHECK (books > 0),
    book_tickets BIGINT NOT NULL CHECK (book_tickets BETWEEN 1 AND 1000),
    price_cents  BIGINT NOT NULL CHECK (price_cents > 0),
    at_ms        BIGINT NOT NULL,
    is_restored  BOOLEAN NOT NULL,
    PRIMARY KEY (code, first_book)
);

-- A book without a row is in stock.
CREATE TABLE books (
    code          BIGINT NOT NULL REFERENCES emissions (code),
    number        BIGINT NOT NULL CHECK (number BETWEEN 1 AND 9999999),
    counter       BIGINT REFERENCES counters (id),
    state         TEXT    NOT NULL
        CHECK (state IN ('printed', 'delivered', 'activated', 'sold_out', 'returned')),
    returned_from BIGINT CHECK (returned_from >= paid_through),
    report        TEXT    CHECK (report IN ('lost', 'stolen')),
    paid_through  BIGINT NOT NULL CHECK (paid_through BETWEEN 0 AND 1000),
    PRIMARY KEY (code, number),
    CHECK ((state = 'printed') = (counter IS NULL)),
    CHECK ((state = 'returned') = (returned_from IS NOT NULL))
);

-- One row a paid ticket, for ever.
CREATE TABLE payments (
    code    BIGINT NOT NULL,
    book    BIGINT NOT NULL,
    ticket  BIGINT NOT NULL CHECK (ticket BETWEEN 0 AND 999),
    counter BIGINT NOT NULL REFERENCES counters (id),
    command TEXT    NOT NULL,
    cents   BIGINT NOT NULL CHECK (cents > 0),
    bearer  TEXT,
    at_ms   BIGINT NOT NULL,
    PRIMARY KEY (code, book, ticket),
    FOREIGN KEY (code, book) REFERENCES books (code, number)
);

CREATE INDEX payments_counter ON payments (counter, at_ms);

-- Questions about tickets: who asked, and when.
CREATE INDEX commands_inquiries ON commands (at_ms) WHERE content LIKE 'inquire %';
