"""A model behind an address, asked over real connections."""

import json
import traceback
from collections.abc import Callable

import numpy as np
import pytest

from afterwit.adapters.embeddings.endpoint import AT_ONCE, MOST_CHARACTERS, EndpointEmbedder
from afterwit.adapters.embeddings.server import MOST_BYTES, PAUSES
from afterwit.errors import ModelFailed
from tests.adapters.embeddings.embedding_server import JSON, Asked, Reply, good, serving, vectors_for

KEY = "sk-planted-for-this-test"


def refused(*replies: Callable[[Asked], Reply] | Reply, key: str = KEY, timeout: float = 10) -> str:
    """What is said where a server gives such replies; the key is nowhere in it."""
    with serving(*replies) as server, pytest.raises(ModelFailed) as raised:
        EndpointEmbedder(server.address, "small", key, timeout=timeout, wait=lambda _: None).embed(["one", "two"])
    said = str(raised.value)
    assert said.startswith(f"http://127.0.0.1:{server.server_port}/v1 ")
    assert said.endswith(".")
    assert "\n" not in said
    assert KEY not in "".join(traceback.format_exception(raised.value))
    return said


def changed(change: Callable[[list[JSON]], object]) -> Callable[[Asked], Reply]:
    """A reply like a good one, but for this change."""

    def reply(asked: Asked) -> Reply:
        rows = vectors_for(asked)
        change(rows)
        return Reply(body=json.dumps({"data": rows}).encode())

    return reply


class TestWhenAllIsWell:
    def test_each_text_has_its_vector_of_length_1(self) -> None:
        with serving(lambda asked: Reply(body=json.dumps({"data": numbered(asked)}).encode())) as server:
            vectors = EndpointEmbedder(server.address, "small").embed(["0", "1", "2"])
        assert vectors.dtype == np.float32
        assert np.allclose(vectors, [[1, 0], [2**-0.5, 2**-0.5], [5**-0.5, 2 * 5**-0.5]])

    def test_it_is_asked_as_the_protocol_says(self) -> None:
        with serving() as server:
            EndpointEmbedder(server.address, "small", f" {KEY}\n").embed(["one", "two"])
        (asked,) = server.asked
        assert asked.path == "/v1/embeddings"
        assert asked.body == {"model": "small", "input": ["one", "two"]}
        assert asked.headers["Authorization"] == f"Bearer {KEY}"
        assert asked.headers["Content-Type"] == "application/json"

    def test_without_a_key_none_is_sent(self) -> None:
        with serving() as server:
            EndpointEmbedder(server.address, "small").embed(["one"])
        assert "Authorization" not in server.asked[0].headers

    def test_many_texts_go_in_batches(self) -> None:
        texts = [f"text {number}" for number in range(2 * AT_ONCE + 1)]
        with serving() as server:
            assert EndpointEmbedder(server.address, "small").embed(texts).shape == (len(texts), 3)
        assert [len(asked.texts) for asked in server.asked] == [AT_ONCE, AT_ONCE, 1]
        assert [text for asked in server.asked for text in asked.texts] == texts

    def test_texts_that_servers_refuse_are_made_fit(self) -> None:
        with serving() as server:
            EndpointEmbedder(server.address, "small").embed(["", "x" * 9000, "half \ud800 of one", "ünï 🧠"])
        assert server.asked[0].texts == [" ", "x" * MOST_CHARACTERS, "half ? of one", "ünï 🧠"]

    def test_no_texts_ask_for_nothing(self) -> None:
        with serving() as server:
            embedder = EndpointEmbedder(server.address, "small")
            assert embedder.embed([]).shape == (0, 0)
            embedder.embed(["one"])
            assert embedder.embed([]).shape == (0, 3)
        assert len(server.asked) == 1

    def test_large_numbers_keep_their_direction(self) -> None:
        with serving(Reply(body=b'{"data": [{"index": 0, "embedding": [3e300, -4e300]}]}')) as server:
            assert np.allclose(EndpointEmbedder(server.address, "small").embed(["one"]), [[0.6, -0.8]])

    def test_its_name_tells_model_and_place_but_no_more(self) -> None:
        embedder = EndpointEmbedder("https://host.example/v1/?secret=word", "small", KEY)
        assert embedder.name == f"small@https://host.example/v1/{MOST_CHARACTERS}"

    def test_a_proxy_is_not_asked_about_this_machine(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
        with serving() as server:
            assert len(EndpointEmbedder(server.address, "small").embed(["one"])) == 1


def numbered(asked: Asked) -> list[JSON]:
    """The vector (1, text), out of order."""
    return [{"index": index, "embedding": [1, int(text)]} for index, text in enumerate(asked.texts)][::-1]


class TestWhenItIsBusy:
    @pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
    def test_it_is_asked_again_a_little_later(self, status: int) -> None:
        waited: list[float] = []
        with serving(Reply(status), Reply(status), good) as server:
            EndpointEmbedder(server.address, "small", wait=waited.append).embed(["one"])
        assert waited == [*PAUSES[:2]]
        assert len(server.asked) == 3

    def test_a_connection_that_breaks_off_is_tried_again(self) -> None:
        waited: list[float] = []
        with serving(Reply(manner="hanging up"), good) as server:
            EndpointEmbedder(server.address, "small", wait=waited.append).embed(["one"])
        assert waited == [PAUSES[0]]

    @pytest.mark.parametrize(
        ("asked", "waits"),
        [
            ("7", 7.0),
            (" 7 ", 7.0),
            ("0", PAUSES[0]),
            ("soon", PAUSES[0]),
            ("-7", PAUSES[0]),
            ("\N{ARABIC-INDIC DIGIT SEVEN}", PAUSES[0]),
            ("Wed, 21 Oct 2015 07:28:00 GMT", PAUSES[0]),
            ("Wed, 99 Oct 2015 07:28:00 GMT", PAUSES[0]),
        ],
    )
    def test_it_is_left_alone_for_as_long_as_it_asks(self, asked: str, waits: float) -> None:
        waited: list[float] = []
        busy = Reply(429, headers=(("Retry-After", asked.encode().decode("latin-1")),))
        with serving(busy, good) as server:
            EndpointEmbedder(server.address, "small", wait=waited.append).embed(["one"])
        assert waited == [waits]

    @pytest.mark.parametrize("asked", ["31", "9" * 5000, "Fri, 31 Dec 9999 23:59:59 GMT"])
    def test_it_is_not_waited_for_too_long(self, asked: str) -> None:
        waited: list[float] = []
        with serving(Reply(429, headers=(("Retry-After", asked),))) as server:
            embedder = EndpointEmbedder(server.address, "small", wait=waited.append)
            with pytest.raises(ModelFailed, match=r"is busy or in trouble \(429\): try again in \d+ seconds\.$"):
                embedder.embed(["one"])
        assert not waited

    def test_it_is_given_up_after_a_few_tries(self) -> None:
        waited: list[float] = []
        with serving(Reply(503)) as server:
            embedder = EndpointEmbedder(server.address, "small", wait=waited.append)
            with pytest.raises(ModelFailed, match=r"is busy or in trouble \(503\): try again later\.$"):
                embedder.embed(["one"])
        assert waited == [*PAUSES]
        assert len(server.asked) == len(PAUSES) + 1


class TestWhenTheAnswerIsNo:
    @pytest.mark.parametrize("status", [401, 403])
    def test_the_key_is_wrong(self, status: int) -> None:
        said = refused(Reply(status, f'{{"error": {{"message": "Incorrect key {KEY}"}}}}'.encode()))
        assert f"does not accept the key ({status}): check the variable" in said

    def test_a_key_is_wanted(self) -> None:
        assert "asks for a key (401): check the variable" in refused(Reply(401), key="")

    def test_there_is_no_such_model(self) -> None:
        assert "(404, model 'small' not found): check recall.embedder" in refused(
            Reply(404, b'{"error": "model \'small\' not found"}')
        )

    @pytest.mark.parametrize(
        ("body", "told"),
        [
            (b'{"error": {"message": "Too\\n long."}}', "(400, Too long)"),
            (b'{"error": {"message": "' + b"long " * 100 + b'"}}', f"(400, {('long ' * 100)[:150]})"),
            (b'{"error": {"message": "\\u001b[31mred"}}', "(400)"),
            (f'{{"error": "a request with {KEY} in it"}}'.encode(), "(400)"),
            (b'{"error": {"code": 7}}', "(400)"),
            (b'{"error": 7}', "(400)"),
            (b"<html>", "(400)"),
            (b"[" * 50_000, "(400)"),
            (b'{"error": "\xff"}', "(400)"),
            (b"", "(400)"),
        ],
    )
    def test_what_the_server_says_is_told_where_it_can_be(self, body: bytes, told: str) -> None:
        assert f"refuses the request {told}: check recall.embedder_model." in refused(Reply(400, body))

    def test_a_redirect_is_not_followed(self) -> None:
        with serving() as other:
            said = refused(Reply(307, headers=(("Location", f"{other.address}/embeddings"),)))
        assert "leads elsewhere (307): set recall.embedder to where it leads." in said
        assert not other.asked


class TestWhenItCannotBeUnderstood:
    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"<html>not found</html>",
            b"{}",
            b"[]",
            b'{"data": [{"index": 0}]}',
            b'{"data": [{"index": 0, "embedding": "AACAPw=="}]}',
            b'{"data": [{"index": 0, "embedding": [NaN]}, {"index": 1, "embedding": [1]}]}',
            b'{"data": [{"index": 0, "embedding": [null]}, {"index": 1, "embedding": [1]}]}',
            b'{"more": ' + b"[" * 100_000,
            b'{"data": "\xff"}',
        ],
        ids=["empty", "page", "no data", "list", "no vector", "base64", "no number", "null", "deep", "no text"],
    )
    def test_an_answer_of_another_shape(self, body: bytes) -> None:
        assert "gives what is no list of vectors: check that small is a model for embeddings" in refused(
            Reply(body=body)
        )

    @pytest.mark.parametrize("indexes", [[0], [0, 1, 1], [0, 0], [0, 7], [1, 2], [-1, 0]])
    def test_an_answer_for_other_texts(self, indexes: list[int]) -> None:
        rows = [{"index": index, "embedding": [1, 2]} for index in indexes]
        said = refused(Reply(body=json.dumps({"data": rows}).encode()))
        assert f"gives {len(rows)} vectors for 2 texts, or numbers them wrongly: " in said

    @pytest.mark.parametrize("vector", [[], [1.0, 2.0], [1.0] * 4])
    def test_vectors_of_several_sizes(self, vector: list[float]) -> None:
        assert "gives vectors of several sizes: " in refused(changed(lambda rows: rows[0].update(embedding=vector)))

    def test_vectors_of_another_size_than_before(self) -> None:
        other = Reply(body=b'{"data": [{"index": 0, "embedding": [1]}]}')
        with serving(good, other) as server:
            embedder = EndpointEmbedder(server.address, "small")
            embedder.embed(["one"])
            with pytest.raises(ModelFailed, match="gives vectors of several sizes: "):
                embedder.embed(["one"])

    @pytest.mark.parametrize("vector", [[0, 0, 0], []])
    def test_vectors_without_a_direction(self, vector: list[float]) -> None:
        said = refused(changed(lambda rows: [row.update(embedding=vector) for row in rows]))
        assert "gives vectors that are no numbers or all zero: " in said

    def test_numbers_beyond_all_bounds(self) -> None:
        assert "check that small is a model" in refused(
            Reply(body=b'{"data": [{"index": 0, "embedding": [1e999]}, {"index": 1, "embedding": [1]}]}')
        )


class TestWhenNothingComes:
    def test_nobody_is_there(self) -> None:
        with serving() as server:
            pass
        with pytest.raises(ModelFailed, match=r"cannot be reached: Connection refused; check recall.embedder"):
            EndpointEmbedder(server.address, "small", KEY).embed(["one"])

    def test_it_hangs_up_every_time(self) -> None:
        assert "broke off: Remote end closed connection without response; try again later." in refused(
            Reply(manner="hanging up")
        )

    def test_it_says_no_word(self) -> None:
        assert "does not answer within 0.1 seconds: try again later." in refused(Reply(manner="silent"), timeout=0.1)

    def test_it_never_comes_to_an_end(self) -> None:
        assert "does not answer within 0.2 seconds: " in refused(Reply(body=b" ", manner="trickling"), timeout=0.2)

    def test_it_says_more_than_any_answer_is(self) -> None:
        too_much = Reply(body=b" " * (MOST_BYTES // 8), manner="endless")
        assert "gives more than any answer is: check recall.embedder." in refused(too_much, timeout=60)


class TestWhatIsRefusedBeforeAnythingIsSent:
    def test_a_key_where_others_could_read_it(self) -> None:
        with pytest.raises(ModelFailed, match=r"^A key is not sent to http://host\.example/v1, where others") as raised:
            EndpointEmbedder("http://host.example/v1", "small", KEY)
        assert KEY not in str(raised.value)

    @pytest.mark.parametrize(
        "address", ["https://host.example/v1", "http://localhost:8080/v1", "http://127.8.9.1/v1", "http://[::1]:80/v1"]
    )
    def test_a_key_may_go_where_nobody_else_reads_it(self, address: str) -> None:
        assert EndpointEmbedder(address, "small", KEY).name.startswith(f"small@{address}/")

    def test_without_a_key_any_server_may_be_asked(self) -> None:
        assert EndpointEmbedder("http://host.example/v1", "small", "  ").name

    @pytest.mark.parametrize("key", [f"{KEY}\r\nX-More: 1", f"{KEY} {KEY}", f"{KEY}ü", f"{KEY}\x00"])
    def test_a_key_that_is_none(self, key: str) -> None:
        with pytest.raises(ModelFailed, match=r"^The key has signs that no key has: ") as raised:
            EndpointEmbedder("https://host.example/v1", "small", key)
        assert KEY not in str(raised.value)

    def test_no_model(self) -> None:
        with pytest.raises(ModelFailed, match=r"^No model is named for https://host.example/v1: set recall"):
            EndpointEmbedder("https://host.example/v1", "", KEY)
