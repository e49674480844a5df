#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace troupe {

/// What the row player of a two-player zero-sum game gets, by both players' choices.
class payoff_matrix {
public:
  payoff_matrix() = default;
  /// `payoffs` lists one row after the other. Throws `std::invalid_argument` if they are not as
  /// many as rows × columns, or not all finite.
  payoff_matrix(std::size_t rows, std::size_t columns, std::vector<double> payoffs);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] double operator()(std::size_t row, std::size_t column) const {
    return payoffs_[row * columns_ + column];
  }
  [[nodiscard]] std::span<const double> row(std::size_t number) const {
    return std::span{payoffs_}.subspan(number * columns_, columns_);
  }
  /// All payoffs, one row after the other.
  [[nodiscard]] const std::vector<double>& payoffs() const { return payoffs_; }

  friend bool operator==(const payoff_matrix&, const payoff_matrix&) = default;

private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<double> payoffs_;
};

/// A Nash equilibrium of a zero-sum game, as the row player sees it.
struct game_solution {
  /// What the mixture guarantees; no mixture guarantees more, but for rounding.
  double value = 0;
  /// With which probability the row player makes each choice. A single choice if that does as well
  /// as any mixture: then the value is exact.
  std::vector<double> mixture;
};

/// Throws `std::invalid_argument` for a game in which a player has no choice, and for payoffs
/// whose differences no double can hold.
game_solution solve(const payoff_matrix& matrix);

} // namespace troupe
