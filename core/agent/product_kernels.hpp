#pragma once

namespace troupe {

/// Has OpenBLAS multiply matrices as fast as this processor can. A processor newer than the library
/// is taken for a very old one, which makes an agent learn at two thirds of its speed, and the
/// choice is made before `main`: so this starts the program anew, with the choice in its
/// environment. Call it first thing in `main`; OPENBLAS_CORETYPE set by hand stays.
void use_fast_product_kernels(char** arguments);

} // namespace troupe
