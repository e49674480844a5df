#pragma once

#include "messages/arrival.hpp"

#include <caf/deserializer.hpp>
#include <caf/serializer.hpp>
#include <capnp/dynamic.h>
#include <capnp/message.h>
#include <capnp/schema.h>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace troupe {

/// The bytes of one message, whatever its type: immutable once made, shared by reference.
///
/// In memory a block is an array of words: one word of bookkeeping, then what travels: the schema's
/// id, Cap'n Proto's segment table (always one segment), the segment.
class message_block {
public:
  message_block() = default;

  /// A copy of bytes from outside, good or bad.
  explicit message_block(std::span<const std::byte> bytes);

  /// What travels.
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept;

  /// The message's only segment. Wants a block that passed `check`.
  [[nodiscard]] kj::ArrayPtr<const capnp::word> segment() const;

  /// Finds out whether this is a message of type `schema` in which everything can be read without
  /// error. The answer is remembered; only the size is each reader's own concern.
  [[nodiscard]] arrival_problem check(capnp::StructSchema schema,
                                      const arrival_limits& limits) const;

  /// Whether `check` has found nothing wrong, or the message was built in this process.
  [[nodiscard]] bool is_checked() const noexcept;

private:
  friend class block_builder;
  friend caf::error load(caf::deserializer&, message_block&);

  static constexpr std::size_t bookkeeping_words = 1;
  static constexpr std::size_t header_words = 2;

  /// Space for a message of `size` bytes, not yet checked.
  static message_block allocate(std::size_t size);
  [[nodiscard]] arrival_problem examine(capnp::StructSchema schema) const;
  [[nodiscard]] std::atomic_ref<std::uint64_t> verdict() const noexcept;
  [[nodiscard]] std::byte* data() const noexcept;

  std::shared_ptr<std::uint64_t[]> words_;
  std::size_t size_ = 0;
};

caf::error save(caf::serializer& sink, const message_block& block);
caf::error load(caf::deserializer& source, message_block& block);

/// A Cap'n Proto builder whose result is a block, without copying if the estimate of its size was
/// large enough.
class block_builder : public capnp::MessageBuilder {
public:
  explicit block_builder(std::size_t segment_words);

  kj::ArrayPtr<capnp::word> allocateSegment(uint minimum_words) override;

  /// The finished block. The builder is empty afterwards.
  message_block finish(std::uint64_t schema_id);

private:
  message_block block_;
  std::size_t segment_words_;
  bool first_segment_used_ = false;
  std::vector<kj::Array<capnp::word>> further_segments_;
};

/// Reads a message; valid as long as the message is.
template <class Schema>
class message_view {
public:
  using reader = typename Schema::Reader;

  explicit message_view(const message_block& block)
      : segments_{block.segment()},
        source_{segments_, checked_before},
        root_{source_.getRoot<Schema>()} {}

  message_view(const message_view&) = delete;
  message_view& operator=(const message_view&) = delete;

  const reader& operator*() const noexcept { return root_; }
  const reader* operator->() const noexcept { return &root_; }

private:
  /// The arrival check has bounded the effort already.
  static constexpr capnp::ReaderOptions checked_before{UINT64_MAX, 64};

  kj::ArrayPtr<const capnp::word> segments_[1];
  mutable capnp::SegmentArrayMessageReader source_;
  reader root_;
};

/// An immutable, reference-counted Cap'n Proto message whose root is a `Schema`.
///
/// Within a process, sending one passes a pointer. Between processes it travels as one block of
/// bytes that is accepted as it comes: whoever reads first calls `check`, and turns a problem into
/// an error for the sender (actors/inbox.hpp does both). Messages built here need no check.
template <class Schema>
class message {
public:
  /// No message. Fails every check.
  message() = default;

  explicit message(message_block block) : block_(std::move(block)) {}

  /// Bytes from outside, good or bad.
  static message from_bytes(std::span<const std::byte> bytes) {
    return message{message_block{bytes}};
  }

  [[nodiscard]] arrival_problem check(const arrival_limits& limits) const {
    return block_.check(capnp::Schema::from<Schema>(), limits);
  }

  /// The content. Throws `std::logic_error` if the message came from outside and nobody checked it.
  [[nodiscard]] message_view<Schema> read() const { return message_view<Schema>{block_}; }

  /// What travels, and what a file holds.
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return block_.bytes(); }

  /// Equal bytes. Messages that say the same may differ in their layout.
  friend bool operator==(const message& a, const message& b) {
    auto x = a.bytes();
    auto y = b.bytes();
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  }

  /// Short, because CAF prints whole messages when one meets no handler.
  friend std::string to_string(const message& x) {
    auto text = std::to_string(x.bytes().size());
    text += " bytes of a message";
    return text;
  }

  template <std::derived_from<caf::serializer> Inspector>
  friend caf::error inspect(Inspector& f, message& x) {
    return save(f, x.block_);
  }

  template <std::derived_from<caf::deserializer> Inspector>
  friend caf::error inspect(Inspector& f, message& x) {
    return load(f, x.block_);
  }

private:
  message_block block_;
};

/// What people call a schema.
template <class Schema>
std::string schema_name() {
  return capnp::Schema::from<Schema>().getShortDisplayName().cStr();
}

/// Fills a message in place.
template <class Schema>
class message_builder {
public:
  /// `payload_bytes` estimates the size of all texts, lists and nested structs together. Too little
  /// costs one copy, too much costs memory.
  explicit message_builder(std::size_t payload_bytes = 0)
      : builder_(1 + capnp::sizeInWords<Schema>() + words_for(payload_bytes)),
        root_(builder_.initRoot<Schema>()) {}

  typename Schema::Builder* operator->() noexcept { return &root_; }
  typename Schema::Builder& operator*() noexcept { return root_; }

  /// The finished message. The builder, and every builder taken from it, is dead afterwards.
  message<Schema> finish() && { return message<Schema>{builder_.finish(capnp::typeId<Schema>())}; }

private:
  static constexpr std::size_t words_for(std::size_t bytes) {
    return (bytes + sizeof(capnp::word) - 1) / sizeof(capnp::word);
  }

  block_builder builder_;
  typename Schema::Builder root_;
};

/// The message that `write(value, root)`, found where the value's type is, fills.
template <class Schema, class Value>
message<Schema> build_message(const Value& value, std::size_t payload_bytes = 0) {
  message_builder<Schema> builder{payload_bytes};
  write(value, *builder);
  return std::move(builder).finish();
}

} // namespace troupe
