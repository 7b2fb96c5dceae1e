"""The probe: runs inside the Python under examination and writes facts as JSON Lines.

It is run by path (`PYTHON probe/__main__.py`) or as one zipapp file, needs nothing but the
standard library of Python 3.7 to 3.15, and imports nothing else of this package.
Its modules import each other relatively: there they are the package `mps_doctor_probe`, which
`__main__` makes of this folder, so that no import path has to name it.
"""
