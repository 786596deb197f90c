"""HTML: the text that a reader of the page came for, headings and tables kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from sidecar.errors import UnreadableDocument
from sidecar.evidence.readers.piece import Piece, ReadLimits, decode, pipe_table

_NOT_TEXT = "script, style, noscript, template, nav, iframe, svg, button, select, textarea, [hidden]"
_PAGE_FRAME = "body > header, body > footer, body > [role='banner'], body > [role='contentinfo']"
_BLOCK = re.compile(
    "address|article|aside|blockquote|body|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|header|hr|"
    "legend|main|ol|p|pre|section|summary|ul"
)
_DECLARED = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([A-Za-z0-9_:.-]{1,40})""", re.IGNORECASE)


def read(data: bytes, name: str, limits: ReadLimits) -> tuple[Piece, ...]:
    """One piece: `main` or the only `article` where there is one, else `body` without menus and page frame."""
    del limits  # the size on disk bounds the text already
    tree = LexborHTMLParser(_decode(data, name))
    for node in tree.css(f"{_NOT_TEXT}, {_PAGE_FRAME}"):
        node.decompose()
    title = tree.css_first("title")
    articles = tree.css("article")
    root = tree.css_first("main") or (articles[0] if len(articles) == 1 else tree.body)
    text = "" if root is None else _tidy("".join(_walk(root)))
    problem = "" if text else "the page has no text of its own, it may be filled by scripts"
    return (Piece(text, title="" if title is None else " ".join(title.text().split()), problem=problem),)


def _decode(data: bytes, name: str) -> str:
    declared = None if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) else _DECLARED.search(data[:4096])
    if declared is None:
        return decode(data, name)
    encoding = declared[1].decode("ascii")
    try:
        return data.decode(encoding)
    except (LookupError, UnicodeDecodeError):
        raise UnreadableDocument(f"{name}: not in its declared encoding {encoding}; save the file as UTF-8") from None


def _walk(root: LexborNode) -> Iterator[str]:
    """Text in the order of the page, with a stack of its own: pages nest deeper than Python may recurse."""
    pending: list[LexborNode | str] = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            yield node
            continue
        if node.is_text_node:
            yield re.sub(r"[ \t\r\n\f]+", " ", node.text_content or "")
            continue
        tag = node.tag or ""
        if tag == "br":
            yield "\n"
        elif tag == "table":
            yield f"\n\n{_table(node)}\n\n"
        else:
            before, after = _around(tag)
            yield before
            pending.append(after)
            pending.extend(reversed(list(node.iter(include_text=True))))


def _around(tag: str) -> tuple[str, str]:
    if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
        return "\n\n" + "#" * int(tag[1]) + " ", "\n\n"
    if tag == "li":
        return "\n- ", "\n"
    return ("\n\n", "\n\n") if _BLOCK.fullmatch(tag) else ("", "")


def _table(table: LexborNode) -> str:
    caption = table.css_first("caption")
    rows = [[cell.text(separator=" ") for cell in row.css("th, td")] for row in table.css("tr")]
    head = "" if caption is None else " ".join(caption.text().split()) + "\n\n"
    return head + pipe_table(rows)


def _tidy(text: str) -> str:
    lines = (line.strip(" \t") for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
