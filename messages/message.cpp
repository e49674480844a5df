#include "messages/message.hpp"

#include <caf/binary_deserializer.hpp>
#include <kj/exception.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace troupe {

namespace {

constexpr std::size_t word_size = sizeof(capnp::word);
static_assert(word_size == sizeof(std::uint64_t));

/// States of the bookkeeping word: 0 until someone has checked, `sound`, or `found_problem` plus
/// the problem.
constexpr std::uint64_t sound = 1;
constexpr std::uint64_t found_problem = 2;

void visit(capnp::DynamicValue::Reader value);

void visit(capnp::DynamicStruct::Reader value) {
  for (auto field : value.getSchema().getNonUnionFields())
    if (value.has(field))
      visit(value.get(field));
  KJ_IF_MAYBE (active, value.which())
    if (value.has(*active))
      visit(value.get(*active));
}

void visit(capnp::DynamicList::Reader value) {
  auto element = value.getSchema().getElementType();
  if (element.isStruct() || element.isList() || element.isText() || element.isData())
    for (auto item : value)
      visit(item);
}

/// Reads everything that can be read, so that Cap'n Proto throws now what it would throw later.
void visit(capnp::DynamicValue::Reader value) {
  switch (value.getType()) {
  case capnp::DynamicValue::STRUCT:
    visit(value.as<capnp::DynamicStruct>());
    break;
  case capnp::DynamicValue::LIST:
    visit(value.as<capnp::DynamicList>());
    break;
  default:
    break;
  }
}

} // namespace

message_block::message_block(std::span<const std::byte> bytes)
    : message_block(allocate(bytes.size())) {
  if (!bytes.empty())
    std::memcpy(data(), bytes.data(), bytes.size());
}

message_block message_block::allocate(std::size_t size) {
  message_block block;
  block.words_ =
      std::make_shared<std::uint64_t[]>(bookkeeping_words + (size + word_size - 1) / word_size);
  block.size_ = size;
  return block;
}

std::byte* message_block::data() const noexcept {
  return reinterpret_cast<std::byte*>(words_.get() + bookkeeping_words);
}

std::span<const std::byte> message_block::bytes() const noexcept {
  return words_ ? std::span<const std::byte>{data(), size_} : std::span<const std::byte>{};
}

kj::ArrayPtr<const capnp::word> message_block::segment() const {
  if (!is_checked())
    throw std::logic_error("a message is read that nobody has checked");
  return {reinterpret_cast<const capnp::word*>(words_.get() + bookkeeping_words + header_words),
          size_ / word_size - header_words};
}

std::atomic_ref<std::uint64_t> message_block::verdict() const noexcept {
  return std::atomic_ref{words_[0]};
}

bool message_block::is_checked() const noexcept {
  return words_ && verdict().load(std::memory_order_relaxed) == sound;
}

arrival_problem message_block::check(capnp::StructSchema schema,
                                     const arrival_limits& limits) const {
  if (!words_)
    return arrival_problem::empty;
  auto known = verdict().load(std::memory_order_relaxed);
  if (known == sound)
    return arrival_problem::none;
  if (known >= found_problem)
    return static_cast<arrival_problem>(known - found_problem);
  if (size_ > limits.max_bytes)
    return arrival_problem::too_large; // for this reader; another may accept more
  auto problem = examine(schema);
  verdict().store(problem == arrival_problem::none
                      ? sound
                      : found_problem + static_cast<std::uint64_t>(problem),
                  std::memory_order_relaxed);
  return problem;
}

arrival_problem message_block::examine(capnp::StructSchema schema) const {
  if (size_ == 0)
    return arrival_problem::empty;
  if (size_ % word_size != 0 || size_ <= header_words * word_size)
    return arrival_problem::truncated;
  const auto* header = words_.get() + bookkeeping_words;
  if (header[0] != schema.getProto().getId())
    return arrival_problem::wrong_schema;
  auto segment_words = size_ / word_size - header_words;
  auto one_segment_of = [](std::size_t words) { return static_cast<std::uint64_t>(words) << 32; };
  if (header[1] != one_segment_of(segment_words))
    return arrival_problem::truncated;
  try {
    kj::ArrayPtr<const capnp::word> segments[] = {
        {reinterpret_cast<const capnp::word*>(header + header_words), segment_words}};
    // An honest message is a tree: no word is visited twice. Cap'n Proto counts some list headers
    // on top, hence twice.
    capnp::ReaderOptions limited{.traversalLimitInWords = 2 * segment_words + 64,
                                 .nestingLimit = 64};
    capnp::SegmentArrayMessageReader reader{segments, limited};
    visit(reader.getRoot<capnp::DynamicStruct>(schema));
  } catch (const kj::Exception&) {
    return arrival_problem::malformed;
  }
  return arrival_problem::none;
}

caf::error save(caf::serializer& sink, const message_block& block) {
  auto bytes = block.bytes();
  auto size = bytes.size();
  if (auto problem = sink.begin_sequence(size))
    return problem;
  if (size > 0)
    // CAF's interface serves reading and writing alike and does not write here.
    if (auto problem = sink.apply_raw(size, const_cast<std::byte*>(bytes.data()))) // NOLINT
      return problem;
  return sink.end_sequence();
}

caf::error load(caf::deserializer& source, message_block& block) {
  std::size_t size = 0;
  if (auto problem = source.begin_sequence(size))
    return problem;
  // CAF drops a message that it cannot load, without a word to anyone. So what is cut short is
  // accepted as far as it goes, for `check` to refuse it.
  if (auto* binary = dynamic_cast<caf::binary_deserializer*>(&source))
    size = std::min(size, binary->remaining());
  block = message_block::allocate(size);
  if (size > 0)
    if (auto problem = source.apply_raw(size, block.data()))
      return problem;
  return source.end_sequence();
}

block_builder::block_builder(std::size_t segment_words)
    : block_(message_block::allocate((message_block::header_words + segment_words) * word_size)),
      segment_words_(segment_words) {}

kj::ArrayPtr<capnp::word> block_builder::allocateSegment(uint minimum_words) {
  if (!first_segment_used_ && minimum_words <= segment_words_) {
    first_segment_used_ = true;
    auto* words =
        block_.words_.get() + message_block::bookkeeping_words + message_block::header_words;
    return {reinterpret_cast<capnp::word*>(words), segment_words_};
  }
  auto words = std::max<std::size_t>(minimum_words, segment_words_);
  auto segment = kj::heapArray<capnp::word>(words);
  std::memset(segment.begin(), 0, segment.asBytes().size());
  further_segments_.push_back(kj::mv(segment));
  return further_segments_.back();
}

message_block block_builder::finish(std::uint64_t schema_id) {
  if (!further_segments_.empty()) {
    auto root = getRoot<capnp::AnyPointer>().asReader();
    block_builder compact{1 + root.targetSize().wordCount};
    compact.setRoot(root);
    return compact.finish(schema_id);
  }
  auto used_words = getSegmentsForOutput()[0].size();
  block_.size_ = (message_block::header_words + used_words) * word_size;
  auto* header = block_.words_.get() + message_block::bookkeeping_words;
  header[0] = schema_id;
  header[1] = static_cast<std::uint64_t>(used_words) << 32;
  block_.verdict().store(sound, std::memory_order_relaxed);
  return std::move(block_);
}

} // namespace troupe
