"""The extension modules of the package. Everything else stands in setup.cfg."""

import kernels  # From backend/.
from setuptools import setup

setup(ext_modules=kernels.extensions(), cmdclass={"build_ext": kernels.BuildKernels})
