"""A page read as a browser would, with the parser of the standard library."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "input", "link", "wbr"}


@dataclass(eq=False)
class Element:
    name: str
    attributes: dict
    parent: Element | None = None
    inner: list = field(default_factory=list)

    def all(self, *names, **attributes):
        """List what is below, in order; a class is one of several."""
        found = []
        for one in self.inner:
            if isinstance(one, Element):
                kinds = (one.attributes.get("class") or "").split()
                wanted = all(
                    kinds.count(v) if k == "class_" else one.attributes.get(k) == v for k, v in attributes.items()
                )
                if (not names or one.name in names) and wanted:
                    found.append(one)
                found += one.all(*names, **attributes)
        return found

    def one(self, *names, **attributes):
        (found,) = self.all(*names, **attributes)
        return found

    @property
    def text(self):
        """The words, without those of drawings."""
        parts = (one if isinstance(one, str) else one.text for one in self.inner if getattr(one, "name", "") != "svg")
        return " ".join("".join(parts).split())


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = self.at = Element("", {})

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs), f"{tag}: an attribute twice"
        found = Element(tag, dict(attrs), self.at)
        self.at.inner.append(found)
        if tag not in VOID:
            self.at = found

    def handle_endtag(self, tag):
        assert self.at.name == tag, f"{tag} ends inside {self.at.name}"
        self.at = self.at.parent

    def handle_data(self, data):
        self.at.inner.append(data)


def read(html):
    """Return the root of a page in which everything that begins ends, in order."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.at is reader.root, f"{reader.at.name} never ends"
    return reader.root


def tables(root):
    """Return the rows of every table by its caption, a list of texts each."""
    found = {}
    for table in root.all("table"):
        rows = [[cell.text for cell in row.all("th", "td")] for row in table.one("tbody").all("tr")]
        assert found.setdefault(table.one("caption").text, rows) is rows, "a caption twice"
    return found
