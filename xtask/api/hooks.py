"""Who asks, for schemathesis: e2e/api/fuzz.mjs has made the sessions and says them.

The door counts who knocks by address, thirty a minute. That is tested elsewhere; here every request
comes from a loopback address of its own, as many players' requests do, or nearly all would be
answered with `too_many`.
"""

import itertools
import os

import schemathesis
import urllib3.util.connection as connection

PLAYER = os.environ.get("GRILLE_SESSION")
EXCLUDED = os.environ.get("GRILLE_EXCLUDED_SESSION")
COUNTER = os.environ.get("GRILLE_COUNTER_SESSION")

_connect = connection.create_connection
_addresses = itertools.count(2)


def from_an_address_of_its_own(address, *args, **kwargs):
    number = next(_addresses)
    kwargs["source_address"] = (f"127.{1 + number // 62500 % 250}.{number // 250 % 250}.{2 + number % 250}", 0)
    return _connect(address, *args, **kwargs)


connection.create_connection = from_an_address_of_its_own


@schemathesis.auth(refresh_interval=None)
class Session:
    """A player who is signed in, another one for what keeps a player from playing, or a counter."""

    def get(self, case, context):
        asked = context.operation.definition.raw.get("security")
        if not asked:
            return None
        if any("counter" in it for it in asked):
            return "counter", COUNTER
        return "session", EXCLUDED if context.operation.path == "/exclusions" else PLAYER

    def set(self, case, data, context):
        if data is not None and data[1] is not None:
            case.cookies = {**(case.cookies or {}), data[0]: data[1]}
