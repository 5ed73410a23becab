"""Names of skills as agents give them: of one that is not there yet, or of one that is and may be changed."""

from afterwit.notice.contract_fields import Fields
from afterwit.notice.known import Known


def new_name(fields: Fields, field: str, known: Known, instead: str) -> str:
    """The name of a skill that is not there yet; what is wrong with it is told."""
    name = fields.name(field)
    if not name:
        return ""
    if not name.startswith(known.prefix):
        fields.problems.append(
            f"In {fields.of} {field} is {name!a}: the name of a learned skill begins with {known.prefix}."
        )
    there = known.skill(name)
    if there is not None and there.source == "core":
        fields.problems.append(f"{name} is a core skill, and those are never changed: choose another name.")
    elif there is not None and there.state != "archived":
        fields.problems.append(f"There is a skill {name} already: {instead}.")
    return name


def existing_name(fields: Fields, field: str, known: Known) -> str:
    """The name of a skill that is there and may be changed; what is wrong with it is told."""
    name = fields.name(field)
    if not name:
        return ""
    there = known.skill(name)
    if there is None:
        fields.problems.append(f"There is no skill {name}: name one that is there, or propose a new one.")
    elif there.source == "core":
        fields.problems.append(f"{name} is a core skill, and those are never changed: leave it as it is.")
    elif there.state == "archived":
        fields.problems.append(f"{name} is archived: a person can restore it first.")
    return name
