#include "core/support/error.hpp"
#include "core/support/event_file.hpp"
#include "tests/fixtures/property.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace troupe;
namespace fs = std::filesystem;

namespace {

using named_values = std::vector<std::pair<std::string, float>>;

struct event {
  double wall_time = 0;
  std::int64_t step = 0;
  std::string file_version;
  named_values values;
};

/// Reads protobuf's wire format from its definition, sharing nothing with the writer.
class wire_reader {
public:
  explicit wire_reader(std::string bytes) : bytes_(std::move(bytes)) {}

  [[nodiscard]] bool at_end() const { return position_ == bytes_.size(); }

  std::uint64_t varint() {
    std::uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
      auto byte = static_cast<unsigned char>(bytes_.at(position_++));
      number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80)
        return number;
    }
  }

  template <class Number>
  Number fixed() {
    Number number{};
    auto bytes = take(sizeof(Number));
    std::memcpy(&number, bytes.data(), sizeof(Number));
    return number;
  }

  std::string counted() { return take(varint()); }

  std::string take(std::size_t count) {
    BOOST_REQUIRE(count <= bytes_.size() - position_);
    position_ += count;
    return bytes_.substr(position_ - count, count);
  }

private:
  std::string bytes_;
  std::size_t position_ = 0;
};

std::uint32_t bitwise_masked_crc(const std::string& bytes) {
  std::uint32_t crc = 0xffffffff;
  for (auto c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82f63b78 : 0);
  }
  crc = ~crc;
  return (crc >> 15 | crc << 17) + 0xa282ead8;
}

std::pair<std::string, float> decode_value(const std::string& bytes) {
  std::pair<std::string, float> value;
  for (wire_reader in{bytes}; !in.at_end();)
    switch (in.varint()) {
    case 1 << 3 | 2:
      value.first = in.counted();
      break;
    case 2 << 3 | 5:
      value.second = in.fixed<float>();
      break;
    default:
      BOOST_FAIL("an unknown field of a value");
    }
  return value;
}

event decode_event(const std::string& bytes) {
  event found;
  for (wire_reader in{bytes}; !in.at_end();)
    switch (in.varint()) {
    case 1 << 3 | 1:
      found.wall_time = in.fixed<double>();
      break;
    case 2 << 3 | 0:
      found.step = static_cast<std::int64_t>(in.varint());
      break;
    case 3 << 3 | 2:
      found.file_version = in.counted();
      break;
    case 5 << 3 | 2:
      for (wire_reader summary{in.counted()}; !summary.at_end();) {
        BOOST_REQUIRE(summary.varint() == (1 << 3 | 2));
        found.values.push_back(decode_value(summary.counted()));
      }
      break;
    default:
      BOOST_FAIL("an unknown field of an event");
    }
  return found;
}

std::string content_of(const fs::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

/// All events of a file in which every record is whole.
std::vector<event> decode(const fs::path& file) {
  std::vector<event> events;
  for (wire_reader in{content_of(file)}; !in.at_end();) {
    auto head = in.take(8);
    BOOST_TEST(in.fixed<std::uint32_t>() == bitwise_masked_crc(head));
    auto payload = in.take(wire_reader{head}.fixed<std::uint64_t>());
    BOOST_TEST(in.fixed<std::uint32_t>() == bitwise_masked_crc(payload));
    events.push_back(decode_event(payload));
  }
  return events;
}

std::vector<std::int64_t> steps_of(const fs::path& file) {
  auto events = decode(file);
  BOOST_REQUIRE(!events.empty());
  BOOST_TEST(events.front().file_version == "brain.Event:2");
  std::vector<std::int64_t> steps;
  for (auto each = events.begin() + 1; each != events.end(); ++each)
    steps.push_back(each->step);
  return steps;
}

void add_steps(event_file& file, std::int64_t first, std::int64_t last) {
  for (auto step = first; step <= last; ++step)
    file.add(step, 1e9 + static_cast<double>(step),
             named_values{{"loss/policy", 0.5f}, {"rate", static_cast<float>(step)}});
}

/// Files of this process cannot grow beyond a size, for a while: as on a full disk, half of what
/// is written may still fit.
class size_limit {
public:
  explicit size_limit(std::uintmax_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    auto changed = old_;
    changed.rlim_cur = bytes;
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    BOOST_REQUIRE(::setrlimit(RLIMIT_FSIZE, &changed) == 0);
  }
  ~size_limit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  size_limit(const size_limit&) = delete;
  size_limit& operator=(const size_limit&) = delete;

private:
  ::rlimit old_{};
  void (*old_handler_)(int) = nullptr;
};

} // namespace

BOOST_AUTO_TEST_SUITE(event_file_test)

BOOST_AUTO_TEST_CASE(a_record_has_the_bytes_that_tensorboard_expects) {
  temporary_folder folder;
  event_file file{folder.path(), event_file::nothing};
  auto begin = fs::file_size(file.path());
  file.add(300, 1.0, named_values{{"ab", 1.0f}});
  using namespace std::string_literals;
  auto payload = "\x09\0\0\0\0\0\0\xf0\x3f\x10\xac\x02\x2a\x0b\x0a\x09\x0a\x02"s
                 "ab\x15\0\0\x80\x3f"s;
  auto record = content_of(file.path()).substr(begin);
  BOOST_TEST(record == "\x19\0\0\0\0\0\0\0\x8b\xf1\x08\x28"s + payload + "\x86\x70\x58\xfd"s);
  BOOST_TEST(file.path().filename().string().starts_with("events.out.tfevents."));
}

BOOST_AUTO_TEST_CASE(what_is_added_is_read_back) {
  check_property("steps, times, names and bits of values are the same", [] {
    auto records = *rc::gen::arbitrary<std::vector<
        std::tuple<std::int64_t, double, std::vector<std::pair<std::string, float>>>>>();
    temporary_folder folder;
    event_file file{folder.path(), event_file::nothing};
    for (const auto& [step, time, values] : records)
      file.add(step, time, values);
    auto events = decode(file.path());
    RC_ASSERT(events.size() == records.size() + 1);
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto& [step, time, values] = records[i];
      RC_ASSERT(events[i + 1].step == step);
      RC_ASSERT(events[i + 1].wall_time == time);
      RC_ASSERT(events[i + 1].values == values);
    }
  });
}

BOOST_AUTO_TEST_CASE(a_value_that_is_no_number_stays_one) {
  temporary_folder folder;
  event_file file{folder.path(), event_file::nothing};
  file.add(1, 0, named_values{{"nan", std::numeric_limits<float>::quiet_NaN()}});
  BOOST_TEST(std::isnan(decode(file.path()).at(1).values.at(0).second));
}

BOOST_AUTO_TEST_CASE(a_run_that_goes_on_keeps_the_steps_up_to_its_checkpoint) {
  for (std::int64_t last = -1; last <= 6; ++last) {
    temporary_folder folder;
    {
      event_file file{folder.path(), event_file::nothing};
      add_steps(file, 0, 5);
    }
    event_file file{folder.path(), last};
    add_steps(file, last + 1, 7);
    std::vector<std::int64_t> all{0, 1, 2, 3, 4, 5, 6, 7};
    if (last == 6)
      all.erase(all.begin() + 6);
    BOOST_TEST(steps_of(file.path()) == all, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_begins_drops_what_was_there) {
  temporary_folder folder;
  {
    event_file file{folder.path(), event_file::nothing};
    add_steps(file, -3, 3);
  }
  event_file file{folder.path(), event_file::nothing};
  BOOST_TEST(steps_of(file.path()).empty());
}

BOOST_AUTO_TEST_CASE(a_torn_tail_of_any_length_is_cut_off) {
  temporary_folder folder;
  std::vector<std::uintmax_t> ends;
  fs::path path;
  {
    event_file file{folder.path(), event_file::nothing};
    path = file.path();
    ends.push_back(fs::file_size(path));
    for (std::int64_t step = 1; step <= 3; ++step) {
      add_steps(file, step, step);
      ends.push_back(fs::file_size(path));
    }
  }
  auto whole = content_of(path);
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    std::ofstream{path, std::ios::binary | std::ios::trunc} << whole.substr(0, length);
    event_file file{folder.path(), 100};
    auto whole_records =
        std::count_if(ends.begin() + 1, ends.end(), [&](auto end) { return end <= length; });
    add_steps(file, whole_records + 1, 4);
    BOOST_TEST(steps_of(path) == (std::vector<std::int64_t>{1, 2, 3, 4}),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(damage_at_any_byte_ends_what_is_kept) {
  temporary_folder folder;
  fs::path path;
  std::uintmax_t first_end = 0;
  {
    event_file file{folder.path(), event_file::nothing};
    path = file.path();
    add_steps(file, 1, 1);
    first_end = fs::file_size(path);
    add_steps(file, 2, 3);
  }
  auto whole = content_of(path);
  for (auto position = first_end; position < whole.size(); ++position) {
    auto damaged = whole;
    damaged[position] = static_cast<char>(damaged[position] ^ 0x40);
    std::ofstream{path, std::ios::binary | std::ios::trunc} << damaged;
    event_file file{folder.path(), 100};
    auto steps = steps_of(path);
    BOOST_TEST((steps.size() == 1 || steps.size() == 2));
    BOOST_TEST(steps.front() == 1);
  }
}

BOOST_AUTO_TEST_CASE(any_other_content_is_replaced) {
  check_property("whatever was in the file, it is a sound one afterwards", [] {
    temporary_folder folder;
    auto path = event_file{folder.path(), event_file::nothing}.path();
    std::ofstream{path, std::ios::binary | std::ios::trunc} << *rc::gen::arbitrary<std::string>();
    event_file file{folder.path(), 100};
    add_steps(file, 1, 2);
    RC_ASSERT(steps_of(path) == (std::vector<std::int64_t>{1, 2}));
  });
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_an_error_that_names_the_file_and_leaves_it_sound) {
  temporary_folder folder;
  event_file file{folder.path(), event_file::nothing};
  add_steps(file, 1, 2);
  auto names_the_file = [&](const user_error& problem) {
    return std::string{problem.what()}.find(file.path().string()) != std::string::npos;
  };
  {
    size_limit limit{fs::file_size(file.path()) + 20};
    BOOST_CHECK_EXCEPTION(add_steps(file, 3, 3), user_error, names_the_file);
  }
  add_steps(file, 4, 4);
  BOOST_TEST(steps_of(file.path()) == (std::vector<std::int64_t>{1, 2, 4}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_written_is_an_error) {
  temporary_folder folder;
  BOOST_CHECK_THROW(event_file(folder.path() / "missing", 0), user_error);
  auto path = event_file{folder.path(), event_file::nothing}.path();
  fs::remove(path);
  fs::create_symlink("/dev/full", path);
  BOOST_CHECK_THROW(event_file(folder.path(), 0), user_error);
}

BOOST_AUTO_TEST_SUITE_END()
