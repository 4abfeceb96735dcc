"""What pytest does not collect: a kernel's source, as its extension module stands beside it and is
imported.
"""

from schemas.parts.extensions import kernel_sources

collect_ignore = [str(source) for source in kernel_sources().values()]
