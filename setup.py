"""What setup.cfg cannot say: where the packages are, and the extension modules."""

import compilation  # From backend/.
from setuptools import setup

setup(**compilation.arguments())
