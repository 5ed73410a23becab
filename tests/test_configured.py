"""Settings: the first layer that has one wins, and every problem is told at once."""

from pathlib import Path

import pytest

from afterwit.config import Config
from afterwit.configured import Setting, load, names, user_file, variable
from afterwit.errors import ConfigError


class Layers:
    """A user's file, a project's file and an environment."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.environment = {"HOME": str(folder / "home"), "XDG_CONFIG_HOME": str(folder / "xdg")}

    def user(self, text: str) -> None:
        self._write(user_file(self.environment), text)

    def projects(self, text: str) -> None:
        self._write(self.project / ".afterwit" / "config.toml", text)

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def load(self, **flags: object) -> tuple[Config, dict[str, Setting]]:
        config, settings = load(self.project, environment=self.environment, flags=flags)
        return config, {setting.name: setting for setting in settings}

    def problems(self) -> tuple[str, ...]:
        with pytest.raises(ConfigError) as caught:
            self.load()
        assert str(caught.value).endswith((".", "?"))
        return caught.value.problems


@pytest.fixture
def layers(tmp_path: Path) -> Layers:
    return Layers(tmp_path)


class TestPrecedence:
    """Command line, variable, project, user, default."""

    def test_each_layer_overrides_those_below_it(self, layers: Layers) -> None:
        seen: list[tuple[object, str]] = []

        def look(**flags: object) -> None:
            config, settings = layers.load(**flags)
            assert config.store == settings["store"].value
            seen.append((settings["store"].value, settings["store"].source))

        look()
        layers.user('store = "postgresql://user/x"')
        look()
        layers.projects('store = "postgresql://project/x"')
        look()
        layers.environment["AFTERWIT_STORE"] = "postgresql://environment/x"
        look()
        look(store="postgresql://flag/x")
        assert seen == [
            ("", "default"),
            ("postgresql://user/x", str(user_file(layers.environment))),
            ("postgresql://project/x", str(layers.project / ".afterwit/config.toml")),
            ("postgresql://environment/x", "environment"),
            ("postgresql://flag/x", "command line"),
        ]

    def test_a_flag_that_was_not_given_overrides_nothing(self, layers: Layers) -> None:
        layers.projects('store = "postgresql://project/x"')
        assert layers.load(store=None)[0].store == "postgresql://project/x"

    def test_settings_of_one_section_may_come_from_different_layers(self, layers: Layers) -> None:
        layers.user('[intake]\nhosts = ["codex"]\nmax_line_bytes = 5')
        layers.projects("[intake]\nmax_line_bytes = 7")
        config, _ = layers.load()
        assert (config.intake.hosts, config.intake.max_line_bytes) == (("codex",), 7)

    def test_without_any_layer_all_is_default(self, layers: Layers) -> None:
        config, settings = layers.load()
        assert config == Config()
        assert set(settings) == set(names())
        assert {setting.source for setting in settings.values()} == {"default"}

    def test_the_users_file_is_in_the_home_folder_unless_told_otherwise(self) -> None:
        assert user_file({"HOME": "/h"}) == Path("/h/.config/afterwit/config.toml")
        assert user_file({"HOME": "/h", "XDG_CONFIG_HOME": "/x"}) == Path("/x/afterwit/config.toml")


class TestEnvironment:
    """Variables hold text; settings hold more than that."""

    @pytest.mark.parametrize("text", ["codex,gemini", " codex , gemini ", "codex,,gemini,"])
    def test_a_list_is_parted_by_commas(self, layers: Layers, text: str) -> None:
        layers.environment["AFTERWIT_INTAKE_HOSTS"] = text
        assert layers.load()[0].intake.hosts == ("codex", "gemini")

    def test_an_empty_list_is_a_list(self, layers: Layers) -> None:
        layers.environment["AFTERWIT_INTAKE_HOSTS"] = ""
        assert layers.load()[0].intake.hosts == ()

    @pytest.mark.parametrize(("text", "value"), [("true", True), ("1", True), ("false", False), ("False", False)])
    def test_truth_is_said_in_words_or_digits(self, layers: Layers, text: str, *, value: bool) -> None:
        layers.environment["AFTERWIT_REDACT_PERSONAL"] = text
        assert layers.load()[0].redact.personal is value

    def test_a_number_is_read_as_one(self, layers: Layers) -> None:
        layers.environment["AFTERWIT_INTAKE_MAX_LINE_BYTES"] = "4096"
        assert layers.load()[0].intake.max_line_bytes == 4096

    def test_a_variable_that_is_nearly_a_setting_is_a_problem(self, layers: Layers) -> None:
        layers.environment["AFTERWIT_INTAKE_HOST"] = "codex"
        assert layers.problems() == ("there is no setting AFTERWIT_INTAKE_HOST; did you mean AFTERWIT_INTAKE_HOSTS?",)

    def test_other_variables_are_left_alone(self, layers: Layers) -> None:
        layers.environment |= {"AFTERWIT": "x", "AFTERWIT_QQQ": "x", "OTHER_STORE": "x"}
        assert layers.load()[0] == Config()

    def test_every_setting_has_its_variable(self) -> None:
        assert variable("intake.max_line_bytes") == "AFTERWIT_INTAKE_MAX_LINE_BYTES"


class TestProblems:
    """All of them, each with what to do."""

    def test_all_layers_tell_theirs_at_once(self, layers: Layers) -> None:
        layers.user("redact = [")
        layers.projects('stroe = "x"\n[intake]\nhosts = "codex"\nmax_line_bytes = 0')
        layers.environment["AFTERWIT_REDACT_PERSONAL"] = "perhaps"
        problems = layers.problems()
        assert len(problems) == 5
        for part in ("cannot be read", "did you mean store?", "intake.hosts", "max_line_bytes", "redact.personal"):
            assert any(part in problem for problem in problems), part

    def test_the_message_is_one_sentence(self, layers: Layers) -> None:
        layers.projects("[intake]\nhost = []")
        with pytest.raises(ConfigError, match=r"there is no setting intake\.host; did you mean intake\.hosts\?$"):
            layers.load()

    def test_a_setting_that_resembles_none_is_told_where_to_look(self, layers: Layers) -> None:
        layers.projects("qqq = 1")
        assert layers.problems()[0].endswith("there is no setting qqq; see `afterwit config` for those there are")

    def test_a_host_that_there_is_not_is_told(self, layers: Layers) -> None:
        layers.projects('[intake]\nhosts = ["claud"]')
        (problem,) = layers.problems()
        assert "intake.hosts" in problem
        assert "claud" in problem

    @pytest.mark.parametrize("bytes_per_line", [0, -5])
    def test_a_limit_that_lets_nothing_through_is_told(self, layers: Layers, bytes_per_line: int) -> None:
        layers.projects(f"[intake]\nmax_line_bytes = {bytes_per_line}")
        assert len(layers.problems()) == 1

    def test_a_bad_value_is_told_even_where_a_higher_layer_has_a_good_one(self, layers: Layers) -> None:
        layers.projects("store = 5")
        layers.environment["AFTERWIT_STORE"] = ""
        assert "store" in layers.problems()[0]

    def test_a_file_that_is_no_text_is_told(self, layers: Layers) -> None:
        layers.projects("")
        (layers.project / ".afterwit/config.toml").write_bytes(b"\xff\xfe")
        assert "mend or remove it" in layers.problems()[0]

    def test_a_folder_in_place_of_the_file_is_told(self, layers: Layers) -> None:
        (layers.project / ".afterwit/config.toml").mkdir(parents=True)
        assert "cannot be read" in layers.problems()[0]


class TestPersonal:
    """What says where texts and keys are sent is decided by whoever sits here, not by a project."""

    SENDS = '[recall]\nembedder = "https://models.example/v1"\nembedder_model = "m"\nembedder_key = "THEIR_KEY"'

    def test_a_project_may_not_say_where_texts_and_keys_are_sent(self, layers: Layers) -> None:
        layers.projects(self.SENDS)
        problems = layers.problems()
        assert len(problems) == 3
        for name, problem in zip(("embedder", "embedder_key", "embedder_model"), problems, strict=True):
            assert f"recall.{name} says where your texts and keys are sent" in problem
            assert problem.endswith(f"so set it in {user_file(layers.environment)} instead")

    def test_nor_may_it_name_a_folder_to_load_a_model_from(self, layers: Layers) -> None:
        layers.projects('[recall]\nembedder = "./model"')
        assert len(layers.problems()) == 1

    @pytest.mark.parametrize("choice", ["bundled", "none"])
    def test_it_may_choose_what_sends_nothing(self, layers: Layers, choice: str) -> None:
        layers.projects(f'[recall]\nembedder = "{choice}"')
        assert layers.load()[0].recall.embedder == choice

    def test_the_user_may(self, layers: Layers) -> None:
        layers.user(self.SENDS)
        recall = layers.load()[0].recall
        assert (recall.embedder, recall.embedder_model, recall.embedder_key) == (
            "https://models.example/v1",
            "m",
            "THEIR_KEY",
        )

    def test_the_environment_may(self, layers: Layers) -> None:
        layers.environment |= {
            "AFTERWIT_RECALL_EMBEDDER": "https://models.example/v1",
            "AFTERWIT_RECALL_EMBEDDER_KEY": "MY_KEY",
        }
        recall = layers.load()[0].recall
        assert (recall.embedder, recall.embedder_key) == ("https://models.example/v1", "MY_KEY")

    GATES = '[judge]\ngates = ["safety", "their.module:gate"]'

    def test_a_project_may_not_name_code_that_would_be_run(self, layers: Layers) -> None:
        layers.projects(self.GATES)
        (problem,) = layers.problems()
        assert problem.startswith(str(layers.project / ".afterwit/config.toml"))
        assert "judge.gates names code that would be run" in problem
        assert problem.endswith(f"so set it in {user_file(layers.environment)} instead")

    def test_it_may_choose_among_the_gates_that_there_are(self, layers: Layers) -> None:
        layers.projects('[judge]\ngates = ["safety", "boundary"]')
        assert layers.load()[0].judge.gates == ("safety", "boundary")

    def test_the_user_may_name_such_code(self, layers: Layers) -> None:
        layers.user(self.GATES)
        assert layers.load()[0].judge.gates == ("safety", "their.module:gate")
        layers.environment["AFTERWIT_JUDGE_GATES"] = "my.module:gate"
        assert layers.load()[0].judge.gates == ("my.module:gate",)
