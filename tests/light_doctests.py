"""Runs the examples in the docstrings of every module in an installation without numpy and torch."""

import doctest
import importlib
import pkgutil

import ragchunk_lessons

passed, left, failed = 0, [], []
for found in pkgutil.walk_packages(ragchunk_lessons.__path__, "ragchunk_lessons."):
    if found.name.endswith("__main__"):
        continue
    try:
        module = importlib.import_module(found.name)
    except ImportError as error:
        left.append(f"{found.name}: {error}")
        continue
    for test in doctest.DocTestFinder().find(module):
        try:
            doctest.DebugRunner(optionflags=doctest.ELLIPSIS).run(test)
            passed += bool(test.examples)
        except doctest.UnexpectedException as stopped:
            error = stopped.exc_info[1]
            # The files of a tokenizer come with an extra, or are downloaded once: a machine may have neither.
            needs = isinstance(error, ImportError) or "could not be downloaded" in str(error)
            (left if needs else failed).append(f"{test.name}: {error!r}")
        except doctest.DocTestFailure as failure:
            failed.append(f"{test.name}: got {failure.got!r}")
print(passed, "passed;", len(left), "need more;", len(failed), "failed")
print("\n".join(failed))
