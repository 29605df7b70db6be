"""A server on this machine that speaks the chat-completions protocol, with answers that the test writes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import openai

from ragchunk_lessons.audit import audit
from ragchunk_lessons.splitters.llm import split_with_llm
from ragchunk_lessons.splitters.sentences import split_sentences


class Endpoint:
    """What was asked, and what is to be answered: a text, a body, ``(status, body)`` or a function of the request."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/v1"
        self.answers: list[Any] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []

    def client(self, **more: Any) -> openai.OpenAI:
        return openai.OpenAI(**{"base_url": self.url, "api_key": "a key", "max_retries": 0, "timeout": 10, **more})

    def next_answer(self, request: dict[str, Any]) -> Any:
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer(request) if isinstance(answer, Callable) else answer


def completion(content: str | None, finish_reason: str = "stop", **message: Any) -> dict[str, Any]:
    """The body of a chat completion with this content."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "stand-in",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish_reason,
                "message": {"role": "assistant", "content": content, **message},
            }
        ],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


def chunks(*texts: str) -> str:
    """An answer that lists these chunks."""
    return json.dumps({"chunks": list(texts)}, ensure_ascii=False)


def late(seconds: float, answer: str) -> Callable[[dict[str, Any]], str]:
    """An answer that takes its time."""

    def wait(request: dict[str, Any]) -> str:
        time.sleep(seconds)
        return answer

    return wait


@contextmanager
def serving() -> Iterator[Endpoint]:
    """A running endpoint; it stops with the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            endpoint.keys.append(self.headers.get("Authorization"))
            assert self.path == "/v1/chat/completions", self.path
            answer = endpoint.next_answer(json.loads(body))
            if answer == "hang up":
                self.close_connection = True
                return
            status, content = answer if isinstance(answer, tuple) else (200, answer)
            if isinstance(content, str) and status == 200:
                content = completion(content)
            if isinstance(content, str):
                content = content.encode()
            raw = content if isinstance(content, bytes) else json.dumps(content).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)
            except ConnectionError:  # the client did not wait
                pass

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    endpoint = Endpoint(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


# --- a text, and what the tests of split_with_llm ask about it ---------------------------------------------

TEXT = "It rains in the hills. Take a coat.\n\nPump 3 is old. Its oil is dark. Call Ms. Okafor."
RIGHT = ("It rains in the hills. Take a coat.", "Pump 3 is old. Its oil is dark. Call Ms. Okafor.")
SENTENCES = [chunk.text for chunk in split_sentences(TEXT, 60)]


def cut(endpoint, *answers, text=TEXT, size=60, **more):
    endpoint.answers = list(answers)
    return split_with_llm(text, size, client=endpoint.client(), model="stand-in", **more)


def ways(found):
    return [chunk.metadata["cut_by"] for chunk in found]


def fallen_back(found, reason):
    assert [chunk.text for chunk in found] == SENTENCES
    assert set(ways(found)) == {"fallback"}
    assert all(reason in chunk.metadata["cut_reason"] for chunk in found), found[0].metadata
    assert audit(TEXT, found, 60).ok
