"""The progress bar: on terminals only, and not for what is quick."""

import os
import pty
import subprocess
import sys
import termios

LOOP = (
    "import time, features.progress as p; p.SECONDS_WITHOUT_A_BAR = {wait}\n"
    "for _ in p.progress(range(30), 'counting birds', 30): time.sleep(0.02)"
)


def shown_on_a_terminal(wait: float) -> bytes:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    command = [sys.executable, "-c", LOOP.format(wait=wait)]
    subprocess.run(command, stderr=theirs, check=True)
    os.write(theirs, b"$")  # so that there is something to read
    shown = os.read(ours, 100_000)
    os.close(ours)
    os.close(theirs)
    return shown


def test_a_terminal_shows_a_bar_for_what_takes_long():
    assert b"counting birds" in shown_on_a_terminal(0.1)


def test_a_terminal_shows_none_for_what_is_quick():
    assert shown_on_a_terminal(20) == b"$"


def test_a_pipe_shows_none():
    done = subprocess.run([sys.executable, "-c", LOOP.format(wait=0.1)], capture_output=True, check=True)
    assert done.stderr == done.stdout == b""


def test_a_closed_stderr_does_no_harm():
    code = "import sys; sys.stderr = None\n" + LOOP.format(wait=0.1)
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
