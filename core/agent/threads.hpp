#pragma once

namespace troupe {

/// How many threads one call of the tensor library may use, in the whole process. Actors keep the
/// cores busy already, so usually one: more would fight with them, and small tensors are slower
/// with several.
void set_tensor_threads(int count);

} // namespace troupe
