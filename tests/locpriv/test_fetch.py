"""The download, against a server on this machine that breaks, lies and refuses, and archives that mean harm."""

import gzip
import hashlib
import io
import os
import random
import tarfile
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from locpriv.datasets import fetch as fetch_module
from locpriv.datasets import transfer, unpack
from locpriv.datasets.fetch import CUB_ARCHIVES, Archive, fetch
from locpriv.errors import DownloadError

TOP = ("birds", "attributes.txt")
FILES = {
    "birds/images/1.jpg": random.Random(1).randbytes(30_000),
    "birds/images/2.jpg": b"",
    "attributes.txt": b"1 red\n",
}


class Handler(BaseHTTPRequestHandler):
    server: "Server"

    def do_GET(self):
        self.server.ranges.append(self.headers["Range"])
        answer = self.server.answers.pop(0) if self.server.answers else honest
        answer(self)

    def log_message(self, *_):
        pass

    def asked(self) -> int:
        return int((self.headers["Range"] or "bytes=0-").removeprefix("bytes=").removesuffix("-"))

    def reply(self, code: int, body: bytes, **headers: object):
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    """Serves `body`; the first requests get the `answers`, all others an honest one."""

    body = b""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.ranges: list[str | None] = []
        self.answers: list[Callable[[Handler], None]] = []
        self.test_is_over = threading.Event()

    def archive(self, body: bytes, top: tuple[str, ...] = TOP) -> Archive:
        self.body = body
        url = f"http://127.0.0.1:{self.server_port}/birds.tgz"
        return Archive("birds.tgz", url, len(body), hashlib.sha256(body).hexdigest(), top)


def honest(handler: Handler, share: float = 1.0):
    body, start = handler.server.body, handler.asked()
    sent = body[start : start + int(share * (len(body) - start))]
    if start:
        span = f"bytes {start}-{len(body) - 1}/{len(body)}"
        handler.reply(206, sent, Content_Length=len(body) - start, Content_Range=span)
    else:
        handler.reply(200, sent, Content_Length=len(body))


def half_of_the_rest(handler: Handler):
    honest(handler, share=0.5)


def nothing_of_the_rest(handler: Handler):
    honest(handler, share=0.0)


def half_and_then_silence(handler: Handler):
    honest(handler, share=0.5)
    handler.server.test_is_over.wait()


def whole_whatever_was_asked(handler: Handler):
    handler.reply(200, handler.server.body, Content_Length=len(handler.server.body))


def without_end(handler: Handler):
    handler.reply(200, handler.server.body)
    try:
        while not handler.server.test_is_over.wait(0.001):
            handler.wfile.write(bytes(10_000))
    except ConnectionError:
        pass


def status(code: int) -> Callable[[Handler], None]:
    return lambda handler: handler.send_error(code)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(transfer, "PAUSES", (0.0, 0.0, 0.0))
    monkeypatch.setenv("no_proxy", "*")
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.test_is_over.set()
        server.shutdown()
        thread.join()


@pytest.fixture
def part(tmp_path: Path) -> Path:
    return tmp_path / "birds.tgz.part"


def packed(*members: tuple[str, bytes], **properties: object) -> bytes:
    """A tar archive with these files; the last of them with other properties."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for number, (name, contents) in enumerate(members, start=1):
            info = tarfile.TarInfo(name)
            info.size = len(contents)
            for key, value in properties.items() if number == len(members) else ():
                setattr(info, key, value)
            tar.addfile(info, io.BytesIO(contents))
    return buffer.getvalue()


def packed_with_a_wrong_sum() -> bytes:
    """Without the blocks that end an archive, so that its reader gets as far as the sum."""
    body = gzip.compress(gzip.decompress(GOOD).rstrip(b"\0"))
    return body[:-8] + bytes(4) + body[-4:]


GOOD = packed(*FILES.items())


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_an_archive_is_downloaded_and_unpacked_and_nothing_else_stays(server: Server, tmp_path: Path):
    assert fetch([server.archive(GOOD)], tmp_path / "new" / "data") == [tmp_path / "new" / "data" / top for top in TOP]
    assert contents(tmp_path / "new" / "data") == FILES
    assert server.ranges == [None]


def test_what_is_there_is_not_asked_for_again(server: Server, tmp_path: Path):
    archive = server.archive(GOOD)
    assert fetch([archive], tmp_path) == fetch([archive], tmp_path)
    assert len(server.ranges) == 1


def test_a_broken_transfer_goes_on_where_it_broke(server: Server, tmp_path: Path):
    server.answers = [half_of_the_rest]
    fetch([server.archive(GOOD)], tmp_path)
    assert server.ranges == [None, f"bytes={len(GOOD) // 2}-"]
    assert contents(tmp_path) == FILES


def test_a_silent_connection_is_given_up_and_goes_on(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(transfer, "TIMEOUT", 0.1)
    server.answers = [half_and_then_silence]
    fetch([server.archive(GOOD)], tmp_path)
    assert server.ranges == [None, f"bytes={len(GOOD) // 2}-"]
    assert contents(tmp_path) == FILES


def test_a_server_that_knows_no_ranges_sends_all_of_it_again(server: Server, tmp_path: Path):
    server.answers = [half_of_the_rest, whole_whatever_was_asked]
    fetch([server.archive(GOOD)], tmp_path)
    assert len(server.ranges) == 2
    assert contents(tmp_path) == FILES


def test_many_breaks_are_borne_as_long_as_enough_comes(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(transfer, "CHUNK", 100)
    server.answers = [lambda handler: honest(handler, share=0.1)] * 20
    fetch([server.archive(GOOD)], tmp_path)
    assert len(server.ranges) == 21
    assert contents(tmp_path) == FILES


def test_what_arrived_before_the_last_break_is_kept_for_another_run(server: Server, tmp_path: Path, part: Path):
    archive = server.archive(GOOD)
    server.answers = [half_of_the_rest] + [nothing_of_the_rest] * 3
    with pytest.raises(DownloadError, match=rf"closed too early.* {len(GOOD) // 2:,} of {len(GOOD):,} bytes .* kept"):
        fetch([archive], tmp_path)
    assert server.answers == []
    assert part.read_bytes() == GOOD[: len(GOOD) // 2]
    fetch([archive], tmp_path)
    assert server.ranges[-1] == f"bytes={len(GOOD) // 2}-"
    assert contents(tmp_path) == FILES


def test_a_complete_file_of_an_earlier_run_needs_no_request(server: Server, tmp_path: Path, part: Path):
    part.write_bytes(GOOD)
    fetch([server.archive(GOOD)], tmp_path)
    assert server.ranges == []
    assert contents(tmp_path) == FILES


@pytest.mark.parametrize("length", [10, len(GOOD), len(GOOD) + 10])
def test_wrong_bytes_of_an_earlier_run_are_found_and_removed(length: int, server: Server, tmp_path: Path, part: Path):
    archive = server.archive(GOOD)
    part.write_bytes(bytes(length))
    with pytest.raises(DownloadError, match="is not the right file"):
        fetch([archive], tmp_path)
    assert not list(tmp_path.iterdir())
    fetch([archive], tmp_path)
    assert contents(tmp_path) == FILES


def test_a_wrong_checksum_is_told_and_nothing_stays(server: Server, tmp_path: Path):
    archive = server.archive(GOOD)
    server.body = GOOD[:-1] + b"?"
    got = hashlib.sha256(server.body).hexdigest()
    with pytest.raises(DownloadError, match=f"expected the sha256 {archive.sha256}, got {got}"):
        fetch([archive], tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_body_that_does_not_end_is_cut_off_and_removed(server: Server, tmp_path: Path):
    server.answers = [without_end]
    with pytest.raises(DownloadError, match=f"expected {len(GOOD):,} bytes, got"):
        fetch([server.archive(GOOD)], tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("change", [-1, 1])
@pytest.mark.parametrize("have", [0, 10])
def test_a_file_of_another_size_is_refused_before_it_is_sent(
    change: int, have: int, server: Server, tmp_path: Path, part: Path
):
    archive = server.archive(GOOD)
    server.body = bytes(len(GOOD) + change)
    part.write_bytes(GOOD[:have])
    with pytest.raises(DownloadError, match=f"has {len(GOOD) + change:,} bytes instead of {len(GOOD):,}"):
        fetch([archive], tmp_path)
    assert part.read_bytes() == GOOD[:have]


@pytest.mark.parametrize("code", [404, 500])
def test_a_refusal_is_told_at_once_and_costs_nothing(code: int, server: Server, tmp_path: Path, part: Path):
    archive = server.archive(GOOD)
    part.write_bytes(GOOD[:99])
    server.answers = [status(code)]
    with pytest.raises(DownloadError, match=f"{archive.url}: the server answers {code} .*; 99 of .* kept"):
        fetch([archive], tmp_path)
    assert len(server.ranges) == 1
    fetch([archive], tmp_path)
    assert contents(tmp_path) == FILES


def test_a_server_that_has_no_more_leaves_it_to_the_size(server: Server, tmp_path: Path, part: Path):
    part.write_bytes(GOOD[:99])
    server.answers = [status(416)]
    with pytest.raises(DownloadError, match=f"expected {len(GOOD):,} bytes, got 99; removed"):
        fetch([server.archive(GOOD)], tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("span", ["bytes 7-99/100", "nonsense", None])
def test_bytes_from_the_wrong_place_are_refused(span: str | None, server: Server, tmp_path: Path, part: Path):
    part.write_bytes(GOOD[:99])
    server.answers = [lambda handler: handler.reply(206, b"?", **({"Content_Range": span} if span else {}))]
    with pytest.raises(DownloadError, match=f"sends {span or 'something'} instead of the bytes from 99 on"):
        fetch([server.archive(GOOD)], tmp_path)
    assert part.read_bytes() == GOOD[:99]


def test_a_web_page_does_not_replace_what_has_arrived(server: Server, tmp_path: Path, part: Path):
    part.write_bytes(GOOD[:99])
    server.answers = [lambda handler: handler.reply(200, b"<html>", Content_Type="text/html; charset=utf-8")]
    with pytest.raises(DownloadError, match="web page"):
        fetch([server.archive(GOOD)], tmp_path)
    assert part.read_bytes() == GOOD[:99]


def test_no_server_is_an_error_of_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(transfer, "PAUSES", (0.0,))
    monkeypatch.setenv("no_proxy", "*")
    with Server() as server:
        archive = server.archive(GOOD)
    with pytest.raises(DownloadError, match=r"the connection broke .*refused") as caught:
        fetch([archive], tmp_path)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/birds.tgz", "birds.tgz"])
def test_other_addresses_than_of_the_web_are_refused(url: str):
    with pytest.raises(ValueError, match="url must begin with http"):
        Archive("birds.tgz", url, 1, "", TOP)


HOSTILE = {
    "absolute": (packed(*FILES.items(), ("/birds/x", b"?")), "'/birds/x' has an absolute path"),
    "upwards": (packed(*FILES.items(), ("birds/../../x", b"?")), "'birds/../../x' leads out"),
    "upwards first": (packed(("../x", b"?"), *FILES.items()), "'../x' leads out"),
    "backslash": (packed(*FILES.items(), ("birds/..\\x", b"?")), r"'birds/..\\\\x' has a name that is not plain"),
    "drive": (packed(*FILES.items(), ("C:birds/x", b"?")), "'C:birds/x' has a name that is not plain"),
    "elsewhere": (packed(*FILES.items(), ("cats/x", b"?")), "'cats/x' is outside birds and attributes.txt"),
    "twice": (packed(*FILES.items(), ("./birds//images/1.jpg", b"?")), "1.jpg' is there twice"),
    "the folder": (packed(*FILES.items(), (".", b"?")), "'.' is outside"),
    "symbolic": (packed(*FILES.items(), ("birds/x", b""), type=tarfile.SYMTYPE, linkname="/"), "'birds/x' is a link"),
    "hard": (packed(*FILES.items(), ("birds/x", b""), type=tarfile.LNKTYPE, linkname="birds"), "'birds/x' is a link"),
    "fifo": (packed(*FILES.items(), ("birds/x", b""), type=tarfile.FIFOTYPE), "'birds/x' is neither"),
    "device": (packed(*FILES.items(), ("birds/x", b""), type=tarfile.CHRTYPE, devmajor=1, devminor=3), "is neither"),
    "note of a Mac": (packed(*FILES.items(), ("._x", b""), type=tarfile.SYMTYPE, linkname="/"), "'._x' is a link"),
    "incomplete": (packed(*list(FILES.items())[:2]), "has no attributes.txt"),
    "truncated": (GOOD[: len(GOOD) // 2], "not a complete tar archive"),
    "truncated inside": (gzip.compress(gzip.decompress(GOOD)[:20_000]), "not a complete tar archive"),
    "not a tar": (gzip.compress(bytes(range(256)) * 10), "not a complete tar archive"),
    "not compressed": (b"<html>", "not a complete tar archive"),
    "wrong sum": (packed_with_a_wrong_sum(), "not a complete tar archive"),
    "nonsense": (packed(*FILES.items(), ("birds/x", b""), pax_headers={"GNU.sparse.map": "?"}), "not a complete tar"),
    "damaged": (GOOD[:15_000] + bytes(1000) + GOOD[16_000:], "not a complete tar archive"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_an_archive_with_harm_or_damage_in_it_is_not_unpacked_at_all(case: str, server: Server, tmp_path: Path):
    body, message = HOSTILE[case]
    to = tmp_path / "outer" / "data"
    with pytest.raises(DownloadError, match=message):
        fetch([server.archive(body)], to)
    assert contents(tmp_path) == {"outer/data/birds.tgz.part": body}
    assert {path.name for path in to.iterdir()} == {"birds.tgz.part"}


def test_too_much_in_an_archive_is_not_unpacked(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(unpack, "MAX_UNPACKED", 29_999)
    with pytest.raises(DownloadError, match=r"with 'birds/images/1.jpg' it exceeds 29,999 bytes"):
        fetch([server.archive(GOOD)], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["birds.tgz.part"]


def test_folders_and_what_a_mac_adds_do_no_harm(server: Server, tmp_path: Path):
    notes = [("./._birds", b"?"), ("birds/._1.jpg", b"?")]
    body = packed(*notes, *FILES.items(), ("./", b""), type=tarfile.DIRTYPE)
    fetch([server.archive(body)], tmp_path)
    assert contents(tmp_path) == FILES


def test_modes_of_the_archive_are_not_taken_over(server: Server, tmp_path: Path):
    body = packed(("attributes.txt", b"1"), ("birds/x", b"1"), mode=0o4777)
    fetch([server.archive(body)], tmp_path)
    (tmp_path / "plain").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    assert (tmp_path / "birds" / "x").stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert (tmp_path / "birds").stat().st_mode == (tmp_path / "folder").stat().st_mode


def test_a_run_killed_between_two_entries_is_completed(server: Server, tmp_path: Path, part: Path):
    part.write_bytes(GOOD)
    (tmp_path / "birds").mkdir()
    (tmp_path / "birds" / "own").write_bytes(b"!")
    (tmp_path / "birds.tgz.unpacking").mkdir()
    (tmp_path / "birds.tgz.unpacking" / "attributes.txt").write_bytes(b"1 r")
    fetch([server.archive(GOOD)], tmp_path)
    assert server.ranges == []
    assert contents(tmp_path) == {"birds/own": b"!", "attributes.txt": FILES["attributes.txt"]}


def test_a_run_killed_after_its_last_entry_is_tidied_up(server: Server, tmp_path: Path, part: Path):
    archive = server.archive(GOOD)
    fetch([archive], tmp_path)
    part.write_bytes(GOOD)
    (tmp_path / "birds.tgz.unpacking").mkdir()
    fetch([archive], tmp_path)
    assert len(server.ranges) == 1
    assert {path.name for path in tmp_path.iterdir()} == set(TOP)


def test_an_interrupted_unpacking_leaves_the_archive_only(
    server: Server, tmp_path: Path, part: Path, monkeypatch: pytest.MonkeyPatch
):
    def interrupted(*_):
        raise KeyboardInterrupt

    archive = server.archive(GOOD)
    with monkeypatch.context() as patch:
        patch.setattr(unpack.shutil, "copyfileobj", interrupted)
        with pytest.raises(KeyboardInterrupt):
            fetch([archive], tmp_path)
    assert list(tmp_path.iterdir()) == [part]
    fetch([archive], tmp_path)
    assert len(server.ranges) == 1
    assert contents(tmp_path) == FILES


def test_a_disk_that_is_too_small_is_told_before_the_download(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    usage = fetch_module.shutil.disk_usage(tmp_path)
    monkeypatch.setattr(fetch_module.shutil, "disk_usage", lambda _: usage._replace(free=2 * len(GOOD)))
    with pytest.raises(DownloadError, match=r"birds.tgz needs .* MB in .*, but only .* MB are free"):
        fetch([server.archive(GOOD)], tmp_path)
    assert server.ranges == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_disk_that_gets_full_is_an_error_of_one_line(server: Server, tmp_path: Path, part: Path):
    part.symlink_to("/dev/full")
    with pytest.raises(DownloadError, match="No space left on device") as caught:
        fetch([server.archive(GOOD)], tmp_path)
    assert "\n" not in str(caught.value)
    assert len(server.ranges) == 1


def test_a_file_in_the_way_of_the_folder_is_an_error(server: Server, tmp_path: Path):
    (tmp_path / "data").write_bytes(b"")
    with pytest.raises(DownloadError, match="cannot use the folder"):
        fetch([server.archive(GOOD)], tmp_path / "data")
    with pytest.raises(DownloadError, match="cannot use the folder"):
        fetch([server.archive(GOOD)], tmp_path / "data" / "below")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written_to_is_an_error(server: Server, tmp_path: Path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(DownloadError, match="Permission denied"):
            fetch([server.archive(GOOD)], tmp_path)
    finally:
        tmp_path.chmod(0o700)


def test_the_archives_of_cub_are_those_of_the_data_page():
    page = (Path(__file__).resolve().parents[2] / "data" / "README.md").read_text()
    for archive in CUB_ARCHIVES:
        assert f"| {archive.name} | {archive.size:,} | `{archive.sha256}` |" in page
        assert f"<{archive.url}>" in page
