"""split_with_llm where the endpoint fails: what is raised, what is tried again, and when it is left alone."""

from __future__ import annotations

from types import SimpleNamespace

import openai
import pytest
from chat_server import RIGHT, TEXT, chunks, cut, fallen_back, late, serving, ways
from contract import assert_contract

from ragchunk_lessons.splitters.llm import split_with_llm


@pytest.fixture
def endpoint():
    with serving() as running:
        yield running


def echo(request):
    return chunks(request["messages"][1]["content"])


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, openai.BadRequestError),
        (401, openai.AuthenticationError),
        (403, openai.PermissionDeniedError),
        (404, openai.NotFoundError),
        (422, openai.UnprocessableEntityError),
    ],
)
def test_a_request_that_is_wrong_itself_raises(endpoint, status, error):
    with pytest.raises(error, match="no good"):
        cut(endpoint, (status, {"error": {"message": "no good"}}))
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_a_fault_that_may_pass_is_met_by_asking_once_more(endpoint, status):
    failure = (status, {"error": {"message": "too busy"}})
    found = cut(endpoint, failure, chunks(*RIGHT))
    assert ways(found) == ["llm retry"] * 2
    assert endpoint.asked[0] == endpoint.asked[1]
    fallen_back(cut(endpoint, failure), "too busy")


def test_an_endpoint_that_is_down_is_not_asked_for_every_part(endpoint):
    text = " ".join(f"Sentence number {number} stands here." for number in range(40))
    found = cut(endpoint, echo, (500, "x"), text=text, size=100, window_size=300)
    assert len(endpoint.asked) == 3
    assert ways(found)[0] == "llm" and ways(found)[-1] == "fallback"
    assert "InternalServerError" in found[-1].metadata["cut_reason"]
    assert_contract(text, found, 100, 0)


def test_a_time_limit(endpoint):
    endpoint.answers = [late(0.5, chunks(*RIGHT))]
    found = split_with_llm(TEXT, 60, client=endpoint.client(timeout=0.1), model="stand-in")
    fallen_back(found, "APITimeoutError")


def test_a_connection_that_breaks(endpoint):
    fallen_back(cut(endpoint, "hang up"), "APIConnectionError")


def test_nobody_listens():
    with serving() as gone:
        client = gone.client()
    fallen_back(split_with_llm(TEXT, 60, client=client, model="stand-in"), "APIConnectionError")


@pytest.mark.parametrize("body", [b'{"choices": [', b"<html>a login page</html>", b"", b"[1, 2]", b"null"])
def test_a_body_that_is_no_completion(endpoint, body):
    fallen_back(cut(endpoint, (200, body)), "no chat completion")


@pytest.mark.parametrize("error", [TimeoutError("slow"), ConnectionResetError("gone")])
def test_a_client_of_another_make(error):
    def create(**request):
        raise error

    client = SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=create)))
    fallen_back(split_with_llm(TEXT, 60, client=client, model="m"), str(error))


def test_a_fault_in_a_client_is_not_swallowed():
    def create(**request):
        raise KeyError("a bug")

    client = SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=create)))
    with pytest.raises(KeyError, match="a bug"):
        split_with_llm(TEXT, 60, client=client, model="m")
