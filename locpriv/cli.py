"""The command line: the only module that prints or exits."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from features import cache
from locpriv.datasets import fetch, loading, make_sample_dataset
from locpriv.datasets.sample import counted
from locpriv.errors import LocprivError

DATA_HELP = "a CUB-200-2011 folder or a COCO json file; without, the built-in sample"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 1 for a failure, 2 for a wrong call, 130 after an interruption."""
    options = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names of files may have signs that a terminal has not
            stream.reconfigure(errors="backslashreplace")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning  # type: ignore[assignment]
            code: int = options.run(options)
        print(end="", flush=True)
        return code
    except BrokenPipeError:  # the reader of a pipe, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("locpriv: interrupted", file=sys.stderr)
        return 130
    except (LocprivError, ValueError, OSError) as error:
        print(f"locpriv: {error}", file=sys.stderr)
        return 1


def _show_warning(message: Warning | str, *_: object) -> None:
    print(f"locpriv: warning: {message}", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "locpriv",
        description="Learns to draw the box around the object of an image from a handful of boxed training images.",
        epilog="Exit code 0: done; 1: failed or problems found; 2: wrong call; 130: interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"locpriv {version('locpriv')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    data = commands.add_parser("data", help="make, download and check data sets", description="Data sets.")
    _add_data_commands(data.add_subparsers(title="commands", metavar="COMMAND", required=True))
    return parser


def _jobs(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1000:
        raise argparse.ArgumentTypeError(f"expected 1 to 1000, got {number}")
    return number


def _add_data_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def add(name: str, what: str, run: object) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".")
        command.set_defaults(run=run)
        return command

    command = add("check", "read all of a data set and list what is wrong with it", _check)
    command.add_argument("data", nargs="?", metavar="DATA", help=DATA_HELP)
    command.add_argument("--images", metavar="DIR", help="folder of the images of a COCO file, if not beside it")
    command.add_argument(
        "--jobs", type=_jobs, default=-1, metavar="N", help="images read at a time (default: all cores)"
    )

    command = add("sample", "draw the built-in data set of little birds, as a CUB-200-2011 folder", _sample)
    command.add_argument("--to", type=Path, metavar="DIR", help="a new folder (default: in the cache)")
    command.add_argument("-n", type=int, default=200, metavar="N", help="number of images (default 200)")
    command.add_argument("--seed", type=int, default=0, help="another seed, other birds (default 0)")

    command = add(
        "fetch", "download and unpack a data set; repeat the command to continue after an interruption", _fetch
    )
    command.add_argument("name", choices=["cub"], help="cub: CUB-200-2011 with segmentations, 1.2 GB")
    command.add_argument("--to", type=Path, required=True, metavar="DIR", help="folder to put it in")

    command = add("cache", "show what is kept to save time, and where (LOCPRIV_CACHE sets another folder)", _cache)
    command.add_argument("--clear", action="store_true", help="remove it, and the sample birds; they are made again")


def _check(options: argparse.Namespace) -> int:
    dataset, problems = loading.check_dataset(options.data, options.images, options.jobs)
    for problem in problems:
        print(problem)
    print(dataset.summary())
    if not problems:
        print("no problems")
        return 0
    counts = ", ".join(f"{count} {kind}" for kind, count in Counter(problem.kind for problem in problems).most_common())
    print(f"{counted(len(problems), 'problem')}: {counts}")
    return 1


def _sample(options: argparse.Namespace) -> int:
    dataset = make_sample_dataset(options.to, n=options.n, seed=options.seed)
    print(dataset.summary())
    print(dataset[0].path.parents[2])
    return 0


def _fetch(options: argparse.Namespace) -> int:
    for path in fetch.fetch(fetch.CUB_ARCHIVES, options.to):
        print(path)
    return 0


def _cache(options: argparse.Namespace) -> int:
    print(cache.cache_folder())
    for kind, files, size in cache.usage():
        print(f"{kind:12}{files:8} files{size / 1e6:10.1f} MB{'  removed' * options.clear}")
    if options.clear:
        cache.clear()
    return 0
