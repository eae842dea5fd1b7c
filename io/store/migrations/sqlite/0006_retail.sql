-- The paper game: counters, emissions and their notices, blocks on paper, books, paid tickets.
-- No row tells the lot of a ticket that is not paid.

CREATE TABLE counters (
    id               INTEGER PRIMARY KEY CHECK (id >= 0),
    name             TEXT    NOT NULL,
    is_centre        INTEGER NOT NULL CHECK (is_centre IN (0, 1)),
    registered_at_ms INTEGER NOT NULL
) STRICT;

-- Days are written as in 2011-11-28, and are days in Paris.
CREATE TABLE emissions (
    code       INTEGER PRIMARY KEY CHECK (code BETWEEN 0 AND 99999),
    game       TEXT    NOT NULL,
    emission   INTEGER NOT NULL,
    planned    TEXT    NOT NULL,
    opens      TEXT,
    closes     TEXT    CHECK (closes IS NULL OR opens <= closes),
    claims_end TEXT    CHECK ((claims_end IS NULL) = (closes IS NULL)),
    UNIQUE (game, emission)
) STRICT;

CREATE TABLE printings (
    code         INTEGER NOT NULL REFERENCES emissions (code),
    first_book   INTEGER NOT NULL CHECK (first_book > 0),
    block        TEXT    NOT NULL UNIQUE REFERENCES blocks (id),
    books        INTEGER NOT NULL CHECK (books > 0),
    book_tickets INTEGER NOT NULL CHECK (book_tickets BETWEEN 1 AND 1000),
    price_cents  INTEGER NOT NULL CHECK (price_cents > 0),
    at_ms        INTEGER NOT NULL,
    is_restored  INTEGER NOT NULL CHECK (is_restored IN (0, 1)),
    PRIMARY KEY (code, first_book)
) STRICT;

-- A book without a row is in stock.
CREATE TABLE books (
    code          INTEGER NOT NULL REFERENCES emissions (code),
    number        INTEGER NOT NULL CHECK (number BETWEEN 1 AND 9999999),
    counter       INTEGER REFERENCES counters (id),
    state         TEXT    NOT NULL
        CHECK (state IN ('printed', 'delivered', 'activated', 'sold_out', 'returned')),
    returned_from INTEGER CHECK (returned_from >= paid_through),
    report        TEXT    CHECK (report IN ('lost', 'stolen')),
    paid_through  INTEGER NOT NULL CHECK (paid_through BETWEEN 0 AND 1000),
    PRIMARY KEY (code, number),
    CHECK ((state = 'printed') = (counter IS NULL)),
    CHECK ((state = 'returned') = (returned_from IS NOT NULL))
) STRICT;

-- One row a paid ticket, for ever.
CREATE TABLE payments (
    code    INTEGER NOT NULL,
    book    INTEGER NOT NULL,
    ticket  INTEGER NOT NULL CHECK (ticket BETWEEN 0 AND 999),
    counter INTEGER NOT NULL REFERENCES counters (id),
    command TEXT    NOT NULL,
    cents   INTEGER NOT NULL CHECK (cents > 0),
    bearer  TEXT,
    at_ms   INTEGER NOT NULL,
    PRIMARY KEY (code, book, ticket),
    FOREIGN KEY (code, book) REFERENCES books (code, number)
) STRICT;

CREATE INDEX payments_counter ON payments (counter, at_ms);

-- Questions about tickets: who asked, and when.
CREATE INDEX commands_inquiries ON commands (at_ms) WHERE content LIKE 'inquire %';
