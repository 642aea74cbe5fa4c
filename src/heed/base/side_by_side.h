// Pieces of work that do not depend on each other, taken by several threads, each the next one when it is
// free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace heed {

// work(0) … work(count − 1), in that order by one thread. What the first that failed threw is thrown when all
// have stopped; no other piece is begun after it.
void side_by_side(std::size_t count, int64_t threads, const std::function<void(std::size_t)>& work);

// As many as this process may use.
int64_t processor_count();

}  // namespace heed
