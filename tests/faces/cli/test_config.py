"""`afterwit config`."""

from tests.faces.cli.running import Afterwit
from tests.machine import Machine


def test_every_setting_is_shown_with_its_source_and_variable(afterwit: Afterwit, machine: Machine) -> None:
    machine.state.mkdir()
    (machine.state / "config.toml").write_text("[redact]\npersonal = false\n", encoding="utf-8")
    rows = {row["name"]: row for row in afterwit("config", "--json").document["settings"]}
    assert rows["redact.personal"] == {
        "name": "redact.personal",
        "value": False,
        "source": str(machine.state / "config.toml"),
        "variable": "AFTERWIT_REDACT_PERSONAL",
    }
    assert rows["intake.hosts"]["source"] == "default"


def test_the_order_of_precedence_is_shown(afterwit: Afterwit, machine: Machine) -> None:
    last = afterwit("config").out.splitlines()[-1]
    assert last.startswith("The first that has a setting wins: command line, variable, ")
    assert str(machine.state / "config.toml") in last


def test_a_password_in_a_stores_address_is_not_shown(afterwit: Afterwit) -> None:
    for form in ([], ["--json"]):
        done = afterwit("config", "--store", "postgresql://mira:s3cr@t@db.example/x", *form)
        assert "postgresql://mira:***@db.example/x" in done.out
        assert "s3cr" not in done.out
