"""The documentation site: `make docs` builds it with Sphinx into build/docs.

The documents are plain Markdown that reads well in the repository, too. What only the site needs is
in this folder: `nav.md` is appended to the first page, and the other pages include documents from
outside `docs`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pygments.lexers.special import TextLexer

import ludotheque

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).parent

project = html_title = "Ludothèque"
version = release = ludotheque.__version__
language = "en"
root_doc = "index"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["site/nav.md"]
myst_heading_anchors = 4

default_role = "code"  # docstrings have names in single back quotes
autodoc_member_order = "bysource"
autodoc_mock_imports = ["gymnasium", "pettingzoo", "pyspiel"]
autodoc_default_options = {"members": True, "show-inheritance": True}

html_theme = "furo"
html_static_path = ["static"]
html_favicon = "../../client/static/icon.svg"
html_css_files = ["site.css"]
html_copy_source = html_show_copyright = False

# Documents outside `docs`, and the pages that include them.
OUTSIDE = {
    "CHANGELOG.md": "/site/changelog.md",
    "CONTRIBUTING.md": "/site/contributing.md",
    "SECURITY.md": "/site/security.md",
    "examples/whist/README.md": "/site/whist.md",
}
LINK_OUTSIDE = re.compile(rf"\]\((?:\.\./)+({'|'.join(map(re.escape, OUTSIDE))})")


def prepare_document(_app: Sphinx, name: str, source: list[str]) -> None:
    """Append the navigation to the first page, and link to the pages of documents outside."""
    source[0] = LINK_OUTSIDE.sub(lambda link: f"]({OUTSIDE[link[1]]}", source[0])
    if name == root_doc:
        source[0] += (HERE / "nav.md").read_text(encoding="utf-8")


def set_language(
    _app: Sphinx, name: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Tell browsers and screen readers which pages are in French."""
    if name.startswith("fr/"):
        context["language"] = "fr"


def setup(app: Sphinx) -> None:
    for name in ("key", "draws"):  # examples that the tests read, in sealed-luck.md
        app.add_lexer(name, TextLexer)
    app.connect("source-read", prepare_document)
    app.connect("html-page-context", set_language)
