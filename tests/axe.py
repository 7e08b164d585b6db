"""axe-core, which finds what keeps people out of a page: fetched once by npm into the person's cache."""

from __future__ import annotations

from tools import npm

PACKAGE, INSIDE = "axe-core@4.14.0", "axe.min.js"
SHA256 = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878"
MISSING = "no axe-core"
REPAIR = "install npm (Debian, Ubuntu: apt-get install npm) and run make test again with a network"

RUN = """async where => {
    const { violations } = await axe.run(where);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 160)).join(" and ")}`);
}"""


def script() -> str:
    """Its source; an OSError where it is not in the cache and npm cannot fetch it."""
    return npm.text(PACKAGE, INSIDE, SHA256)


def violations(page, source: str, where: str) -> list[str]:
    """What axe-core finds, of any impact, in the parts of a page that match a selector."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(source)
    return page.evaluate(RUN, where)
