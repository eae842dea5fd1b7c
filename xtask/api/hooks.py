"""Who asks, for schemathesis: e2e/api/fuzz.mjs has made the sessions and says them.

The door counts who knocks by address, thirty a minute. That is tested elsewhere; here every request
comes from a loopback address of its own, as many players' requests do, or nearly all would be
answered with `too_many`.
"""

import itertools
import os

import schemathesis
import urllib3.util.connection as connection

PLAYER = os.environ["GRILLE_SESSION"]
EXCLUDED = os.environ["GRILLE_EXCLUDED_SESSION"]

_connect = connection.create_connection
_addresses = itertools.count(2)


def from_an_address_of_its_own(address, *args, **kwargs):
    number = next(_addresses)
    kwargs["source_address"] = (f"127.{1 + number // 62500 % 250}.{number // 250 % 250}.{2 + number % 250}", 0)
    return _connect(address, *args, **kwargs)


connection.create_connection = from_an_address_of_its_own


@schemathesis.auth(refresh_interval=None)
class Session:
    """A player who is signed in; another one for what keeps a player from playing."""

    def get(self, case, context):
        if not context.operation.definition.raw.get("security"):
            return None
        return EXCLUDED if context.operation.path == "/exclusions" else PLAYER

    def set(self, case, data, context):
        if data is not None:
            case.cookies = {**(case.cookies or {}), "session": data}
