"""The extension modules of the package. Everything else stands in setup.cfg."""

import compilation  # From backend/.
from setuptools import setup

setup(ext_modules=compilation.extensions(), cmdclass={"build_ext": compilation.BuildKernels})
