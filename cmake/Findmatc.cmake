# Filament's material compiler. Defines MATC_EXECUTABLE.

find_program(MATC_EXECUTABLE matc)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(matc REQUIRED_VARS MATC_EXECUTABLE)
mark_as_advanced(MATC_EXECUTABLE)
