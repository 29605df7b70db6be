"""Several workers: the same results however many they are, and documents that take their worker with them."""

from __future__ import annotations

import logging

import pytest
from corpus_makers import deadly, records, results, statuses, words, write_jsonl

from ragchunk_lessons.batch import audit_corpus, split_corpus

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler with two workers, as somebody else may have started it."""
    # Their scheduler starts a task again by itself when its worker died: here once, three times by default.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1, "distributed.deploy.lost-worker-timeout": "1 h"}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=2,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            local_directory=str(tmp_path_factory.mktemp("dask")),
            silence_logs=logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster


def test_ids_do_not_depend_on_the_number_of_workers(tmp_path, capfd):
    source = write_jsonl(tmp_path / "corpus.jsonl", records(60))
    reports = [split_corpus(source, tmp_path / str(n), workers=n, part_bytes=9000 + n) for n in (0, 1, 3)]
    for number in (1, 3):
        assert results(tmp_path / str(number)) == results(tmp_path / "0")
    assert len({(report.documents, report.chunks, report.ok) for report in reports}) == 1
    assert capfd.readouterr() == ("", "")


def test_a_scheduler_by_its_address(cluster, tmp_path):
    source = write_jsonl(tmp_path / "corpus.jsonl", records(60))
    split_corpus(source, tmp_path / "here", workers=0)
    report = split_corpus(source, tmp_path / "there", scheduler=cluster.scheduler_address, part_bytes=5000)
    assert results(tmp_path / "there") == results(tmp_path / "here") and report.parts > 5
    with distributed.Client(cluster) as client:
        assert split_corpus(source, tmp_path / "there", scheduler=client).resumed == report.parts
        split_corpus(source, tmp_path / "client", scheduler=client, part_bytes=20_000)
    assert results(tmp_path / "client") == results(tmp_path / "here")


def test_nobody_at_the_address(tmp_path, monkeypatch):
    monkeypatch.setattr("ragchunk_lessons.batch._pool.ANSWER", 0.5)
    source = write_jsonl(tmp_path / "corpus.jsonl", records(1))
    for address, words_ in (("tcp://127.0.0.1:9", "no Dask scheduler answers"), ("nonsense://x", "no Dask scheduler")):
        with pytest.raises(ConnectionError, match=words_):
            split_corpus(source, tmp_path / "out", scheduler=address)


def test_documents_that_end_their_worker_are_set_aside(tmp_path, capfd):
    rows = list(records(40))
    rows[7]["text"] += " EXIT"
    rows[8]["text"] += " LOOP"
    rows[30]["text"] += " RAISE"
    source = write_jsonl(tmp_path / "corpus.jsonl", rows)
    report = split_corpus(
        source, tmp_path / "out", splitter=deadly, workers=2, part_bytes=20_000, time_limit=3, attempts=1
    )
    assert (report.set_aside, report.failed, report.whole) == (2, 1, 37) and not report.ok
    found, said = statuses(tmp_path / "out"), words(tmp_path / "out")
    assert [name for name, status in found.items() if status == "set aside"] == ["d7", "d8"]
    assert said["d7"] == "corpus.jsonl:8: its worker died with it (1 attempt)"
    assert said["d8"] == "corpus.jsonl:9: it took longer than 3 s (1 attempt)"
    assert said["d30"] == "corpus.jsonl:31: this text is refused"
    assert audit_corpus(tmp_path / "out").ok and capfd.readouterr() == ("", "")


def test_a_document_has_several_attempts_on_workers_of_others(cluster, tmp_path):
    rows = list(records(12))
    rows[5]["text"] += " EXIT"
    source = write_jsonl(tmp_path / "corpus.jsonl", rows)
    report = split_corpus(source, tmp_path / "out", splitter=deadly, scheduler=cluster.scheduler_address, attempts=2)
    assert (report.set_aside, report.whole) == (1, 11)
    assert words(tmp_path / "out") == {"d5": "corpus.jsonl:6: its worker died with it (2 attempts)"}


def test_what_is_not_the_fault_of_a_document_stops_the_run(cluster, tmp_path):
    source = write_jsonl(tmp_path / "corpus.jsonl", records(60))

    def gone(progress):
        source.unlink(missing_ok=True)

    with pytest.raises(FileNotFoundError):
        split_corpus(source, tmp_path / "out", scheduler=cluster.scheduler_address, part_bytes=5000, progress=gone)
    write_jsonl(source, records(60))
    report = split_corpus(source, tmp_path / "out", workers=0)
    assert report.ok and 0 < report.resumed < report.parts


def test_deaths_at_no_document_come_to_an_end(tmp_path):
    from ragchunk_lessons.batch import _pool
    from ragchunk_lessons.batch._parts import Part
    from ragchunk_lessons.batch._work import Task

    deaths = _pool._Deaths(attempts=2)
    task = Task(Part("jsonl", "a.jsonl", 0, 1, (0, 1), 1, ""), None, str(tmp_path), "token")
    for _ in range(_pool._DEATHS):
        assert task.all_aside is None
        task = deaths.after(task)
    assert "killed its worker 20 times" in task.all_aside and task.attempt == 20
    with pytest.raises(RuntimeError, match="die also without a document"):
        deaths.after(task)
