"""Prints what a credential may see: all screens, what the first one plays, and the first event of a subscription."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from dataclasses import dataclass
from typing import Literal

from facade import Client, PartnerError


@dataclass(frozen=True)
class Screen:
    """What `SCREENS` selects of a screen, by the same names."""

    id: str
    name: str
    status: Literal["ONLINE", "OFFLINE", "UNPAIRED", "UNRECOGNIZED"]
    description: str | None


SCREENS = """
query Screens($first: Int!, $after: String) {
  screens(first: $first, after: $after) {
    nodes { id name status description }
    pageInfo { hasNextPage endCursor }
  }
}
"""

PLAYBACK = """
query Playback($id: ID!) {
  screen(id: $id) { playbackConfiguration { items { slotId } } }
}
"""

STATUSES = """
subscription Statuses {
  live(everySeconds: 15) { screenSummary { byStatus { status count } } }
}
"""


def read_screens(client: Client) -> list[Screen]:
    return [Screen(**node) for node in client.walk(SCREENS, "screens")]


def count_items(client: Client, screen: Screen) -> int:
    """The items that a screen plays now."""
    data = client.query(PLAYBACK, {"id": screen.id})
    return len(data["screen"]["playbackConfiguration"]["items"])


def main(
    url: str = os.environ.get("FACADE_URL", "http://127.0.0.1:4000/graphql"),
    credential: str = os.environ.get("PARTNER_CREDENTIAL", "demo-everything-credential"),
) -> None:
    client = Client(url, credential)
    screens = read_screens(client)
    print(f"{len(screens)} screens")
    first = screens[0]
    try:
        print(f"{first.name} is {first.status} and plays {count_items(client, first)} items")
    except PartnerError as error:
        if error.code != "FORBIDDEN":
            raise
        print(f"{first.name} is {first.status}; the credential lacks {error.required_scope}")
    with closing(client.live(STATUSES)) as events:
        for count in next(events)["live"]["screenSummary"]["byStatus"]:
            print(f"{count['status']}: {count['count']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
