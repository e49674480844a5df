#pragma once

#include <vector>

namespace troupe {

// Between Cap'n Proto's lists and the standard library's.

unsigned size_of(const auto& list) {
  return static_cast<unsigned>(list.size());
}

template <class Numbers, class List>
void write_numbers(const Numbers& numbers, List list) {
  for (unsigned i = 0; i < list.size(); ++i)
    list.set(i, numbers[i]);
}

template <class Number, class List>
std::vector<Number> read_numbers(List list) {
  std::vector<Number> numbers(list.size());
  for (unsigned i = 0; i < list.size(); ++i)
    numbers[i] = list[i];
  return numbers;
}

} // namespace troupe
