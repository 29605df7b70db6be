"""What a browser leaves out when it prints a book: where the pages begin, and who wrote it."""

from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject, TextStringObject


def first_pages(path, names):
    """The page of the document, from 1, on which each of these ids stands."""
    reader = PdfReader(path)
    found = {name.removeprefix("/"): place for name, place in reader.named_destinations.items()}
    missing = [name for name in names if name not in found]
    if missing:
        raise ValueError(f"the printed document has no destination for: {', '.join(missing)}")
    return {name: reader.get_destination_page_number(found[name]) + 1 for name in names}


def said_once(title):
    """Chromium doubles the words of a heading at the top of a page."""
    half = len(title) // 2
    return title[:half] if len(title) > 1 and title == title[:half] * 2 else title


def outline_entries(entry):
    """Every entry of the outline below this one."""
    child = entry.get("/First")
    while child is not None:
        child = child.get_object()
        yield child
        yield from outline_entries(child)
        child = child.get("/Next")


def finish(path, target, *, title, author, subject, language):
    """Write the document with its title, author and language, and without the time it was made."""
    writer = PdfWriter(clone_from=path)
    root = writer.root_object
    root[NameObject("/Lang")] = TextStringObject(language)
    root[NameObject("/PageMode")] = NameObject("/UseOutlines")
    root[NameObject("/ViewerPreferences")] = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    if "/Outlines" in root:
        for entry in outline_entries(root["/Outlines"].get_object()):
            entry[NameObject("/Title")] = TextStringObject(said_once(str(entry["/Title"])))
    writer.metadata = {"/Title": title, "/Author": author, "/Subject": subject}
    writer.write(target)
    return len(writer.pages)
