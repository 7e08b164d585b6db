"""The search over the whole course: every section of every page, found by MiniSearch in the reader's browser.

One script holds the library and the sections; a page asks for it when somebody first searches, and it needs no server:
it works from a folder on a disk too. The library makes its index of them there: sections are fewer bytes than their
index, and have to be sent anyway, for what is found is shown.
"""

from __future__ import annotations

import json

from tools import npm

PACKAGE, INSIDE = "minisearch@7.2.0", "dist/umd/index.js"
SHA256 = "03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03"
LICENCE, LICENCE_SHA256 = "LICENSE.txt", "70d37354d6395629fb99edb28cb37a5d356ffa24a48cd02a5def5b83a300a899"
MAKE = """
window.labkitIndex = () => {
  const index = new MiniSearch({ fields: ["heading", "page", "text"], storeFields: ["place", "heading", "page", "text"],
    searchOptions: { boost: { heading: 3, page: 2 }, combineWith: "AND",
      prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
      boostDocument: (id) => (/^\\d/.test(SECTIONS[id][0]) ? 1 : 0.4) } }); // lessons before errata and glossary
  index.addAll(SECTIONS.map(([place, heading, page, text], id) => ({ id, place, heading, page, text })));
  return index;
};
"""


def script(sections: list[tuple[str, str, str, str]]) -> str:
    """``sections`` are (address, heading, page, text)."""
    library = npm.text(PACKAGE, INSIDE, SHA256).partition("//# sourceMappingURL")[0]
    licence = npm.text(PACKAGE, LICENCE, LICENCE_SHA256)
    return (
        f"/* {PACKAGE}\n\n{licence}*/\n{library}\nconst SECTIONS = {json.dumps(sections, ensure_ascii=False)};\n{MAKE}"
    )
