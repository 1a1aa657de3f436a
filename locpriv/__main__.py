"""``python -m locpriv``."""

import sys

from locpriv.cli import main

if __name__ == "__main__":
    sys.exit(main())
