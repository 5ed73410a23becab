"""Source: a file as readers see it, whatever is wrong with it."""

import json
import os
from pathlib import Path

import msgspec
import pytest
import zstandard
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from afterwit.errors import UnreadableSource
from afterwit.intake import source as source_module
from afterwit.intake.detect import choose, look
from afterwit.intake.readers import READERS
from afterwit.intake.source import Source, Unshaped
from tests.transcripts import claude, encoded, write


class Point(msgspec.Struct):
    """A shape to decode lines into."""

    x: int = 0
    name: str = ""


points = msgspec.json.Decoder(Point)
same_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=12
)


def source_of(path: Path, content: bytes, *, longest: int = 1_000_000) -> Source:
    path.write_bytes(content)
    return Source(path, max_line_bytes=longest)


class TestWhatIsRefused:
    """Each with one sentence that says what to do."""

    def refused(self, path: Path) -> str:
        with pytest.raises(UnreadableSource) as caught, Source(path) as source:
            choose(source, READERS)
        return str(caught.value)

    def test_a_missing_file(self, tmp_path: Path) -> None:
        assert self.refused(tmp_path / "gone.jsonl") == f"There is no file {tmp_path / 'gone.jsonl'}: check the path."

    def test_a_folder(self, tmp_path: Path) -> None:
        assert "is a folder, not a transcript: name a file in it" in self.refused(tmp_path)

    def test_a_pipe_which_could_not_be_read_twice(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        assert "is no regular file: save what it gives to one" in self.refused(tmp_path / "pipe")

    @pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf\n"])
    def test_an_empty_file(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "empty.jsonl"
        path.write_bytes(content)
        assert "is empty: there is nothing to read yet" in self.refused(path)

    def test_a_binary_file(self, tmp_path: Path) -> None:
        path = tmp_path / "picture.jsonl"
        path.write_bytes(bytes(range(256)) * 40)
        assert "is a binary file, not a transcript" in self.refused(path)

    def test_a_file_of_no_known_host(self, tmp_path: Path) -> None:
        path = tmp_path / "notes.txt"
        path.write_text("bread, salt\n", encoding="utf-8")
        assert "is no transcript that Afterwit knows (it reads claude-code, codex," in self.refused(path)

    def test_a_compressed_file_damaged_from_the_start(self, tmp_path: Path) -> None:
        path = tmp_path / "x.jsonl.zst"
        path.write_bytes(source_module.ZSTD_MAGIC + b"nonsense" * 9)
        assert "holds nothing that can be unpacked" in self.refused(path)


class TestLines:
    """A broken line costs that line, never the file."""

    def test_a_broken_line_is_noted_with_its_place_and_the_rest_is_read(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'{"x": 1}\n{"x": 2\n\nnot json\n{"x": 5}\n') as source:
            assert list(source.records(points)) == [Point(x=1), Point(x=5)]
        assert (source.findings.broken, source.findings.broken_at) == (2, [2, 4])
        assert source.findings.truncated_at is None

    def test_only_the_first_few_places_are_kept(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b"?\n" * 50) as source:
            assert not list(source.records(points))
        assert source.findings.broken == 50
        assert source.findings.broken_at == list(range(1, 21))

    def test_a_line_over_the_limit_is_skipped_without_being_held(self, tmp_path: Path) -> None:
        long = b'{"name": "' + b"y" * 500 + b'"}\n'
        with source_of(tmp_path / "a", b'{"x": 1}\n' + long + b'{"x": 3}\n', longest=64) as source:
            assert list(source.records(points)) == [Point(x=1), Point(x=3)]
            assert source.line == 3
        assert (source.findings.too_long, source.findings.too_long_at) == (1, [2])

    def test_a_line_exactly_at_the_limit_is_read(self, tmp_path: Path) -> None:
        line = b'{"x": 1}'
        with source_of(tmp_path / "a", line + b"\n" + line, longest=len(line)) as source:
            assert len(list(source.records(points))) == 2
        assert source.findings.clean

    def test_a_line_too_long_and_still_being_written_is_not_cut_in_two(self, tmp_path: Path) -> None:
        begun = b'{"x": 1}\n{"name": "' + b"y" * 100
        with source_of(tmp_path / "a", begun, longest=32) as source:
            assert list(source.records(points)) == [Point(x=1)]
            offset, line = source.offset, source.lines_before
        assert (offset, line) == (9, 1)
        with source_of(tmp_path / "a", begun + b'"}\n{"x": 3}\n', longest=32) as source:
            source.start_at(offset, line)
            assert list(source.records(points)) == [Point(x=3)]
            assert source.line == 3

    def test_bytes_that_are_no_utf_8_are_replaced_and_noted(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'{"x": 1}\n{"name": "caf\xe9"}\n') as source:
            assert list(source.records(points)) == [Point(x=1), Point(name="caf\ufffd")]
        assert (source.findings.mended, source.findings.mended_at) == (1, [2])

    @pytest.mark.parametrize(
        ("line", "name"), [(rb'{"name": "half \ud83d pair"}', "half ? pair"), (b'{"name": "tab\there"}', "tab\there")]
    )
    def test_json_that_a_strict_decoder_refuses_is_mended(self, tmp_path: Path, line: bytes, name: str) -> None:
        with source_of(tmp_path / "a", line + b"\n") as source:
            assert list(source.records(points)) == [Point(name=name)]
        assert source.findings.mended == 1

    def test_a_mended_line_is_what_unknown_types_are_kept_from(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'{"x": 1, "other": "\xff"}\n') as source:
            assert [source.current_value() for _ in source.records(points)] == [{"x": 1, "other": "\ufffd"}]

    def test_a_line_of_another_shape_is_handed_out_as_it_is(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'{"x": "one"}\n[1]\n') as source:
            assert list(source.records(points)) == [Unshaped({"x": "one"}), Unshaped([1])]
        assert source.findings.clean

    def test_a_line_nested_beyond_reason_is_a_broken_line(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b"[" * 100_000 + b"]" * 100_000 + b'\n{"x": 2}\n') as source:
            assert list(source.records(points)) == [Point(x=2)]
        assert source.findings.broken_at == [1]

    def test_a_byte_order_mark_is_no_part_of_the_first_line(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'\xef\xbb\xbf{"x": 1}\n{"x": 2}\n') as source:
            assert list(source.records(points)) == [Point(x=1), Point(x=2)]
        assert source.findings.clean

    def test_a_last_line_that_breaks_off_waits_for_the_next_reading(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'{"x": 1}\n{"x": ') as source:
            assert list(source.records(points)) == [Point(x=1)]
            assert (source.offset, source.lines_before) == (9, 1)
        assert source.findings.truncated_at == 2
        assert source.findings.broken == 0

    def test_a_last_line_that_only_lacks_its_end_is_read_and_counted_once(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'{"x": 1}\n{"x": 2}') as source:
            assert len(list(source.records(points))) == 2
            offset, line = source.offset, source.lines_before
        with source_of(tmp_path / "a", b'{"x": 1}\n{"x": 2}\n{"x": 3}\n') as source:
            source.start_at(offset, line)
            assert list(source.records(points)) == [Point(x=3)]
            assert source.line == 3

    @same_folder
    @given(content=st.binary(max_size=400), longest=st.integers(1, 60))
    @example(content=b'{"type": "\xff"}\n', longest=60)
    @example(content=b'{"x": ' + b"9" * 45, longest=60)
    def test_no_bytes_make_it_raise(self, tmp_path: Path, content: bytes, longest: int) -> None:
        with source_of(tmp_path / "any", content, longest=longest) as source:
            list(source.lines())
            list(source.values())
            source.rewind()
            for _ in source.records(points):
                source.current_value()
            list(source.items("", "messages"))
            source.outline("id", "messages")
            look(source)
            assert 0 <= source.offset <= len(content)

    @same_folder
    @given(content=st.lists(st.binary(max_size=30), max_size=12), longest=st.integers(1, 40))
    def test_every_line_is_yielded_skipped_or_blank(self, tmp_path: Path, content: list[bytes], longest: int) -> None:
        lines = [b"-" + part.replace(b"\n", b"") for part in content]
        with source_of(tmp_path / "any", b"".join(line + b"\n" for line in lines), longest=longest) as source:
            list(source.lines())
        assert source.line == source.lines_before == len(lines)
        assert source.findings.too_long == sum(len(line) > longest for line in lines)


class TestCompressed:
    """Cold Codex rollouts are .jsonl.zst."""

    def test_it_reads_as_if_it_were_not(self, tmp_path: Path) -> None:
        packed = zstandard.ZstdCompressor().compress(encoded(claude(200)))
        with source_of(tmp_path / "a.jsonl.zst", packed) as source:
            assert choose(source, READERS).host == "claude-code"
            assert list(source.values()) == claude(200)
        assert source.findings.clean

    def test_several_frames_are_one_content(self, tmp_path: Path) -> None:
        pack = zstandard.ZstdCompressor().compress
        with source_of(tmp_path / "a.zst", pack(b'{"x": 1}\n') + pack(b'{"x": 2}\n')) as source:
            assert list(source.values()) == [{"x": 1}, {"x": 2}]

    @pytest.mark.parametrize("damage", [b"", b"\x00" * 40])
    def test_one_that_breaks_off_or_is_damaged_gives_what_comes_before(self, tmp_path: Path, damage: bytes) -> None:
        lines = [{"number": number, "word": os.urandom(8).hex()} for number in range(20_000)]
        packed = zstandard.ZstdCompressor().compress(encoded(lines))
        half = len(packed) // 2
        whole = packed[:half] + damage + packed[half + len(damage) :] if damage else packed[:half]
        with source_of(tmp_path / "a.zst", whole) as source:
            read = list(source.values())
        assert 1000 < len(read) < 20_000
        assert read == lines[: len(read)]
        assert source.findings.truncated_at == len(read) + 1

    def test_what_unpacks_to_gigabytes_is_looked_at_in_its_beginning_only(self, tmp_path: Path) -> None:
        packed = zstandard.ZstdCompressor().compress(b" " * 200_000_000)
        with source_of(tmp_path / "a.zst", packed) as source:
            assert len(source.head()) == source_module.HEAD_BYTES


class TestDocuments:
    """One JSON document, at once or streamed."""

    @same_folder
    @given(items=st.lists(values, max_size=5), beside=values)
    @example(items=[2**63, -(2**70), 1.5, {"a": [0.1]}], beside=None)
    def test_streamed_items_are_those_decoded_at_once(
        self, tmp_path: Path, items: list[object], beside: object
    ) -> None:
        content = json.dumps({"facts": beside, "messages": items}, ensure_ascii=False).encode(errors="replace")
        with source_of(tmp_path / "whole", content) as source:
            at_once = list(source.items("messages"))
            outline = source.outline("facts")
            assert source.document() is not None
        with source_of(tmp_path / "endless", content.removesuffix(b"}")) as source:
            assert source.document() is None
            assert list(source.items("messages")) == at_once
            assert source.outline("facts", "gone") == outline

    def test_a_document_too_large_to_hold_is_streamed_and_nothing_is_amiss(self, tmp_path: Path) -> None:
        padding = b" " * source_module.WHOLE_DOCUMENT_BYTES
        with source_of(tmp_path / "a", b'{"id": "q", "messages": [1, 2.5]' + padding + b"}") as source:
            assert source.document() is None
            assert source.outline("id", "gone") == {"id": "q"}
            assert list(source.items("messages")) == [1, 2.5]
        assert source.findings.clean

    def test_the_first_array_that_is_there_is_taken(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'{"b": [1, 2], "c": [3]}') as source:
            assert list(source.items("a", "b", "c")) == [1, 2]

    def test_one_that_breaks_off_gives_the_items_before(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'{"id": "q", "messages": [{"x": 1}, {"x": 2}, {"x"') as source:
            assert source.outline("id") == {"id": "q"}
            assert list(source.items("messages")) == [{"x": 1}, {"x": 2}]
        assert source.findings.truncated_at == 3
        assert source.findings.broken == 0

    def test_one_that_is_broken_in_the_middle_says_so_once(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'{"id": "q", "messages": [{"x": 1}, {x: 2}, {"x": 3}]}') as source:
            source.outline("id", "model")
            assert list(source.items("messages")) == [{"x": 1}]
        assert (source.findings.broken, source.findings.broken_at) == (1, [2])
        assert source.findings.truncated_at is None

    def test_an_item_nested_beyond_reason_costs_that_item(self, tmp_path: Path) -> None:
        deep = b"[" * 5000 + b"]" * 5000
        with source_of(tmp_path / "a", b'[{"x": 1}, ' + deep + b', {"x": 3}]') as source:
            assert list(source.items("")) == [{"x": 1}, {"x": 3}]
        assert source.findings.broken == 1

    def test_bytes_that_are_no_utf_8_and_a_byte_order_mark_do_no_harm(self, tmp_path: Path) -> None:
        with source_of(tmp_path / "a", b'\xef\xbb\xbf["caf\xe9", 1]') as source:
            assert list(source.items("")) == ["caf\ufffd", 1]
        with source_of(tmp_path / "b", b'\xef\xbb\xbf["caf\xe9", 1, ') as source:
            assert list(source.items("")) == ["caf\ufffd", 1]


class TestPlace:
    """Where a reading stands."""

    def test_the_imprint_tells_a_rewritten_file_from_one_that_grew(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(50))
        offset = path.stat().st_size
        with Source(path) as source:
            before = source.imprint(offset)
        for lines, same in ((claude(60), True), (claude(10) + claude(50)[33:] + claude(20), False)):
            write(path, lines)
            with Source(path) as source:
                assert (source.imprint(offset) == before) is same

    def test_consumed_never_runs_past_the_file(self, tmp_path: Path) -> None:
        path = write(tmp_path / "a.jsonl", claude(5))
        with Source(path) as source:
            list(source.values())
            assert source.consumed() == source.offset == source.stamp()[0]
