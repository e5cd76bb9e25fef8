"""Words go to translators as PO files and come back; nothing is lost, nothing bad comes in."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.cli import main
from ludotheque.core.errors import BadOption
from ludotheque.core.words import LANGUAGES
from ludotheque.translation import po
from ludotheque.translation.catalogues import Catalogue, all_catalogues
from ludotheque.translation.exchange import (
    BadTranslation,
    Report,
    export_po,
    import_po,
    missing_keys,
    unknown_keys,
)
from ludotheque.translation.po import BadPo, Entry

ENGLISH = {
    "hello": "Hello {name}!",
    "hello.you": 'You say "hello".',
    "hello.you.spoken": "You, in row {row}, say hello.",
    "cards": "{count} cards",
    "cards.one": "{count} card",
    "table.you": "you",
    "rules": "First line.\nSecond line, with a \\n.",
}
MSGFMT, MSGCAT = shutil.which("msgfmt"), shutil.which("msgcat")
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """A folder of words in English, and a bit of Esperanto."""
    made = Catalogue("games/toy", tmp_path)
    made.write("en", ENGLISH)
    made.write("eo", {"cards": "{count} kartoj", "mine": "propra"})
    return made


def translated(catalogue: Catalogue, **texts: str) -> str:
    """The exported file with some translations, by key with _ for a dot."""
    header, entries = po.read(export_po([catalogue], "eo"))
    for key, text in texts.items():
        entry = next(one for one in entries if one.context == f"games/toy: {key.replace('_', '.')}")
        entry.translation = text
    return po.write(header, entries)


def entry_of(catalogue: Catalogue, key: str) -> Entry:
    _, entries = po.read(export_po([catalogue], "eo"))
    return next(one for one in entries if one.context == f"games/toy: {key}")


# The format


@given(
    st.lists(
        st.tuples(TEXTS, TEXTS, st.text(st.characters(exclude_categories=["Cs"]))),
        unique_by=lambda entry: entry[0],
    )
)
def test_every_text_survives(texts: list[tuple[str, str, str]]) -> None:
    entries = [Entry(*one, comments=["x: y"], flags=["fuzzy", "other"]) for one in texts]
    header = {"Language": "eo", "Content-Type": "text/plain; charset=UTF-8"}
    assert po.read(po.write(header, entries)) == (header, entries)


def test_a_file_of_another_tool_is_read() -> None:
    text = """\ufeff# Somebody's comment.
    msgid ""
    msgstr "Language: eo\\n"

    #: some/file.json:12
    #, fuzzy, c-format
    #| msgid "old"
    msgctxt "m: a"
    msgid "one "
    "two\\t"
    ""
    msgstr ""
    "unu "
    "\\"du\\""
    #, fuzzy
    #~ msgctxt "m: gone"
    #~ msgid "gone"
    #~ msgstr "for"
    msgctxt "m: b"
    msgid "b"
    msgstr "bo\""""
    header, (one, other) = po.read(text.replace("\\\\", "\\").replace("\n", "\r\n"))
    assert header == {"Language": "eo"}
    assert (one.source, one.translation, one.fuzzy) == ("one two\t", 'unu "du"', True)
    assert (other.context, other.translation, other.fuzzy) == ("m: b", "bo", False)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "line 1 is no line"),
        ('msgid "a"\nmsgstr "b"', "no msgctxt"),
        ('msgctxt "a"\nmsgstr "b"', "lacks its msgid"),
        ('msgctxt "a"\nmsgid "b"', "lacks its msgid or its msgstr"),
        ('msgctxt "a"\nmsgid "b"\nmsgid_plural "c"', "line 3: msgid_plural"),
        ('msgctxt "a"\nmsgid "b', "line 2 has no text in quotes"),
        ('msgctxt "a"\nmsgid "\\q"', "unknown escape"),
        (2 * 'msgctxt "a"\nmsgid "b"\nmsgstr "c"\n', "'a' is there twice"),
        ('msgid ""\nmsgstr "Content-Type: text/plain; charset=latin1\\n"', "UTF-8"),
    ],
)
def test_what_is_no_po_file_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPo, match=reason):
        po.read(text)


@pytest.mark.skipif(MSGCAT is None or MSGFMT is None, reason="gettext is not installed")
def test_gettext_reads_and_rewrites_all_words(tmp_path: Path) -> None:
    """Its tools find no fault, and what they wrap and reorder is read as the same."""
    file = tmp_path / "de.po"
    file.write_text(export_po(all_catalogues(), "de"), encoding="utf-8")
    assert MSGCAT is not None
    assert MSGFMT is not None
    subprocess.run([MSGFMT, "--check", "--output-file=/dev/null", file], check=True)
    options = ["--width=40", "--sort-output", "--no-location"]
    done = subprocess.run([MSGCAT, *options, file], check=True, capture_output=True)

    def texts(text: str) -> dict[str, tuple[str, str]]:
        return {one.context: (one.source, one.translation) for one in po.read(text)[1]}

    assert texts(done.stdout.decode()) == texts(file.read_text(encoding="utf-8"))


# Export


def test_an_entry_says_where_it_is_and_what_to_keep(catalogue: Catalogue) -> None:
    entry = entry_of(catalogue, "hello")
    assert (entry.source, entry.translation) == ("Hello {name}!", "")
    assert entry.comments == ["Keep what is in braces: {name}."]
    assert entry.flags == ["python-brace-format"]
    assert entry_of(catalogue, "cards").translation == "{count} kartoj"


def test_forms_are_explained(catalogue: Catalogue) -> None:
    assert entry_of(catalogue, "cards.one").comments[0] == "A form of cards."
    assert "singular" in entry_of(catalogue, "cards.one").comments[1]
    spoken = entry_of(catalogue, "hello.you.spoken").comments
    assert spoken[0] == "A form of hello."
    assert ("who did it" in spoken[1], "aloud" in spoken[2]) == (True, True)
    assert entry_of(catalogue, "table.you").comments == []  # it only looks like one


def test_a_text_that_the_source_lacks_is_exported_in_another_language(catalogue: Catalogue) -> None:
    assert entry_of(catalogue, "mine").source == "propra"


@pytest.mark.parametrize(
    ("language", "source"), [("x", "en"), ("../a", "en"), ("eo", "eo"), ("eo", "it")]
)
def test_a_language_that_cannot_be_is_refused(
    catalogue: Catalogue, language: str, source: str
) -> None:
    with pytest.raises(BadOption):
        export_po([catalogue], language, source)


# Import


def test_translations_are_added_to_those_that_are_there(catalogue: Catalogue) -> None:
    report = import_po([catalogue], translated(catalogue, hello="Saluton, {name}!"))
    assert report.changed == {str(catalogue.path("eo")): 1}
    assert len(report.untranslated) == 5
    expected = {"hello": "Saluton, {name}!", "cards": "{count} kartoj", "mine": "propra"}
    assert catalogue.entries("eo") == expected
    assert list(catalogue.entries("eo")) == list(expected)  # in the order of the source


def test_an_import_without_changes_writes_nothing(catalogue: Catalogue) -> None:
    catalogue.path("eo").write_text('{"cards": "{count} kartoj", "mine": "propra"}')
    before = catalogue.path("eo").read_text()
    assert import_po([catalogue], export_po([catalogue], "eo")).changed == {}
    assert catalogue.path("eo").read_text() == before


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Saluton!", "games/toy: hello: {name} is missing"),
        ("Saluton {nomo}!", "games/toy: hello: {nomo} is unknown"),
        ("Saluton {name!r}!", "games/toy: hello: {name!r} is unknown"),
        ("Saluton {name}}!", "games/toy: hello: Single '}'"),
        ("Saluton {name", "games/toy: hello: expected '}'"),
    ],
)
def test_bad_placeholders_are_refused_and_nothing_is_written(
    catalogue: Catalogue, text: str, fault: str
) -> None:
    before = catalogue.path("eo").read_text(encoding="utf-8")
    with pytest.raises(BadTranslation) as caught:
        import_po([catalogue], translated(catalogue, hello=text, table_you="vi"))
    assert fault in str(caught.value)
    assert catalogue.path("eo").read_text(encoding="utf-8") == before


def test_all_bad_placeholders_are_told_at_once(catalogue: Catalogue) -> None:
    with pytest.raises(BadTranslation) as caught:
        import_po([catalogue], translated(catalogue, hello="a", cards_one="b"))
    assert {"hello: {name}", "cards.one: {count}"} <= {
        line.removeprefix("games/toy: ").removesuffix(" is missing")
        for line in str(caught.value).splitlines()
    }


def test_what_is_special_is_told(catalogue: Catalogue) -> None:
    header, entries = po.read(translated(catalogue, hello="Saluton, {name}!", table_you="vi"))
    entries.append(Entry("games/toy: gone", "gone", "for"))
    for entry in entries:
        if entry.context.endswith(": hello"):
            entry.flags.append("fuzzy")
        if entry.context.endswith(": table.you"):
            entry.source = "thou"
    report = import_po([catalogue], po.write(header, entries))
    assert report.fuzzy == ["games/toy: hello"]
    assert report.unknown == ["games/toy: gone"]
    assert report.outdated == ["games/toy: table.you"]
    assert catalogue.entries("eo").keys() == {"cards", "mine", "table.you"}


def test_a_file_must_name_its_language(catalogue: Catalogue) -> None:
    _, entries = po.read(export_po([catalogue], "eo"))
    with pytest.raises(BadOption, match="''"):
        import_po([catalogue], po.write({}, entries))


def test_a_country_is_written_as_gettext_does(catalogue: Catalogue) -> None:
    text = export_po([catalogue], "pt-BR")
    assert "Language: pt_BR\\n" in text
    assert import_po([catalogue], text) == Report("pt-BR", untranslated=[
        f"games/toy: {key}" for key in [*ENGLISH, "mine"]
    ])  # fmt: skip


def test_all_words_come_back_as_they_were(tmp_path: Path) -> None:
    """In an empty folder, a whole language is made of its PO file alone."""
    for number, original in enumerate(all_catalogues()):
        copy = Catalogue(original.name, tmp_path / str(number))
        copy.folder.mkdir()
        copy.write("en", original.entries("en"))
        report = import_po([copy], export_po([original], "de"))
        assert (report.fuzzy, report.unknown, report.outdated, report.untranslated) == (
            [],
            [],
            [],
            [],
        )
        assert copy.entries("de") == original.entries("de")


# Status


def test_what_is_missing_and_what_is_too_much(catalogue: Catalogue) -> None:
    catalogue.write("it", {"hello": "Ciao {name}!", "cards": "", "hello.one": "?"})
    assert missing_keys(catalogue, "it") == [key for key in [*ENGLISH, "mine"] if key != "hello"]
    assert unknown_keys(catalogue, "it") == ["hello.one"]


def test_our_words_are_complete() -> None:
    lacking = [(one.name, language, missing_keys(one, language) + unknown_keys(one, language))
               for one in all_catalogues() for language in LANGUAGES]  # fmt: skip
    assert [one for one in lacking if one[2]] == []
    names = {one.name for one in all_catalogues()}
    assert {"client", "client/house", "house", "bots", "cli"} <= names


# The command


def test_the_command_exports_and_does_not_overwrite(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "eo.po"
    assert main(["words", "export", "eo", str(file), "--from", "fr", "--only", "bots"]) == 0
    header, entries = po.read(file.read_text(encoding="utf-8"))
    assert header["X-Source-Language"] == "fr"
    assert {entry.context.partition(": ")[0] for entry in entries} == {"bots"}
    assert main(["words", "export", "eo", str(file)]) == 2
    assert str(file) in capsys.readouterr().err


def test_the_command_tells_what_an_import_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "de.po"
    assert main(["words", "export", "de", str(file)]) == 0
    assert main(["words", "import", str(file)]) == 0
    assert "no text has changed" in capsys.readouterr().out
    file.write_text(po.write({"Language": "eo"}, [Entry("bots: gone", "a", "b")]))
    assert main(["words", "import", str(file)]) == 0
    out = capsys.readouterr().out
    assert "1 not imported, since there is no such text any more:\n  bots: gone\n" in out
    assert "/eo.md" in out
    file.write_text("nonsense")
    assert main(["words", "import", str(file)]) == 2


def test_the_status_counts_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "status"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:6] == ["missing", "in", "of", *LANGUAGES]
    assert [row.split()[2:5] for row in rows] == [["0"] * 3] * len(rows)
    assert main(["words", "status", "eo", "--only", "bots"]) == 0
    lines = capsys.readouterr().out.splitlines()
    bots = next(one for one in all_catalogues() if one.name == "bots")
    assert lines == [f"bots: {key}" for key in bots.source()]
