"""`python -m cardroom` is the command `cardroom`."""

import sys

from cardroom.cli import main

if __name__ == "__main__":
    sys.exit(main())
