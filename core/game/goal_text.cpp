#include "core/game/goal_text.hpp"

#include "core/support/error.hpp"
#include "core/support/text.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace troupe {

namespace {

/// How deep formulas may nest: far beyond what six predicates need, and safe for the stack.
constexpr int max_depth = 64;

template <vocabulary_word... Words>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  (names.insert(names.end(), words<Words>.begin(), words<Words>.end()), ...);
  return names;
}

/// "a, b or c".
std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0)
      list += i + 1 == names.size() ? " or " : ", ";
    list += names[i];
  }
  return list;
}

const char* applies_to(relation how) {
  switch (how) {
  case relation::hold:
    return "a player holds an object";
  case relation::near:
    return "an object is near a player or another object";
  case relation::see:
    return "players and objects see other players and objects";
  default:
    return "a player or an object is on a floor";
  }
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// A recursive-descent parser whose values are truth tables over the atoms met so far: that makes
/// any nesting as easy to read as a plain disjunction of options.
class goal_parser {
public:
  explicit goal_parser(std::string_view text) : text_(text) { skip_spaces(); }

  goal read() {
    auto table = disjunction(0);
    if (position_ < text_.size())
      fail("expected '&', '|' or the end of the goal");
    try {
      return {atoms_, table};
    } catch (const user_error& error) {
      position_ = 0; // it is the goal as a whole that does not fit
      fail(error.what());
    }
  }

private:
  truth_table disjunction(int depth) {
    auto table = conjunction(depth);
    while (accept("|", "or"))
      table |= conjunction(depth);
    return table;
  }

  truth_table conjunction(int depth) {
    auto table = factor(depth);
    while (accept("&", "and"))
      table &= factor(depth);
    return table;
  }

  truth_table factor(int depth) {
    if (depth > max_depth)
      fail("expected a simpler goal: parentheses or negations nest too deep");
    if (accept("!", "not"))
      return ~factor(depth + 1);
    if (accept("(")) {
      auto table = disjunction(depth + 1);
      expect(")", "'&', '|' or ')'");
      return table;
    }
    return variable_tables[variable(predicate())];
  }

  atom predicate() {
    start_of_predicate_ = position_;
    relation how = *from_string<relation>(known_word<relation>("a relation"));
    expect("(", "'('");
    auto first = argument();
    expect(",", "',' and a second argument");
    auto second = argument();
    expect(")", "')'");
    if (auto found = find_atom(how, first, second))
      return *found;
    position_ = start_of_predicate_;
    fail(std::string{to_string(how)} + "(" + to_string(first) + ", " + to_string(second)
         + ") cannot be: " + applies_to(how));
  }

  entity argument() {
    auto start = position_;
    auto name = known_word<player_reference, object_colour, floor_colour>(
        "a player or the colour of an object or a floor");
    if (auto player = from_string<player_reference>(name))
      return *player;
    auto start_of_noun = position_;
    auto noun = next_word();
    if (noun == "floor")
      return coloured<floor_colour>(name, "floors", start);
    if (auto shape = from_string<object_shape>(noun)) {
      position_ = start_of_noun;
      if (shape == object_shape::slab)
        fail("slabs cannot be part of a goal; expected cube, sphere, pyramid or floor");
      next_word();
      return object_kind{coloured<object_colour>(name, "objects", start), *shape};
    }
    position_ = start_of_noun;
    auto nouns = names_of<object_shape>();
    nouns.back() = "floor"; // in place of the slab
    fail_at_word(noun, listed(nouns), nouns);
  }

  /// The number of an atom's variable: a new one the first time that it is met.
  std::size_t variable(atom met) {
    auto found = std::find(atoms_.begin(), atoms_.end(), met);
    if (found == atoms_.end()) {
      if (atoms_.size() == atoms_.max_size()) {
        position_ = start_of_predicate_;
        fail("expected at most " + std::to_string(atoms_.max_size())
             + " different predicates in a goal; " + to_string(met) + " is one more");
      }
      found = atoms_.insert(atoms_.end(), met);
    }
    return static_cast<std::size_t>(found - atoms_.begin());
  }

  void skip_spaces() {
    while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_])))
      ++position_;
  }

  /// The word that begins here in lower case; empty if none does.
  [[nodiscard]] std::string peek_word() const {
    std::string word;
    for (auto i = position_; i < text_.size() && is_letter(text_[i]); ++i)
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(text_[i])));
    return word;
  }

  std::string next_word() {
    auto word = peek_word();
    position_ += word.size();
    skip_spaces();
    return word;
  }

  bool accept(std::string_view symbol) {
    if (!text_.substr(position_).starts_with(symbol))
      return false;
    position_ += symbol.size();
    skip_spaces();
    return true;
  }

  bool accept(std::string_view symbol, std::string_view keyword) {
    if (accept(symbol))
      return true;
    if (peek_word() != keyword)
      return false;
    next_word();
    return true;
  }

  void expect(std::string_view symbol, const std::string& description) {
    if (!accept(symbol))
      fail("expected " + description);
  }

  /// Reads a word that must be one of the names of `Words`.
  template <vocabulary_word... Words>
  std::string known_word(const std::string& description) {
    auto known = names_of<Words...>();
    if (auto word = peek_word(); std::find(known.begin(), known.end(), word) == known.end())
      fail_at_word(word, description + " (" + listed(known) + ")", known);
    return next_word();
  }

  template <vocabulary_word Colour>
  Colour coloured(const std::string& name, const std::string& things, std::size_t start) {
    if (auto colour = from_string<Colour>(name))
      return *colour;
    position_ = start;
    fail("no " + things + " are " + name + "; expected " + listed(names_of<Colour>()));
  }

  [[noreturn]] void fail_at_word(const std::string& word, const std::string& expected,
                                 const std::vector<std::string>& known) const {
    auto like = nearest(word, known);
    fail("expected " + expected
         + (word.empty() || like.empty() ? "" : "; did you mean '" + std::string{like} + "'?"));
  }

  [[noreturn]] void fail(const std::string& message) const {
    auto begins_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    auto column = std::count_if(text_.begin(), text_.begin() + position_, begins_character) + 1;
    throw user_error("goal, column " + std::to_string(column) + " (" + what_is_here()
                     + "): " + message);
  }

  [[nodiscard]] std::string what_is_here() const {
    constexpr std::size_t shown = 20;
    if (position_ == text_.size())
      return "its end";
    auto end = std::min(text_.size(), position_ + shown);
    // Not in the middle of a character of several bytes.
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80)
      ++end;
    return "at \"" + std::string{text_.substr(position_, end - position_)} + "\"";
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t start_of_predicate_ = 0;
  goal::atom_list atoms_;
};

std::string to_string(const goal& aim, option way) {
  std::string text;
  for (std::size_t i = 0; i < aim.atoms().size(); ++i) {
    if ((way.mentioned() >> i & 1) == 0)
      continue;
    text += text.empty() ? "" : " & ";
    text += way.forbidden >> i & 1 ? "!" : "";
    text += to_string(aim.atoms()[i]);
  }
  return text;
}

} // namespace

goal parse_goal(std::string_view text) {
  return goal_parser{text}.read();
}

std::string to_string(const goal& aim) {
  if (aim.options().empty()) {
    auto any = to_string(atom::at(0));
    return any + " & !" + any;
  }
  std::string text;
  for (auto way : aim.options()) {
    text += text.empty() ? "" : " | ";
    text += to_string(aim, way);
  }
  return text;
}

} // namespace troupe
