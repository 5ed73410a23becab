"""`afterwit review`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faces.cli.running import Afterwit
from tests.judge.gates import BROKEN, Breaks
from tests.machine import Machine
from tests.transcripts import CLAUDE, Line, claude, claude_line, write

CHAT: list[Line] = [
    {"role": "user", "content": "Can you book the dentist for Nele?"},
    {"role": "assistant", "content": "Sure. Which day suits you? And should it be in the morning?"},
    {"role": "user", "content": "I already said mornings are fine."},
    {"role": "assistant", "content": "Booked for Tuesday at nine."},
]
QUIET: list[Line] = [
    {"role": "user", "content": "Thanks, all good."},
    {"role": "assistant", "content": "You are welcome."},
]


@pytest.fixture
def chat(machine: Machine) -> Path:
    """A conversation in a file beside the project."""
    return write(machine.home / "chat.jsonl", CHAT)


def tree(folder: Path) -> dict[Path, bytes]:
    """Every file below a folder with its content."""
    return dict(_files(folder))


def _files(folder: Path) -> Iterator[tuple[Path, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder), path.read_bytes()


class TestKept:
    """Sessions that have been read."""

    def test_lessons_are_kept_and_told_with_their_events(
        self, afterwit: Afterwit, machine: Machine, chat: Path
    ) -> None:
        afterwit("learn", chat)
        done = afterwit("review")
        assert (done.code, done.err) == (0, "")
        lines = done.out.splitlines()
        assert lines[0].split() == ["RULE", "TIMES", "EVENTS", "EXAMPLE"]
        assert "e1 e2  Which day suits you? And should it be in the morning?" in lines[1]
        assert lines[4].startswith("applied   one-question: Ask one question per response")
        assert lines[-1] == "Held 1 session against 10 rules: 2 rules broken; lessons: 2 kept."
        assert "[behavioral] Ask one question per response" in (machine.state / "lessons.md").read_text("utf-8")

    def test_the_second_time_nothing_changes(self, afterwit: Afterwit, machine: Machine, chat: Path) -> None:
        afterwit("learn", chat)
        afterwit("review")
        before = (machine.state / "lessons.md").read_bytes(), afterwit("history").out
        done = afterwit("review")
        assert done.code == 0
        assert "2 known already" in done.out
        assert before == ((machine.state / "lessons.md").read_bytes(), afterwit("history").out)

    def test_a_session_is_named_and_a_document_has_everything(self, afterwit: Afterwit, chat: Path) -> None:
        key = afterwit("learn", chat, "--json").document["sessions"][0]["key"]
        found = afterwit("review", key, "--json").document
        assert (found["dry_run"], found["staged"], found["sessions"]) == (False, None, [key])
        assert [(one["rule"], one["skill_violated"], one["times"]) for one in found["findings"]] == [
            ("one-question", "social", 1),
            ("user-repeats", "corrections", 1),
        ]
        assert found["findings"][0]["observations"][0]["events"] == ["e1", "e2"]
        assert [one["outcome"] for one in found["applied"]] == ["applied", "applied"]
        assert {verdict["gate"] for verdict in found["applied"][0]["verdicts"]} >= {"boundary", "evidence", "score"}

    def test_lessons_may_be_about_somebody(self, afterwit: Afterwit, machine: Machine, chat: Path) -> None:
        afterwit("learn", chat)
        assert afterwit("review", "--scope", "kano").code == 0
        assert (machine.state / "lessons" / "kano.md").is_file()
        assert not (machine.state / "lessons.md").exists()

    def test_nothing_found_is_good_news(self, afterwit: Afterwit, machine: Machine) -> None:
        afterwit("learn", write(machine.home / "quiet.jsonl", QUIET))
        done = afterwit("review")
        assert (done.code, done.out) == (0, "Held 1 session against 10 rules: nothing to complain about.\n")

    def test_a_coding_session_is_held_against_its_own_rules(self, afterwit: Afterwit, machine: Machine) -> None:
        answer: Line = {"role": "assistant", "content": [{"type": "text", "text": "Which? Why?" + " x" * 400}]}
        lines = [*claude(1), claude_line(4, "assistant", answer)]
        afterwit("learn", write(machine.home / "s.jsonl", lines))
        assert "nothing to complain about" in afterwit("review", CLAUDE).out
        assert "one-question" in afterwit("review", CLAUDE, "--profile", "chat").out
        assert "There are no sessions of the last 3 days" in afterwit("review", "--since", "3").out
        assert "nothing to complain about" in afterwit("review", "--since", "all").out

    def test_what_the_gates_refuse_is_told_with_the_reason(self, afterwit: Afterwit, machine: Machine) -> None:
        answer: Line = {"role": "assistant", "content": [{"type": "text", "text": "That should work now."}]}
        afterwit("learn", write(machine.home / "s.jsonl", [*claude(1), claude_line(4, "assistant", answer)]))
        done = afterwit("review", CLAUDE)
        assert done.code == 1
        assert "rejected  checked-claims: Say that something works" in done.out
        assert "score: score 0.6 < threshold 0.7" in done.out
        assert done.out.splitlines()[-1].endswith("1 rule broken; lessons: 1 rejected.")

    def test_words_of_a_transcript_cannot_write_to_the_terminal(self, afterwit: Afterwit, machine: Machine) -> None:
        evil: list[Line] = [*CHAT[:1], {"role": "assistant", "content": "Who\x1b[31m? And [bold]where\x07?"}]
        done = afterwit("review", write(machine.home / "evil.jsonl", evil), "--dry-run")
        assert "\x1b" not in done.out
        assert "\x07" not in done.out
        assert "[bold]where" in done.out


class TestTrouble:
    """What went wrong is told apart from what was refused."""

    def test_a_store_without_room_is_a_failure_and_no_refusal(
        self, afterwit: Afterwit, chat: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        afterwit("learn", chat)
        monkeypatch.setenv("AFTERWIT_KEEP_LESSONS_GLOBAL", "0")
        done = afterwit("review")
        assert done.code == 1
        assert "failed    one-question" in done.out
        assert "No lessons are kept here" in done.out
        assert done.out.endswith("lessons: 2 failed.\n")

    def test_a_gate_that_breaks_ends_it(
        self, afterwit: Afterwit, machine: Machine, chat: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        afterwit("learn", chat)
        staged = afterwit("review", "--stage", "--json").document["staged"]
        monkeypatch.setenv("AFTERWIT_JUDGE_GATES", f"{__name__}:broken")
        done = afterwit("review")
        assert done.code == 3
        assert "The review stopped early: The gate broken broke on add_lesson" in done.out
        assert afterwit("staging", "promote", staged).code == 3
        assert not (machine.state / "lessons.md").exists()

    def test_where_learning_is_off_it_only_looks(
        self, afterwit: Afterwit, chat: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        afterwit("learn", chat)
        monkeypatch.setenv("AFTERWIT_LEARNING_ENABLED", "false")
        done = afterwit("review")
        assert done.code == 0
        assert done.out.endswith("2 rules broken. Nothing is learned while learning.enabled is false.\n")

    def test_on_a_narrow_terminal_lessons_are_wrapped_and_examples_cut(
        self, afterwit: Afterwit, chat: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLUMNS", "60")
        lines = afterwit("review", chat, "--dry-run").out.splitlines()
        assert "…" in lines[1]
        assert lines[5].startswith(" " * 10)


def broken(config: object) -> Breaks:
    """A gate of one's own that does not work."""
    del config
    return BROKEN


@pytest.mark.proves("stage")
class TestStaged:
    """A staged run touches nothing else."""

    def test_a_staged_review_touches_nothing_else(self, afterwit: Afterwit, machine: Machine, chat: Path) -> None:
        afterwit("learn", chat)
        afterwit("lessons", "add", "Be kind.")
        before = tree(machine.home.parent)
        done = afterwit("review", "--stage")
        assert done.code == 0
        after = tree(machine.home.parent)
        (new,) = after.keys() - before.keys()
        assert new.parent == Path("lantern/.afterwit/staging/reviews")
        del after[new]
        assert after == before
        assert f"Staged as {new.stem}" in done.out.splitlines()[-1]

    def test_in_a_project_without_anything_it_makes_only_the_scratch_pad(
        self, afterwit: Afterwit, machine: Machine, chat: Path
    ) -> None:
        before = tree(machine.home.parent)
        staged = afterwit("review", chat, "--stage", "--json").document["staged"]
        after = tree(machine.home.parent)
        assert after.keys() - before.keys() == {Path(f"lantern/.afterwit/staging/reviews/{staged}.json")}
        assert [path.name for path in machine.state.iterdir()] == ["staging"]
        assert afterwit("sessions", "--json").document == {"sessions": []}

    def test_a_dry_run_leaves_nothing_at_all(self, afterwit: Afterwit, machine: Machine, chat: Path) -> None:
        for more in ((), ("--stage",)):
            done = afterwit("review", chat, "--dry-run", *more)
            assert done.out.endswith("lessons: 2 would be kept. A dry run: nothing was kept.\n")
        assert not machine.state.exists()

    def test_where_nothing_was_found_nothing_is_staged(self, afterwit: Afterwit, machine: Machine) -> None:
        done = afterwit("review", write(machine.home / "quiet.jsonl", QUIET), "--stage")
        assert (done.code, machine.state.exists()) == (0, False)

    def test_a_staged_review_is_the_plan_that_is_then_carried_out(self, afterwit: Afterwit, chat: Path) -> None:
        staged = afterwit("review", chat, "--stage", "--json").document
        promoted = afterwit("staging", "promote", staged["staged"], "--json").document

        def told(outcomes: list[dict[str, object]]) -> list[tuple[object, ...]]:
            return [(one["by"], one["score"], one["evidence"]) for one in outcomes]

        assert told(promoted["applied"]) == told(staged["applied"])


class TestWrongUse:
    """One sentence each, and nothing was done."""

    @pytest.mark.parametrize(
        ("arguments", "code", "words"),
        [
            (("nobody",), 1, "There is no session or file nobody"),
            (("{chat}",), 2, "add --stage or --dry-run"),
            (("{home}", "--stage"), 2, "is a folder"),
            (("--since", "soon"), 2, "a number of days or all"),
            (("--since", "0"), 2, "a number of days or all"),
            (("{chat}", "--stage", "--since", "3"), 2, "not both"),
            (("--profile", "cat"), 2, "profile"),
            (("{home}/none.bin", "--stage"), 1, "There is no session or file"),
        ],
    )
    def test_it_is_told(  # noqa: PLR0913, PLR0917 - what is typed and what comes
        self, afterwit: Afterwit, machine: Machine, chat: Path, arguments: tuple[str, ...], code: int, words: str
    ) -> None:
        done = afterwit("review", *(one.format(chat=chat, home=machine.home) for one in arguments))
        assert (done.code, done.out) == (code, "")
        assert words in done.err
        assert not machine.state.exists()

    def test_no_sessions_is_no_error(self, afterwit: Afterwit, machine: Machine) -> None:
        done = afterwit("review")
        assert done.code == 0
        assert "There are no sessions of the last 7 days to review" in done.out
        assert not machine.state.exists()

    def test_bad_rules_are_told_all_at_once(self, afterwit: Afterwit, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.state / "config.toml").write_text(
            '[[review.rules]]\nname = "mine"\nkind = "phrases"\npatterns = ["(", "ok"]\nlesson = "L"\n'
            '[[review.rules]]\nname = "yours"\n',
            encoding="utf-8",
        )
        done = afterwit("review")
        assert done.code == 2
        for words in ("entry 1 (mine)", "is no RE2 pattern", "entry 2 (yours): it has no kind", "it has no lesson"):
            assert words in done.err


class TestRules:
    """The rules that are in force."""

    def test_all_are_shown(self, afterwit: Afterwit, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.state / "config.toml").write_text(
            '[[review.rules]]\nname = "one-question"\nenabled = false\n'
            '[[review.rules]]\nname = "no-hurry"\nkind = "phrases"\npatterns = ["asap"]\nlesson = "Give a time."\n',
            encoding="utf-8",
        )
        shown = afterwit("review", "--rules").out
        assert "no-hurry" in shown
        assert "one-question" not in shown
        rules = {rule["name"]: rule for rule in afterwit("review", "--rules", "--json").document["rules"]}
        assert rules["no-hurry"]["patterns"] == ["asap"]
        assert rules["stale-approval"]["limit"] == 18

    def test_the_settings_show_them_by_name_and_whole_as_json(self, afterwit: Afterwit, machine: Machine) -> None:
        machine.state.mkdir()
        (machine.state / "config.toml").write_text(
            '[[review.rules]]\nname = "one-question"\nlimit = 2\n', encoding="utf-8"
        )
        (line,) = [line for line in afterwit("config").out.splitlines() if line.startswith("review.rules")]
        assert line.split()[1] == "one-question"
        rows = {row["name"]: row["value"] for row in afterwit("config", "--json").document["settings"]}
        assert rows["review.rules"] == [{"name": "one-question", "limit": 2}]
