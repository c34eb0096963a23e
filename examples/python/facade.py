"""A client of the façade that needs nothing but Python's standard library."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any, NotRequired, Required, TypedDict
from urllib.parse import urlsplit

Variables = Mapping[str, object]


class ErrorExtensions(TypedDict, total=False):
    code: Required[str]
    requiredScope: str
    retryAfterSeconds: float
    requestId: str


class FieldError(TypedDict):
    message: str
    path: NotRequired[list[str | int]]
    extensions: ErrorExtensions


class PartnerError(Exception):
    """The errors of a result. `code`, `required_scope` and the message are those of the first one."""

    def __init__(self, errors: list[FieldError], data: dict[str, Any] | None) -> None:
        first = errors[0]
        super().__init__(first["message"])
        self.code = first["extensions"]["code"]
        self.required_scope = first["extensions"].get("requiredScope")
        self.errors = errors
        self.data = data
        """What could be read."""


@dataclass(frozen=True)
class Client:
    """Sends the credential to this address alone: it follows no redirect, and uses no proxy."""

    url: str
    credential: str = field(repr=False)
    timeout: float = 40
    """Seconds without a byte. A stream sends some every 12 seconds."""
    attempts: int = 3
    """How often an operation is sent that is refused with HTTP 429 or 503."""
    max_wait: float = 60
    """Seconds. A longer `Retry-After` is not waited for."""

    def query(self, document: str, variables: Variables | None = None) -> dict[str, Any]:
        """The data of a query.

        Raises PartnerError where the result has errors; OSError and http.client.HTTPException where there is no result.
        """
        with self._send(document, variables, "application/json") as response:
            return _read_result(response)

    def walk(self, document: str, name: str) -> Iterator[dict[str, Any]]:
        """Every node of the list `name`, page after page; the document takes `$first` and `$after`."""
        after: str | None = None
        while True:
            connection = self.query(document, {"first": 100, "after": after})[name]
            yield from connection["nodes"]
            # A page may be short, or empty: only this marks the end.
            if not connection["pageInfo"]["hasNextPage"]:
                return
            after = connection["pageInfo"]["endCursor"]

    def live(self, document: str, variables: Variables | None = None) -> Generator[dict[str, Any], None, None]:
        """The data of each event of a subscription, until the façade completes it.

        Raises what `query` raises; a new call subscribes again, and its first event is the whole result.
        """
        with self._send(document, variables, "text/event-stream") as response:
            if response.headers.get_content_type() != "text/event-stream":
                _read_result(response)
            for name, data in _read_events(response):
                if name == "complete":
                    return
                yield _data_of(json.loads(data))
        raise ConnectionError("The stream has ended before it was complete.")

    @contextmanager
    def _send(self, document: str, variables: Variables | None, accept: str) -> Iterator[HTTPResponse]:
        body = json.dumps({"query": document, "variables": variables})
        headers = {
            "Accept": accept,
            "Authorization": f"Bearer {self.credential}",
            "Content-Type": "application/json",
        }
        for attempt in range(1, self.attempts + 1):
            with closing(self._connect()) as connection:
                connection.request("POST", urlsplit(self.url).path or "/", body.encode(), headers)
                response = connection.getresponse()
                wait = _retry_after(response)
                if wait is None or wait > self.max_wait or attempt == self.attempts:
                    yield response
                    return
            time.sleep(wait)

    def _connect(self) -> HTTPConnection:
        address = urlsplit(self.url)
        host = address.hostname or ""
        if address.scheme == "https":
            return HTTPSConnection(host, address.port, timeout=self.timeout)
        return HTTPConnection(host, address.port, timeout=self.timeout)


def _retry_after(response: HTTPResponse) -> float | None:
    """Seconds to wait before the next attempt; None where it would not help."""
    if response.status not in (429, 503):
        return None
    seconds = response.getheader("Retry-After", "")
    return float(seconds) if seconds.isdecimal() else 1


def _read_result(response: HTTPResponse) -> dict[str, Any]:
    if response.headers.get_content_type() != "application/json":
        raise ConnectionError(f"HTTP {response.status} is no result of GraphQL.")
    return _data_of(json.load(response))


def _data_of(result: dict[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] | None = result.get("data")
    if errors := result.get("errors"):
        raise PartnerError(errors, data)
    if data is None:
        raise ConnectionError("The response is no result of GraphQL.")
    return data


def _read_events(lines: Iterable[bytes]) -> Iterator[tuple[str, str]]:
    """The name and the data of each server-sent event; a comment is no event."""
    name, data = "message", list[str]()
    for line in lines:
        key, colon, value = line.decode().rstrip("\r\n").partition(":")
        if key == "event":
            name = value.removeprefix(" ")
        elif key == "data":
            data.append(value.removeprefix(" "))
        elif not key and not colon:
            if data:
                yield name, "\n".join(data)
            name, data = "message", []
