import sys

from labkit.command.main import main

sys.exit(main())
