#include "actors/progress_line.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <functional>
#include <string>

using namespace troupe;

namespace {

std::string written(bool is_terminal, const std::function<void(progress_line&)>& use) {
  char* text = nullptr;
  std::size_t size = 0;
  auto* out = ::open_memstream(&text, &size);
  progress_line line{out, is_terminal};
  use(line);
  std::fclose(out);
  std::string result{text, size};
  std::free(text);
  return result;
}

} // namespace

BOOST_AUTO_TEST_SUITE(progress_line_test)

BOOST_AUTO_TEST_CASE(a_pipe_gets_a_line_each_time) {
  BOOST_TEST(written(false,
                     [](auto& line) {
                       line.show("one");
                       line.show("two");
                       line.finish();
                     })
             == "one\ntwo\n");
}

BOOST_AUTO_TEST_CASE(a_terminal_gets_one_line_redrawn) {
  BOOST_TEST(written(true,
                     [](auto& line) {
                       line.show("one");
                       line.show("two");
                       line.finish();
                       line.finish();
                     })
             == "\r\x1b[Kone\r\x1b[Ktwo\n");
}

BOOST_AUTO_TEST_CASE(a_terminals_line_does_not_wrap) {
  auto text = written(true, [](auto& line) { line.show(std::string(500, 'x')); });
  BOOST_TEST(std::count(text.begin(), text.end(), 'x') == 79);
}

BOOST_AUTO_TEST_CASE(no_output_shows_nothing) {
  progress_line line{nullptr};
  BOOST_CHECK_NO_THROW(line.show("text"));
  BOOST_CHECK_NO_THROW(line.finish());
}

BOOST_AUTO_TEST_SUITE_END()
