"""Makers of checks and results."""

import pytest

from mps_doctor.facts import Host
from mps_doctor.judgement.checking import Check, Outcomes, Passed, Result, check


class Make:
    """Makes checks that always answer the same, and results of checks."""

    @staticmethod
    def check(
        id: str,
        outcome: object = Passed(message="fine"),  # frozen
        *,
        requires: tuple[str, ...] = (),
        family: str = "host",
        **declared: object,
    ) -> Check[...]:
        """Declare a check that returns the outcome, or raises it."""

        def function(host: Host) -> Outcomes:
            if isinstance(outcome, BaseException):
                raise outcome
            return outcome  # type: ignore[return-value]  # junk is what some tests are about

        causes = ("python-broken", "torch-below-recommended")
        options = {"title": id, "causes": causes, "requires": requires, "family": family}
        return check(id, **options, **declared)(function)  # type: ignore[arg-type]

    @staticmethod
    def result(check: str, outcome: str = "passed", **fields: object) -> Result:
        """Return a result."""
        return Result(check=check, family="f", title=check, outcome=outcome, **fields)  # type: ignore[arg-type]

    @classmethod
    def failed(cls, check: str, cause: str, severity: str | None, **fields: object) -> Result:
        """Return a failure."""
        fields.setdefault("message", "It is so.")
        return cls.result(check, "failed", cause=cause, severity=severity, **fields)


@pytest.fixture(scope="session")
def make() -> type[Make]:
    """Return the maker."""
    return Make
